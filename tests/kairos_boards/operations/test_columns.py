"""add_column, update_column, remove_column: names, places, flags, limits."""

from typing import Any

import pytest

from hub.core.codes import Code
from items.models import Item
from kairos_boards.models import Column
from tests.kairos_boards.reading import (
    activity_since,
    board,
    column,
    columns,
    grant,
    last_activity,
    moves,
)
from tests.world import World

WEB = "web-delivery"
DEFAULT = ["Backlog", "Todo", "Active", "Blocked", "Completed"]


def put_away(code: str) -> None:
    item = Item.objects.get(code=code)
    item.change(archived_at=item.updated_at)


@pytest.mark.rule("add_column.01", "add_column.05")
def test_a_new_column_is_the_last(world: World) -> None:
    text = world.alice.text("add_column", board=WEB, name="Review")
    assert text == (
        "Added the column Review to the board web-delivery at position 5. "
        "It has no transition. Use set_transition."
    )
    assert columns(WEB) == [*DEFAULT, "Review"]


@pytest.mark.rule("add_column.02")
def test_a_new_column_has_no_transition(world: World) -> None:
    before = moves(WEB)
    world.alice.run("add_column", board=WEB, name="Review")
    assert moves(WEB) == before
    task = world.task()
    world.alice.refused(Code.INVALID_TRANSITION, "transition_item", short_code=task, to_column="Review")
    world.alice.run("set_transition", board=WEB, from_column="Backlog", to_column="Review", allowed=True)
    world.move(task, "Review")


@pytest.mark.rule("add_column.03", "board_admin.03", "conventions.references.02")
def test_the_board_is_a_slug_or_an_id(world: World) -> None:
    world.alice.run("add_column", board=str(board(WEB).id), name="Review")
    world.alice.run("add_column", board=f" {WEB} ", name="QA")
    assert columns(WEB)[-2:] == ["Review", "QA"]
    for reference in ("Web", "WEB", "nowhere"):
        refusal = world.alice.refused(Code.NOT_FOUND, "add_column", board=reference, name="X")
        assert (
            refusal.message == f'No board has the slug or the id "{reference}". my_boards lists the boards.'
        )


@pytest.mark.rule("add_column.04")
def test_a_column_needs_a_name(world: World) -> None:
    assert world.alice.refused(Code.VALIDATION, "add_column", board=WEB).field == "name"
    for name in ("", "  ", "x" * 201):
        assert world.alice.refused(Code.VALIDATION, "add_column", board=WEB, name=name).field == "name"


@pytest.mark.rule("add_column.06", "columns.09", "columns.18")
@pytest.mark.parametrize("position", [0, 2, 5, 6, 2**31 - 1])
def test_a_position_shifts_the_columns_from_there_on(world: World, position: int) -> None:
    world.alice.run("add_column", board=WEB, name="Review", position=position)
    expected = [*DEFAULT]
    expected.insert(position, "Review")
    assert columns(WEB) == expected
    created = world.alice.result("create_item", item_type="task", title="T", board=WEB)
    assert created.column == expected[0]


@pytest.mark.rule("add_column.07")
def test_refuses_a_negative_position(world: World) -> None:
    assert (
        world.alice.refused(Code.VALIDATION, "add_column", board=WEB, name="X", position=-1).field
        == "position"
    )


@pytest.mark.rule("add_column.08", "columns.17")
def test_a_name_is_taken_by_a_live_column_in_any_case(world: World) -> None:
    for name in ("Todo", "TODO", " todo "):
        world.alice.refused(Code.DUPLICATE_COLUMN_NAME, "add_column", board=WEB, name=name)
    world.alice.run("add_column", board=WEB, name="Prüfung")
    world.alice.refused(Code.DUPLICATE_COLUMN_NAME, "add_column", board=WEB, name="PRÜFUNG")
    world.alice.run("remove_column", board=WEB, column="Todo")
    world.alice.run("add_column", board=WEB, name="todo")
    assert columns(WEB)[-1] == "todo"


@pytest.mark.rule("add_column.09", "capabilities.16")
def test_needs_configure_boards(world: World) -> None:
    refusal = world.bob.refused(Code.FORBIDDEN, "add_column", board=WEB, name="Review")
    assert refusal.details == {"board_id": str(board(WEB).id), "required_capability": "configure_boards"}
    grant(world, world.bob, "configure_boards", WEB)
    world.bob.run("add_column", board=WEB, name="Review")
    world.bob.run("update_column", board=WEB, column="Review", name="QA")
    world.bob.run("set_transition", board=WEB, from_column="Todo", to_column="QA", allowed=True)
    world.bob.run("remove_column", board=WEB, column="QA")
    world.bob.run("set_board_policy", board=WEB, parent_gate=False)
    world.bob.run("set_agent_triage", board=WEB, agents_decide=True)
    world.bob.refused(Code.FORBIDDEN, "add_column", board="core-delivery", name="Review")


