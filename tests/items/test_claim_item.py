"""claim_item: free tasks, and strategies and initiatives without an owner."""

from __future__ import annotations

import pytest

from hub.core import operations, schemas
from hub.core.codes import Code
from items.models import Item
from tests.items import acting
from tests.world import World, scoped


def free(world: World, column: str = "Active") -> str:
    """A task in a column without a claim."""
    return acting.on(world, column, world.task())


@pytest.mark.rule("claim_item.01")
def test_the_code_is_the_only_argument(world: World) -> None:
    assert list(schemas.published(operations.get("claim_item").input)["properties"]) == ["short_code"]
    assert world.bob.refused(Code.VALIDATION, "claim_item").field == "short_code"


@pytest.mark.rule("claim_item.02", "claim_item.07")
@pytest.mark.parametrize("column", ["Active", "Blocked"])
def test_the_caller_gets_the_claim_of_a_free_task(world: World, column: str) -> None:
    task = free(world, column)
    first, line = world.bob.text("claim_item", short_code=task).splitlines()
    assert first == f"Claimed {task}."
    assert line.startswith("- claim: Bob since ")
    assert line in world.bob.text("get_item", short_code=task).splitlines()
    assert (acting.column_of(task), acting.holder(task)) == (column, "bob")
    user = str(world.bob.principal.user_id)
    assert acting.activity(task)[-1] == ("claim", {"user": user, "by_agent": False})


@pytest.mark.rule("claim_item.03", "claim_item.13")
@pytest.mark.parametrize(("item_type", "column"), [("strategy", "Draft"), ("initiative", "Discovery")])
def test_the_caller_becomes_the_owner_where_nobody_is(world: World, item_type: str, column: str) -> None:
    code = world.create(item_type)
    first, line = world.alice.text("claim_item", short_code=code).splitlines()
    assert first == f"Claimed {code}."
    assert line.startswith("- owner: Alice since ")
    assert line in world.bob.text("get_item", short_code=code).splitlines()
    assert (acting.column_of(code), acting.holder(code)) == (column, "alice")


@pytest.mark.rule("claim_item.04", "capabilities.14")
def test_a_task_needs_transition_items(world: World) -> None:
    task = free(world)
    refusal = world.carol.refused(Code.FORBIDDEN, "claim_item", short_code=task)
    assert refusal.details["required_capability"] == "transition_items"
    assert acting.holder(task) is None
    acting.grant(world.carol, "transition_*", "web-delivery")
    world.carol.run("claim_item", short_code=task)
    assert acting.holder(task) == "carol"


@pytest.mark.rule("claim_item.05")
def test_the_creator_gets_no_claim_from_that(world: World) -> None:
    acting.grant(world.carol, "manage_tasks", "web-delivery")
    task = acting.on(world, "Active", world.task(by=world.carol))
    world.carol.refused(Code.FORBIDDEN, "claim_item", short_code=task)


@pytest.mark.rule("claim_item.06")
def test_an_agent_key_claims_for_its_person(world: World) -> None:
    task = free(world)
    line = world.robo.text("claim_item", short_code=task).splitlines()[1]
    assert line.startswith("- claim: Bob (agent) since ")
    assert acting.holder(task) == "bob"


@pytest.mark.rule("claim_item.08", "refusal_codes.43")
def test_a_claim_of_another_stays(world: World) -> None:
    task = acting.claimed(world)
    since = world.bob.result("get_item", short_code=task).claim.since
    refusal = world.alice.refused(Code.CLAIMED, "claim_item", short_code=task)
    assert refusal.message == f"Bob has the claim of {task}, since {since}. Ask for a hand_off_item."
    assert acting.holder(task) == "bob"


@pytest.mark.rule("claim_item.09", "capabilities.26")
@pytest.mark.parametrize(("item_type", "board"), [("strategy", "strategy"), ("initiative", "initiatives")])
def test_an_owner_is_a_member_of_the_board(world: World, item_type: str, board: str) -> None:
    code = world.create(item_type)
    refusal = world.carol.refused(Code.FORBIDDEN, "claim_item", short_code=code)
    assert f"a member of the board {board}" in refusal.message
    acting.grant(world.carol, "configure_boards", board)
    world.carol.run("claim_item", short_code=code)
    assert acting.holder(code) == "carol"


@pytest.mark.rule("claim_item.10")
def test_an_admin_becomes_the_owner_without_a_grant(world: World) -> None:
    initiative = world.create("initiative")
    world.alice.run("claim_item", short_code=initiative)
    assert acting.holder(initiative) == "alice"


