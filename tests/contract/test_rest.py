"""The REST adapter: unknown fields, statuses, retry keys, sizes, and a description that is valid OpenAPI."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from openapi_spec_validator import OpenAPIV31SpecValidator

from hub.core import operations
from hub.core.codes import Code
from items.models import Item
from tests.contract import arguments as made
from tests.world import World, nothing_written

MIB = 1024 * 1024
KEY = {"Idempotency-Key": "a-key-of-12ch"}


class Site(Client):
    """A client that sends JSON with an agent's key."""

    def __init__(self, token: str) -> None:
        super().__init__(headers={"Authorization": f"Bearer {token}"})

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        """Status and JSON of an answer."""
        data = "" if body is None else body if isinstance(body, str) else json.dumps(body)
        answer = self.generic(method, path, data, content_type="application/json", headers=headers)
        return answer.status_code, json.loads(answer.content or b"null")


@pytest.fixture
def robo(world: World) -> Site:
    return Site(world.robo.token)


@pytest.mark.rule("rest_boards.02", "conventions.arguments.02")
def test_an_unknown_field_of_a_body_is_422_and_of_a_query_400(world: World, robo: Site) -> None:
    with nothing_written():
        status, answer = robo.send(
            "POST", "/api/tasks", {"title": "x", "board": "web-delivery", "colour": "red"}
        )
        assert (status, answer["error"]["code"]) == (422, "VALIDATION")
        assert answer["error"]["details"]["field"] == "colour"
        assert set(answer["error"]) == {"code", "message", "details"}
        status, answer = robo.send("GET", "/api/boards/web-delivery/items?colour=red", "")
    assert (status, answer["error"]["details"]["field"]) == (400, "colour")


def test_each_kind_of_refusal_has_the_status_of_its_code(world: World, robo: Site) -> None:
    code = world.task()
    world.move(world.task(), "Todo", "Active")
    cases = [
        ("GET", "/api/tasks/WEB-T-9001", None, 404, "NOT_FOUND"),
        ("POST", "/api/teams", {"name": "O", "slug": "ops", "code_prefix": "OPS"}, 403, "FORBIDDEN"),
        ("PATCH", f"/api/tasks/{code}", {"content": "x", "version": 7}, 409, "CONFLICT"),
        ("POST", "/api/tasks/WEB-T-0002/claim", {}, 409, "CLAIMED"),
        ("POST", f"/api/tasks/{code}/transition", {"to_column": "Completed"}, 422, "INVALID_TRANSITION"),
        ("POST", f"/api/tasks/{code}/release", {}, 422, "NOT_CLAIMABLE"),
    ]
    for method, path, body, status, refusal in cases:
        answered, answer = robo.send(method, path, body)
        assert (answered, answer["error"]["code"]) == (status, refusal), path


@pytest.mark.rule("rest_boards.04")
def test_the_idempotency_key_of_the_header_is_the_retry_key(world: World, robo: Site) -> None:
    body = {"title": "Once", "board": "web-delivery"}
    first = robo.send("POST", "/api/tasks", body, **KEY)
    second = robo.send("POST", "/api/tasks", body, **KEY)
    assert first == second
    assert Item.objects.filter(title="Once").count() == 1
    with nothing_written():
        status, answer = robo.send(
            "POST",
            "/api/tasks",
            {**body, "request_key": "another-key"},
            **{"Idempotency-Key": "a-key-of-12ch"},
        )
    assert (status, answer["error"]["code"]) == (422, "VALIDATION")


def test_a_writing_route_without_a_request_key_argument_takes_the_header_too(
    world: World, robo: Site
) -> None:
    code = world.task(world.bob)
    world.move(code, "Todo", "Active")
    path = f"/api/tasks/{code}/release"
    assert robo.send("POST", path, {}, **KEY)[0] == 200
    assert robo.send("POST", path, {}, **KEY)[0] == 200
    assert robo.send("POST", path, {})[1]["error"]["code"] == "NO_CLAIM"


