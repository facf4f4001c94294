"""Every REST route of a tool is that tool: its answer, its activity rows and its refusals."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import transaction
from django.test import Client

from hub import urls
from hub.core import rest
from hub.core.models import Activity
from hub.core.refusals import Refusal
from hub.core.rest import Route
from items.api import PLURALS
from tests.contract.permissions import EVERYONE, MATRIX, arranged
from tests.items.rows import item
from tests.pages import browser
from tests.world import Persona, World

# Their path says what is an argument of the tool in other words; tests/kairos_boards/test_rest.py has them.
OTHER_WORDS = {"api/structure-grants", "api/boards/<str:board>/transitions/<int:transition_id>"}
assert urls.urlpatterns  # every app's routes are read
ROUTES = [
    route
    for view in rest._views.values()
    for route in view.routes.values()
    if route.operation in MATRIX and route.path not in OTHER_WORDS
]
PLURAL_OF = {item_type: plural for plural, item_type in PLURALS.items()}
MADE = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+Z|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")

COUNTED = re.compile(r'"id": \d+')  # PostgreSQL does not take a number back with its row


def named(route: Route) -> str:
    return f"{route.method} {route.path}"


def request_of(route: Route, arguments: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The path of a route for these arguments, and those that it leaves for the query or the body."""
    left = dict(arguments)

    def part(match: re.Match[str]) -> str:
        name = match[2]
        if name == "entity_type" and "short_code" in arguments:
            return PLURAL_OF[item(arguments["short_code"]).type]
        if name == "entity_type":
            return PLURAL_OF[left.pop("item_type")]
        return str(left.pop(name))

    return "/" + re.sub(r"<(\w+):(\w+)>", part, route.path), left


def send(client: Client, route: Route, arguments: dict[str, Any]) -> tuple[int, Any]:
    """Status and JSON of the answer to a call of the route."""
    path, left = request_of(route, arguments)
    if route.method == "GET":
        answer: Any = client.get(f"{path}?{urlencode(left)}")
    else:
        answer = client.generic(route.method, path, json.dumps(left), content_type="application/json")
    return answer.status_code, json.loads(answer.content)


def without_made(answer: Any) -> Any:
    """An answer without the times and ids that each call makes anew."""
    return json.loads(COUNTED.sub('"id": 0', MADE.sub("<made>", json.dumps(answer))))


def rows_after(newest: int) -> list[tuple[Any, ...]]:
    """The activity rows since that one, without their surface."""
    rows = Activity.objects.filter(id__gt=newest).order_by("id")
    return [
        (row.action, row.subject_type, row.user_id, row.agent_id, json.dumps(without_made(row.data)))
        for row in rows
    ]


def wanting(route: Route) -> dict[str, Any]:
    """The tool's arguments; a list of members is, by its path, one of a team or of a board."""
    arguments = dict(MATRIX[route.operation].arguments)
    if route.operation == "list_members":
        arguments |= {"team": "web"} if "team>" in route.path else {}
        arguments |= {"board": "web-delivery"} if "board>" in route.path else {}
    return arguments


@pytest.mark.rule("rest_boards.01")
@pytest.mark.parametrize("route", ROUTES, ids=named)
def test_a_route_answers_and_writes_what_its_tool_does(world: World, route: Route) -> None:
    arranged(world)
    arguments = wanting(route)
    who: Persona = getattr(world, min(MATRIX[route.operation].may - {"robo"}))
    newest = Activity.objects.order_by("-id")[0].id
    before = transaction.savepoint()
    result = who.result(route.operation, **arguments).model_dump(mode="json")
    written = rows_after(newest)
    transaction.savepoint_rollback(before)
    status, answer = send(browser(who), route, arguments)
    assert status == route.status
    assert without_made(answer) == without_made(result)
    assert rows_after(newest) == written


@pytest.mark.rule("rest_boards.01")
@pytest.mark.parametrize(
    "route", [route for route in ROUTES if MATRIX[route.operation].may != EVERYONE], ids=named
)
def test_a_route_refuses_whom_its_tool_refuses(world: World, route: Route) -> None:
    arranged(world)
    arguments = wanting(route)
    for name in sorted(EVERYONE - MATRIX[route.operation].may - {"robo"}):
        who: Persona = getattr(world, name)
        with pytest.raises(Refusal) as caught:
            who.run(route.operation, **arguments)
        status, answer = send(browser(who), route, arguments)
        refusal = caught.value
        assert answer == {
            "error": {"code": refusal.code.name, "message": refusal.message, "details": refusal.details}
        }
        assert status == (
            400 if route.method == "GET" and refusal.code.name == "VALIDATION" else refusal.code.status
        )
