"""Who may call the structure tools: admins, holders of manage_structure, at the scope of the grant."""

from typing import Any

import pytest

from hub.core.codes import Code
from tests.kairos_boards.reading import grant, grants
from tests.world import Persona, World, agent, scoped

ORGANIZATION_TOOLS: list[tuple[str, dict[str, Any]]] = [
    ("create_team", {"name": "X", "slug": "xx", "code_prefix": "XX"}),
    ("create_board", {"name": "X", "slug": "xx", "board_level": "strategy", "code_prefix": "XX"}),
    ("add_team_member", {"team": "core", "user": "carol"}),
    ("update_team", {"team": "core", "name": "X"}),
    ("remove_team_member", {"team": "web", "user": "bob"}),
]
BOARD_TOOLS: list[tuple[str, dict[str, Any]]] = [
    ("grant_capability", {"user": "carol", "capability": "purge"}),
    ("set_board_capabilities", {"user": "carol", "capabilities": ["member"]}),
]
CONFIGURE_TOOLS: list[tuple[str, dict[str, Any]]] = [
    ("add_column", {"name": "X"}),
    ("update_column", {"column": "Todo", "name": "X"}),
    ("remove_column", {"column": "Todo"}),
    ("set_transition", {"from_column": "Backlog", "to_column": "Active", "allowed": True}),
]


def call_every_tool(persona: Persona, boards: tuple[str, ...]) -> None:
    for tool, arguments in ORGANIZATION_TOOLS:
        persona.run(tool, **arguments)
    for board in boards:
        for tool, arguments in BOARD_TOOLS:
            persona.run(tool, **arguments, board=board)


@pytest.mark.rule("structure.01")
def test_an_admin_calls_each_tool_on_each_team_and_board(world: World) -> None:
    call_every_tool(world.alice, ("web-delivery", "core-delivery", "strategy"))


@pytest.mark.rule("structure.02", "capabilities.20")
def test_a_holder_on_the_organization_calls_each_tool(world: World) -> None:
    grant(world, world.bob, "manage_structure")
    call_every_tool(world.bob, ("web-delivery", "core-delivery", "strategy"))


@pytest.mark.rule("structure.10")
def test_a_service_account_holds_it_as_a_person_does(world: World) -> None:
    grant(world, world.depot, "manage_structure")
    call_every_tool(world.depot, ("web-delivery",))


@pytest.mark.rule("structure.03", "structure.04", "capabilities.21")
def test_a_holder_on_one_board_grants_on_that_board_only(world: World) -> None:
    grant(world, world.bob, "manage_structure", "core-delivery")
    for tool, arguments in ORGANIZATION_TOOLS:
        world.bob.refused(Code.FORBIDDEN, tool, **arguments)
    for tool, arguments in BOARD_TOOLS:
        world.bob.refused(Code.FORBIDDEN, tool, **arguments, board="web-delivery")
        world.bob.run(tool, **arguments, board="core-delivery")
    assert grants(world.carol, "core-delivery") == {"member"}


@pytest.mark.rule("structure.05")
def test_everyone_else_is_refused_and_writes_nothing(world: World) -> None:
    for tool, arguments in ORGANIZATION_TOOLS:
        world.bob.refused(Code.FORBIDDEN, tool, **arguments)
    for tool, arguments in BOARD_TOOLS:
        world.bob.refused(Code.FORBIDDEN, tool, **arguments, board="web-delivery")


@pytest.mark.rule("structure.09")
def test_manage_structure_does_not_configure_boards(world: World) -> None:
    grant(world, world.bob, "manage_structure")
    grant(world, world.bob, "manage_structure", "web-delivery")
    for tool, arguments in CONFIGURE_TOOLS:
        refusal = world.bob.refused(Code.FORBIDDEN, tool, **arguments, board="web-delivery")
        assert refusal.details["required_capability"] == "configure_boards"


def test_a_key_needs_manage_structure_in_its_scope(world: World) -> None:
    grant(world, world.bob, "manage_structure")
    for tool, arguments in ORGANIZATION_TOOLS:
        for persona in (scoped(world.alice, ["*"]), scoped(world.bob, ["manage_tasks"])):
            persona.refused(Code.KEY_SCOPE, tool, **arguments)
    call_every_tool(scoped(world.bob, ["manage_structure"]), ("web-delivery",))


def test_a_scope_of_boards_holds_nothing_on_the_organization(world: World) -> None:
    board_id = world.alice.result("get_board", board="web-delivery").id
    key = agent(world.alice, "narrow", {"boards": [str(board_id)]})
    key.refused(Code.KEY_SCOPE, "create_team", **ORGANIZATION_TOOLS[0][1])
    key.run("grant_capability", user="carol", capability="purge", board="web-delivery")
    key.refused(Code.KEY_SCOPE, "grant_capability", user="carol", capability="purge", board="core-delivery")
