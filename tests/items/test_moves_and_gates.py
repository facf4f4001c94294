"""The gates of a board: parent, owner, blockers, and who decides the triage of intake."""

from __future__ import annotations

import pytest

from hub.core.codes import Code
from tests.items import acting
from tests.world import World, agent


def blocked(
    world: World, blocker_in: str = "Todo", count: int = 1, column: str = "Todo"
) -> tuple[str, list[str]]:
    """A task in a column, and its blockers."""
    task = acting.on(world, column, world.task())
    blockers = [acting.on(world, blocker_in, world.task()) for _ in range(count)]
    for blocker in blockers:
        world.alice.run("link_items", source=blocker, target=task, relationship="blocks")
    return task, blockers


def warnings(world: World, task: str, column: str) -> tuple[str, ...]:
    found: tuple[str, ...] = world.alice.result("transition_item", short_code=task, to_column=column).warnings
    return found


@pytest.mark.rule("transition_item.34", "policies.13")
def test_a_task_under_an_inactive_initiative_stays_out_of_a_claims_column(world: World) -> None:
    task = acting.on(world, "Todo", world.task(parent=world.create("initiative")))
    world.bob.refused(Code.PARENT_NOT_ACTIVE, "transition_item", short_code=task, to_column="Active")
    assert (acting.column_of(task), acting.holder(task)) == ("Todo", None)


@pytest.mark.rule("policies.06", "policies.07", "policies.08", "policies.09", "policies.10", "policies.11")
def test_parent_gate_looks_at_the_column_of_the_initiative(world: World) -> None:
    initiative = world.create("initiative")
    bucket = world.create("initiative", bucket_type="bug")
    for column in ("Discovery", "Design", "Ready", "Decompose", "Completed"):
        task = acting.on(world, "Todo", world.task(parent=acting.on(world, column, initiative)))
        world.bob.refused(Code.PARENT_NOT_ACTIVE, "transition_item", short_code=task, to_column="Active")
    for column in ("Active", "Monitoring"):
        acting.on(world, column, initiative)
        world.move(acting.on(world, "Todo", world.task(parent=initiative)), "Active")
    world.move(acting.on(world, "Todo", world.task(parent=bucket)), "Active")
    world.move(acting.on(world, "Todo", world.task()), "Active")
    acting.on(world, "Design", initiative)
    acting.policy("web-delivery", parent_gate=False)
    world.move(acting.on(world, "Todo", world.task(parent=initiative)), "Active")


@pytest.mark.rule("policies.12")
def test_parent_gate_is_about_claims_columns_only(world: World) -> None:
    task = world.task(parent=world.create("initiative"))
    world.move(task, "Todo", "Blocked")
    world.move(acting.on(world, "Active", task), "Completed")


@pytest.mark.rule("transition_item.46", "transition_item.47", "transition_item.48")
def test_the_refusal_names_the_fix_for_an_initiative_that_needs_an_owner(world: World) -> None:
    initiative = acting.on(world, "Decompose", world.create("initiative"))
    task = acting.on(world, "Todo", world.task(parent=initiative))
    move = {"short_code": task, "to_column": "Active"}
    fix = f"transition_item {initiative} Active claim: true"
    refusal = world.bob.refused(Code.PARENT_NOT_ACTIVE, "transition_item", **move)
    assert refusal.details == {"initiative": initiative, "owner_needed": True, "fix": fix}
    assert "take the owner and move it in one call" in refusal.message
    acting.policy("initiatives", owner_gate=False)
    refusal = world.bob.refused(Code.PARENT_NOT_ACTIVE, "transition_item", **move)
    assert refusal.details == {"initiative": initiative}
    acting.policy("initiatives", owner_gate=True)
    world.alice.run("claim_item", short_code=initiative)
    refusal = world.bob.refused(Code.PARENT_NOT_ACTIVE, "transition_item", **move)
    assert refusal.details == {"initiative": initiative}


@pytest.mark.rule("transition_item.35")
def test_an_initiative_without_an_owner_stays_out_of_active(world: World) -> None:
    initiative = acting.on(world, "Decompose", world.create("initiative"))
    refusal = world.alice.refused(
        Code.OWNER_REQUIRED, "transition_item", short_code=initiative, to_column="Active"
    )
    assert "claim: true" in refusal.message
    assert acting.column_of(initiative) == "Decompose"


