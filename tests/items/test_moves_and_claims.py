"""What a move does to the claim of a task and to the owner of an initiative."""

from __future__ import annotations

import pytest

from hub.core.codes import Code
from tests.items import acting
from tests.world import World


@pytest.mark.rule("transition_item.11", "transition_item.12", "columns.11", "conventions.claims.01")
def test_a_person_who_moves_a_task_into_a_claims_column_gets_the_claim(world: World) -> None:
    task = acting.on(world, "Todo", world.task())
    answer = world.bob.text("transition_item", short_code=task, to_column="Active")
    shown = world.bob.text("get_item", short_code=task)
    assert acting.holder(task) == "bob"
    first, line = answer.splitlines()
    assert first == f"Moved {task}: Todo -> Active."
    assert line.startswith("- claim: Bob since ")
    assert line in shown.splitlines()
    assert acting.actions(task)[1:] == ["transition", "claim"]


@pytest.mark.rule("transition_item.13", "agent_keys.11")
def test_a_claim_by_an_agent_key_names_the_person_with_the_mark(world: World) -> None:
    task = acting.on(world, "Todo", world.task())
    answer = world.robo.text("transition_item", short_code=task, to_column="Active")
    assert acting.holder(task) == "bob"
    line = answer.splitlines()[1]
    assert line.startswith("- claim: Bob (agent) since ")
    assert line in world.bob.text("get_item", short_code=task).splitlines()


@pytest.mark.rule("transition_item.14")
def test_a_service_account_moves_a_task_and_gets_no_claim(world: World) -> None:
    acting.grant(world.depot, "transition_items", "web-delivery")
    task = acting.on(world, "Todo", world.task())
    assert (
        world.depot.text("transition_item", short_code=task, to_column="Active")
        == f"Moved {task}: Todo -> Active."
    )
    assert (acting.column_of(task), acting.holder(task)) == ("Active", None)


@pytest.mark.rule("transition_item.15", "columns.13")
def test_a_claim_ends_when_the_task_leaves_for_a_column_without_claims(world: World) -> None:
    task = acting.claimed(world)
    assert world.bob.text("transition_item", short_code=task, to_column="Completed") == (
        f"Moved {task}: Active -> Completed."
    )
    assert acting.holder(task) is None
    *_, moved, released = acting.activity(task)
    assert moved == ("transition", {"from": "Active", "to": "Completed"})
    user = str(world.bob.principal.user_id)
    assert released == ("release", {"user": user, "by_agent": False, "cause": "transition"})


@pytest.mark.rule("transition_item.16")
def test_a_column_that_keeps_claims_keeps_the_holder_and_the_time(world: World) -> None:
    task = acting.claimed(world)
    since = acting.item(task).claim_since
    answer = world.bob.text("transition_item", short_code=task, to_column="Blocked")
    assert answer == f"Moved {task}: Active -> Blocked."
    assert (acting.holder(task), acting.item(task).claim_since) == ("bob", since)


@pytest.mark.rule("transition_item.17", "columns.12")
def test_a_column_that_keeps_claims_gives_none(world: World) -> None:
    task = acting.on(world, "Todo", world.task())
    world.move(task, "Blocked", by=world.bob)
    assert acting.holder(task) is None


@pytest.mark.rule("transition_item.18", "conventions.claims.02", "conventions.claims.03")
def test_a_kept_claim_stays_with_its_holder_when_another_person_moves_the_task(world: World) -> None:
    task = acting.on(world, "Todo", world.task())
    world.move(task, "Active", by=world.robo)
    world.move(task, "Blocked", by=world.robo)
    since = world.bob.result("get_item", short_code=task).claim.since
    assert world.alice.text("transition_item", short_code=task, to_column="Active") == (
        f"Moved {task}: Blocked -> Active.\n"
        f"Warning: Bob (agent) has the claim on {task} (since {since}). Your change is recorded."
    )
    assert acting.holder(task) == "bob"
    assert acting.actions(task)[-1] == "transition"


@pytest.mark.rule("conventions.claims.04", "conventions.claims.05")
def test_the_holder_and_their_agent_get_no_warning(world: World) -> None:
    task = acting.claimed(world, by=world.robo)
    assert (
        world.bob.text("transition_item", short_code=task, to_column="Blocked")
        == f"Moved {task}: Active -> Blocked."
    )
    other = acting.claimed(world, by=world.bob)
    assert world.robo.text("transition_item", short_code=other, to_column="Blocked") == (
        f"Moved {other}: Active -> Blocked."
    )


@pytest.mark.rule("transition_item.43")
def test_a_task_needs_no_flag_and_takes_one(world: World) -> None:
    for sent in ({}, {"claim": True}):
        task = acting.on(world, "Todo", world.task())
        answer = world.bob.text("transition_item", short_code=task, to_column="Active", **sent)
        assert answer.splitlines()[1].startswith("- claim: Bob since ")
        assert acting.holder(task) == "bob"


