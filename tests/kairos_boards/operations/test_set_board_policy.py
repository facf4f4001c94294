"""set_board_policy: the policies of a board, on or off."""

from typing import Any

import pytest

from hub.core.codes import Code
from tests.kairos_boards.reading import activity_since, board, grant, last_activity
from tests.world import World

POLICIES = ("parent_gate", "owner_gate", "blockers_gate")


def settings(slug: str) -> tuple[bool, bool, bool]:
    row = board(slug)
    return row.parent_gate, row.owner_gate, row.blockers_gate


@pytest.mark.rule("policies.01", "set_board_policy.arguments.06", "set_board_policy.arguments.02")
def test_a_change_reaches_one_policy_of_one_board(world: World) -> None:
    text = world.alice.text("set_board_policy", board="web-delivery", parent_gate=False)
    assert text == "Policies of the board web-delivery: parent_gate off; blockers_gate off."
    assert settings("web-delivery") == (False, True, False)
    assert settings("core-delivery") == (True, True, False)
    world.alice.run("set_board_policy", board="web-delivery", parent_gate=True)
    assert settings("web-delivery") == (True, True, False)


@pytest.mark.rule("set_board_policy.arguments.03")
def test_owner_gate_of_an_initiative_board(world: World) -> None:
    text = world.alice.text("set_board_policy", board="initiatives", owner_gate=False)
    assert text == "Policies of the board initiatives: owner_gate off."
    assert settings("initiatives") == (True, False, False)
    world.alice.run("set_board_policy", board="initiatives", owner_gate=True)
    assert settings("initiatives") == (True, True, False)


@pytest.mark.rule("set_board_policy.arguments.04", "set_board_policy.arguments.05", "policies.02")
def test_a_policy_that_is_not_sent_keeps_its_value(world: World) -> None:
    world.alice.run("set_board_policy", board="web-delivery", parent_gate=False)
    world.alice.run("set_board_policy", board="web-delivery", blockers_gate=True)
    assert settings("web-delivery") == (False, True, True)
    world.alice.run("set_board_policy", board="web-delivery", blockers_gate=False, parent_gate=True)
    assert settings("web-delivery") == (True, True, False)


@pytest.mark.rule("policies.02", "set_board_policy.arguments.01")
def test_the_board_is_a_slug_or_an_id_and_policies_are_booleans(world: World) -> None:
    world.alice.run("set_board_policy", board=str(board("web-delivery").id), parent_gate=False)
    world.alice.refused(Code.NOT_FOUND, "set_board_policy", board="Web", parent_gate=False)
    assert world.alice.refused(Code.VALIDATION, "set_board_policy", parent_gate=False).field == "board"
    for policy in POLICIES:
        for value in ("on", 1, None):
            refusal = world.alice.refused(
                Code.VALIDATION, "set_board_policy", board="web-delivery", **{policy: value}
            )
            assert refusal.field == policy


@pytest.mark.parametrize(
    ("slug", "policies", "wrong"),
    [
        pytest.param(
            "initiatives",
            {"owner_gate": False, "parent_gate": False},
            "parent_gate",
            marks=pytest.mark.rule("policies.03"),
        ),
        pytest.param(
            "strategy", {"blockers_gate": True}, "blockers_gate", marks=pytest.mark.rule("policies.03")
        ),
        pytest.param("web-adrs", {"parent_gate": True}, "parent_gate", marks=pytest.mark.rule("policies.03")),
        pytest.param(
            "web-delivery",
            {"blockers_gate": True, "owner_gate": True},
            "owner_gate",
            marks=pytest.mark.rule("policies.04"),
        ),
        pytest.param("strategy", {"owner_gate": False}, "owner_gate", marks=pytest.mark.rule("policies.04")),
    ],
)
@pytest.mark.rule("set_board_policy.arguments.08")
def test_a_policy_of_another_level_is_refused(
    world: World, slug: str, policies: dict[str, Any], wrong: str
) -> None:
    assert world.alice.refused(Code.VALIDATION, "set_board_policy", board=slug, **policies).field == wrong


@pytest.mark.rule("policies.36", "set_board_policy.arguments.07")
def test_a_call_sets_a_policy(world: World) -> None:
    refusal = world.alice.refused(Code.VALIDATION, "set_board_policy", board="web-delivery")
    assert refusal.message == (
        "The call sets no policy. Send at least one of: parent_gate, owner_gate, blockers_gate."
    )


@pytest.mark.rule("policies.38", "set_board_policy.rights.01")
def test_needs_configure_boards(world: World) -> None:
    refusal = world.bob.refused(Code.FORBIDDEN, "set_board_policy", board="web-delivery", parent_gate=False)
    assert refusal.details["required_capability"] == "configure_boards"
    grant(world, world.carol, "configure_boards", "web-delivery")
    world.carol.run("set_board_policy", board="web-delivery", parent_gate=False)
    world.carol.refused(Code.FORBIDDEN, "set_board_policy", board="core-delivery", parent_gate=False)


@pytest.mark.rule("policies.37")
def test_my_boards_shows_the_present_values(world: World) -> None:
    world.alice.run("set_board_policy", board="web-delivery", parent_gate=False, blockers_gate=True)
    world.alice.run("set_board_policy", board="initiatives", owner_gate=False)
    shown = {board.slug: board.policies for board in world.carol.result("my_boards").results}
    assert shown == {
        "strategy": {},
        "initiatives": {"owner_gate": False},
        "core-delivery": {"parent_gate": True, "blockers_gate": False},
        "web-delivery": {"parent_gate": False, "blockers_gate": True},
        "core-adrs": {},
        "web-adrs": {},
    }
    assert "  policy: parent_gate off (" in world.carol.text("my_boards")
    assert "; blockers_gate on (" in world.carol.text("my_boards")


def test_equal_values_write_nothing(world: World) -> None:
    last = last_activity()
    world.alice.run("set_board_policy", board="web-delivery", parent_gate=True)
    assert activity_since(last) == []
    world.alice.run("set_board_policy", board="web-delivery", parent_gate=False, blockers_gate=False)
    assert activity_since(last) == [
        ("board_config", "alice", False, {"change": "policy", "parent_gate": False})
    ]