@pytest.mark.rule("policies.18", "policies.19", "policies.20", "policies.25")
def test_owner_gate_looks_at_active_only(world: World) -> None:
    free, owned = world.create("initiative"), world.create("initiative")
    world.move(free, "Design", "Ready", "Decompose")
    world.alice.refused(Code.OWNER_REQUIRED, "transition_item", short_code=free, to_column="Active")
    world.move(acting.on(world, "Active", free), "Monitoring")
    world.alice.run("claim_item", short_code=owned)
    world.move(acting.on(world, "Decompose", owned), "Active")
    acting.policy("initiatives", owner_gate=False)
    world.move(acting.on(world, "Decompose", free), "Active")


@pytest.mark.rule("transition_item.49", "policies.27")
def test_open_are_blockers_that_are_live_and_not_done_or_cancelled(world: World) -> None:
    task, (todo, completed, archived, cancelled) = blocked(world, count=4)
    acting.on(world, "Completed", completed)
    acting.archive(archived)
    world.alice.run("cancel_item", short_code=cancelled, reason="No.")
    assert warnings(world, task, "Active") == (
        f"Warning: {task} is blocked by {todo} (open), {cancelled} (open). "
        "Your move into Active is recorded.",
    )


@pytest.mark.rule("transition_item.50", "transition_item.51", "policies.28")
def test_an_open_blocker_warns_on_a_move_into_a_claims_column(world: World) -> None:
    task, (blocker,) = blocked(world)
    answer = world.bob.text("transition_item", short_code=task, to_column="Active")
    assert answer.splitlines()[-1] == (
        f"Warning: {task} is blocked by {blocker} (open). Your move into Active is recorded."
    )
    assert (acting.column_of(task), acting.holder(task)) == ("Active", "bob")


@pytest.mark.rule("transition_item.52")
def test_an_open_blocker_warns_on_a_move_into_a_done_column(world: World) -> None:
    task, (blocker,) = blocked(world, column="Active")
    assert warnings(world, task, "Completed") == (
        f"Warning: {task} is blocked by {blocker} (open). Your move into Completed is recorded.",
    )


@pytest.mark.rule("transition_item.53")
def test_a_cancelled_blocker_warns(world: World) -> None:
    task, (blocker,) = blocked(world)
    world.alice.run("cancel_item", short_code=blocker, reason="No.")
    assert warnings(world, task, "Active") == (
        f"Warning: {task} is blocked by {blocker} (open). Your move into Active is recorded.",
    )


@pytest.mark.rule("transition_item.54")
def test_several_blockers_are_one_warning(world: World) -> None:
    task, (first, second) = blocked(world, count=2)
    assert warnings(world, task, "Active") == (
        f"Warning: {task} is blocked by {first} (open), {second} (open). Your move into Active is recorded.",
    )


@pytest.mark.rule("transition_item.55", "policies.35")
def test_a_move_into_another_column_is_free_of_blockers(world: World) -> None:
    task, _ = blocked(world, column="Backlog")
    assert warnings(world, task, "Todo") == ()
    acting.policy("web-delivery", blockers_gate=True)
    assert warnings(world, task, "Blocked") == ()


@pytest.mark.rule("transition_item.56", "policies.29", "policies.30")
def test_blockers_gate_refuses_with_each_blocker(world: World) -> None:
    acting.policy("web-delivery", blockers_gate=True)
    task, blockers = blocked(world, count=2)
    refusal = world.bob.refused(Code.BLOCKED, "transition_item", short_code=task, to_column="Active")
    assert refusal.details == {"blockers": blockers}
    assert (acting.column_of(task), acting.holder(task)) == ("Todo", None)
    world.bob.refused(
        Code.BLOCKED, "transition_item", short_code=acting.on(world, "Active", task), to_column="Completed"
    )
    assert acting.column_of(task) == "Active"


def test_a_task_in_active_stays_when_it_gets_a_blocker_and_an_inactive_parent(world: World) -> None:
    task, _ = blocked(world, column="Active")
    world.alice.run("set_parent", short_code=task, parent=world.create("initiative"))
    assert acting.column_of(task) == "Active"


