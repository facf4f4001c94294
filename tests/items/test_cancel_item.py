"""cancel_item: a task or an initiative that the team will not do."""

from __future__ import annotations

import pytest

from hub.core.codes import Code
from tests.items import acting
from tests.world import World, scoped

REASON = "Nobody asked for it."


def cancel(world: World, code: str) -> str:
    return world.alice.text("cancel_item", short_code=code, reason=REASON)


@pytest.mark.rule("cancel_item.01", "cancel_item.02")
@pytest.mark.parametrize("argument", ["short_code", "reason"])
def test_needs_the_item_and_the_reason(world: World, argument: str) -> None:
    arguments = {"short_code": world.task(), "reason": REASON}
    task = arguments["short_code"]
    del arguments[argument]
    assert world.alice.refused(Code.VALIDATION, "cancel_item", **arguments).field == argument
    assert acting.item(task).cancelled_at is None


@pytest.mark.rule("cancel_item.03")
@pytest.mark.parametrize("reason", ["", "  \n\t "])
def test_an_empty_reason_is_no_reason(world: World, reason: str) -> None:
    task = world.task()
    refusal = world.alice.refused(Code.VALIDATION, "cancel_item", short_code=task, reason=reason)
    assert refusal.field == "reason"
    assert acting.item(task).cancelled_at is None


@pytest.mark.rule("cancel_item.04", "cancel_item.05", "cancel_item.10")
@pytest.mark.parametrize(("item_type", "first"), [("task", "Backlog"), ("initiative", "Discovery")])
def test_a_cancelled_item_is_done_with_the_mark_and_the_reason(
    world: World, item_type: str, first: str
) -> None:
    code = world.task() if item_type == "task" else world.create(item_type)
    assert cancel(world, code) == f"Cancelled {code}: {first} -> Completed."
    found = acting.item(code)
    assert (acting.column_of(code), found.cancel_reason) == ("Completed", REASON)
    shown = world.alice.text("get_item", short_code=code)
    assert any(
        line.startswith("- cancelled: ") and line.endswith(f" by Alice. Reason: {REASON}")
        for line in shown.splitlines()
    )
    board = found.board.slug if found.board else ""
    listed = world.alice.text("board_items", board=board)
    assert [line for line in listed.splitlines() if code in line and "[cancelled]" in line]


@pytest.mark.rule("cancel_item.06")
@pytest.mark.parametrize("column", ["Backlog", "Todo", "Active", "Blocked"])
def test_transitions_do_not_count(world: World, column: str) -> None:
    task = acting.on(world, column, world.task())
    assert cancel(world, task) == f"Cancelled {task}: {column} -> Completed."


@pytest.mark.rule("cancel_item.07")
def test_the_first_done_column_takes_it(world: World) -> None:
    acting.flags("web-delivery", "Blocked", is_done=True)
    task = world.task()
    cancel(world, task)
    assert acting.column_of(task) == "Blocked"


@pytest.mark.rule("cancel_item.08")
def test_the_claim_ends(world: World) -> None:
    task = acting.claimed(world)
    world.bob.run("cancel_item", short_code=task, reason=REASON)
    assert acting.holder(task) is None
    assert acting.activity(task)[-1][1]["cause"] == "cancel"


@pytest.mark.rule("cancel_item.08")
def test_the_claim_ends_in_a_done_column_that_keeps_claims(world: World) -> None:
    acting.flags("web-delivery", "Completed", keeps_claims=True)
    task = acting.claimed(world)
    cancel(world, task)
    assert acting.holder(task) is None


@pytest.mark.rule("cancel_item.09")
def test_the_activity_has_a_row_with_the_reason(world: World) -> None:
    task = world.task()
    cancel(world, task)
    assert acting.activity(task)[1:] == [("cancel", {"from": "Backlog", "to": "Completed", "reason": REASON})]


@pytest.mark.rule("cancel_item.13", "cancel_item.14")
def test_a_transition_out_of_the_done_column_removes_the_mark(world: World) -> None:
    acting.way("web-delivery", "Completed", "Todo")
    task = world.task()
    cancel(world, task)
    world.move(task, "Todo")
    found = acting.item(task)
    assert (found.cancelled_at, found.cancelled_by_id, found.cancel_reason) == (None, None, "")
    assert acting.activity(task)[1] == ("cancel", {"from": "Backlog", "to": "Completed", "reason": REASON})


@pytest.mark.rule("cancel_item.15", "cancel_item.16", "cancel_item.17")
def test_a_cancelled_initiative_keeps_its_owner_and_has_no_reopen(world: World) -> None:
    initiative = world.create("initiative")
    world.alice.run("claim_item", short_code=initiative)
    cancel(world, initiative)
    assert acting.holder(initiative) == "alice"
    world.alice.refused(Code.VALIDATION, "reopen_item", short_code=initiative)
    assert (acting.column_of(initiative), acting.item(initiative).cancel_reason) == ("Completed", REASON)
    acting.way("initiatives", "Completed", "Design")
    world.move(initiative, "Design")
    assert acting.item(initiative).cancelled_at is None
    assert acting.holder(initiative) == "alice"


