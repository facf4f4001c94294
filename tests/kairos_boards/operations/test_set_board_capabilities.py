"""set_board_capabilities: the full set of one person on one board."""

import pytest

from hub.core.codes import Code
from tests.kairos_boards.reading import (
    activity_since,
    board,
    grant,
    grants,
    last_activity,
    members,
    structure_grants,
)
from tests.world import World

CAROL = {"board": "web-delivery", "user": "carol"}


@pytest.mark.rule("set_board_capabilities.01", "set_board_capabilities.10")
def test_replaces_the_set_and_notes_each_change(world: World) -> None:
    for capability in ("manage_tasks", "purge"):
        grant(world, world.carol, capability, "web-delivery")
    last = last_activity()
    text = world.alice.text("set_board_capabilities", **CAROL, capabilities=["member", "purge", "manage_*"])
    assert text == (
        "Grants of carol on the board web-delivery: purge, member, manage_*. "
        "Granted: member, manage_*. Revoked: manage_tasks."
    )
    assert grants(world.carol, "web-delivery") == {"member", "purge", "manage_*"}
    where = {"board": "web-delivery", "scope": "board"}
    assert activity_since(last) == [
        ("capability_revoke", "alice", False, {"capability": "manage_tasks", **where}),
        ("capability_grant", "alice", False, {"capability": "member", **where}),
        ("capability_grant", "alice", False, {"capability": "manage_*", **where}),
    ]


@pytest.mark.rule("set_board_capabilities.02")
def test_an_empty_list_revokes_all(world: World) -> None:
    grant(world, world.carol, "purge", "web-delivery")
    text = world.alice.text("set_board_capabilities", **CAROL, capabilities=[])
    assert text == "Grants of carol on the board web-delivery: none. Granted: none. Revoked: purge."
    assert grants(world.carol, "web-delivery") == set()


@pytest.mark.rule("set_board_capabilities.03")
def test_a_person_without_grants_gets_the_set(world: World) -> None:
    world.alice.run("set_board_capabilities", **CAROL, capabilities=["manage_tasks", "manage_tasks"])
    assert grants(world.carol, "web-delivery") == {"manage_tasks"}
    assert not world.carol.result("create_item", item_type="task", title="T", board="web-delivery").request


@pytest.mark.rule("set_board_capabilities.04")
def test_teams_other_boards_and_structure_are_not_touched(world: World) -> None:
    grant(world, world.bob, "purge", "core-delivery")
    grant(world, world.bob, "manage_structure", "web-delivery")
    world.alice.run("set_board_capabilities", board="web-delivery", user="bob", capabilities=[])
    assert grants(world.bob, "core-delivery") == {"purge"}
    assert structure_grants(world.bob) == {"web-delivery"}
    assert members("web") == {"bob"}
    world.move(world.task(), "Todo", by=world.bob)


@pytest.mark.rule("set_board_capabilities.05")
def test_the_board_is_a_slug_or_an_id(world: World) -> None:
    by_id = {**CAROL, "board": str(board("web-delivery").id)}
    world.alice.run("set_board_capabilities", **by_id, capabilities=["purge"])
    assert grants(world.carol, "web-delivery") == {"purge"}
    for reference in ("nowhere", "Web", "WEB"):
        world.alice.refused(
            Code.NOT_FOUND, "set_board_capabilities", **{**CAROL, "board": reference}, capabilities=[]
        )


@pytest.mark.rule("set_board_capabilities.06")
def test_the_user_is_a_member_of_the_organization(world: World) -> None:
    for reference in ("carol@example.com", str(world.carol.principal.user_id)):
        world.alice.run("set_board_capabilities", **{**CAROL, "user": reference}, capabilities=["purge"])
    for reference in ("mallory", "sam"):
        refusal = world.alice.refused(
            Code.VALIDATION, "set_board_capabilities", **{**CAROL, "user": reference}, capabilities=[]
        )
        assert refusal.field == "user"


@pytest.mark.rule("set_board_capabilities.07")
def test_the_list_is_required(world: World) -> None:
    grant(world, world.carol, "purge", "web-delivery")
    refusal = world.alice.refused(Code.VALIDATION, "set_board_capabilities", **CAROL)
    assert refusal.field == "capabilities"
    world.alice.refused(Code.VALIDATION, "set_board_capabilities", **CAROL, capabilities="purge")


@pytest.mark.rule("set_board_capabilities.08")
@pytest.mark.parametrize("word", ["fly", "manage_structure", "Purge"])
def test_one_bad_word_refuses_the_whole_set(world: World, word: str) -> None:
    grant(world, world.carol, "purge", "web-delivery")
    refusal = world.alice.refused(
        Code.VALIDATION, "set_board_capabilities", **CAROL, capabilities=["manage_tasks", word]
    )
    assert refusal.field == "capabilities.1"


@pytest.mark.rule("set_board_capabilities.09")
@pytest.mark.parametrize(
    ("capability", "where"),
    [
        ("administer_members", "web-delivery"),
        ("manage_structure", "web-delivery"),
        ("manage_structure", None),
    ],
)
def test_who_may_set_capabilities(world: World, capability: str, where: str | None) -> None:
    refusal = world.bob.refused(Code.FORBIDDEN, "set_board_capabilities", **CAROL, capabilities=["purge"])
    other = world.bob.refused(Code.FORBIDDEN, "grant_capability", **CAROL, capability="purge")
    assert (refusal.message, refusal.details) == (other.message, other.details)
    grant(world, world.bob, capability, where)
    world.bob.run("set_board_capabilities", **CAROL, capabilities=["purge"])
    assert grants(world.carol, "web-delivery") == {"purge"}


def test_the_same_set_again_writes_nothing(world: World) -> None:
    world.alice.run("set_board_capabilities", **CAROL, capabilities=["purge"])
    last = last_activity()
    text = world.alice.text("set_board_capabilities", **CAROL, capabilities=["purge"])
    assert text == "Grants of carol on the board web-delivery: purge. Granted: none. Revoked: none."
    assert activity_since(last) == []
