"""The main job on a fresh install: the SDK's client in both eras, and a server that dies at a bad time."""

from __future__ import annotations

import asyncio
import http.client
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bench.callers import MODERN, call
from bench.servers import Running, manage, serving
from tests.mcp_bridge.clients import MODES, connected, text
from tests.mcp_bridge.servers import installation

pytestmark = pytest.mark.xdist_group("mcp_servers")


@dataclass(frozen=True)
class Install:
    """A bootstrapped database, and the key of its first agent."""

    environment: dict[str, str]
    key: str


@pytest.fixture(scope="module")
def install(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Install]:
    folder: Path = tmp_path_factory.mktemp("job")
    with installation(folder) as made:
        answer = manage(made.environment, "bootstrap", "--json")
        yield Install(made.environment, json.loads(answer.splitlines()[-1])["agent"]["key"])


async def job(address: str, key: str, mode: str) -> list[str]:
    """A task from its creation to its completion; the first line of each answer."""
    said = []
    async with connected(address, key, mode) as client:

        async def run(tool: str, **arguments: object) -> str:
            answer = text(await client.call_tool(tool, arguments))
            said.append(answer.splitlines()[0])
            return answer

        await run("whoami")
        assert "moves: Backlog [entry] → Todo" in await run("my_boards")
        created = await run("create_item", item_type="task", title="Guide", board="core-delivery")
        code = created.split()[2].rstrip(":")
        await run("transition_item", short_code=code, to_column="Todo")
        await run("transition_item", short_code=code, to_column="Active")
        await run("set_state", short_code=code, branch="guide")
        await run("append_note", short_code=code, text="The outline is there.")
        await run("transition_item", short_code=code, to_column="Completed")
    return [re.sub(r"CORE-T-\d{4}", "CODE", line) for line in said]


@pytest.mark.rule("endpoint.07")
def test_an_agent_works_a_task_to_its_end_in_both_eras_with_the_same_answers(install: Install) -> None:
    with serving("hub.asgi:application", install.environment) as server:
        address = f"http://127.0.0.1:{server.port}/mcp"
        answers = [asyncio.run(job(address, install.key, mode)) for mode in MODES]
    assert answers[0] == answers[1]
    assert answers[0] == [
        "# Admin",
        "# Boards",
        "Created task CODE: Guide (version 1), on core-delivery / Backlog.",
        "Moved CODE: Backlog -> Todo.",
        "Moved CODE: Todo -> Active.",
        "State of CODE: branch guide. (updated just now by Admin (agent))",
        "Appended note n-1 to CODE. The content stays at version 1.",
        "Moved CODE: Active -> Completed.",
    ]


def create(server: Running, key: str) -> str:
    """The answer of one create with the one retry key."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    arguments = {
        "item_type": "task",
        "title": "Once",
        "board": "core-delivery",
        "request_key": "crash-key-0001",
    }
    answer: str = call(connection, MODERN, key, "create_item", arguments)["content"][0]["text"]
    connection.close()
    return answer


def test_a_server_killed_between_commit_and_answer_leaves_one_item_for_the_retry(install: Install) -> None:
    with (
        serving("tests.mcp_bridge.crashing:application", install.environment) as server,
        pytest.raises((http.client.HTTPException, ConnectionError)),
    ):
        create(server, install.key)
    with serving("hub.asgi:application", install.environment) as server:
        first, second = create(server, install.key), create(server, install.key)
        connection = http.client.HTTPConnection("127.0.0.1", server.port)
        cards = call(connection, MODERN, install.key, "board_items", {"board": "core-delivery"})
        connection.close()
    assert first == second
    assert first.splitlines()[-1].startswith("Replayed: the call with this request_key at ")
    assert cards["content"][0]["text"].count("Once") == 1
