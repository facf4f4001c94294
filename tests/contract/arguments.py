"""Arguments made from the published schemas: what a tool accepts, and what it must refuse."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hub.core import schemas
from hub.core.operations import Operation

MIB = 1024 * 1024
# A value of the right form for each pattern that the schemas publish.
OF_PATTERN = {
    r"^[a-z][a-z0-9_-]{1,62}$": "some-slug",
    r"^[A-Z][A-Z0-9]{1,9}$": "ZZ",
    r"^[A-Za-z0-9._:-]+$": "a-key-of-12ch",
}
DATES = {"decision_date", "to", "from"}
DEEP: Any = "x"
for _ in range(500):
    DEEP = [DEEP]


def properties(operation: Operation) -> dict[str, dict[str, Any]]:
    """Argument -> published schema."""
    found: dict[str, dict[str, Any]] = schemas.published(operation.input)["properties"]
    return found


def plausible(operation: Operation) -> dict[str, Any]:
    """A well-formed call of a tool, with its required arguments only; what it names does not exist."""
    required = schemas.published(operation.input).get("required", [])
    return {name: value_for(name, part) for name, part in properties(operation).items() if name in required}


def value_for(name: str, part: dict[str, Any]) -> Any:
    """A well-formed value of an argument."""
    kinds = part["type"] if isinstance(part["type"], list) else [part["type"]]
    if "enum" in part:
        return part["enum"][0]
    if kinds[0] == "string":
        return OF_PATTERN.get(part.get("pattern", ""), "nothing-here")
    return {"integer": part.get("minimum", 1), "boolean": True, "array": [], "object": {}, "number": 1}[
        kinds[0]
    ]


def refused(name: str, part: dict[str, Any]) -> Iterator[Any]:
    """Values that an argument must refuse whatever else the call has: wrong types, no form, no storage."""
    kinds = part["type"] if isinstance(part["type"], list) else [part["type"]]
    others: dict[str, Any] = {
        "string": "text",
        "integer": 7,
        "boolean": True,
        "array": [1],
        "object": {"a": 1},
        "number": 1.5,
        "null": None,
    }
    for kind, value in others.items():
        if kind not in kinds and not (kind == "integer" and "number" in kinds):
            yield value
    yield float("nan")
    yield DEEP if "array" not in kinds else {"deep": DEEP}
    if "string" in kinds:
        yield "a\x00b"
        yield "a\ud800b"
        yield "x" * (part.get("maxLength", MIB) + 1)
        if "enum" in part:
            yield "no-such-value"
    if "integer" in kinds:
        yield 2**63
        yield -(2**63) - 1


def odd(part: dict[str, Any]) -> Iterator[Any]:
    """Values of the right type that must never be a fault of the server, whatever they are answered."""
    if part["type"] == "string" or (isinstance(part["type"], list) and "string" in part["type"]):
        yield from (
            "",
            "   ",
            "🦉 ' \" ; -- %s {} \\ \u202e",
            "me",
            "0193a1c2-0000-7000-8000-000000000003",
            "%",
            "-1",
        )
    if part["type"] == "integer":
        yield from (0, -1, 2**31 - 1, 2**31, 2**62)
    if part["type"] == "array":
        yield from ([], [""], ["x"] * 2000)
