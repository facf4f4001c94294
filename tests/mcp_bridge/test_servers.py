"""Real clients on real servers: the SDK's own client in both eras, on the servers that are used."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import cycle
from typing import Any

import httpx2
import pytest
from mcp.shared.exceptions import MCPError

from tests.mcp_bridge.clients import MODES, connected, http_client, text
from tests.mcp_bridge.requests import HANDSHAKE, MODERN, envelope
from tests.mcp_bridge.servers import PROGRAMS, Installation, Server, installation

# One worker holds the database and the server that these tests share.
pytestmark = pytest.mark.xdist_group("mcp_servers")
ERAS = pytest.mark.parametrize("mode", MODES)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    with installation(tmp_path_factory.mktemp("mcp")) as made:
        yield made


@pytest.fixture(scope="module")
def server(installed: Installation) -> Iterator[Server]:
    with installed.served() as running:
        yield running


async def whole_visit(address: str, key: str, mode: str) -> tuple[str, list[str], str]:
    """What every client does: connect, list, call."""
    async with connected(address, key, mode) as client:
        listed = await client.list_tools()
        called = await client.call_tool("probe_echo", {"text": "hällo"})
        return client.protocol_version, [tool.name for tool in listed.tools], text(called)


@pytest.mark.rule("connecting.01", "profiles.01")
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_client_of_either_era_connects_lists_and_calls(installed: Installation, program: str) -> None:
    with installed.served(program) as running:
        for mode in MODES:
            version, listed, said = asyncio.run(whole_visit(running.mcp, installed.keys["robo"], mode))
            assert version == (HANDSHAKE if mode == "legacy" else MODERN)
            assert {"probe_echo", "probe_hub", "create_item"} <= set(listed)
            assert "probe_admin" not in listed
            assert said == "text: hällo\nactor: robo"


def test_both_forms_of_the_path_are_served(server: Server, installed: Installation) -> None:
    for path in ("/mcp", "/mcp/"):
        asyncio.run(whole_visit(server.address + path, installed.keys["robo"], "legacy"))


@ERAS
def test_a_real_tool_answers(server: Server, installed: Installation, mode: str) -> None:
    async def visit() -> str:
        async with connected(server.mcp, installed.keys["robo"], mode) as client:
            return text(await client.call_tool("whoami", {}))

    assert "\n- agent: robo\n" in asyncio.run(visit())


@pytest.mark.rule("profiles.14")
@ERAS
def test_an_agent_key_is_all_that_a_profile_needs(server: Server, installed: Installation, mode: str) -> None:
    address = f"{server.mcp}?profile=admin"
    _, listed, _ = asyncio.run(whole_visit(address, installed.keys["robo"], mode))
    assert "probe_admin" in listed
    assert "probe_echo" not in listed


@pytest.mark.rule("endpoint.05")
@ERAS
def test_a_client_tells_an_unknown_tool_from_a_refusal(
    server: Server, installed: Installation, mode: str
) -> None:
    async def visit() -> tuple[int, Any]:
        async with connected(server.mcp, installed.keys["robo"], mode) as client:
            refused = await client.call_tool("probe_refuse", {"text": "x"})
            with pytest.raises(MCPError) as caught:
                await client.call_tool("no_such_tool", {})
            return caught.value.code, refused.is_error

    assert asyncio.run(visit()) == (-32602, True)


@ERAS
def test_a_client_is_told_of_an_unknown_profile(server: Server, installed: Installation, mode: str) -> None:
    async def visit() -> None:
        async with connected(f"{server.mcp}?profile=foo", installed.keys["robo"], mode) as client:
            await client.list_tools()

    with pytest.raises(BaseExceptionGroup if mode == "legacy" else (BaseExceptionGroup, MCPError)) as caught:
        asyncio.run(visit())
    assert 'The profile "foo" is unknown.' in repr(caught.value)


@pytest.mark.rule("endpoint.03")
def test_a_client_ends_its_session(server: Server, installed: Installation) -> None:
    async def visit() -> tuple[int, int]:
        headers = {"accept": "application/json", "mcp-protocol-version": HANDSHAKE}
        async with http_client(installed.keys["robo"], **headers) as http:
            params = {
                "protocolVersion": HANDSHAKE,
                "capabilities": {},
                "clientInfo": {"name": "x", "version": "1"},
            }
            opened = await http.post(
                server.mcp, json={"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}
            )
            session = {"mcp-session-id": opened.headers["mcp-session-id"]}
            ended = await http.delete(server.mcp, headers=session)
            late = await http.post(
                server.mcp, headers=session, json={"jsonrpc": "2.0", "id": 2, "method": "ping"}
            )
            return ended.status_code, late.status_code

    assert asyncio.run(visit()) == (204, 404)


async def echo(http: httpx2.AsyncClient, server: Server, version: str, said: str) -> str:
    """One raw call with the JSON-RPC id 0; it takes long enough to overlap with its twin."""
    params: dict[str, Any] = {"name": "probe_echo", "arguments": {"text": said, "wait_ms": 20}}
    headers = {"mcp-protocol-version": version}
    if version == MODERN:
        params["_meta"] = envelope()
        headers |= {"mcp-method": "tools/call", "mcp-name": "probe_echo"}
    body = {"jsonrpc": "2.0", "id": 0, "method": "tools/call", "params": params}
    answer = (await http.post(server.mcp, json=body, headers=headers)).json()
    assert answer["id"] == 0
    answered: str = answer["result"]["content"][0]["text"]
    return answered


@pytest.mark.rule("endpoint.10")
@pytest.mark.parametrize("version", [HANDSHAKE, MODERN])
def test_equal_ids_at_the_same_time_get_their_own_answers(
    server: Server, installed: Installation, version: str
) -> None:
    async def visit(key: str, actor: str, rounds: int) -> None:
        async with http_client(installed.keys[key], accept="application/json") as http:
            for turn in range(rounds):
                said = f"{key} {turn}"
                assert await echo(http, server, version, said) == f"text: {said}\nactor: {actor}"

    async def both() -> None:
        await asyncio.gather(visit("robo", "robo", 50), visit("spy", "spy", 50), visit("other", "other", 50))

    asyncio.run(both())


async def hundred_calls(servers: list[Server], key: str) -> list[int]:
    """A handshake client whose requests go to the servers by turns."""
    headers = {"accept": "application/json", "mcp-protocol-version": HANDSHAKE}
    turns = cycle(servers)
    statuses = []
    async with http_client(key, **headers) as http:
        params = {
            "protocolVersion": HANDSHAKE,
            "capabilities": {},
            "clientInfo": {"name": "x", "version": "1"},
        }
        first = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params}
        opened = await http.post(next(turns).mcp, json=first)
        http.headers["mcp-session-id"] = opened.headers["mcp-session-id"]
        for turn in range(100):
            tool, arguments = ("probe_session", {}) if turn % 2 else ("probe_write", {"text": "x"})
            call = {"name": tool, "arguments": arguments}
            body = {"jsonrpc": "2.0", "id": turn, "method": "tools/call", "params": call}
            answer = await http.post(next(turns).mcp, json=body)
            statuses.append(answer.status_code if not answer.json()["result"]["isError"] else 0)
    return statuses


@pytest.mark.rule("endpoint.11")
def test_two_processes_need_no_sticky_routing(installed: Installation, server: Server) -> None:
    with installed.served() as second:
        assert asyncio.run(hundred_calls([server, second], installed.keys["robo"])) == [200] * 100


@pytest.mark.rule("credentials.03")
def test_no_log_of_a_server_has_a_token(installed: Installation) -> None:
    key = installed.keys["robo"]
    with installed.served() as running:
        for query in (f"access_token={key}", f"profile={key}", f"x=%6b{key[1:]}"):
            answer = httpx2.post(
                f"{running.mcp}?{query}", json={}, headers={"Authorization": f"Bearer {key}"}
            )
            assert answer.status_code == 401
        log = running.log.read_text()
        assert log.count("401 Unauthorized") == 3, "the access log is on"
        assert key.removeprefix("kairos_sk_acme_") not in log
