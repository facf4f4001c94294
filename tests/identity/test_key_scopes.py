"""The scope of an agent key: an act needs the right of the person and the scope."""

from __future__ import annotations

from typing import Any

import pytest

from hub.core.codes import Code
from hub.identity.authentication import principal_of_token
from hub.identity.models import Credential
from kairos_boards.models import Board
from tests.identity.rest import Rest, code_of, signed_in
from tests.world import Persona, World, nothing_written


def keyed(persona: Persona, **scope: Any) -> Persona:
    """The persona's agent with a key of that scope, made as people make one."""
    made = persona.result("create_agent_key", agent=f"{persona.principal.user_name}-agent", scope=scope)
    principal = principal_of_token(made.key, frozenset())
    assert principal is not None
    return Persona(principal, token=made.key)


def test_a_scope_is_kept_by_the_ids_of_its_boards(world: World) -> None:
    board = Board.objects.get(slug="web-delivery")
    keyed(world.bob, capabilities=["manage_tasks", "manage_tasks"], boards=["web-delivery", f" {board.id} "])
    row = Credential.objects.get(agent__name="bob-agent")
    assert row.scope == {"capabilities": ["manage_tasks"], "boards": [str(board.id)]}


@pytest.mark.parametrize(
    ("scope", "field"),
    [
        ({"capabilities": ["fly"]}, "scope.capabilities"),
        ({"capabilities": ["file_backlog"]}, "scope.capabilities"),
        ({"capabilities": [1]}, "scope.capabilities.0"),
        ({"boards": ["nowhere"]}, "scope.boards"),
        ({"boards": ["globex-strategy"]}, "scope.boards"),
        ({"teams": ["web"]}, "scope.teams"),
        ({"capabilities": None}, "scope.capabilities"),
        ({}, "scope"),
    ],
)
def test_refuses_a_scope_that_names_nothing(world: World, scope: Any, field: str) -> None:
    refusal = world.bob.refused(Code.VALIDATION, "create_agent_key", agent="claude", scope=scope)
    assert refusal.field == field


def test_every_value_of_the_vocabulary_may_be_in_a_scope(world: World) -> None:
    refusal = world.bob.refused(
        Code.VALIDATION, "create_agent_key", agent="claude", scope={"capabilities": ["fly"]}
    )
    names = refusal.details["expected"].removeprefix("one of these values: ").split(", ")
    assert {"member", "manage_structure", "manage_tasks", "purge", "*", "manage_*"} < set(names)
    keyed(world.bob, capabilities=names)


def test_a_board_that_is_archived_is_shown_by_its_id(world: World) -> None:
    keyed(world.bob, boards=["web-adrs"])
    board = Board.objects.get(slug="web-adrs")
    Board.objects.filter(id=board.id).update(archived_at=board.created_at)
    shown = world.bob.result("list_agent_keys").results
    assert [key.scope.boards for key in shown if key.scope] == [(str(board.id),)]


@pytest.mark.rule("agent_keys.12")
def test_a_key_with_no_scope_has_the_rights_of_its_person(world: World) -> None:
    made = world.alice.result("create_agent_key", agent="helper")
    rest = Rest(made.key)
    assert rest.post("/api/service-accounts", {"user_name": "builder"}).status_code == 201
    assert rest.post("/api/tasks", {"title": "x", "board": "web-delivery"}).status_code == 201


@pytest.mark.rule("agent_keys.13", "agent_keys.14")
def test_a_capability_outside_of_the_scope_is_key_scope(world: World) -> None:
    code = world.task(by=world.bob)
    narrow = keyed(world.bob, capabilities=["manage_tasks"])
    narrow.run("create_item", item_type="task", title="Within", board="web-delivery")
    refusal = narrow.refused(Code.KEY_SCOPE, "transition_item", short_code=code, to_column="Todo")
    assert refusal.details["required_capability"] == "transition_items"
    world.bob.run("transition_item", short_code=code, to_column="Todo")


@pytest.mark.rule("agent_keys.13", "agent_keys.15")
def test_a_board_outside_of_the_scope_is_key_scope(world: World) -> None:
    world.alice.run("add_team_member", team="core", user="bob")
    narrow = keyed(world.bob, boards=["web-delivery"])
    narrow.run("create_item", item_type="task", title="Within", board="web-delivery")
    refusal = narrow.refused(
        Code.KEY_SCOPE, "create_item", item_type="task", title="Outside", board="core-delivery"
    )
    assert refusal.details["board_id"] == str(
        Board.objects.get(slug="core-delivery", organization__slug="acme").id
    )
    world.bob.run("create_item", item_type="task", title="By hand", board="core-delivery")


@pytest.mark.rule("agent_keys.13", "agent_keys.16")
def test_a_scope_gives_no_right(world: World) -> None:
    code = world.task(by=world.alice)
    wide = keyed(world.carol, capabilities=["*"])
    wide.refused(Code.FORBIDDEN, "transition_item", short_code=code, to_column="Todo")
    world.carol.refused(Code.FORBIDDEN, "transition_item", short_code=code, to_column="Todo")


@pytest.mark.rule("agent_keys.13")
def test_a_right_that_ends_ends_for_the_key(world: World) -> None:
    code = world.task(by=world.alice)
    narrow = keyed(world.bob, capabilities=["transition_items"])
    narrow.run("transition_item", short_code=code, to_column="Todo")
    world.alice.run("remove_team_member", team="web", user="bob")
    narrow.refused(Code.FORBIDDEN, "transition_item", short_code=code, to_column="Blocked")


@pytest.mark.rule("agent_keys.17")
def test_a_scope_narrows_an_admin(world: World) -> None:
    code = world.task(by=world.bob)
    narrow = keyed(world.alice, capabilities=["transition_items"], boards=["web-delivery"])
    narrow.run("transition_item", short_code=code, to_column="Todo")
    narrow.refused(Code.KEY_SCOPE, "create_team", name="Ops", slug="ops", code_prefix="OPS")
    narrow.refused(Code.KEY_SCOPE, "create_item", item_type="task", title="x", board="web-delivery")
    narrow.refused(Code.KEY_SCOPE, "create_service_account", user_name="builder")


@pytest.mark.rule("agent_keys.18")
def test_a_scope_limits_no_read(world: World) -> None:
    code = world.task(board="core-delivery")
    nothing = keyed(world.bob, capabilities=[], boards=[])
    assert nothing.result("get_item", short_code=code) == world.bob.result("get_item", short_code=code)
    assert nothing.result("get_board", board="core-delivery") == world.bob.result(
        "get_board", board="core-delivery"
    )
    rest = signed_in(world.bob)
    for path in (f"/api/tasks/{code}", "/api/members", "/api/teams", "/api/me/agent-keys"):
        assert Rest(nothing.token).get(path).json() == rest.get(path).json()
    nothing.refused(Code.KEY_SCOPE, "create_item", item_type="task", title="x", board="web-delivery")


def test_a_scope_holds_over_rest(world: World) -> None:
    narrow = Rest(keyed(world.bob, capabilities=["purge"]).token)
    with nothing_written():
        answer = narrow.post("/api/tasks", {"title": "x", "board": "web-delivery"})
    assert (answer.status_code, code_of(answer)) == (403, "KEY_SCOPE")
