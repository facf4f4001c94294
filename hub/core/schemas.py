"""The published schema of an input model: flat, without `$ref`, `title` or null defaults.

It is what `tools/list` and OpenAPI show, and what the refusal texts are made from, so an
agent reads in a refusal what it could have read in the schema.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from pydantic import AliasChoices, BaseModel

from hub.core.inputs import LARGEST

_LAST = "request_key"
_NOISE = {"title", "$defs"}
# What every argument has, and no agent needs to read: no default, the range of a stored number.
_SELF_EVIDENT = [("default", None), ("maximum", LARGEST), ("minimum", -LARGEST)]


@cache
def published(model: type[BaseModel]) -> dict[str, Any]:
    """The JSON schema of an input model; `request_key` stands last."""
    raw = model.model_json_schema()
    schema: dict[str, Any] = _flat(raw, raw.get("$defs", {}))
    schema.pop("description", None)
    properties: dict[str, Any] = schema.setdefault("properties", {})
    if _LAST in properties:
        properties[_LAST] = properties.pop(_LAST)
    return {
        key: schema[key]
        for key in ("type", "properties", "required", "additionalProperties")
        if key in schema
    }


@cache
def aliases(model: type[BaseModel]) -> dict[str, tuple[str, ...]]:
    """Canonical argument name -> its other names."""
    return {
        str(choices.choices[0]): tuple(str(choice) for choice in choices.choices[1:])
        for info in model.model_fields.values()
        if isinstance(choices := info.validation_alias, AliasChoices)
    }


def at(schema: dict[str, Any], path: tuple[str | int, ...]) -> dict[str, Any]:
    """The part of a schema that describes the value at a path; empty where nothing does."""
    for step in path:
        if isinstance(step, int):
            schema = schema.get("items", {})
        else:
            extra = schema.get("additionalProperties")
            known = schema.get("properties", {}).get(step)
            schema = known if known is not None else extra if isinstance(extra, dict) else {}
    return schema


def _flat(node: Any, definitions: dict[str, Any]) -> Any:
    if isinstance(node, list):
        return [_flat(entry, definitions) for entry in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        target = definitions[node["$ref"].rsplit("/", 1)[1]]
        return _flat({**target, **{key: value for key, value in node.items() if key != "$ref"}}, definitions)
    if "anyOf" in node:
        return _nullable(node, definitions)
    flat: dict[str, Any] = {}
    for key, value in node.items():
        if key == "properties":
            flat[key] = {name: _flat(part, definitions) for name, part in value.items()}
        elif key not in _NOISE and (key, value) not in _SELF_EVIDENT:
            flat[key] = _flat(value, definitions)
    if "const" in flat:
        flat["enum"] = [flat.pop("const")]
    return flat


def _nullable(node: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """`anyOf: [X, null]` as X with a type list, which the strictest clients accept."""
    rest = _flat({key: value for key, value in node.items() if key != "anyOf"}, definitions)
    (branch,) = [branch for branch in node["anyOf"] if branch.get("type") != "null"]
    inner = _flat(branch, definitions)
    nullable = {**inner, **rest, "type": [inner["type"], "null"]}
    if "enum" in inner:
        nullable["enum"] = [*inner["enum"], None]
    return nullable
