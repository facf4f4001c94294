"""What a board's page reads: the first cards, the filters, the next parts, and what may be done there."""

from __future__ import annotations

from typing import Any

import pytest

from hub.core.codes import Code
from items.models import Item
from tests.counting import counted
from tests.items import rows
from tests.items.boards import fill
from tests.pages import at_page, browser
from tests.world import World

MOST_QUERIES = 20
MOST_BYTES = 300_000


def page(world: World, who: str = "bob", **arguments: Any) -> Any:
    return at_page(getattr(world, who)).result("board_page", **{"board": "web-delivery", **arguments})


def codes(result: Any) -> dict[str, list[str]]:
    """Column -> the codes of its cards, where there are any."""
    return {column.name: [card.code for card in column.cards] for column in result.columns if column.cards}


def numbers(result: Any, name: str) -> tuple[int, int | None, int, int]:
    """Count, matched, shown and hidden of a column."""
    (column,) = [column for column in result.columns if column.name == name]
    return column.count, column.matched, column.shown_count, column.hidden


def test_shows_the_first_fifty_of_a_column_and_the_newest_twenty_that_are_done(world: World) -> None:
    fill("web-delivery", "Todo", 60)
    fill("web-delivery", "Completed", 30, prefix="DONE")
    newest = Item.objects.get(code="DONE-T-00007")
    newest.change(entered_column_at=newest.updated_at)
    result = page(world)
    assert numbers(result, "Todo") == (60, None, 50, 10)
    assert numbers(result, "Completed") == (30, None, 20, 10)
    assert codes(result)["Todo"][:2] == ["BULK-T-00001", "BULK-T-00002"]


def test_shows_as_many_again_as_were_loaded(world: World) -> None:
    fill("web-delivery", "Todo", 120)
    todo = rows.column("web-delivery", "Todo").id
    assert numbers(page(world, shown=[f"{todo}:100"]), "Todo") == (120, None, 100, 20)
    assert numbers(page(world, shown=[f"{todo}:21"]), "Todo") == (120, None, 50, 70)


@pytest.mark.parametrize("shown", [["x:10"], ["1:2:3"], [""], [f"{'a' * 36}:99999"]])
def test_refuses_counts_of_another_form(world: World, shown: list[str]) -> None:
    refusal = at_page(world.bob).refused(Code.VALIDATION, "board_page", board="web-delivery", shown=shown)
    assert str(refusal.field).startswith("shown")


def test_the_next_part_begins_where_the_page_ends(world: World) -> None:
    fill("web-delivery", "Todo", 120)
    todo, seen = str(rows.column("web-delivery", "Todo").id), codes(page(world))["Todo"]
    for offset, hidden in ((50, 20), (100, 0)):
        part = at_page(world.bob).result("column_page", board="web-delivery", column=todo, offset=offset)
        seen += [card.code for card in part.cards]
        assert part.hidden == hidden
    assert seen == [f"BULK-T-{number:05d}" for number in range(1, 121)]


def test_a_part_after_the_last_card_is_empty(world: World) -> None:
    todo = str(rows.column("web-delivery", "Todo").id)
    part = at_page(world.bob).result("column_page", board="web-delivery", column=todo, offset=50)
    assert (part.cards, part.hidden) == ((), 0)


def test_a_column_of_another_board_is_not_found(world: World) -> None:
    other = str(rows.column("initiatives", "Active").id)
    at_page(world.bob).refused(Code.NOT_FOUND, "column_page", board="web-delivery", column=other)


def test_filters_by_who_holds_the_card(world: World) -> None:
    free, mine, taken = world.task(), world.task(), world.task()
    world.move(mine, "Todo", "Active", by=world.bob)
    world.move(taken, "Todo", "Active", by=world.alice)
    assert codes(page(world, claim="mine")) == {"Active": [mine]}
    assert codes(page(world, claim="free")) == {"Backlog": [free]}
    assert codes(page(world, claim="taken")) == {"Active": [mine, taken]}
    assert numbers(page(world, claim="mine"), "Active") == (2, 1, 1, 0)


def test_filters_strategies_and_initiatives_by_their_owner(world: World) -> None:
    owned, free = world.create("initiative"), world.create("initiative")
    world.alice.run("claim_item", short_code=owned)
    assert codes(page(world, "alice", board="initiatives", claim="mine")) == {"Discovery": [owned]}
    assert codes(page(world, "alice", board="initiatives", claim="free")) == {"Discovery": [free]}


