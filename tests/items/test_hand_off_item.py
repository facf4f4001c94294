"""hand_off_item: a claim or an ownership goes to a person who may have it."""

from __future__ import annotations

import pytest

from hub.core.codes import Code
from tests.items import acting
from tests.world import Persona, World, scoped


def owned(world: World, by: Persona | None = None, item_type: str = "initiative") -> str:
    """A strategy or an initiative that bob owns, who is a member of its board."""
    code = world.create(item_type)
    acting.grant(by or world.bob, "member", acting.board_of(code))
    (by or world.bob).run("claim_item", short_code=code)
    return code


@pytest.mark.rule("hand_off_item.01", "hand_off_item.02")
@pytest.mark.parametrize("argument", ["short_code", "to"])
def test_needs_the_item_and_the_person(world: World, argument: str) -> None:
    arguments = {"short_code": acting.claimed(world), "to": "alice"}
    task = arguments["short_code"]
    del arguments[argument]
    assert world.bob.refused(Code.VALIDATION, "hand_off_item", **arguments).field == argument
    assert acting.holder(task) == "bob"


@pytest.mark.rule("hand_off_item.03", "hand_off_item.05", "hand_off_item.08", "hand_off_item.09")
def test_the_holder_gives_the_claim_to_a_person_by_id_email_or_user_name(world: World) -> None:
    for to in (str(world.alice.principal.user_id), "alice@example.com", " alice "):
        task = acting.claimed(world)
        first, line = world.bob.text("hand_off_item", short_code=task, to=to).splitlines()
        assert first == f"Handed off {task} to Alice."
        assert line.startswith("- claim: Alice since ")
        assert (acting.column_of(task), acting.holder(task)) == ("Active", "alice")
        assert line in world.bob.text("get_item", short_code=task).splitlines()


def test_a_hand_off_is_in_the_activity_with_both_people(world: World) -> None:
    task = acting.claimed(world, by=world.robo)
    world.bob.run("hand_off_item", short_code=task, to="alice")
    bob, alice = (str(persona.principal.user_id) for persona in (world.bob, world.alice))
    assert acting.activity(task)[-1] == (
        "hand_off",
        {"from": bob, "to": alice, "from_agent": True, "to_agent": False},
    )


@pytest.mark.rule("hand_off_item.05")
def test_the_holder_needs_no_capability(world: World) -> None:
    acting.grant(world.carol, "transition_items", "web-delivery")
    task = acting.claimed(world, by=world.carol)
    acting.revoke(world.carol, "web-delivery")
    world.carol.run("hand_off_item", short_code=task, to="bob")
    assert acting.holder(task) == "bob"


@pytest.mark.rule("hand_off_item.06")
def test_others_need_transition_items(world: World) -> None:
    task = acting.claimed(world)
    refusal = world.carol.refused(Code.FORBIDDEN, "hand_off_item", short_code=task, to="alice")
    assert refusal.details["required_capability"] == "transition_items"
    acting.grant(world.carol, "transition_items", "web-delivery")
    world.carol.run("hand_off_item", short_code=task, to="alice")
    assert acting.holder(task) == "alice"


@pytest.mark.rule("hand_off_item.07")
@pytest.mark.parametrize("column", ["Active", "Blocked"])
def test_a_free_task_gets_a_claim(world: World, column: str) -> None:
    task = acting.on(world, column, world.task())
    world.bob.run("hand_off_item", short_code=task, to="alice")
    assert acting.holder(task) == "alice"
    assert acting.activity(task)[-1][1]["from"] is None


@pytest.mark.rule("hand_off_item.10")
def test_the_capability_of_the_new_holder_comes_from_team_grant_or_role(world: World) -> None:
    acting.grant(world.carol, "*", "web-delivery")
    task = acting.claimed(world)
    for to in ("carol", "alice", "bob"):
        world.alice.run("hand_off_item", short_code=task, to=to)
        assert acting.holder(task) == to


