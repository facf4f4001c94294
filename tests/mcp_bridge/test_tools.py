"""The list of tools: its form, its weight, its order."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from mcp_bridge import tools
from tests.mcp_bridge.requests import HANDSHAKE, MODERN, Answer, Site

KB = 1024


def every_schema(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """A schema and all schemas inside it."""
    inner = [*schema.get("properties", {}).values()]
    inner += [schema[key] for key in ("items", "additionalProperties") if isinstance(schema.get(key), dict)]
    return [schema, *(found for part in inner for found in every_schema(part))]


def bytes_of(value: Any) -> int:
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())


@pytest.mark.rule("endpoint.12", "conventions.arguments.03", "fusion.18")
@pytest.mark.parametrize("tool", tools.listed("all"), ids=lambda tool: tool["name"])
def test_a_schema_is_one_that_strict_clients_take(tool: dict[str, Any]) -> None:
    assert set(tool) == {"name", "description", "inputSchema", "annotations"}
    schema = tool["inputSchema"]
    assert schema["type"] == "object"
    assert schema["additionalProperties"] is False
    for part in every_schema(schema):
        assert not {"$ref", "$defs", "title", "anyOf", "oneOf", "allOf"} & set(part)
        assert "items" in part or "array" not in part.get("type", ())
        assert "type" in part


@pytest.mark.rule("conventions.tenant.01")
@pytest.mark.parametrize("tool", tools.listed("all"), ids=lambda tool: tool["name"])
def test_no_tool_takes_a_tenant(tool: dict[str, Any]) -> None:
    assert not {"tenant", "organization", "org"} & set(tool["inputSchema"]["properties"])


@pytest.mark.rule("endpoint.13")
def test_the_lists_are_light() -> None:
    assert bytes_of(tools.listed("work")) <= 56 * KB
    assert bytes_of(tools.listed("boards")) <= 36 * KB
    assert [tool["name"] for tool in tools.listed("all") if bytes_of(tool) > 2.5 * KB] == []


@pytest.mark.rule("endpoint.12")
@pytest.mark.parametrize("version", [HANDSHAKE, MODERN])
def test_the_list_is_the_same_each_time_and_in_order(site: Site, version: str) -> None:
    listings = [replace(site, version=version).rpc("tools/list") for _ in range(3)]
    assert [answer.body for answer in listings] == [listings[0].body] * 3
    names = [tool["name"] for tool in listings[0].result["tools"]]
    assert names == sorted(names)
    assert names


@pytest.mark.rule("endpoint.07")
def test_both_eras_list_the_same_tools(site: Site) -> None:
    old, new = (
        replace(site, version=version).rpc("tools/list").result["tools"] for version in (HANDSHAKE, MODERN)
    )
    assert old == new == tools.listed("work")


def test_the_hints_are_the_declarations(site: Site) -> None:
    listed = {tool["name"]: tool["annotations"] for tool in site.rpc("tools/list").result["tools"]}
    assert listed["probe_echo"] == {"readOnlyHint": True}
    assert listed["probe_write"] == {"readOnlyHint": False, "destructiveHint": True, "idempotentHint": True}
    assert listed["probe_start"] == {"readOnlyHint": False, "destructiveHint": False, "idempotentHint": False}


def test_a_tool_without_a_profile_is_no_tool(site: Site) -> None:
    listed = [tool["name"] for tool in replace(site, query="profile=all").rpc("tools/list").result["tools"]]
    assert "probe_hidden" not in listed
    assert tools.find("probe_hidden") is None
    assert tools.input_schema("probe_hidden") is None


@pytest.mark.parametrize("version", [HANDSHAKE, MODERN])
@pytest.mark.parametrize("known", [True, False])
def test_a_cursor_is_unknown_also_when_the_list_is_kept(site: Site, version: str, known: bool) -> None:
    site = replace(site, version=version)
    if known:
        site.rpc("tools/list")
    answer: Answer = site.rpc("tools/list", {"cursor": "x"})
    assert answer.json["error"]["code"] == -32602


def test_a_client_may_keep_the_list_for_itself(site: Site) -> None:
    result = replace(site, version=MODERN).rpc("tools/list").result
    assert (result["ttlMs"], result["cacheScope"]) == (300_000, "private")