@pytest.mark.rule("add_column.10")
def test_a_repeat_with_the_key_adds_no_second_column(world: World) -> None:
    first = world.alice.text("add_column", board=WEB, name="Review", request_key="add-review")
    again = world.alice.text("add_column", board=WEB, name="Review", request_key="add-review")
    assert again.splitlines()[0] == first
    assert again.splitlines()[1].startswith("Replayed: ")
    assert columns(WEB) == [*DEFAULT, "Review"]


@pytest.mark.rule(
    "update_column.01", "board_admin.04", "conventions.references.04", "conventions.references.07"
)
def test_the_column_is_a_name_in_any_case_or_an_id(world: World) -> None:
    for name, reference in (
        ("One", "todo"),
        ("Two", "ONE"),
        ("Three", f" {column(WEB, 'Todo').id} "),
        ("Todo", " three"),
    ):
        world.alice.run("update_column", board=WEB, column=reference, name=name)
        assert columns(WEB)[1] == name
    for missing in ("board", "column"):
        values = {"board": WEB, "column": "Todo"}
        del values[missing]
        assert world.alice.refused(Code.VALIDATION, "update_column", **values, name="X").field == missing


@pytest.mark.rule("board_admin.06")
@pytest.mark.parametrize(
    ("tool", "arguments", "field"),
    [
        ("update_column", {"column": "Doing", "name": "X"}, "column"),
        ("remove_column", {"column": "Doing"}, "column"),
        ("set_transition", {"from_column": "Doing", "to_column": "Todo", "allowed": True}, "from_column"),
        ("set_transition", {"from_column": "Todo", "to_column": "Doing", "allowed": False}, "to_column"),
    ],
)
def test_an_unknown_column_is_refused_with_the_columns(
    world: World, tool: str, arguments: dict[str, Any], field: str
) -> None:
    refusal = world.alice.refused(Code.VALIDATION, tool, board=WEB, **arguments)
    assert (refusal.message, refusal.field) == (
        'The board web-delivery has no column "Doing". Its columns are: '
        "Backlog, Todo, Active, Blocked, Completed.",
        field,
    )


@pytest.mark.rule("board_admin.05")
@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("set_board_capabilities", {"user": "carol", "capabilities": []}),
        ("add_column", {"name": "X"}),
        ("update_column", {"column": "Todo", "name": "X"}),
        ("remove_column", {"column": "Todo"}),
        ("set_transition", {"from_column": "Todo", "to_column": "Active", "allowed": False}),
        ("set_agent_triage", {"agents_decide": True}),
        ("set_board_policy", {"parent_gate": True}),
    ],
)
def test_an_unknown_board_is_not_found(world: World, tool: str, arguments: dict[str, Any]) -> None:
    assert world.alice.refused(Code.NOT_FOUND, tool, board="nowhere", **arguments).field == "board"


@pytest.mark.rule("update_column.02")
@pytest.mark.parametrize(
    ("change", "after"),
    [
        ({"name": "Next"}, ("Next", 1, False, False, False, 4)),
        ({"position": 2}, ("Todo", 2, False, False, False, 4)),
        ({"is_done": True}, ("Todo", 1, True, False, False, 4)),
        ({"claims": True}, ("Todo", 1, False, True, False, 4)),
        ({"keeps_claims": True}, ("Todo", 1, False, False, True, 4)),
        ({"wip_limit": 9}, ("Todo", 1, False, False, False, 9)),
        ({"name": "Next", "no_wip_limit": False}, ("Next", 1, False, False, False, 4)),
    ],
)
def test_what_is_left_out_stays(world: World, change: dict[str, Any], after: tuple[Any, ...]) -> None:
    world.alice.run("update_column", board=WEB, column="Todo", wip_limit=4)
    row = column(WEB, "Todo")
    world.alice.run("update_column", board=WEB, column="Todo", **change)
    row.refresh_from_db()
    assert (row.name, row.position, row.is_done, row.claims, row.keeps_claims, row.wip_limit) == after


@pytest.mark.rule("update_column.03")
def test_a_new_name_keeps_items_and_transitions(world: World) -> None:
    task = world.task()
    world.alice.run("update_column", board=WEB, column="Backlog", name="Ideas")
    world.move(task, "Todo")
    assert ("Ideas", "Todo") in moves(WEB)


@pytest.mark.rule("update_column.04", "columns.17")
def test_refuses_the_name_of_another_column(world: World) -> None:
    values = {"board": WEB, "column": "Todo", "is_done": True}
    world.alice.refused(Code.DUPLICATE_COLUMN_NAME, "update_column", **values, name="active")
    world.alice.run("update_column", board=WEB, column="Todo", name="TODO")
    assert columns(WEB)[1] == "TODO"


