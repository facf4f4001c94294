"""The REST routes of items: the same rights, refusals and activity as the tools."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from hub.core.codes import Code
from hub.core.models import Activity
from tests.items import rows
from tests.world import Persona, World, agent, nothing_written

JSON = "application/json"


def ask(persona: Persona, method: str, path: str, body: dict[str, Any] | None = None, **headers: str) -> Any:
    """An answer of the API to a bearer."""
    sent = {"authorization": f"Bearer {persona.token}", **headers}
    return Client(headers=sent).generic(method, f"/api/{path}", json.dumps(body or {}), JSON)


def get(persona: Persona, path: str, query: str = "") -> Any:
    """The answer of a read."""
    return Client(headers={"authorization": f"Bearer {persona.token}"}).get(f"/api/{path}{query}")


@pytest.mark.rule("append_note.22")
def test_a_note_over_rest_is_the_same_note(world: World) -> None:
    code = world.task(world.bob)
    answer = ask(world.robo, "POST", f"tasks/{code}/notes", {"text": "Over REST"})
    assert (answer.status_code, answer.json()) == (
        201,
        {"warnings": [], "short_code": code, "note_id": "n-1", "version": 1},
    )
    (note,) = world.alice.result("get_item", short_code=code).notes
    assert (note.text, note.author.name) == ("Over REST", "Bob (agent)")
    foreign = world.task()
    rows.leave_team(world.bob)
    for path, body, status, refused in (
        (foreign, {"text": "x"}, 403, "FORBIDDEN"),
        (code, {"text": " "}, 422, "VALIDATION"),
        (code, {}, 422, "VALIDATION"),
        (code, {"text": "x", "anchor": "y"}, 422, "VALIDATION"),
        ("WEB-T-9999", {"text": "x"}, 404, "NOT_FOUND"),
    ):
        with nothing_written():
            answer = ask(world.robo, "POST", f"tasks/{path}/notes", body)
        assert (answer.status_code, answer.json()["error"]["code"]) == (status, refused)
    listed = get(world.robo, f"tasks/{code}/notes").json()
    assert [(one["id"], one["text"]) for one in listed["results"]] == [("n-1", "Over REST")]
    assert (listed["total"], listed["limit"], listed["offset"]) == (1, 50, 0)


@pytest.mark.rule("conventions.errors.02", "conventions.errors.04")
def test_a_refusal_has_the_code_and_details_of_the_tool(world: World) -> None:
    code = world.task(world.bob, content="a")
    for method, path, tool, arguments, status in (
        ("PATCH", f"tasks/{code}", "update_item", {"content": "b", "version": 9}, 409),
        ("PATCH", f"tasks/{code}", "update_item", {"content": "b", "version": "1"}, 422),
        ("PATCH", "tasks/WEB-T-9999", "update_item", {"content": "b", "version": 1}, 404),
        ("POST", "tasks", "create_item", {"title": "T", "board": "web-delivery", "complexity": "m"}, 422),
        ("POST", "strategies", "create_item", {"title": "T"}, 403),
    ):
        named = (
            {"short_code": path.split("/")[1]}
            if "/" in path
            else {"item_type": "task" if path == "tasks" else "strategy"}
        )
        code_of = {409: Code.CONFLICT, 422: Code.VALIDATION, 404: Code.NOT_FOUND, 403: Code.FORBIDDEN}
        refusal = world.robo.refused(code_of[status], tool, **arguments, **named)
        answer = ask(world.robo, method, path, arguments)
        assert answer.status_code == status
        assert answer.json() == {
            "error": {
                "code": refusal.code.name,
                "message": refusal.message,
                "details": refusal.details,
            }
        }


@pytest.mark.rule("conventions.audit.01")
def test_a_write_over_rest_leaves_the_activity_of_the_tool(world: World) -> None:
    def left(act: Any) -> list[tuple[Any, ...]]:
        before = Activity.objects.count()
        act()
        made = Activity.objects.order_by("id")[before:]
        return [
            (row.action, row.subject_type, row.board_id, row.user_id, row.by_agent, sorted(row.data))
            for row in made
        ]

    over_tool, over_rest = world.task(world.bob), world.task(world.bob)
    parent = world.create("initiative")
    create = {"title": "T", "board": "web-delivery", "parent": parent}
    assert left(lambda: world.robo.run("create_item", item_type="task", **create)) == left(
        lambda: ask(world.robo, "POST", "tasks", create)
    )
    edit = {"content": "b", "version": 1, "title": "Another"}
    assert left(lambda: world.robo.run("update_item", short_code=over_tool, **edit)) == left(
        lambda: ask(world.robo, "PATCH", f"tasks/{over_rest}", edit)
    )
    move = {"to_column": "Todo"}
    assert left(lambda: world.robo.run("transition_item", short_code=over_tool, **move)) == left(
        lambda: ask(world.robo, "POST", f"tasks/{over_rest}/transition", move)
    )


def test_the_path_names_the_type(world: World) -> None:
    made = ask(world.robo, "POST", "tasks", {"title": "T", "board": "web-delivery"})
    code = made.json()["short_code"]
    assert (made.status_code, made.json()["item_type"]) == (201, "task")
    assert get(world.robo, f"tasks/{code.lower()}").json()["title"] == "T"
    assert get(world.robo, f"documents/{code}").status_code == 404
    assert ask(world.robo, "PATCH", f"adrs/{code}", {"content": "x", "version": 1}).status_code == 404


def test_reads_a_board_in_parts(world: World) -> None:
    codes = [world.task() for _ in range(3)]
    page = get(world.robo, "boards/web-delivery/items", "?limit=2&details=true").json()
    assert [one["short_code"] for one in page["results"]] == codes[:2]
    assert (page["total"], page["limit"], page["offset"], page["next_offset"]) == (3, 2, 0, 2)
    assert set(page["results"][0]) >= {"short_code", "title", "type", "column", "blocked_by"}
    assert not {"content", "column_id"} & set(page["results"][0])
    bad = get(world.robo, "boards/web-delivery/items", "?limit=0")
    assert (bad.status_code, bad.json()["error"]["details"]["field"]) == (400, "limit")
    assert get(world.robo, "boards/nowhere/items").status_code == 404


def test_reads_the_history_in_parts(world: World) -> None:
    code = world.task(world.bob, content="a")
    world.bob.run("update_item", short_code=code, content="b", version=1)
    page = get(world.robo, f"tasks/{code}/history", "?limit=1").json()
    assert ([one["version"] for one in page["versions"]], page["total"]) == ([2], 2)
    assert [one["what"] for one in page["activity"]] == ["edited content (version 2)"]
    snapshot = get(world.robo, f"tasks/{code}/history", "?version=1").json()["snapshot"]
    assert (snapshot["version"], snapshot["content"]) == (1, "a")


def test_another_organization_finds_nothing(world: World) -> None:
    code = world.task()
    spy = agent(world.mallory, "spy")
    for answer in (
        get(spy, f"tasks/{code}"),
        get(spy, f"tasks/{code}/history"),
        get(spy, f"tasks/{code}/notes"),
        get(spy, "boards/web-delivery/items"),
        ask(spy, "PATCH", f"tasks/{code}", {"content": "x", "version": 1}),
        ask(spy, "POST", f"tasks/{code}/notes", {"text": "x"}),
    ):
        assert answer.status_code == 404


def test_the_header_is_a_retry_key_of_any_writing_route(world: World) -> None:
    code = world.task(world.bob, content="a")
    first = ask(
        world.robo, "PATCH", f"tasks/{code}", {"content": "b", "version": 1}, idempotency_key="a-retry-key-1"
    )
    again = ask(
        world.robo, "PATCH", f"tasks/{code}", {"content": "b", "version": 1}, idempotency_key="a-retry-key-1"
    )
    assert (first.status_code, first.json()) == (again.status_code, again.json())
    assert (first.headers.get("Idempotent-Replayed"), again.headers["Idempotent-Replayed"]) == (None, "true")
    assert rows.item(code).version == 2


@pytest.mark.parametrize("key", ["short", "x" * 129, "has a blank", "a/slash/in/it"])
def test_the_header_has_the_form_of_a_retry_key(world: World, key: str) -> None:
    with nothing_written():
        answer = ask(
            world.robo, "POST", "tasks", {"title": "T", "board": "web-delivery"}, idempotency_key=key
        )
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "VALIDATION")
