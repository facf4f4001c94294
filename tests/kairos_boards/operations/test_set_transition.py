"""set_transition: one direction between two columns, allowed or stopped."""

from typing import Any

import pytest

from hub.core.codes import Code
from tests.kairos_boards.reading import activity_since, column, grant, last_activity, moves
from tests.world import World

BOARD = {"board": "web-delivery"}
SKIP = {"board": "web-delivery", "from_column": "Backlog", "to_column": "Active", "allowed": True}


@pytest.mark.rule("set_transition.01", "my_boards.08")
def test_allows_the_move_in_one_direction(world: World) -> None:
    task = world.task()
    world.alice.refused(Code.INVALID_TRANSITION, "transition_item", short_code=task, to_column="Active")
    text = world.alice.text("set_transition", **SKIP)
    assert text == "Allowed the move Backlog -> Active on the board web-delivery."
    assert moves("web-delivery")[-1] == ("Backlog", "Active")
    assert "moves: Backlog [entry] → Todo, Active | " in world.bob.text("my_boards")
    world.move(task, "Active")
    world.alice.refused(Code.INVALID_TRANSITION, "transition_item", short_code=task, to_column="Backlog")


@pytest.mark.rule("set_transition.02")
def test_stops_the_move(world: World) -> None:
    task = world.task()
    values = {**BOARD, "from_column": "backlog", "to_column": "todo", "allowed": False}
    assert (
        world.alice.text("set_transition", **values)
        == "Stopped the move Backlog -> Todo on the board web-delivery."
    )
    world.alice.refused(Code.INVALID_TRANSITION, "transition_item", short_code=task, to_column="Todo")


@pytest.mark.rule("set_transition.03")
def test_needs_board_columns_and_allowed(world: World) -> None:
    for missing in SKIP:
        values = {name: value for name, value in SKIP.items() if name != missing}
        assert world.alice.refused(Code.VALIDATION, "set_transition", **values).field == missing
    for value in ("true", 1, None):
        assert (
            world.alice.refused(Code.VALIDATION, "set_transition", **{**SKIP, "allowed": value}).field
            == "allowed"
        )


@pytest.mark.parametrize(
    ("name", "alias"),
    [
        pytest.param("from_column", "from", marks=pytest.mark.rule("set_transition.04")),
        pytest.param("to_column", "to", marks=pytest.mark.rule("set_transition.05")),
        pytest.param("to_column", "column", marks=pytest.mark.rule("set_transition.05")),
    ],
)
def test_the_columns_have_other_names(world: World, name: str, alias: str) -> None:
    world.alice.refused(Code.VALIDATION, "set_transition", **SKIP, **{alias: SKIP[name]})
    values: dict[str, Any] = {key: value for key, value in SKIP.items() if key != name}
    world.alice.run("set_transition", **values, **{alias: str(column("web-delivery", str(SKIP[name])).id)})
    assert moves("web-delivery")[-1] == ("Backlog", "Active")


@pytest.mark.rule("set_transition.05")
def test_the_two_other_names_of_to_column_exclude_each_other(world: World) -> None:
    values = {**BOARD, "from": "Backlog", "allowed": True}
    world.alice.refused(Code.VALIDATION, "set_transition", **values, to="Active", column="Active")


@pytest.mark.rule("set_transition.06")
def test_a_transition_exists_once(world: World) -> None:
    world.alice.refused(Code.DUPLICATE_TRANSITION, "set_transition", **{**SKIP, "to_column": "Todo"})


@pytest.mark.rule("set_transition.07")
def test_what_is_not_allowed_cannot_be_stopped(world: World) -> None:
    refusal = world.alice.refused(Code.NOT_FOUND, "set_transition", **{**SKIP, "allowed": False})
    assert refusal.message == (
        "The board web-delivery has no transition Backlog -> Active. my_boards shows them."
    )


@pytest.mark.rule("set_transition.08")
@pytest.mark.parametrize("field", ["from_column", "to_column"])
def test_an_unknown_column_is_refused_with_the_columns(world: World, field: str) -> None:
    refusal = world.alice.refused(Code.VALIDATION, "set_transition", **{**SKIP, field: "Doing"})
    assert refusal.message == (
        'The board web-delivery has no column "Doing". Its columns are: '
        "Backlog, Todo, Active, Blocked, Completed."
    )
    assert refusal.field == field


@pytest.mark.rule("set_transition.09")
def test_needs_configure_boards(world: World) -> None:
    world.bob.refused(Code.FORBIDDEN, "set_transition", **SKIP)
    grant(world, world.bob, "configure_boards", "web-delivery")
    world.bob.run("set_transition", **SKIP)


def test_a_column_has_no_transition_to_itself(world: World) -> None:
    world.alice.refused(Code.VALIDATION, "set_transition", **{**SKIP, "to_column": "Backlog"})


def test_the_change_is_in_the_activity(world: World) -> None:
    last = last_activity()
    world.alice.run("set_transition", **SKIP)
    world.alice.run("set_transition", **{**SKIP, "allowed": False})
    ends = {"from": "Backlog", "to": "Active"}
    assert activity_since(last) == [
        ("board_config", "alice", False, {"change": "transition_added", **ends}),
        ("board_config", "alice", False, {"change": "transition_removed", **ends}),
    ]