@pytest.mark.rule("hand_off_item.11")
def test_the_new_holder_must_be_able_to_move_the_task(world: World) -> None:
    acting.grant(world.carol, "manage_tasks", "web-delivery")
    task = acting.claimed(world)
    refusal = world.bob.refused(Code.VALIDATION, "hand_off_item", short_code=task, to="carol")
    assert refusal.field == "to"
    assert 'the capability "transition_items" on the board web-delivery' in refusal.message
    assert acting.holder(task) == "bob"


@pytest.mark.rule("hand_off_item.04", "hand_off_item.13")
def test_me_is_the_caller(world: World) -> None:
    task = acting.claimed(world)
    since = world.bob.result("get_item", short_code=task).claim.since
    lines = world.alice.text("hand_off_item", short_code=task, to="me").splitlines()
    assert lines[0] == f"Handed off {task} to Alice."
    assert lines[1].startswith("- claim: Alice since ")
    assert lines[2:] == [f"Warning: Bob has the claim on {task} (since {since}). Your change is recorded."]
    assert acting.holder(task) == "alice"
    world.robo.run("hand_off_item", short_code=task, to="me")
    assert (acting.holder(task), acting.item(task).claim_by_agent) == ("bob", True)


@pytest.mark.rule("hand_off_item.12")
def test_me_passes_only_with_the_capability(world: World) -> None:
    task = acting.claimed(world)
    world.carol.refused(Code.FORBIDDEN, "hand_off_item", short_code=task, to="me")
    acting.grant(world.carol, "transition_items", "web-delivery")
    world.carol.run("hand_off_item", short_code=task, to="me")
    acting.revoke(world.carol, "web-delivery")
    world.carol.refused(Code.CONFLICT, "hand_off_item", short_code=task, to="me")
    assert acting.holder(task) == "carol"


@pytest.mark.rule("hand_off_item.14", "hand_off_item.20")
@pytest.mark.parametrize("item_type", ["strategy", "initiative"])
def test_the_owner_hands_off(world: World, item_type: str) -> None:
    code = owned(world, item_type=item_type)
    acting.grant(world.carol, "member", acting.board_of(code))
    first, line = world.bob.text("hand_off_item", short_code=code, to="carol").splitlines()
    assert first == f"Handed off {code} to Carol."
    assert line.startswith("- owner: Carol since ")
    assert acting.holder(code) == "carol"
    bob, carol = (str(persona.principal.user_id) for persona in (world.bob, world.carol))
    assert acting.activity(code)[-1] == ("hand_off", {"from": bob, "to": carol})


@pytest.mark.rule("hand_off_item.15")
def test_an_admin_sets_the_owner(world: World) -> None:
    code = owned(world)
    acting.grant(world.carol, "member", "initiatives")
    world.alice.run("hand_off_item", short_code=code, to="carol")
    assert acting.holder(code) == "carol"
    free = world.create("initiative")
    world.alice.run("hand_off_item", short_code=free, to="bob")
    assert acting.holder(free) == "bob"


@pytest.mark.rule("hand_off_item.16")
def test_nobody_else_hands_off_an_owner(world: World) -> None:
    code = owned(world)
    acting.grant(world.carol, "member", "initiatives")
    refusal = world.carol.refused(Code.FORBIDDEN, "hand_off_item", short_code=code, to="me")
    assert refusal.details["required_role"] == "admin"
    assert acting.holder(code) == "bob"


@pytest.mark.rule("hand_off_item.17", "hand_off_item.18", "refusal_codes.45")
def test_the_new_owner_is_a_member_of_the_board(world: World) -> None:
    code = owned(world)
    for to in ("carol", "alice"):
        refusal = world.bob.refused(Code.NOT_BOARD_MEMBER, "hand_off_item", short_code=code, to=to)
        assert refusal.field == "to"
    assert acting.holder(code) == "bob"
    acting.grant(world.carol, "approve_proposals", "initiatives")
    world.bob.run("hand_off_item", short_code=code, to="carol")
    assert acting.holder(code) == "carol"


