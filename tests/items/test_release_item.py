"""release_item: a task without its claim, a strategy or an initiative without its owner."""

from __future__ import annotations

import pytest

from hub.core import operations, schemas
from hub.core.codes import Code
from tests.items import acting
from tests.world import World, scoped


def owned(world: World, item_type: str = "initiative") -> str:
    """A strategy or an initiative that bob owns."""
    code = world.create(item_type)
    acting.grant(world.bob, "member", acting.board_of(code))
    world.bob.run("claim_item", short_code=code)
    return code


@pytest.mark.rule("release_item.01")
def test_the_code_is_the_only_argument(world: World) -> None:
    assert list(schemas.published(operations.get("release_item").input)["properties"]) == ["short_code"]
    assert world.bob.refused(Code.VALIDATION, "release_item").field == "short_code"


@pytest.mark.rule("release_item.02")
def test_the_claim_ends_and_the_task_stays(world: World) -> None:
    for column in ("Active", "Blocked"):
        task = acting.on(world, column, acting.claimed(world))
        assert world.bob.text("release_item", short_code=task) == (
            f"Released {task}: it has no claim now. claim_item takes it."
        )
        assert (acting.column_of(task), acting.holder(task)) == (column, None)
        user = str(world.bob.principal.user_id)
        assert acting.activity(task)[-1] == ("release", {"user": user, "by_agent": False, "cause": None})


@pytest.mark.rule("release_item.03")
def test_a_released_task_is_free(world: World) -> None:
    task = acting.claimed(world)
    world.bob.run("release_item", short_code=task)
    acting.grant(world.carol, "transition_items", "web-delivery")
    world.carol.run("claim_item", short_code=task)
    assert acting.holder(task) == "carol"


@pytest.mark.rule("release_item.04")
def test_a_later_move_gives_the_claim(world: World) -> None:
    task = acting.claimed(world)
    world.bob.run("release_item", short_code=task)
    world.move(task, "Blocked", "Active", by=world.alice)
    assert acting.holder(task) == "alice"


@pytest.mark.rule("release_item.05")
def test_the_holder_needs_no_capability(world: World) -> None:
    acting.grant(world.carol, "transition_items", "web-delivery")
    task = acting.claimed(world, by=world.carol)
    acting.revoke(world.carol, "web-delivery")
    world.carol.run("release_item", short_code=task)
    assert acting.holder(task) is None


@pytest.mark.rule("release_item.06")
def test_others_need_transition_items(world: World) -> None:
    task = acting.claimed(world)
    refusal = world.carol.refused(Code.FORBIDDEN, "release_item", short_code=task)
    assert refusal.details["required_capability"] == "transition_items"
    assert acting.holder(task) == "bob"
    acting.grant(world.depot, "transition_items", "web-delivery")
    world.depot.run("release_item", short_code=task)
    assert acting.holder(task) is None


@pytest.mark.rule("release_item.07")
@pytest.mark.parametrize("item_type", ["strategy", "initiative"])
def test_the_owner_releases(world: World, item_type: str) -> None:
    code = owned(world, item_type)
    assert world.bob.text("release_item", short_code=code) == (
        f"Released {code}: it has no owner now. claim_item takes it."
    )
    assert acting.holder(code) is None
    assert acting.activity(code)[-1] == ("release", {"user": str(world.bob.principal.user_id)})


@pytest.mark.rule("release_item.08")
def test_an_admin_removes_each_owner(world: World) -> None:
    for code in (owned(world, "strategy"), owned(world)):
        world.alice.run("release_item", short_code=code)
        assert acting.holder(code) is None


@pytest.mark.rule("release_item.09")
def test_nobody_else_releases_an_owner(world: World) -> None:
    code = owned(world)
    acting.grant(world.carol, "member", "initiatives")
    refusal = world.carol.refused(Code.FORBIDDEN, "release_item", short_code=code)
    assert refusal.details["required_role"] == "admin"
    assert acting.holder(code) == "bob"


@pytest.mark.rule("release_item.10")
def test_a_member_of_the_board_takes_it_after(world: World) -> None:
    code = owned(world)
    world.bob.run("release_item", short_code=code)
    acting.grant(world.carol, "member", "initiatives")
    world.carol.run("claim_item", short_code=code)
    assert acting.holder(code) == "carol"


@pytest.mark.rule("release_item.11")
def test_an_unknown_item_is_not_found(world: World) -> None:
    world.bob.refused(Code.NOT_FOUND, "release_item", short_code="WEB-T-9999")