@pytest.mark.rule("transition_item.36")
def test_a_move_of_an_initiative_sets_no_owner(world: World) -> None:
    initiative = world.create("initiative")
    world.move(initiative, "Design")
    assert acting.holder(initiative) is None


@pytest.mark.rule("transition_item.37")
def test_claim_true_takes_an_unowned_initiative_into_active(world: World) -> None:
    initiative = acting.on(world, "Decompose", world.create("initiative"))
    answer = world.alice.text("transition_item", short_code=initiative, to_column="Active", claim=True)
    first, line = answer.splitlines()
    assert first == f"Moved {initiative}: Decompose -> Active."
    assert line.startswith("- owner: Alice since ")
    assert (acting.column_of(initiative), acting.holder(initiative)) == ("Active", "alice")


@pytest.mark.rule("transition_item.38")
def test_claim_true_makes_the_owner_on_a_move_to_any_column(world: World) -> None:
    initiative = world.create("initiative")
    acting.grant(world.bob, "member", "initiatives")
    world.bob.run("transition_item", short_code=initiative, to_column="Design", claim=True)
    assert acting.holder(initiative) == "bob"


@pytest.mark.rule("transition_item.39")
def test_claim_true_needs_a_person_who_is_a_member_of_the_board(world: World) -> None:
    initiative = world.create("initiative")
    acting.grant(world.depot, "transition_items", "initiatives")
    arguments = {"short_code": initiative, "to_column": "Design", "claim": True}
    world.depot.refused(Code.FORBIDDEN, "transition_item", **arguments)
    assert (acting.column_of(initiative), acting.holder(initiative)) == ("Discovery", None)
    team = acting.board("initiatives").team
    assert team is not None
    world.alice.run("add_team_member", team=team.slug, user="carol")
    refusal = world.carol.refused(Code.FORBIDDEN, "transition_item", **arguments)
    assert refusal.details["required_capability"] == "member"


@pytest.mark.rule("transition_item.40")
def test_a_refused_move_keeps_no_owner(world: World) -> None:
    initiative = world.create("initiative")
    world.alice.refused(
        Code.INVALID_TRANSITION, "transition_item", short_code=initiative, to_column="Active", claim=True
    )
    assert acting.holder(initiative) is None
    assert acting.actions(initiative) == ["create"]


@pytest.mark.rule("transition_item.41")
def test_an_owner_does_not_claim_again(world: World) -> None:
    initiative = world.create("initiative")
    world.alice.run("claim_item", short_code=initiative)
    since = acting.item(initiative).owner_since
    answer = world.alice.text("transition_item", short_code=initiative, to_column="Design", claim=True)
    assert answer == f"Moved {initiative}: Discovery -> Design."
    assert acting.item(initiative).owner_since == since
    assert acting.actions(initiative) == ["create", "claim", "transition"]


@pytest.mark.rule("transition_item.42")
def test_an_owned_initiative_is_not_claimed_by_another(world: World) -> None:
    initiative = world.create("initiative")
    acting.grant(world.bob, "member", "initiatives")
    world.bob.run("claim_item", short_code=initiative)
    refusal = world.alice.refused(
        Code.CONFLICT, "transition_item", short_code=initiative, to_column="Design", claim=True
    )
    assert refusal.message == f"{initiative} has an owner: Bob. Ask for a hand_off_item."
    assert (acting.column_of(initiative), acting.holder(initiative)) == ("Discovery", "bob")


@pytest.mark.parametrize(
    ("item_type", "board", "column"),
    [
        pytest.param("strategy", "strategy", "Review", marks=pytest.mark.rule("transition_item.44")),
        pytest.param("adr", "web-adrs", "Discussion", marks=pytest.mark.rule("transition_item.45")),
    ],
)
def test_claim_true_is_for_initiatives(world: World, item_type: str, board: str, column: str) -> None:
    code = world.create(item_type, board=board)
    refusal = world.alice.refused(
        Code.VALIDATION, "transition_item", short_code=code, to_column=column, claim=True
    )
    assert refusal.field == "claim"


@pytest.mark.rule("claim_item.11")
def test_the_owner_stays_in_each_column(world: World) -> None:
    initiative = world.create("initiative")
    world.alice.run("claim_item", short_code=initiative)
    for column in ("Design", "Ready", "Decompose", "Active", "Monitoring", "Completed"):
        world.move(initiative, column)
        assert acting.holder(initiative) == "alice"


@pytest.mark.rule("claim_item.12")
def test_an_owner_gets_no_right(world: World) -> None:
    initiative = world.create("initiative")
    acting.grant(world.bob, "approve_proposals", "initiatives")
    world.bob.run("claim_item", short_code=initiative)
    world.bob.refused(Code.FORBIDDEN, "transition_item", short_code=initiative, to_column="Design")
    world.bob.refused(Code.FORBIDDEN, "update_item", short_code=initiative, content="Mine", version=1)
