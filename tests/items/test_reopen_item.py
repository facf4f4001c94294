"""reopen_item: a done task comes back."""

from __future__ import annotations

from typing import Any

import pytest

from hub.core import events, operations, schemas
from hub.core.codes import Code
from items.blockers import open_blockers
from items.events import ItemTransitioned
from tests.items import acting
from tests.world import World, scoped


def done(world: World, **arguments: Any) -> str:
    return acting.on(world, "Completed", world.task(**arguments))


def cancelled(world: World) -> str:
    task = world.task()
    world.alice.run("cancel_item", short_code=task, reason="No.")
    return task


def entry_claims(world: World) -> None:
    """The first open column of web-delivery gives claims."""
    acting.flags("web-delivery", "Backlog", claims=True)


@pytest.mark.rule("reopen_item.01")
def test_the_code_is_the_only_argument(world: World) -> None:
    assert list(schemas.published(operations.get("reopen_item").input)["properties"]) == ["short_code"]
    assert world.alice.refused(Code.VALIDATION, "reopen_item").field == "short_code"


@pytest.mark.rule("reopen_item.02", "reopen_item.05", "reopen_item.15", "reopen_item.17")
def test_a_completed_task_goes_to_the_first_open_column(world: World) -> None:
    task = done(world)
    assert world.alice.text("reopen_item", short_code=task) == f"Reopened {task}: Completed -> Backlog."
    assert acting.column_of(task) == "Backlog"


@pytest.mark.rule("reopen_item.03", "reopen_item.10", "reopen_item.11", "reopen_item.16", "cancel_item.12")
def test_a_cancelled_task_loses_the_mark(world: World) -> None:
    task = cancelled(world)
    assert world.alice.text("reopen_item", short_code=task) == (
        f"Reopened {task}: Completed -> Backlog. The cancel mark is removed; the history keeps the reason."
    )
    assert acting.column_of(task) == "Backlog"
    assert not acting.has_line(world.alice.text("get_item", short_code=task), "- cancelled")
    assert "[cancelled]" not in world.alice.text("board_items", board="web-delivery")
    assert ("cancel", {"from": "Backlog", "to": "Completed", "reason": "No."}) in acting.activity(task)


@pytest.mark.rule("reopen_item.04")
def test_the_target_is_the_first_column_that_is_not_done(world: World) -> None:
    acting.flags("web-delivery", "Backlog", is_done=True)
    task = done(world)
    world.alice.run("reopen_item", short_code=task)
    assert acting.column_of(task) == "Todo"


@pytest.mark.rule("reopen_item.07")
def test_a_claims_column_gives_the_claim(world: World) -> None:
    task = done(world)
    entry_claims(world)
    first, line = world.robo.text("reopen_item", short_code=task).splitlines()
    assert first == f"Reopened {task}: Completed -> Backlog."
    assert line.startswith("- claim: Bob (agent) since ")
    assert acting.holder(task) == "bob"


@pytest.mark.rule("reopen_item.08")
def test_the_activity_has_a_transition(world: World) -> None:
    task = done(world)
    world.alice.run("reopen_item", short_code=task)
    assert acting.activity(task)[1:] == [("transition", {"from": "Completed", "to": "Backlog"})]


