"""board_items: the filters, archived cards and removed columns."""

from __future__ import annotations

import pytest

from hub.core import clock
from hub.core.codes import Code
from kairos_boards.models import Column
from tests.items import rows
from tests.items.boards import card, listing
from tests.world import World


def codes(world: World, board: str = "web-delivery", **arguments: object) -> list[str]:
    """The codes of the cards of a call."""
    return [one.short_code for one in world.alice.result("board_items", board=board, **arguments).results]


def remove(name: str) -> Column:
    """A column that was removed while archived cards were in it."""
    return rows.column("web-delivery", name).change(removed_at=clock.now())


@pytest.mark.rule("board_items.08", "board_items.09", "board_items.10")
def test_a_column_shows_only_itself(world: World) -> None:
    here, there = world.task(), world.task()
    world.move(there, "Todo")
    column = rows.column("web-delivery", "Todo")
    assert len(listing(world.alice)) == 5
    for reference in ("Todo", " todo ", "TODO", str(column.id), str(column.id).upper()):
        result = world.alice.result("board_items", board="web-delivery", column=reference)
        assert [shown.name for shown in result.columns] == ["Todo"]
        assert ([one.short_code for one in result.results], result.total) == ([there], 1)
    assert codes(world, column="Backlog") == [here]


@pytest.mark.rule("board_items.11")
def test_refuses_a_column_that_the_board_does_not_have(world: World) -> None:
    other = rows.column("initiatives", "Design")
    for reference in ("Nowhere", "", str(other.id), "Design"):
        refusal = world.alice.refused(Code.VALIDATION, "board_items", board="web-delivery", column=reference)
        assert refusal.message == (
            f'The board web-delivery has no column "{reference}". '
            "Its columns are: Backlog, Todo, Active, Blocked, Completed."
        )
        assert refusal.field == "column"


@pytest.mark.rule("board_items.12", "board_items.13")
def test_a_removed_column_is_named_only_with_its_archived_cards(world: World) -> None:
    code = world.task()
    world.move(code, "Todo", "Blocked")
    rows.archive(code)
    removed = remove("Blocked")
    for reference in ("Blocked", str(removed.id)):
        refusal = world.alice.refused(Code.VALIDATION, "board_items", board="web-delivery", column=reference)
        assert refusal.message.endswith("Its columns are: Backlog, Todo, Active, Completed.")
        assert listing(world.alice, column=reference, include_deleted=True) == {
            "Blocked (1)": [f"{code} [task] A task [archived]"]
        }


@pytest.mark.rule("board_items.18", "board_items.19")
def test_archived_cards_come_on_request_where_they_were_put_away(world: World) -> None:
    code, live = world.task(), world.task()
    world.move(code, "Todo")
    rows.archive(code)
    assert codes(world) == [live]
    shown = listing(world.alice, include_deleted=True)
    assert shown["Todo (1)"] == [f"{code} [task] A task [archived]"]
    assert shown["Backlog (1)"] == [f"{live} [task] A task"]


@pytest.mark.rule("board_items.18", "board_items.20", "board_items.21")
def test_a_removed_column_appears_only_with_archived_cards(world: World) -> None:
    code = world.task()
    world.move(code, "Todo")
    rows.archive(code)
    stray = world.task()
    world.move(stray, "Todo", "Blocked")
    remove("Todo")
    remove("Blocked")
    assert list(listing(world.alice)) == ["Backlog (0)", "Active (0)", "Completed (0)"]
    assert listing(world.alice, include_deleted=True) == {
        "Backlog (0)": [],
        "Todo (1)": [f"{code} [task] A task [archived]"],
        "Active (0)": [],
        "Completed (0)": [],
    }


def test_a_live_column_comes_before_a_removed_one_of_its_name(world: World) -> None:
    code = world.task()
    rows.archive(code)
    old = remove("Backlog")
    new = Column.add(
        organization_id=old.organization_id, board=old.board, name="Backlog", position=old.position
    )
    live = world.task()
    assert codes(world, column="Backlog", include_deleted=True) == [live]
    assert codes(world, column=str(old.id), include_deleted=True) == [code]
    assert codes(world, column=str(new.id), include_deleted=True) == [live]
    assert listing(world.alice, include_deleted=True)["Backlog (1)"] == [f"{code} [task] A task [archived]"]


@pytest.mark.rule("board_items.14", "board_items.15")
def test_a_repository_narrows_the_tasks(world: World) -> None:
    fidius = rows.repository("fidius")
    rows.repository("other")
    linked, other, none = (
        world.task(repository="fidius"),
        world.task(repository="other"),
        world.task(),
    )
    assert codes(world) == [linked, other, none]
    for reference in ("fidius", " fidius ", str(fidius.id)):
        assert codes(world, repository=reference) == [linked]


