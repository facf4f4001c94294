"""The registry, tools/list, the reference page and tools.json say the same, tool by tool."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from hub.core import operations, reference, schemas
from mcp_bridge import tools

CONTRACT = {tool["name"]: tool for tool in json.loads((Path(__file__).parent / "tools.json").read_text())}
HERE = sorted(name for name, tool in CONTRACT.items() if not tool.get("missing"))
REGISTERED = {operation.name: operation for operation in operations.every() if operation.profile is not None}
PAGE = reference.tools_page()


def published(name: str) -> list[dict[str, Any]]:
    """The arguments of a tool as tools.json writes them."""
    model = REGISTERED[name].input
    schema, others = schemas.published(model), schemas.aliases(model)
    rows = []
    for argument, part in schema["properties"].items():
        row: dict[str, Any] = {
            "name": argument,
            "type": part["type"],
            "required": argument in schema.get("required", []),
            "default": part.get("default"),
        }
        if argument in others:
            row["aliases"] = list(others[argument])
        rows.append(row)
    return sorted(rows, key=lambda row: row["name"])


def test_the_contract_has_117_tools_each_once() -> None:
    by_family = {"work": 0, "admin": 0, "hub": 0}
    for tool in CONTRACT.values():
        by_family[tool["profile"]] += 1
    assert by_family == {"work": 52, "admin": 32, "hub": 33}


@pytest.mark.rule("profiles.03", "fusion.08")
def test_the_registry_has_exactly_the_tools_that_are_not_missing() -> None:
    assert sorted(REGISTERED) == HERE


@pytest.mark.parametrize("name", HERE)
@pytest.mark.rule("profiles.05", "fusion.08")
def test_a_tool_has_the_arguments_types_and_defaults_of_the_contract(name: str) -> None:
    wanted = [
        {key: value for key, value in row.items() if key != "missing"}
        for row in CONTRACT[name]["arguments"]
        if not row.get("missing")
    ]
    assert published(name) == sorted(wanted, key=lambda row: row["name"])
    assert REGISTERED[name].profile == CONTRACT[name]["profile"]


@pytest.mark.rule("profiles.04")
def test_each_tool_has_a_section_on_the_page_and_each_section_a_tool() -> None:
    assert re.findall(r"^## (\S+)$", PAGE, re.MULTILINE) == sorted(REGISTERED)


@pytest.mark.rule("profiles.05")
@pytest.mark.parametrize("name", HERE)
def test_the_page_has_the_arguments_of_the_published_schema(name: str) -> None:
    section = PAGE.split(f"\n## {name}\n", 1)[1].split("\n## ", 1)[0]
    rows = re.findall(r"^\| `(\w+)` \| ([\w ]+) \| (yes|no) \| (\S*) ?\|", section, re.MULTILINE)
    shown = [(row["name"], row["type"], row["required"], row["default"]) for row in published(name)]
    listed = sorted(
        (
            argument,
            kind if " or " not in kind else kind.split(" or "),
            required == "yes",
            json.loads(default.strip("`")) if _is_json(default) else default.strip("`") or None,
        )
        for argument, kind, required, default in rows
    )
    assert listed == shown


def test_the_generated_pages_are_up_to_date() -> None:
    assert reference.drift() == []


@pytest.mark.rule("conventions.arguments.03")
@pytest.mark.parametrize("name", HERE)
def test_a_schema_suits_the_strictest_clients(name: str) -> None:
    schema = tools.input_schema(name)
    assert schema is not None
    assert schema["type"] == "object"
    assert schema["additionalProperties"] is False
    for node in _nodes(schema):
        assert not {"$ref", "$defs", "title", "anyOf", "oneOf", "allOf"} & set(node)
        assert node.get("type") != "array" or "items" in node
        assert "enum" not in node or "type" in node


def _is_json(default: str) -> bool:
    return re.fullmatch(r"`(-?\d+|true|false)`", default) is not None


def _nodes(schema: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    nodes = [schema]
    for part in schema.get("properties", {}).values():
        nodes += _nodes(part)
    if isinstance(schema.get("items"), dict):
        nodes += _nodes(schema["items"])
    return nodes