@pytest.mark.rule("hand_off_item.21", "hand_off_item.22")
def test_a_service_account_gets_nothing(world: World) -> None:
    for board in ("web-delivery", "initiatives"):
        acting.grant(world.depot, "*", board)
        acting.grant(world.depot, "member", board)
    task, initiative = acting.claimed(world), owned(world)
    for code in (task, initiative):
        assert world.bob.refused(Code.VALIDATION, "hand_off_item", short_code=code, to="depot").field == "to"
    assert world.depot.refused(Code.VALIDATION, "hand_off_item", short_code=task, to="me").field == "to"
    assert (acting.holder(task), acting.holder(initiative)) == ("bob", "bob")


@pytest.mark.rule("hand_off_item.23")
def test_an_unknown_item_is_not_found(world: World) -> None:
    world.bob.refused(Code.NOT_FOUND, "hand_off_item", short_code="WEB-T-9999", to="alice")


@pytest.mark.rule("hand_off_item.24")
def test_an_archived_item_keeps_its_holder(world: World) -> None:
    for code in (acting.claimed(world), owned(world)):
        acting.archive(code)
        world.bob.refused(Code.NOT_FOUND, "hand_off_item", short_code=code, to="alice")
        assert acting.holder(code) == "bob"


@pytest.mark.rule("hand_off_item.25")
@pytest.mark.parametrize(("item_type", "board"), [("document", "web-delivery"), ("adr", "web-adrs")])
def test_documents_and_adrs_have_no_holder(world: World, item_type: str, board: str) -> None:
    code = world.create(item_type, board=board)
    refusal = world.alice.refused(Code.VALIDATION, "hand_off_item", short_code=code, to="bob")
    assert refusal.field == "short_code"


@pytest.mark.rule("hand_off_item.26")
def test_a_person_who_is_not_here_is_refused(world: World) -> None:
    task = acting.claimed(world)
    for to in (
        "nobody",
        "mallory",
        "mallory@example.com",
        str(world.mallory.principal.user_id),
        "Alice Smith",
        "",
    ):
        refusal = world.bob.refused(Code.VALIDATION, "hand_off_item", short_code=task, to=to)
        assert refusal.field == "to"
        assert refusal.message.startswith(
            "No member of the organization has the id, the email, the user name "
        )


@pytest.mark.rule("hand_off_item.27", "refusal_codes.40")
@pytest.mark.parametrize("column", ["Backlog", "Todo", "Completed"])
def test_other_columns_hold_no_claims(world: World, column: str) -> None:
    task = acting.on(world, column, world.task())
    world.bob.refused(Code.NOT_CLAIMABLE, "hand_off_item", short_code=task, to="alice")


@pytest.mark.rule("hand_off_item.28", "hand_off_item.29")
def test_the_holder_does_not_get_it_again(world: World) -> None:
    for code in (acting.claimed(world), owned(world)):
        world.bob.refused(Code.CONFLICT, "hand_off_item", short_code=code, to="bob")
        world.alice.refused(Code.CONFLICT, "hand_off_item", short_code=code, to="bob")


@pytest.mark.rule("policies.23")
def test_an_initiative_in_active_changes_its_owner(world: World) -> None:
    acting.grant(world.carol, "member", "initiatives")
    for column in ("Active", "Monitoring"):
        code = acting.on(world, column, owned(world, by=world.bob if column == "Active" else world.carol))
        to = "carol" if column == "Active" else "bob"
        world.alice.run("hand_off_item", short_code=code, to=to)
        assert acting.holder(code) == to


@pytest.mark.rule("set_state.23")
def test_the_next_step_goes_with_the_holder(world: World) -> None:
    task = acting.claimed(world)
    world.bob.run(
        "set_state",
        short_code=task,
        branch="b",
        commit="c",
        pushed=True,
        pr_url="https://a.test/1",
        next_step="Wait",
    )
    world.bob.run("hand_off_item", short_code=task, to="alice")
    state = acting.state(task)
    assert state is not None
    assert (state.branch, state.commit, state.pushed, state.pr_url, state.next_step) == (
        "b",
        "c",
        True,
        "https://a.test/1",
        "",
    )


def test_a_key_hands_off_within_its_scope_only(world: World) -> None:
    task, initiative = acting.claimed(world), owned(world)
    narrow = scoped(world.robo, capabilities=["manage_*"])
    for code in (task, initiative):
        narrow.refused(Code.KEY_SCOPE, "hand_off_item", short_code=code, to="alice")