@pytest.mark.rule("board_items.16")
@pytest.mark.parametrize(
    ("item_type", "board"), [("strategy", "strategy"), ("initiative", "initiatives"), ("adr", "web-adrs")]
)
def test_a_repository_narrows_nothing_else(world: World, item_type: str, board: str) -> None:
    rows.repository("fidius")
    code = world.create(item_type, board=board)
    assert codes(world, board, repository="fidius") == [code]


@pytest.mark.rule("board_items.17")
def test_refuses_an_unknown_repository(world: World) -> None:
    rows.repository("old", live=False)
    for reference in ("nothing", "old", "acme/fidius"):
        refusal = world.alice.refused(
            Code.VALIDATION, "board_items", board="web-delivery", repository=reference
        )
        assert refusal.field == "repository"


@pytest.mark.rule("board_items.27", "board_items.31")
def test_a_team_narrows_strategies_and_initiatives_by_their_tasks(world: World) -> None:
    world.alice.run("create_team", name="Skadi", slug="skadi", code_prefix="SKADI")
    strategy, idle = world.create("strategy"), world.create("strategy")
    initiative, empty = world.create("initiative", parent=strategy), world.create("initiative")
    world.task(parent=initiative)
    world.task(parent=initiative, board="skadi-delivery")
    team = str(rows.board("web-delivery").team_id)
    for board, teamed, teamless in (("strategy", strategy, idle), ("initiatives", initiative, empty)):
        assert codes(world, board) == codes(world, board, no_team=False) == [teamed, teamless]
        for reference in ("web", " web ", team, "skadi"):
            assert codes(world, board, team=reference, no_team=False) == [teamed]
        assert codes(world, board, no_team=True) == [teamless]
        assert card(world.alice, teamed, board).endswith(" [teams: skadi, web]")
        assert card(world.alice, teamless, board).endswith(f"A {board.removesuffix('s')}")


@pytest.mark.rule("board_items.29", "board_items.33", "board_items.45")
@pytest.mark.parametrize(("item_type", "board"), [("task", "web-delivery"), ("adr", "web-adrs")])
def test_a_team_changes_no_tasks_and_no_adrs(world: World, item_type: str, board: str) -> None:
    world.alice.run("create_team", name="Skadi", slug="skadi", code_prefix="SKADI")
    code = world.create(item_type, board=board)
    assert codes(world, board, team="skadi") == codes(world, board, no_team=True) == [code]
    assert card(world.alice, code, board) == f"{code} [{item_type}] A {item_type}"


@pytest.mark.rule("board_items.44")
def test_what_is_archived_gives_no_team(world: World) -> None:
    strategy = world.create("strategy")
    initiative = world.create("initiative", parent=strategy)
    task = world.task(parent=initiative)
    for code, board in ((strategy, "strategy"), (initiative, "initiatives")):
        assert card(world.alice, code, board).endswith(" [teams: web]")
    rows.archive(initiative)
    assert card(world.alice, strategy, "strategy").endswith("A strategy")
    assert card(world.alice, initiative, "initiatives", include_deleted=True).endswith(
        "[archived] [teams: web]"
    )
    rows.archive(task)
    assert "teams" not in card(world.alice, initiative, "initiatives", include_deleted=True)


@pytest.mark.rule("board_items.30")
def test_refuses_an_unknown_team_with_the_slugs(world: World) -> None:
    for reference in ("Web", "WEB", "nothing", "weblings"):
        refusal = world.alice.refused(Code.VALIDATION, "board_items", board="initiatives", team=reference)
        assert refusal.message == (
            f'The team "{reference}" is not in the organization. Send the id or the slug of a team of the '
            f"organization. The slugs are: {', '.join(rows.team_slugs())}."
        )
        assert refusal.field == "team"


@pytest.mark.rule("board_items.34")
def test_refuses_a_team_together_with_no_team(world: World) -> None:
    refusal = world.alice.refused(
        Code.VALIDATION, "board_items", board="initiatives", team="web", no_team=True
    )
    assert refusal.message == "team and no_team exclude each other: send one of them."


@pytest.mark.rule("board_items.36")
def test_the_filters_come_before_the_limit(world: World) -> None:
    rows.repository("fidius")
    linked = []
    for _ in range(3):
        world.task()
        linked.append(world.task(repository="fidius"))
    rows.archive(linked[0])
    text = world.alice.text("board_items", board="web-delivery", repository="fidius", limit=1, offset=0)
    assert text.startswith(
        "The board has 2 items. This result shows 1 (limit 1, offset 0). "
        "To read the next part, call the tool with offset 1."
    )
    assert codes(world, repository="fidius", limit=1, offset=1) == [linked[2]]
    world.move(linked[2], "Todo")
    part = world.alice.result("board_items", board="web-delivery", column="Backlog", limit=1)
    assert part.total == 4
    deleted = world.alice.result("board_items", board="web-delivery", include_deleted=True, limit=1)
    assert deleted.total == 6