@pytest.mark.parametrize("body", ['{"title": NaN', "[]", "nothing", '{"title": ' + "[" * 100_000, "\xff"])
def test_a_body_that_is_no_json_object_is_refused_and_never_a_fault(
    world: World, robo: Site, body: str
) -> None:
    with nothing_written():
        status, answer = robo.send("POST", "/api/tasks", body)
    assert (status, answer["error"]["code"]) == (400, "VALIDATION")


@pytest.mark.rule("rest_boards.06")
def test_the_description_is_valid_openapi_and_names_every_route(client: Client) -> None:
    description = json.loads(client.get("/api/openapi.json?format=json").content)
    OpenAPIV31SpecValidator(description).validate()
    assert description["openapi"].startswith("3.1")
    described = {(path, method) for path, methods in description["paths"].items() for method in methods}
    assert {
        ("/api/boards/{board}/items", "get"),
        ("/api/teams", "post"),
        ("/api/me/agent-keys", "post"),
    } <= described
    for path, methods in description["paths"].items():
        for method, about in methods.items():
            assert "401" in about["responses"] or path == "/api/auth/tokens", (path, method)


@pytest.mark.parametrize(
    ("argument", "limit", "said"),
    [
        ("title", 500, "text of 1 to 500 characters"),
        ("content", MIB, "text of at most 1 MiB"),
    ],
)
def test_the_limit_itself_is_stored_and_one_more_is_refused(
    world: World, argument: str, limit: int, said: str
) -> None:
    given = {"item_type": "task", "title": "T", "board": "web-delivery"}
    code = world.alice.result("create_item", **{**given, argument: "x" * limit}).short_code
    assert len(getattr(Item.objects.get(code=code), argument)) == limit
    refusal = world.alice.refused(Code.VALIDATION, "create_item", **{**given, argument: "x" * (limit + 1)})
    assert refusal.details == {"expected": said, "field": argument}


@pytest.mark.rule("codes.05")
def test_only_what_makes_a_board_takes_a_prefix() -> None:
    takers = [
        operation.name for operation in operations.every() if "code_prefix" in made.properties(operation)
    ]
    assert takers == ["create_board", "create_team"]


@pytest.mark.rule("codes.18")
def test_a_change_of_the_prefix_of_a_board_is_422(world: World) -> None:
    site = Site(world.robo.token)
    status, answer = site.send("PATCH", "/api/boards/web-delivery", {"code_prefix": "NEW"})
    assert (status, answer["error"]["details"]["field"]) == (422, "code_prefix")


@pytest.mark.rule("refusal_codes.19")
def test_a_stale_version_carries_the_current_version_and_content(world: World) -> None:
    code = world.task(content="first")
    world.alice.run("update_item", short_code=code, content="second", version=1)
    refusal = world.bob.refused(Code.CONFLICT, "update_item", short_code=code, content="mine", version=1)
    assert (refusal.details["current"]["version"], refusal.details["current"]["content"]) == (2, "second")


@pytest.mark.rule("refusal_codes.14")
@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("create_team", {"name": "O", "slug": "ops", "code_prefix": "OPS"}),
        ("create_board", {"name": "B", "slug": "bb", "board_level": "strategy", "code_prefix": "BB"}),
        ("add_team_member", {"team": "web", "user": "carol"}),
    ],
)
def test_a_structure_tool_names_the_capability_and_the_scope(
    world: World, tool: str, arguments: dict[str, Any]
) -> None:
    refusal = world.bob.refused(Code.FORBIDDEN, tool, **arguments)
    assert '"manage_structure" on the organization' in refusal.message
    assert refusal.details == {
        "board_id": None,
        "required_capability": "manage_structure",
        "scope": "organization",
    }


@pytest.mark.rule("conventions.arguments.07")
def test_a_tool_without_arguments_says_so(world: World) -> None:
    refusal = world.alice.refused(Code.VALIDATION, "whoami", verbose=True)
    assert refusal.message == 'The call has the argument "verbose". This tool has no arguments.'
    assert refusal.details == {"allowed": [], "field": "verbose"}