def test_filters_by_type(world: World) -> None:
    world.task()
    bug = world.task(task_type="bug")
    assert codes(page(world, type="bug")) == {"Backlog": [bug]}


def test_filters_by_repository(world: World) -> None:
    rows.repository("shop")
    world.task()
    task = world.task(repository="shop")
    assert page(world).board.repositories == ("shop",)
    assert codes(page(world, repository="shop")) == {"Backlog": [task]}
    refusal = at_page(world.bob).refused(
        Code.VALIDATION, "board_page", board="web-delivery", repository="nowhere"
    )
    assert refusal.field == "repository"


@pytest.mark.parametrize("text", ["ÄRGER", "ärger", "  ger mit ", "100%", "a_b"])
def test_filters_by_a_part_of_the_title_in_any_case(world: World, text: str) -> None:
    world.task(title="1000 percent, axb")
    task = world.task(title="Ärger mit 100% of a_b")
    assert codes(page(world, text=text)) == {"Backlog": [task]}


def test_filters_by_a_part_of_the_code(world: World) -> None:
    world.task()
    task = world.task()
    assert codes(page(world, text=task[-4:].lower())) == {"Backlog": [task]}
    assert codes(page(world, text="web-t-000")) == {"Backlog": ["WEB-T-0001", task]}


def test_filters_a_part_too(world: World) -> None:
    fill("web-delivery", "Todo", 60)
    todo = str(rows.column("web-delivery", "Todo").id)
    part = at_page(world.bob).result(
        "column_page", board="web-delivery", column=todo, text="task 5", offset=1
    )
    assert [card.code for card in part.cards] == [f"BULK-T-{number:05d}" for number in range(50, 60)]


def test_says_which_columns_a_card_may_move_to(world: World) -> None:
    moves = {column.name: column.moves for column in page(world).columns}
    assert moves["Backlog"] == ("Todo",)
    assert moves["Todo"] == ("Active", "Blocked")
    assert moves["Completed"] == ()


def test_says_why_somebody_may_not_move_or_create(world: World) -> None:
    assert page(world, "bob").board.no_moves is None
    assert '"transition_items" on the board web-delivery' in page(world, "carol").board.no_moves
    # Everyone may send a task as a request; an initiative needs the right.
    assert page(world, "carol").board.no_creates is None
    assert '"manage_initiatives"' in page(world, "carol", board="initiatives").board.no_creates


def test_the_queries_do_not_grow_with_the_cards_and_the_page_stays_small(world: World) -> None:
    client, counts = browser(world.bob), []
    answer = client.get("/boards/web-delivery/")
    for prefix, size in (("FEW", 3), ("MANY", 2_500)):
        for column in ("Backlog", "Todo", "Blocked", "Completed"):
            fill("web-delivery", column, size, prefix=f"{prefix}{column[0]}{column[2]}".upper())
        with counted() as queries:
            answer = client.get("/boards/web-delivery/")
        counts.append(len(queries))
    assert Item.objects.filter(board__slug="web-delivery").count() > 10_000
    assert counts[0] == counts[1] <= MOST_QUERIES
    assert len(answer.content) <= MOST_BYTES


@pytest.mark.rule("cancel_item.11")
def test_a_card_shows_that_it_is_cancelled(world: World) -> None:
    world.task()
    cancelled = world.task()
    world.alice.run("cancel_item", short_code=cancelled, reason="Not needed.")
    (card,) = next(column for column in page(world).columns if column.cards and column.is_done).cards
    assert (card.code, card.cancelled) == (cancelled, True)
    html = browser(world.bob).get("/boards/web-delivery/").content.decode()
    assert html.count('<span class="word">Cancelled</span>') == 1


@pytest.mark.rule("set_state.16")
def test_a_card_shows_the_live_state(world: World) -> None:
    task = world.task()
    world.alice.run("set_state", short_code=task, branch="guide", next_step="Ask for a review")
    html = browser(world.bob).get("/boards/web-delivery/").content.decode()
    assert '<span class="state-branch">guide</span> · Ask for a review' in " ".join(html.split())
    assert "[state: branch guide; next: Ask for a review" in world.bob.text(
        "board_items", board="web-delivery"
    )