@pytest.mark.rule("update_column.05", "columns.09", "columns.18")
@pytest.mark.parametrize("position", [0, 1, 3, 4, 99])
def test_a_column_moves_and_the_others_keep_their_order(world: World, position: int) -> None:
    text = world.alice.text("update_column", board=WEB, column="Active", position=position)
    expected = [name for name in DEFAULT if name != "Active"]
    expected.insert(position, "Active")
    assert columns(WEB) == expected
    place = min(position, 4)
    assert text == (
        f"Column Active of the board web-delivery (position {place}, claims, no WIP limit). "
        "Changed: position."
    )
    created = world.alice.result("create_item", item_type="task", title="T", board=WEB)
    assert created.column == expected[0]


@pytest.mark.rule("update_column.06", "columns.10")
def test_a_done_column_decides_what_is_done(world: World) -> None:
    initiative = world.create("initiative", board="initiatives")
    task, other = world.task(parent=initiative), world.task(parent=initiative)
    world.move(task, "Todo")

    def line() -> str:
        text = world.alice.text("get_item", short_code=initiative)
        return next(line for line in text.splitlines() if line.startswith("- children: "))

    assert line() == f"- children: {task} — A task; {other} — A task"
    world.alice.run("update_column", board=WEB, column="Backlog", is_done=True)
    world.alice.run("update_column", board=WEB, column="Todo", is_done=True)
    assert line() == f"- children: {task} — A task [done]; {other} — A task [done]"
    world.alice.run("update_column", board=WEB, column="Todo", is_done=False)
    assert line() == f"- children: {task} — A task; {other} — A task [done]"
    assert "moves: Backlog [entry, done] → Todo" in world.bob.text("my_boards")


@pytest.mark.rule("update_column.07", "columns.11")
def test_a_claims_column_gives_the_mover_the_claim(world: World) -> None:
    world.alice.run("update_column", board=WEB, column="Todo", claims=True)
    task = world.task()
    world.move(task, "Todo", by=world.bob)
    item = Item.objects.get(code=task)
    assert item.claim_user_id == world.bob.principal.user_id
    world.move(task, "Active", by=world.alice)
    item.refresh_from_db()
    assert item.claim_user_id == world.bob.principal.user_id
    grant(world, world.depot, "transition_items", WEB)
    other = world.task()
    world.move(other, "Todo", by=world.depot)
    assert Item.objects.get(code=other).claim_user_id is None


@pytest.mark.rule("update_column.08", "update_column.09", "columns.12", "columns.13")
def test_a_column_that_keeps_claims_keeps_one_and_gives_none(world: World) -> None:
    world.alice.run("update_column", board=WEB, column="Completed", keeps_claims=True)
    held, free = world.task(), world.task()
    world.move(held, "Todo", "Active", "Completed", by=world.bob)
    assert Item.objects.get(code=held).claim_user_id == world.bob.principal.user_id
    world.move(free, "Todo", "Blocked", by=world.bob)
    assert Item.objects.get(code=free).claim_user_id is None
    other = world.task()
    world.move(other, "Todo", "Active", "Blocked", "Todo", by=world.bob)
    assert Item.objects.get(code=other).claim_user_id is None


@pytest.mark.rule("update_column.10", "columns.15")
@pytest.mark.parametrize("limit", [0, -1])
def test_a_wip_limit_is_one_or_more(world: World, limit: int) -> None:
    refusal = world.alice.refused(Code.VALIDATION, "update_column", board=WEB, column="Todo", wip_limit=limit)
    assert refusal.field == "wip_limit"
    world.alice.run("update_column", board=WEB, column="Todo", wip_limit=1)
    assert column(WEB, "Todo").wip_limit == 1


@pytest.mark.rule("update_column.11")
def test_my_boards_shows_the_wip_limit(world: World) -> None:
    world.alice.run("update_column", board=WEB, column="Active", wip_limit=3)
    assert "Active [claims, WIP 3] → " in world.bob.text("my_boards")


@pytest.mark.rule("update_column.12", "update_column.13")
def test_the_wip_limit_goes_on_request_only(world: World) -> None:
    world.alice.run("update_column", board=WEB, column="Todo", wip_limit=3)
    world.alice.run("update_column", board=WEB, column="Todo", name="Next", no_wip_limit=False)
    assert column(WEB, "Next").wip_limit == 3
    text = world.alice.text("update_column", board=WEB, column="Next", no_wip_limit=True)
    assert text == "Column Next of the board web-delivery (position 1, no WIP limit). Changed: wip_limit."
    assert column(WEB, "Next").wip_limit is None


