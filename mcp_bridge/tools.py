"""The tools: the registry of operations as `tools/list` shows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hub.core import operations, schemas
from hub.core.operations import Operation
from mcp_bridge import profiles


def find(name: str) -> Operation | None:
    """The operation behind a tool; None for a name that no profile lists."""
    try:
        operation = operations.get(name)
    except KeyError:
        return None
    return operation if operation.profile is not None else None


def listed(profile: str) -> list[dict[str, Any]]:
    """The tools of a profile in their wire form, in the order of their names."""
    return [_wire(operation) for operation in operations.every() if profiles.lists(profile, operation)]


def input_schema(name: str) -> Mapping[str, Any] | None:
    """The schema of a tool by name, so that the SDK does not run the list to find it."""
    operation = find(name)
    return schemas.published(operation.input) if operation else None


def _wire(operation: Operation) -> dict[str, Any]:
    return {
        "name": operation.name,
        "description": operation.description,
        "inputSchema": schemas.published(operation.input),
        "annotations": _hints(operation),
    }


def _hints(operation: Operation) -> dict[str, bool]:
    """The other two hints mean nothing on a tool that only reads, and each costs every agent context."""
    if not operation.writes:
        return {"readOnlyHint": True}
    return {
        "readOnlyHint": False,
        "destructiveHint": operation.destructive,
        "idempotentHint": operation.idempotent,
    }
