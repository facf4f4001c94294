"""The routes of moves, claims and edges: the rules and the codes of the tools."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from tests.items import acting
from tests.world import World, agent


def send(world: World, method: str, path: str, token: str = "", **body: Any) -> tuple[int, dict[str, Any]]:
    """Status and body of a call by robo, or with another token."""
    answer = Client().generic(
        method,
        f"/api/{path}",
        data=json.dumps(body),
        content_type="application/json",
        headers={"Authorization": f"Bearer {token or world.robo.token}"},
    )
    return answer.status_code, answer.json()


def code_of(answer: tuple[int, dict[str, Any]]) -> tuple[int, str]:
    status, body = answer
    return status, body["error"]["code"]


def test_a_task_goes_through_its_life(world: World) -> None:
    task = world.task()
    path = f"tasks/{task}"
    status, moved = send(world, "POST", f"{path}/transition", to_column="Todo")
    assert (status, moved["from_column"], moved["to_column"]) == (200, "Backlog", "Todo")
    assert (
        send(world, "POST", f"{path}/transition", to_column="Active")[1]["claim"]["person"]["name"]
        == "Bob (agent)"
    )
    assert send(world, "POST", f"{path}/hand-off", to="alice")[1]["claim"]["person"]["user_name"] == "alice"
    assert send(world, "POST", f"{path}/release")[1]["what"] == "claim"
    assert send(world, "POST", f"{path}/claim")[1]["claim"]["person"]["user_name"] == "bob"
    assert send(world, "POST", f"{path}/cancel", reason="No.")[1]["to_column"] == "Completed"
    assert send(world, "POST", f"{path}/reopen")[1]["was_cancelled"] is True
    assert acting.column_of(task) == "Backlog"


def test_refusals_are_those_of_the_tools(world: World) -> None:
    task = acting.claimed(world, by=world.alice)
    path = f"tasks/{task}"
    assert code_of(send(world, "POST", f"{path}/transition", to_column="Backlog")) == (
        422,
        "INVALID_TRANSITION",
    )
    assert code_of(send(world, "POST", f"{path}/claim")) == (409, "CLAIMED")
    assert code_of(send(world, "POST", f"{path}/reopen")) == (422, "TASK_NOT_DONE")
    assert code_of(send(world, "POST", f"initiatives/{task}/claim")) == (404, "NOT_FOUND")
    carol = agent(world.carol, "carols").token
    assert code_of(send(world, "POST", f"{path}/cancel", carol, reason="No.")) == (403, "FORBIDDEN")
    assert acting.column_of(task) == "Active"


@pytest.mark.rule("set_state.29")
def test_the_state_is_put(world: World) -> None:
    task = world.task()
    status, body = send(world, "PUT", f"tasks/{task}/state", branch="x", pushed=False)
    assert (status, body["state"]["branch"], body["state"]["pushed"]) == (200, "x", False)
    assert code_of(
        send(world, "PUT", f"tasks/{task}/state", branch="y", expected_updated_at=acting.LONG_AGO)
    ) == (
        409,
        "CONFLICT",
    )
    carol = agent(world.carol, "carols").token
    assert code_of(send(world, "PUT", f"tasks/{task}/state", carol, branch="y")) == (403, "FORBIDDEN")
    state = acting.state(task)
    assert state is not None
    assert state.branch == "x"


def test_edges_are_posted_and_deleted_with_the_same_body(world: World) -> None:
    source, target = world.task(), world.task()
    body = {"source": source, "target": target, "relationship": "blocks"}
    assert send(world, "POST", "relationships", **body) == (201, {"warnings": [], **body})
    assert code_of(send(world, "POST", "relationships", **body)) == (409, "ALREADY_LINKED")
    assert send(world, "DELETE", "relationships", **body) == (200, {"warnings": [], **body})
    assert code_of(send(world, "DELETE", "relationships", **body)) == (404, "NOT_FOUND")


def test_a_parent_is_put(world: World) -> None:
    initiative, task = world.create("initiative"), world.task()
    status, body = send(world, "PUT", f"tasks/{task}/parent", parent=initiative)
    assert (status, body["former"], body["parent"]) == (200, None, initiative)
    assert send(world, "PUT", f"tasks/{task}/parent", parent=None)[1]["parent"] is None
    assert code_of(send(world, "PUT", f"tasks/{task}/parent")) == (422, "VALIDATION")


def test_a_key_in_the_header_links_once(world: World) -> None:
    source, target = world.task(), world.task()
    body = {"source": source, "target": target, "relationship": "blocks"}
    headers = {"Authorization": f"Bearer {world.robo.token}", "Idempotency-Key": "one-link-only"}
    for replayed in (None, "true"):
        answer = Client().post("/api/relationships", body, content_type="application/json", headers=headers)
        assert (answer.status_code, answer.headers.get("Idempotent-Replayed")) == (201, replayed)
    assert acting.actions(source).count("relationship_add") == 1