@pytest.mark.rule("update_column.14")
def test_two_words_about_the_limit_are_refused(world: World) -> None:
    values = {"board": WEB, "column": "Todo", "name": "Next"}
    refusal = world.alice.refused(Code.VALIDATION, "update_column", **values, wip_limit=3, no_wip_limit=True)
    assert refusal.field == "wip_limit"


@pytest.mark.rule("update_column.15")
@pytest.mark.parametrize("nothing", [{}, {"no_wip_limit": False}])
def test_a_call_must_change_something(world: World, nothing: dict[str, bool]) -> None:
    world.alice.refused(Code.VALIDATION, "update_column", board=WEB, column="Todo", **nothing)


@pytest.mark.rule("update_column.16")
def test_an_update_needs_configure_boards(world: World) -> None:
    values = {"board": WEB, "column": "Todo", "name": "Next"}
    world.bob.refused(Code.FORBIDDEN, "update_column", **values)
    grant(world, world.carol, "configure_*", WEB)
    world.carol.run("update_column", **values)


def test_equal_values_change_nothing(world: World) -> None:
    last = last_activity()
    text = world.alice.text("update_column", board=WEB, column="Todo", name="Todo", position=1, claims=False)
    assert text == "Column Todo of the board web-delivery (position 1, no WIP limit). Nothing changed."
    assert activity_since(last) == []


def test_the_changes_of_a_board_are_in_the_activity_and_on_its_pages(world: World) -> None:
    last, revision = last_activity(), board(WEB).revision
    world.alice.run("add_column", board=WEB, name="Review")
    world.alice.run("update_column", board=WEB, column="Review", wip_limit=2, name="QA")
    world.alice.run("remove_column", board=WEB, column="QA")
    assert activity_since(last) == [
        ("board_config", "alice", False, {"change": "column_added", "column": "Review", "position": 5}),
        (
            "board_config",
            "alice",
            False,
            {"change": "column_changed", "column": "Review", "new": {"name": "QA", "wip_limit": 2}},
        ),
        ("board_config", "alice", False, {"change": "column_removed", "column": "QA"}),
    ]
    assert board(WEB).revision == revision + 3


@pytest.mark.rule("remove_column.01", "remove_column.02", "columns.19")
def test_a_removed_column_and_its_transitions_are_gone(world: World) -> None:
    task = world.task()
    world.move(task, "Todo")
    text = world.alice.text("remove_column", board=WEB, column="Blocked")
    assert text == "Removed the column Blocked of the board web-delivery, and its transitions."
    assert columns(WEB) == ["Backlog", "Todo", "Active", "Completed"]
    assert moves(WEB) == [("Backlog", "Todo"), ("Todo", "Active"), ("Active", "Completed")]
    assert "Blocked" not in world.bob.text("my_boards").split("moves:")[1].splitlines()[0]
    world.alice.refused(Code.VALIDATION, "transition_item", short_code=task, to_column="Blocked")
    assert Column.objects.get(board=board(WEB), name="Blocked").removed_at is not None


@pytest.mark.rule("remove_column.03")
def test_a_removal_names_board_and_column(world: World) -> None:
    world.alice.run("remove_column", board=str(board(WEB).id), column=str(column(WEB, "Blocked").id))
    assert "Blocked" not in columns(WEB)
    for missing in ("board", "column"):
        values = {"board": WEB, "column": "Todo"}
        del values[missing]
        assert world.alice.refused(Code.VALIDATION, "remove_column", **values).field == missing


@pytest.mark.rule("remove_column.04", "columns.20")
def test_a_column_with_a_live_item_stays(world: World) -> None:
    task = world.task()
    refusal = world.alice.refused(Code.COLUMN_NOT_EMPTY, "remove_column", board=WEB, column="Backlog")
    assert refusal.message == (
        "The column Backlog of the board web-delivery has live items: 1. Move or archive them first."
    )
    put_away(task)
    world.alice.run("remove_column", board=WEB, column="Backlog")


@pytest.mark.rule("columns.09", "columns.19")
def test_the_next_column_is_the_entry_and_archived_items_name_the_removed_one(world: World) -> None:
    task = world.task()
    put_away(task)
    world.alice.run("remove_column", board=WEB, column="Backlog")
    assert "column: Backlog" in world.alice.text("get_item", short_code=task)
    assert world.alice.result("create_item", item_type="task", title="T", board=WEB).column == "Todo"


@pytest.mark.rule("remove_column.06")
def test_a_removal_needs_configure_boards(world: World) -> None:
    world.bob.refused(Code.FORBIDDEN, "remove_column", board=WEB, column="Blocked")
    grant(world, world.carol, "configure_boards", WEB)
    world.carol.run("remove_column", board=WEB, column="Blocked")