@pytest.mark.rule("release_item.12")
def test_an_archived_item_keeps_its_holder(world: World) -> None:
    for code in (acting.claimed(world), owned(world)):
        acting.archive(code)
        world.bob.refused(Code.NOT_FOUND, "release_item", short_code=code)
        assert acting.holder(code) == "bob"


@pytest.mark.rule("release_item.13")
@pytest.mark.parametrize(("item_type", "board"), [("document", "web-delivery"), ("adr", "web-adrs")])
def test_documents_and_adrs_have_no_holder(world: World, item_type: str, board: str) -> None:
    code = world.create(item_type, board=board)
    assert world.alice.refused(Code.VALIDATION, "release_item", short_code=code).field == "short_code"


@pytest.mark.rule("release_item.14", "refusal_codes.41")
@pytest.mark.parametrize("column", ["Backlog", "Todo", "Completed"])
def test_other_columns_hold_no_claims(world: World, column: str) -> None:
    task = acting.on(world, column, world.task())
    world.bob.refused(Code.NOT_CLAIMABLE, "release_item", short_code=task)


@pytest.mark.rule("release_item.15", "refusal_codes.42")
@pytest.mark.parametrize("column", ["Active", "Blocked"])
def test_a_free_task_has_no_claim_to_end(world: World, column: str) -> None:
    task = acting.on(world, column, world.task())
    world.bob.refused(Code.NO_CLAIM, "release_item", short_code=task)


@pytest.mark.rule("release_item.16", "refusal_codes.44")
@pytest.mark.parametrize("item_type", ["strategy", "initiative"])
def test_an_item_without_an_owner_has_none_to_remove(world: World, item_type: str) -> None:
    world.alice.refused(Code.NO_OWNER, "release_item", short_code=world.create(item_type))


@pytest.mark.rule("release_item.17", "policies.21", "policies.22")
@pytest.mark.parametrize("column", ["Active", "Monitoring"])
def test_owner_gate_keeps_the_owner_of_a_running_initiative(world: World, column: str) -> None:
    code = acting.on(world, column, owned(world))
    for caller in (world.bob, world.alice):
        refusal = caller.refused(Code.OWNER_REQUIRED, "release_item", short_code=code)
        assert "hand_off_item" in refusal.message
    assert acting.holder(code) == "bob"


@pytest.mark.rule("release_item.18")
def test_owner_gate_holds_no_other_owner(world: World) -> None:
    code = owned(world)
    for column in ("Discovery", "Design", "Ready", "Decompose", "Completed"):
        world.bob.run("release_item", short_code=acting.on(world, column, code))
        world.bob.run("claim_item", short_code=code)
    strategy = owned(world, "strategy")
    for column in ("Draft", "Review", "Active", "Monitoring", "Completed"):
        world.bob.run("release_item", short_code=acting.on(world, column, strategy))
        world.bob.run("claim_item", short_code=strategy)
    acting.policy("initiatives", owner_gate=False)
    world.bob.run("release_item", short_code=acting.on(world, "Active", code))
    assert acting.holder(code) is None


@pytest.mark.rule("set_state.24")
def test_the_next_step_goes_with_the_claim(world: World) -> None:
    task = acting.claimed(world)
    world.bob.run(
        "set_state",
        short_code=task,
        branch="b",
        commit="c",
        pushed=False,
        pr_url="https://a.test/1",
        next_step="Wait",
    )
    read = acting.state(task)
    world.bob.run("release_item", short_code=task)
    state = acting.state(task)
    assert state is not None
    assert (state.branch, state.commit, state.pushed, state.pr_url, state.next_step) == (
        "b",
        "c",
        False,
        "https://a.test/1",
        "",
    )
    assert read is not None
    assert state.updated_at > read.updated_at  # a patch against the state with the old plan is refused


def test_the_answer_of_another_ends_with_the_claim_that_it_ended(world: World) -> None:
    task = acting.claimed(world)
    since = world.bob.result("get_item", short_code=task).claim.since
    assert world.alice.text("release_item", short_code=task).splitlines()[1:] == [
        f"Warning: Bob has the claim on {task} (since {since}). Your change is recorded."
    ]


def test_a_key_releases_within_its_scope_only(world: World) -> None:
    task, initiative = acting.claimed(world), owned(world)
    narrow = scoped(world.robo, capabilities=["manage_*"])
    for code in (task, initiative):
        narrow.refused(Code.KEY_SCOPE, "release_item", short_code=code)
