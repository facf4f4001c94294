"""Profiles: which tools a list shows (decision D3). A profile changes the list, never the rights."""

from __future__ import annotations

from typing import Final
from urllib.parse import parse_qs

from mcp_types import INVALID_PARAMS

from hub.core.arguments import shown
from hub.core.operations import Operation
from mcp_bridge.rejections import rejection

DEFAULT: Final = "work"

# What the URL says -> the declared profiles of the operations that it lists.
LISTS: Final[dict[str, frozenset[str]]] = {
    "work": frozenset({"work", "hub"}),
    "admin": frozenset({"admin"}),
    "all": frozenset({"work", "admin", "hub"}),
    "boards": frozenset({"work"}),
    "hub": frozenset({"hub"}),
}
# Work tools that are hub tools too (D5, D6); the hub list names them as well.
SHARED: Final = frozenset({"whoami", "search"})


def lists(profile: str, operation: Operation) -> bool:
    """Whether the list of a profile has the operation."""
    return operation.profile in LISTS[profile] or (profile == "hub" and operation.name in SHARED)


def named_in(query: bytes) -> str:
    """The profile of a query string; rejects an unknown one with 400 and names it."""
    values = parse_qs(query.decode("latin-1"), keep_blank_values=True).get("profile", [DEFAULT])
    unknown = next((value for value in values if value not in LISTS), None)
    if unknown is not None or len(set(values)) > 1:
        given = ", ".join(map(shown, values)) if unknown is None else shown(unknown)
        raise rejection(
            400,
            f'The profile "{given}" is unknown. The profiles are: {", ".join(LISTS)}.',
            code=INVALID_PARAMS,
            data={"field": "profile", "allowed": list(LISTS)},
        )
    return values[0]