@pytest.mark.rule("reopen_item.09")
def test_it_tells_of_a_transition(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[ItemTransitioned] = []
    monkeypatch.setitem(
        events._subscribers, ItemTransitioned, [(events.Phase.WRITE, lambda call, event: told.append(event))]
    )
    for task in (done(world), cancelled(world)):
        told.clear()
        world.alice.run("reopen_item", short_code=task)
        (event,) = told
        assert (event.item.code, event.to_column_id) == (task, acting.column("web-delivery", "Backlog").id)
        assert event.was_cancelled is ("cancel" in acting.actions(task))


@pytest.mark.rule("reopen_item.12")
def test_a_reopened_blocker_blocks_again(world: World) -> None:
    blocker, task = done(world), world.task()
    world.alice.run("link_items", source=blocker, target=task, relationship="blocks")
    assert open_blockers(acting.item(task)) == []
    world.alice.run("reopen_item", short_code=blocker)
    assert [found.code for found in open_blockers(acting.item(task))] == [blocker]


@pytest.mark.rule("reopen_item.18")
def test_needs_transition_items(world: World) -> None:
    task = done(world)
    refusal = world.carol.refused(Code.FORBIDDEN, "reopen_item", short_code=task)
    assert refusal.details["required_capability"] == "transition_items"
    assert acting.column_of(task) == "Completed"


@pytest.mark.rule("reopen_item.19", "rights.edit.18")
def test_the_creator_gets_no_right(world: World) -> None:
    task = done(world, by=world.carol)
    world.carol.refused(Code.FORBIDDEN, "reopen_item", short_code=task)


@pytest.mark.rule("reopen_item.20", "reopen_item.21")
def test_what_is_unknown_or_archived_is_not_found(world: World) -> None:
    world.alice.refused(Code.NOT_FOUND, "reopen_item", short_code="WEB-T-9999")
    task = done(world)
    acting.archive(task)
    world.alice.refused(Code.NOT_FOUND, "reopen_item", short_code=task)


@pytest.mark.rule("reopen_item.22")
@pytest.mark.parametrize(
    ("item_type", "board"),
    [
        ("strategy", "strategy"),
        ("initiative", "initiatives"),
        ("document", "web-delivery"),
        ("adr", "web-adrs"),
    ],
)
def test_only_tasks_are_reopened(world: World, item_type: str, board: str) -> None:
    code = world.create(item_type, board=board)
    assert world.alice.refused(Code.VALIDATION, "reopen_item", short_code=code).field == "short_code"


@pytest.mark.rule("reopen_item.23", "refusal_codes.49")
@pytest.mark.parametrize("column", ["Backlog", "Todo", "Active", "Blocked"])
def test_an_open_task_is_not_done(world: World, column: str) -> None:
    world.alice.refused(Code.TASK_NOT_DONE, "reopen_item", short_code=acting.on(world, column, world.task()))


@pytest.mark.rule("reopen_item.24", "refusal_codes.50")
def test_a_board_of_done_columns_has_no_way_back(world: World) -> None:
    task = done(world)
    for column in ("Backlog", "Todo", "Active", "Blocked"):
        acting.flags("web-delivery", column, is_done=True)
    world.alice.refused(Code.NO_OPEN_COLUMN, "reopen_item", short_code=task)
    assert acting.column_of(task) == "Completed"


@pytest.mark.rule("reopen_item.25")
def test_parent_gate_keeps_it_done(world: World) -> None:
    task = cancelled(world)
    world.alice.run("set_parent", short_code=task, parent=world.create("initiative"))
    entry_claims(world)
    world.alice.refused(Code.PARENT_NOT_ACTIVE, "reopen_item", short_code=task)
    assert (acting.column_of(task), acting.item(task).cancel_reason) == ("Completed", "No.")


@pytest.mark.rule("reopen_item.06", "reopen_item.26", "policies.31")
def test_open_blockers_warn_or_refuse_where_claims_are_given(world: World) -> None:
    blocker, task = world.task(), done(world)
    entry_claims(world)
    world.alice.run("link_items", source=blocker, target=task, relationship="blocks")
    acting.policy("web-delivery", blockers_gate=True)
    refusal = world.alice.refused(Code.BLOCKED, "reopen_item", short_code=task)
    assert refusal.details == {"blockers": [blocker]}
    assert acting.column_of(task) == "Completed"
    acting.policy("web-delivery", blockers_gate=False)
    assert world.alice.text("reopen_item", short_code=task).splitlines()[-1] == (
        f"Warning: {task} is blocked by {blocker} (open). Your move into Backlog is recorded."
    )


@pytest.mark.rule("reopen_item.27")
def test_no_gate_where_no_claims_are_given(world: World) -> None:
    acting.policy("web-delivery", blockers_gate=True)
    blocker, task = world.task(), done(world)
    world.alice.run("link_items", source=blocker, target=task, relationship="blocks")
    world.alice.run("set_parent", short_code=task, parent=world.create("initiative"))
    assert world.alice.text("reopen_item", short_code=task) == f"Reopened {task}: Completed -> Backlog."


def test_a_key_reopens_within_its_scope_only(world: World) -> None:
    scoped(world.robo, capabilities=["manage_tasks"]).refused(
        Code.KEY_SCOPE, "reopen_item", short_code=done(world)
    )