def support_task(world: World, column: str = "Backlog") -> str:
    return acting.on(world, column, world.task(task_type="support"))


@pytest.mark.rule(
    "transition_item.30",
    "refusal_codes.53",
    "set_agent_triage.04",
    "set_agent_triage.05",
    "set_agent_triage.08",
)
def test_an_agent_does_not_take_intake_out_of_the_entry_column(world: World) -> None:
    task = support_task(world)
    acting.grant(world.depot, "transition_items", "web-delivery")
    acting.grant(world.depot, "manage_tasks", "web-delivery")
    for caller in (world.robo, world.depot):
        refusal = caller.refused(Code.AGENT_TRIAGE_OFF, "transition_item", short_code=task, to_column="Todo")
        assert "append_note" in refusal.message
        caller.run("append_note", short_code=task, text="Work now: it hurts.")
    assert acting.column_of(task) == "Backlog"


@pytest.mark.rule("transition_item.31", "set_agent_triage.13")
def test_a_person_decides_the_triage(world: World) -> None:
    for agents_decide in (False, True):
        acting.policy("web-delivery", agents_decide=agents_decide)
        task = support_task(world)
        world.move(task, "Todo", by=world.bob)
        assert acting.column_of(task) == "Todo"
        assert acting.activity(task)[-1] == ("transition", {"from": "Backlog", "to": "Todo"})


@pytest.mark.rule("transition_item.32", "set_agent_triage.10")
def test_an_agent_moves_what_a_person_took_out_of_the_entry_column(world: World) -> None:
    task = support_task(world)
    world.move(task, "Todo", by=world.bob)
    world.move(task, "Blocked", by=world.robo)
    assert acting.column_of(task) == "Blocked"


@pytest.mark.rule("transition_item.33")
def test_a_planned_task_is_no_intake(world: World) -> None:
    task = world.task()
    world.move(task, "Todo", by=world.robo)
    assert acting.column_of(task) == "Todo"


@pytest.mark.rule("set_agent_triage.12")
def test_an_agents_triage_is_told_in_the_activity_where_agents_decide(world: World) -> None:
    acting.policy("web-delivery", agents_decide=True)
    task, other = support_task(world), support_task(world)
    world.move(task, "Todo", by=world.robo)
    assert acting.activity(task)[-1][1]["agent_triage"] == "agent_triage: moved from Backlog to Todo"
    world.robo.run("cancel_item", short_code=other, reason="Out of scope.")
    assert acting.activity(other)[-1][1]["agent_triage"] == "agent_triage: cancelled in Backlog"


@pytest.mark.rule("set_agent_triage.14")
def test_the_setting_is_of_one_board(world: World) -> None:
    acting.policy("web-delivery", agents_decide=True)
    key = agent(world.alice, "hal")
    task = world.create("task", board="core-delivery", task_type="support")
    key.refused(Code.AGENT_TRIAGE_OFF, "transition_item", short_code=task, to_column="Todo")
    world.move(support_task(world), "Todo", by=key)


def test_links_of_intake_are_no_triage(world: World) -> None:
    task, other = support_task(world), world.task()
    assert world.robo.text("link_items", source=other, target=task, relationship="blocks") == (
        f"Linked {other} -[blocks]-> {task}."
    )


@pytest.mark.rule("refusal_codes.15", "refusal_codes.16")
def test_the_sender_of_a_request_is_told_who_moves_it(world: World) -> None:
    task = world.task(by=world.carol)
    move = {"short_code": task, "to_column": "Todo"}
    board = acting.board("web-delivery")
    longer = world.carol.refused(Code.FORBIDDEN, "transition_item", **move)
    assert longer.message == (
        f"{task} is a request that you sent. The team of the board web-delivery moves it. "
        "You can edit, link and archive it. "
        'A move requires the capability "transition_items" on the board web-delivery.'
    )
    assert longer.details == {"board_id": str(board.id), "required_capability": "transition_items"}
    stranger = world.carol.refused(
        Code.FORBIDDEN, "transition_item", short_code=world.task(), to_column="Todo"
    )
    world.move(task, "Todo", by=world.bob)
    later = world.carol.refused(Code.FORBIDDEN, "transition_item", short_code=task, to_column="Active")
    assert stranger.message == later.message != longer.message
