"""board_items: headings, order, parts, the line of a card."""

from __future__ import annotations

from typing import Any

import pytest

from hub.core.codes import Code
from items.models import Item
from kairos_boards.models import Column
from tests.counting import counted
from tests.items import rows
from tests.items.boards import card, fill, listing
from tests.world import World


@pytest.mark.rule("board_items.01")
def test_refuses_a_call_without_a_board(world: World) -> None:
    refusal = world.alice.refused(Code.VALIDATION, "board_items")
    assert refusal.message.startswith(
        'The call does not have the argument "board". This tool must have that argument.'
    )


@pytest.mark.rule("board_items.02", "board_items.68")
def test_finds_a_board_by_slug_and_uuid_only(world: World) -> None:
    board = rows.board("web-delivery")
    for reference in ("web-delivery", f"  {board.slug}\n", str(board.id)):
        assert world.alice.result("board_items", board=reference).board == "web-delivery"
    for reference in ("Web Delivery", board.name, "WEB", "nothing", ""):
        refusal = world.alice.refused(Code.NOT_FOUND, "board_items", board=reference)
        assert refusal.message == (
            f'No board has the slug or the id "{reference}". my_boards lists the boards.'
        )


@pytest.mark.rule("board_items.69")
@pytest.mark.parametrize("include_deleted", [False, True])
def test_an_archived_board_is_not_found(world: World, include_deleted: bool) -> None:
    board = rows.board("web-delivery")
    board.change(archived_at=board.created_at)
    world.alice.refused(Code.NOT_FOUND, "board_items", board="web-delivery", include_deleted=include_deleted)


@pytest.mark.rule("board_items.03", "board_items.04", "board_items.06", "board_items.07", "board_items.40")
def test_shows_every_column_with_its_cards(world: World) -> None:
    first, second = world.task(title="Card form"), world.task(title="Receipt", task_type="bug")
    world.move(second, "Todo")
    assert world.alice.text("board_items", board="web-delivery") == (
        f"## Backlog (1)\n\n- {first} [task] Card form\n\n"
        f"## Todo (1)\n\n- {second} [bug] Receipt\n\n"
        "## Active (0)\n\n## Blocked (0)\n\n## Completed (0)"
    )


def test_an_empty_board_shows_its_columns(world: World) -> None:
    assert world.alice.text("board_items", board="web-adrs") == (
        "## Draft (0)\n\n## Discussion (0)\n\n## Decided (0)\n\n## Superseded (0)"
    )


@pytest.mark.rule("board_items.05")
def test_the_type_in_brackets_is_the_task_type_or_the_type(world: World) -> None:
    for task_type in ("task", "bug", "tech_debt", "support"):
        code = world.task(title="T", task_type=task_type)
        assert card(world.alice, code) == f"{code} [{task_type}] T"
    for item_type, board in (("strategy", "strategy"), ("initiative", "initiatives"), ("adr", "web-adrs")):
        code = world.create(item_type, board=board, title="T")
        assert card(world.alice, code, board) == f"{code} [{item_type}] T"


def test_a_title_with_a_line_break_stays_one_line(world: World) -> None:
    code = world.task(title="One\n- WEB-T-9999 [task] Two")
    assert card(world.alice, code) == f"{code} [task] One - WEB-T-9999 [task] Two"


@pytest.mark.rule("board_items.37")
def test_the_order_is_column_then_code(world: World) -> None:
    codes = [world.task() for _ in range(4)]
    for code in (codes[3], codes[1]):
        world.move(code, "Todo")
    shown = world.alice.result("board_items", board="web-delivery").results
    assert [one.short_code for one in shown] == [codes[0], codes[2], codes[1], codes[3]]
    todo = rows.column("web-delivery", "Todo")
    todo.change(position=-1)
    shown = world.alice.result("board_items", board="web-delivery").results
    assert [one.short_code for one in shown] == [codes[1], codes[3], codes[0], codes[2]]


@pytest.mark.rule("board_items.38")
def test_the_order_of_the_types(world: World) -> None:
    """No board of ours mixes types; an imported one may."""
    board = rows.board("web-delivery")
    made = {
        item_type: world.create(item_type, board=where)
        for item_type, where in (
            ("adr", "web-adrs"),
            ("task", "web-delivery"),
            ("initiative", "initiatives"),
            ("strategy", "strategy"),
        )
    }
    Item.objects.filter(code__in=made.values()).update(board=board, column=rows.column(board.slug, "Todo"))
    shown = world.alice.result("board_items", board="web-delivery").results
    assert [one.type for one in shown] == ["strategy", "initiative", "task", "adr"]


def test_no_document_is_on_the_board_that_owns_it(world: World) -> None:
    world.create("document", board="web-delivery")
    assert world.alice.result("board_items", board="web-delivery").total == 0


