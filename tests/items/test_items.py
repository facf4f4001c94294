"""What holds for items whatever the tool: reading, versions, lanes, the claims of services."""

from __future__ import annotations

from typing import Any

import pytest

from hub.core.codes import Code
from hub.core.models import Action, Activity
from items.models import ItemVersion
from tests.items import rows
from tests.world import Persona, World, nothing_written

READS: list[tuple[str, dict[str, Any]]] = [
    ("board_items", {"board": "initiatives"}),
    ("get_item", {"short_code": "ACME-I-0001"}),
    ("get_history", {"short_code": "ACME-I-0001"}),
    ("get_history", {"short_code": "ACME-I-0001", "version": 1}),
]


@pytest.mark.parametrize(("tool", "arguments"), READS)
def test_everyone_of_the_organization_reads_and_writes_nothing(
    world: World, tool: str, arguments: dict[str, Any]
) -> None:
    world.create("initiative")
    for persona in (world.carol, world.depot, world.robo):
        with nothing_written():
            persona.run(tool, **arguments)


@pytest.mark.parametrize(("tool", "arguments"), READS)
def test_another_organization_sees_what_does_not_exist(
    world: World, tool: str, arguments: dict[str, Any]
) -> None:
    """The same board slug exists there; its items and codes do not."""
    code = world.create("initiative")
    rows.board("initiatives").change(slug="only-here")
    if tool == "board_items":
        arguments = {"board": "only-here"}
    missing = {
        **arguments,
        **({"board": "nowhere"} if tool == "board_items" else {"short_code": "ACME-I-9999"}),
    }
    there, nowhere = (world.mallory.refused(Code.NOT_FOUND, tool, **sent) for sent in (arguments, missing))
    named = {"only-here": "nowhere", code: "ACME-I-9999"}
    shown = there.message
    for present, absent in named.items():
        shown = shown.replace(present, absent)
    assert (shown, there.details) == (nowhere.message, nowhere.details)


@pytest.mark.rule("items.04", "items.07")
def test_state_and_moves_make_no_version(world: World) -> None:
    code = world.task(content="x")
    world.alice.run("set_state", short_code=code, branch="b")
    world.move(code, "Todo", "Active", "Completed")
    assert rows.item(code).version == 1
    assert ItemVersion.objects.filter(item__code=code).count() == 1


@pytest.mark.rule("items.17", "items.18")
def test_a_task_has_one_claim_and_a_service_account_has_none(world: World) -> None:
    code = world.task(world.bob)
    rows.grant(world.depot, "web-delivery", "transition_items")
    world.move(code, "Todo", by=world.bob)
    world.move(code, "Active", by=world.depot)
    assert rows.item(code).claim_user_id is None
    world.robo.run("claim_item", short_code=code)
    item = rows.item(code)
    assert (item.claim_user_id, item.claim_by_agent) == (world.bob.principal.user_id, True)
    world.alice.refused(Code.CLAIMED, "claim_item", short_code=code)
    other = world.task(world.bob)
    world.move(other, "Todo", by=world.bob)
    world.move(other, "Active", by=world.depot)
    world.depot.refused(Code.VALIDATION, "claim_item", short_code=other)


@pytest.mark.rule("items.20")
def test_no_activity_row_has_another_action(world: World) -> None:
    names = (
        "create update delete restore transition board_move claim hand_off release cancel purge board_config "
        "work_class lifecycle repository relationship_add relationship_remove capability_grant "
        "capability_revoke rename state metadata"
    )
    assert set(Action.values) == set(names.split())
    row = rows.item(world.task())
    with pytest.raises(Exception, match="activity_action_known"):
        rows.log(row, "other", world.alice)


CLAIMED: list[tuple[str, dict[str, Any]]] = [
    ("update_item", {"content": "b", "version": 1}),
    ("edit_item", {"search": "a", "replace": "b"}),
    ("append_note", {"text": "x"}),
    ("set_state", {"branch": "x"}),
    ("transition_item", {"to_column": "Blocked"}),
]


def claimed(world: World, by: Persona) -> str:
    """A task with a claim."""
    code = world.task(world.bob, content="a")
    world.move(code, "Todo", "Active", by=by)
    return code


@pytest.mark.rule("conventions.claims.03", "conventions.claims.04", "conventions.claims.05")
@pytest.mark.parametrize(("tool", "arguments"), CLAIMED, ids=[tool for tool, _ in CLAIMED])
def test_a_write_to_what_another_has_the_claim_on_ends_with_a_warning(
    world: World, tool: str, arguments: dict[str, Any]
) -> None:
    for holder, name in ((world.bob, "Bob"), (world.robo, "Bob (agent)")):
        code = claimed(world, holder)
        since = world.alice.result("get_item", short_code=code).claim.since
        text = world.alice.text(tool, short_code=code, **arguments)
        assert text.splitlines()[-1] == (
            f"Warning: {name} has the claim on {code} (since {since}). Your change is recorded."
        )
        for own in (world.bob, world.robo):
            mine = claimed(world, holder)
            assert "Warning" not in own.text(tool, short_code=mine, **arguments)


@pytest.mark.rule("conventions.claims.02")
def test_such_a_write_succeeds_and_is_in_the_activity(world: World) -> None:
    code = claimed(world, world.bob)
    world.alice.run("update_item", short_code=code, content="b", version=1)
    row = Activity.objects.filter(subject_id=rows.item(code).id).order_by("-id")[0]
    assert (rows.item(code).content, row.action, row.user_id) == (
        "b",
        "update",
        world.alice.principal.user_id,
    )


def test_a_write_that_changes_nothing_has_no_warning(world: World) -> None:
    code = claimed(world, world.bob)
    assert "Warning" not in world.alice.text("update_item", short_code=code, content="a", version=1)


def test_archiving_takes_no_right_to_read(world: World) -> None:
    code = world.task(content="The content")
    rows.archive(code)
    for persona in (world.carol, world.depot, world.robo):
        assert persona.result("get_item", short_code=code).content == "The content"
        assert persona.result("get_history", short_code=code).total == 1
