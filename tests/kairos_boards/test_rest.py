"""The routes of section Structure: the rule, the refusals, the answers and the activity of their tools."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from hub.core.codes import Code
from hub.core.refusals import Refusal
from kairos_boards.models import Team
from tests.kairos_boards.reading import (
    activity_since,
    board,
    column,
    grant,
    grants,
    last_activity,
    moves,
    structure_grants,
    team,
)
from tests.world import Persona, World, agent, nothing_written


def send(persona: Persona, method: str, path: str, headers: dict[str, str] | None = None, **body: Any) -> Any:
    return Client().generic(
        method,
        f"/api/{path}",
        data=json.dumps(body) if body else "",
        content_type="application/json",
        headers={"Authorization": f"Bearer {persona.token}", **(headers or {})},
    )


@contextmanager
def undone() -> Iterator[None]:
    savepoint = transaction.savepoint()
    yield
    transaction.savepoint_rollback(savepoint)


# (method, path, body, status, tool, arguments): a right call of alice that bob's agent may not make
WRITES = [
    pytest.param(
        *("POST", "teams", {"name": "Ops", "slug": "ops", "code_prefix": "OPS", "adr_board": True}, 201),
        *("create_team", {"name": "Ops", "slug": "ops", "code_prefix": "OPS", "adr_board": True}),
        marks=pytest.mark.rule("create_team.32"),
    ),
    pytest.param(
        *("POST", "boards", {"name": "B", "slug": "bb", "board_level": "strategy", "code_prefix": "BB"}, 201),
        *("create_board", {"name": "B", "slug": "bb", "board_level": "strategy", "code_prefix": "BB"}),
        marks=pytest.mark.rule("create_board.26"),
    ),
    pytest.param(
        *(
            "POST",
            "teams/web/members",
            {"user": "carol"},
            201,
            "add_team_member",
            {"team": "web", "user": "carol"},
        ),
        marks=pytest.mark.rule("add_team_member.20"),
    ),
    pytest.param(
        *("PATCH", "teams/web", {"name": "Site"}, 200, "update_team", {"team": "web", "name": "Site"}),
        marks=pytest.mark.rule("update_team.11"),
    ),
    pytest.param(
        *("DELETE", "teams/web/members/bob", {}, 200, "remove_team_member", {"team": "web", "user": "bob"}),
        marks=pytest.mark.rule("remove_team_member.09"),
    ),
    pytest.param(
        *("POST", "boards/web-delivery/members", {"user": "carol", "capability": "purge"}, 201),
        *("grant_capability", {"board": "web-delivery", "user": "carol", "capability": "purge"}),
        marks=pytest.mark.rule("grant_capability.24"),
    ),
    pytest.param(
        *("POST", "structure-grants", {"user": "carol"}, 201),
        *("grant_capability", {"user": "carol", "capability": "manage_structure"}),
        marks=pytest.mark.rule("grant_capability.25"),
    ),
    pytest.param(
        *("PATCH", "boards/web-delivery/members/carol", {"capabilities": ["purge"]}, 200),
        *("set_board_capabilities", {"board": "web-delivery", "user": "carol", "capabilities": ["purge"]}),
        marks=pytest.mark.rule("set_board_capabilities.11"),
    ),
    pytest.param(
        *("POST", "boards/web-delivery/columns", {"name": "QA", "position": 1}, 201),
        *("add_column", {"board": "web-delivery", "name": "QA", "position": 1}),
        marks=pytest.mark.rule("add_column.11"),
    ),
    pytest.param(
        *("PATCH", "boards/web-delivery/columns/Todo", {"wip_limit": 3}, 200),
        *("update_column", {"board": "web-delivery", "column": "Todo", "wip_limit": 3}),
        marks=pytest.mark.rule("update_column.17"),
    ),
    pytest.param(
        *("DELETE", "boards/web-delivery/columns/Blocked", {}, 200),
        *("remove_column", {"board": "web-delivery", "column": "Blocked"}),
        marks=pytest.mark.rule("remove_column.07"),
    ),
    pytest.param(
        *("POST", "boards/web-delivery/transitions", {"from_column": "Todo", "to_column": "Completed"}, 201),
        "set_transition",
        {"board": "web-delivery", "from_column": "Todo", "to_column": "Completed", "allowed": True},
        marks=pytest.mark.rule("set_transition.10"),
    ),
    pytest.param(
        *("PATCH", "boards/web-delivery", {"parent_gate": False}, 200),
        *("set_board_policy", {"board": "web-delivery", "parent_gate": False}),
        marks=pytest.mark.rule("set_board_policy.rights.02", "policies.39"),
    ),
]


@pytest.mark.rule("structure.07")
@pytest.mark.parametrize(("method", "path", "body", "status", "tool", "arguments"), WRITES)
def test_a_route_is_its_tool(
    world: World,
    method: str,
    path: str,
    body: dict[str, Any],
    status: int,
    tool: str,
    arguments: dict[str, Any],
) -> None:
    admin = agent(world.alice, "admins-agent")
    last = last_activity()
    with undone():
        expected = admin.result(tool, **arguments).model_dump(mode="json")
        rows = activity_since(last)
    answer = send(admin, method, path, **body)
    assert answer.status_code == status, answer.json()
    made = answer.json()
    for fresh in ("id",):
        expected.pop(fresh, None)
        made.pop(fresh, None)
    assert made == expected
    assert activity_since(last) == rows != []


@pytest.mark.rule("structure.07")
@pytest.mark.parametrize(("method", "path", "body", "status", "tool", "arguments"), WRITES)
def test_a_route_refuses_as_its_tool(
    world: World,
    method: str,
    path: str,
    body: dict[str, Any],
    status: int,
    tool: str,
    arguments: dict[str, Any],
) -> None:
    with pytest.raises(Refusal) as caught:
        world.robo.run(tool, **arguments)
    refusal = caught.value
    with nothing_written():
        answer = send(world.robo, method, path, **body)
    assert answer.status_code == 403
    assert answer.json()["error"] == {
        "code": "FORBIDDEN",
        "message": refusal.message,
        "details": refusal.details,
    }


@pytest.mark.rule("set_transition.10")
def test_a_transition_is_removed_by_the_id_that_the_board_lists(world: World) -> None:
    admin = agent(world.alice, "admins-agent")
    shown = send(admin, "GET", "boards/web-delivery").json()
    rows = {(row["from_column"], row["to_column"]): row["id"] for row in shown["transitions"]}
    assert list(rows) == moves("web-delivery")
    path = f"boards/web-delivery/transitions/{rows['Todo', 'Blocked']}"
    assert send(world.robo, "DELETE", path).status_code == 403
    last = last_activity()
    removed = send(admin, "DELETE", path)
    assert (removed.status_code, removed.json()["allowed"]) == (200, False)
    assert ("Todo", "Blocked") not in moves("web-delivery")
    assert activity_since(last)[0][3] == {"change": "transition_removed", "from": "Todo", "to": "Blocked"}
    with nothing_written():
        again = send(admin, "DELETE", path)
        elsewhere = send(admin, "DELETE", f"boards/core-delivery/transitions/{rows['Todo', 'Active']}")
        duplicate = send(
            admin, "POST", "boards/web-delivery/transitions", from_column="Todo", to_column="Active"
        )
    assert (again.status_code, elsewhere.status_code) == (404, 404)
    assert (duplicate.status_code, duplicate.json()["error"]["code"]) == (422, "DUPLICATE_TRANSITION")


@pytest.mark.rule("set_agent_triage.18")
def test_the_triage_setting_is_read_and_put(world: World) -> None:
    admin = agent(world.alice, "admins-agent")
    path = "boards/web-delivery/agent-triage"
    assert send(world.robo, "GET", path).json()["agents_decide"] is False
    refused = send(admin, "PUT", path, agents_decide=True)
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "AGENT_TRIAGE_OFF")
    assert send(world.robo, "PUT", path, agents_decide=True).json()["error"]["code"] == "FORBIDDEN"
    world.alice.run("set_agent_triage", board="web-delivery", agents_decide=True)
    assert send(admin, "GET", path).json()["agents_decide"] is True
    assert send(admin, "PUT", path, agents_decide=False).status_code == 200
    assert board("web-delivery").agents_decide is False
    assert send(admin, "GET", "boards/nowhere/agent-triage").status_code == 404


READS = [
    ("whoami", "whoami", {}),
    ("members", "list_members", {}),
    ("members?limit=2&offset=1", "list_members", {"limit": 2, "offset": 1}),
    ("teams/web/members", "list_members", {"team": "web"}),
    ("boards/web-delivery/members", "list_members", {"board": "web-delivery"}),
    ("boards", "my_boards", {}),
    ("boards?level=adr", "my_boards", {"level": "adr"}),
    ("boards/web-delivery", "get_board", {"board": "web-delivery"}),
    ("teams", "list_teams", {}),
    ("teams?limit=1", "list_teams", {"limit": 1}),
]


@pytest.mark.parametrize(("path", "tool", "arguments"), READS)
def test_a_read_gives_the_json_of_its_tool(
    world: World, path: str, tool: str, arguments: dict[str, Any]
) -> None:
    answer = send(world.robo, "GET", path)
    assert answer.status_code == 200
    assert answer.json() == world.robo.result(tool, **arguments).model_dump(mode="json")


@pytest.mark.rule("refusal_counts.18")
def test_the_count_of_refusals(world: World) -> None:
    admin = agent(world.alice, "admins-agent")
    world.bob.refused(Code.VALIDATION, "my_boards", level="epic")
    shown = send(admin, "GET", "refusal-counts?days=1&limit=5").json()
    assert (shown["refusals"], shown["rows"][0]["tool"]) == (1, "my_boards")
    assert send(world.robo, "GET", "refusal-counts").json()["error"]["code"] == "FORBIDDEN"
    bad = send(admin, "GET", "refusal-counts?days=91")
    assert (bad.status_code, bad.json()["error"]["details"]["field"]) == (400, "days")


@pytest.mark.rule("rest_boards.05", "conventions.references.01", "conventions.references.02")
def test_ids_and_slugs_name_the_same_in_a_path(world: World) -> None:
    admin = agent(world.alice, "admins-agent")
    web, todo = board("web-delivery"), column("web-delivery", "Todo")
    assert send(admin, "PATCH", f"teams/{team('web').id}", name="Site").status_code == 200
    assert send(admin, "PATCH", f"boards/{web.id}/columns/{todo.id}", name="Next").status_code == 200
    path = f"boards/{web.id}/members/{world.carol.principal.user_id}"
    assert send(admin, "PATCH", path, capabilities=["purge"]).status_code == 200
    assert grants(world.carol, "web-delivery") == {"purge"}


@pytest.mark.rule("rest_boards.05")
def test_a_body_that_names_another_subject_is_refused(world: World) -> None:
    admin = agent(world.alice, "admins-agent")
    with nothing_written():
        answers = [
            send(admin, "PATCH", "teams/web", team="core", name="X"),
            send(admin, "PATCH", "boards/web-delivery", board="initiatives", parent_gate=False),
            send(admin, "POST", "structure-grants", user="carol", capability="purge"),
            send(
                admin,
                "POST",
                "boards/web-delivery/transitions",
                from_column="Backlog",
                to_column="Todo",
                allowed=False,
            ),
        ]
    assert {answer.status_code for answer in answers} == {422}


def test_the_idempotency_key_is_the_retry_key(world: World) -> None:
    admin = agent(world.alice, "admins-agent")
    values = {"name": "Ops", "slug": "ops", "code_prefix": "OPS"}
    headers = {"Idempotency-Key": "make-the-team-ops"}
    first = send(admin, "POST", "teams", headers, **values)
    again = send(admin, "POST", "teams", headers, **values)
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert again.headers["Idempotent-Replayed"] == "true"
    assert Team.objects.filter(slug="ops").count() == 1


def test_a_structure_grant_may_name_a_board(world: World) -> None:
    admin = agent(world.alice, "admins-agent")
    assert send(admin, "POST", "structure-grants", user="carol", board="web-delivery").status_code == 201
    assert structure_grants(world.carol) == {"web-delivery"}
    grant(world, world.bob, "manage_structure")
    refused = send(world.robo, "POST", "structure-grants", user="depot")
    assert refused.json()["error"]["details"] == {"required_role": "admin"}