@pytest.mark.rule("cancel_item.18", "capabilities.13")
@pytest.mark.parametrize(("item_type", "board"), [("task", "web-delivery"), ("initiative", "initiatives")])
def test_needs_transition_items(world: World, item_type: str, board: str) -> None:
    code = world.create(item_type, board=board)
    refusal = world.carol.refused(Code.FORBIDDEN, "cancel_item", short_code=code, reason=REASON)
    assert refusal.details["required_capability"] == "transition_items"
    acting.grant(world.carol, "transition_items", board)
    world.carol.run("cancel_item", short_code=code, reason=REASON)


@pytest.mark.rule("cancel_item.19")
def test_the_creator_gets_no_right(world: World) -> None:
    acting.grant(world.carol, "manage_tasks", "web-delivery")
    for task in (world.task(by=world.carol), world.task(by=world.carol, from_team="core")):
        refusal = world.carol.refused(Code.FORBIDDEN, "cancel_item", short_code=task, reason=REASON)
        assert refusal.message.startswith('This action requires the capability "transition_items"')


@pytest.mark.rule("cancel_item.20")
def test_an_unknown_item_is_not_found(world: World) -> None:
    world.alice.refused(Code.NOT_FOUND, "cancel_item", short_code="WEB-T-9999", reason=REASON)


@pytest.mark.rule("cancel_item.21")
def test_an_archived_item_is_not_found(world: World) -> None:
    for code in (world.task(), world.create("initiative")):
        acting.archive(code)
        world.alice.refused(Code.NOT_FOUND, "cancel_item", short_code=code, reason=REASON)


@pytest.mark.rule("cancel_item.22")
@pytest.mark.parametrize(("item_type", "board"), [("strategy", "strategy"), ("adr", "web-adrs")])
def test_a_strategy_and_an_adr_have_another_route(world: World, item_type: str, board: str) -> None:
    code = world.create(item_type, board=board)
    refusal = world.alice.refused(Code.VALIDATION, "cancel_item", short_code=code, reason=REASON)
    assert refusal.message.endswith("Move it with transition_item, and write the reason with append_note.")


@pytest.mark.rule("cancel_item.23")
def test_a_document_has_a_lifecycle(world: World) -> None:
    code = world.create("document", board="web-delivery")
    refusal = world.alice.refused(Code.VALIDATION, "cancel_item", short_code=code, reason=REASON)
    assert refusal.message.endswith("Call set_lifecycle with archived.")


@pytest.mark.rule("cancel_item.24", "refusal_codes.46")
def test_a_done_task_is_done(world: World) -> None:
    completed, cancelled = acting.on(world, "Completed", world.task()), world.task()
    cancel(world, cancelled)
    for task in (completed, cancelled):
        refusal = world.alice.refused(Code.TASK_DONE, "cancel_item", short_code=task, reason="Again.")
        assert "reopen_item" in refusal.message


@pytest.mark.rule("cancel_item.25")
def test_a_done_initiative_is_done(world: World) -> None:
    initiative = acting.on(world, "Completed", world.create("initiative"))
    world.alice.refused(Code.INITIATIVE_DONE, "cancel_item", short_code=initiative, reason=REASON)


@pytest.mark.rule("cancel_item.26", "refusal_codes.51")
def test_a_board_without_a_done_column_takes_no_cancel(world: World) -> None:
    acting.flags("web-delivery", "Completed", is_done=False)
    task = world.task()
    world.alice.refused(Code.NO_DONE_COLUMN, "cancel_item", short_code=task, reason=REASON)
    assert acting.column_of(task) == "Backlog"


@pytest.mark.rule("cancel_item.27")
def test_an_agent_does_not_cancel_intake(world: World) -> None:
    task = world.task(task_type="support")
    world.robo.refused(Code.AGENT_TRIAGE_OFF, "cancel_item", short_code=task, reason=REASON)
    assert acting.item(task).cancelled_at is None
    acting.on(world, "Todo", task)
    world.robo.run("cancel_item", short_code=task, reason=REASON)


@pytest.mark.rule("policies.33")
def test_gates_do_not_count(world: World) -> None:
    acting.policy("web-delivery", blockers_gate=True)
    task, blocker = world.task(), world.task()
    world.alice.run("link_items", source=blocker, target=task, relationship="blocks")
    assert cancel(world, task) == f"Cancelled {task}: Backlog -> Completed."


@pytest.mark.rule("wip_limit.05")
def test_a_full_done_column_warns(world: World) -> None:
    acting.flags("web-delivery", "Completed", wip_limit=1)
    assert cancel(world, first := world.task()) == f"Cancelled {first}: Backlog -> Completed."
    task = world.task()
    assert cancel(world, task).splitlines()[1:] == [
        "Warning: the column Completed has 2 items, over its WIP limit of 1. "
        f"Your move of {task} is recorded."
    ]


def test_a_cancel_of_a_claimed_task_by_another_warns(world: World) -> None:
    task = acting.claimed(world)
    since = world.bob.result("get_item", short_code=task).claim.since
    assert cancel(world, task).splitlines()[1:] == [
        f"Warning: Bob has the claim on {task} (since {since}). Your change is recorded."
    ]


def test_a_key_cancels_within_its_scope_only(world: World) -> None:
    narrow = scoped(world.robo, capabilities=["manage_tasks"])
    narrow.refused(Code.KEY_SCOPE, "cancel_item", short_code=world.task(), reason=REASON)