@pytest.mark.rule("board_items.22", "board_items.25", "board_items.39", "board_items.41", "board_items.43")
def test_shows_two_hundred_and_says_how_to_read_on(world: World) -> None:
    fill("web-delivery", "Todo", 340)
    text = world.alice.text("board_items", board="web-delivery")
    assert text.startswith(
        "The board has 340 items. This result shows 200 (limit 200, offset 0). "
        "To read the next part, call the tool with offset 200.\n\n## Backlog (0)\n\n## Todo (200)\n"
    )
    rest = world.alice.text("board_items", board="web-delivery", offset=200)
    assert rest.startswith(
        "The board has 340 items. This result shows 140 (limit 200, offset 200).\n\n## Backlog (0)\n"
    )
    beyond = world.alice.text("board_items", board="web-delivery", offset=500)
    assert beyond.startswith("The board has 340 items. This result shows 0 (limit 200, offset 500).\n\n")


@pytest.mark.rule("board_items.42")
def test_following_the_offsets_shows_each_card_once(world: World) -> None:
    fill("web-delivery", "Backlog", 5, prefix="AA")
    fill("web-delivery", "Todo", 6, prefix="BB")
    seen: list[str] = []
    offset: int | None = 0
    while offset is not None:
        part = world.alice.result("board_items", board="web-delivery", limit=4, offset=offset)
        seen += [one.short_code for one in part.results]
        offset = part.next_offset
    assert seen == [f"AA-T-{n:05d}" for n in range(1, 6)] + [f"BB-T-{n:05d}" for n in range(1, 7)]


@pytest.mark.rule("board_items.23")
def test_a_limit_above_a_thousand_is_a_thousand(world: World) -> None:
    fill("web-delivery", "Todo", 1001)
    text = world.alice.text("board_items", board="web-delivery", limit=10**12)
    assert text.startswith("The board has 1001 items. This result shows 1000 (limit 1000, offset 0). ")


@pytest.mark.parametrize(
    ("argument", "value", "expected"),
    [
        pytest.param(
            "limit", 0, "an integer from 1 to 9007199254740991", marks=pytest.mark.rule("board_items.24")
        ),
        pytest.param(
            "offset", -1, "an integer from 0 to 9007199254740991", marks=pytest.mark.rule("board_items.26")
        ),
    ],
)
def test_refuses_a_part_that_is_none(world: World, argument: str, value: int, expected: str) -> None:
    arguments: dict[str, Any] = {"board": "web-delivery", argument: value}
    refusal = world.alice.refused(Code.VALIDATION, "board_items", **arguments)
    assert refusal.message == f'The value of {argument} must be {expected}. The call gives "{value}".'
    assert refusal.field == argument


@pytest.mark.rule("board_items.53", "board_items.54", "board_items.55", "board_items.57")
def test_a_limited_column_shows_its_live_count_against_the_limit(world: World) -> None:
    for _ in range(3):
        world.task()
    backlog = rows.column("web-delivery", "Backlog")
    for limit, mark in (
        (None, ""),
        (4, " [WIP 3/4]"),
        (3, " [WIP 3/3]"),
        (2, " [WIP 3/2, over the limit]"),
    ):
        backlog.change(wip_limit=limit)
        assert f"Backlog (3){mark}" in listing(world.alice)


@pytest.mark.rule("board_items.56")
def test_the_wip_count_is_of_the_whole_column(world: World) -> None:
    codes = [world.task() for _ in range(3)]
    rows.archive(codes[0])
    fidius = rows.repository("fidius")
    Column.objects.filter(id=rows.column("web-delivery", "Backlog").id).update(wip_limit=2)
    for arguments in (
        {"limit": 1},
        {"offset": 1},
        {"team": "web"},
        {"repository": fidius.slug},
        {"include_deleted": True},
    ):
        (heading,) = [one for one in listing(world.alice, **arguments) if one.startswith("Backlog")]
        assert heading.endswith(" [WIP 2/2]"), arguments


@pytest.mark.rule("conventions.lists.01")
def test_reads_no_content_and_asks_at_most_eight_queries_whatever_the_size(world: World) -> None:
    rows.repository("fidius")
    everything: dict[str, Any] = {
        "board": "web-delivery",
        "column": "Todo",
        "repository": "fidius",
        "team": "web",
        "include_deleted": True,
        "details": True,
    }
    repository = rows.repository("other")
    counts = []
    for size in (10, 10_000):
        fill("web-delivery", "Todo", size, prefix=f"P{size}", repository=repository)
        calls: tuple[dict[str, Any], ...] = (
            {"board": "web-delivery"},
            {"board": "web-delivery", "limit": 5, "offset": 5},
            {**everything, "repository": "other", "limit": 9},
        )
        for arguments in calls:
            with counted() as statements:
                text = world.alice.text("board_items", **arguments)
            assert "SECRET-CONTENT" not in text
            assert not any('"content"' in statement for statement in statements)
            counts.append(len(statements))
    assert max(counts) <= 8
    assert counts[1:3] == counts[4:6]


def test_a_call_makes_four_queries(world: World) -> None:
    """The board, its columns, the cards, the edges; the columns say how many cards there are."""
    fill("web-delivery", "Todo", 12)
    world.alice.text("board_items", board="web-delivery")
    for arguments in ({}, {"limit": 5}, {"limit": 5, "column": "Todo"}):
        with counted() as statements:
            text = world.alice.text("board_items", board="web-delivery", **arguments)
        assert ("The board has 12 items" in text) is bool(arguments)
        assert len(statements) == 4