@pytest.mark.rule("claim_item.14")
def test_an_unknown_item_is_not_found(world: World) -> None:
    world.bob.refused(Code.NOT_FOUND, "claim_item", short_code="WEB-T-9999")


@pytest.mark.rule("claim_item.15")
def test_an_archived_item_gets_no_holder(world: World) -> None:
    for code in (free(world), world.create("initiative")):
        acting.archive(code)
        world.alice.refused(Code.NOT_FOUND, "claim_item", short_code=code)
        assert acting.holder(code) is None


@pytest.mark.rule("claim_item.16")
@pytest.mark.parametrize(("item_type", "board"), [("document", "web-delivery"), ("adr", "web-adrs")])
def test_documents_and_adrs_have_no_holder(world: World, item_type: str, board: str) -> None:
    code = world.create(item_type, board=board)
    assert world.alice.refused(Code.VALIDATION, "claim_item", short_code=code).field == "short_code"


@pytest.mark.rule("claim_item.17")
def test_a_service_account_has_no_claim(world: World) -> None:
    acting.grant(world.depot, "transition_items", "web-delivery")
    task = free(world)
    world.depot.refused(Code.VALIDATION, "claim_item", short_code=task)
    assert acting.holder(task) is None


@pytest.mark.rule("claim_item.18")
@pytest.mark.parametrize(("item_type", "board"), [("strategy", "strategy"), ("initiative", "initiatives")])
def test_a_service_account_is_no_owner(world: World, item_type: str, board: str) -> None:
    acting.grant(world.depot, "member", board)
    world.depot.refused(Code.FORBIDDEN, "claim_item", short_code=world.create(item_type))


@pytest.mark.rule("claim_item.19", "refusal_codes.39", "columns.14")
def test_other_columns_hold_no_claims(world: World) -> None:
    for column in ("Backlog", "Todo", "Completed"):
        task = free(world, column)
        refusal = world.bob.refused(Code.NOT_CLAIMABLE, "claim_item", short_code=task)
        assert refusal.details == {"column": column}


@pytest.mark.rule("claim_item.20")
def test_a_claim_is_not_taken_twice_by_one_person(world: World) -> None:
    task, by_agent = acting.claimed(world), acting.claimed(world, by=world.robo)
    world.bob.refused(Code.CONFLICT, "claim_item", short_code=task)
    world.robo.refused(Code.CONFLICT, "claim_item", short_code=task)
    world.bob.refused(Code.CONFLICT, "claim_item", short_code=by_agent)
    assert acting.item(by_agent).claim_by_agent


@pytest.mark.rule("claim_item.21")
@pytest.mark.parametrize("item_type", ["strategy", "initiative"])
def test_an_owner_stays(world: World, item_type: str) -> None:
    code = world.create(item_type)
    acting.grant(world.bob, "member", acting.board_of(code))
    world.bob.run("claim_item", short_code=code)
    for caller in (world.bob, world.alice):
        refusal = caller.refused(Code.CONFLICT, "claim_item", short_code=code)
        assert refusal.message.startswith(f"{code} has an owner: Bob. ")
    assert acting.holder(code) == "bob"


def test_a_key_claims_within_its_scope_only(world: World) -> None:
    task, initiative = free(world), world.create("initiative")
    acting.grant(world.bob, "member", "initiatives")
    narrow = scoped(world.robo, capabilities=["manage_tasks", "member"])
    for code in (task, initiative):
        narrow.refused(Code.KEY_SCOPE, "claim_item", short_code=code)
    wide = scoped(world.robo, capabilities=["transition_items"])
    for code in (task, initiative):
        wide.run("claim_item", short_code=code)


def test_a_claim_keeps_the_session_of_the_caller(world: World) -> None:
    task = free(world)
    session = acting.board("web-delivery").id  # any id
    call = world.robo.call(active_session_id=session)
    operations.get("claim_item").run(call, {"short_code": task})
    assert Item.objects.get(code=task).claim_session_id == session
    world.bob.run("hand_off_item", short_code=task, to="alice")
    assert Item.objects.get(code=task).claim_session_id is None


def test_the_page_of_the_board_changes(world: World) -> None:
    task = free(world)
    before = acting.board("web-delivery").revision
    world.bob.run("claim_item", short_code=task)
    assert acting.board("web-delivery").revision == before + 1
