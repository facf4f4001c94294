"""The scope of an agent key: which capabilities, on which boards. Read, checked, shown.

Identity knows neither boards nor capabilities; `kairos_boards` fills the hooks.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any
from uuid import UUID

from pydantic import BaseModel, Field

from hub.core import references
from hub.core.arguments import bad_value
from hub.core.calls import Call
from hub.core.contributions import Hook
from hub.core.inputs import Input, Maybe, Ref, Text
from hub.core.refusals import validation

# Every capability and glob that a scope may contain.
capability_names = Hook[[], tuple[str, ...]]("capability_names")
# The slugs of the live boards among some ids, in one query.
board_slugs = Hook[[Call, Collection[UUID]], dict[UUID, str]]("board_slugs")

# The live boards that a scope may name, as pairs of id and slug.
boards_offered = Hook[[Call], list[tuple[str, str]]]("boards_offered")

_MOST_CAPABILITIES = 50
_MOST_BOARDS = 200


class ScopeInput(Input):
    """The narrowing of a key; a member that is left out does not narrow."""

    capabilities: Maybe[list[Text]] = Field(
        default=None, max_length=_MOST_CAPABILITIES, description="Capabilities; none: the key reads only."
    )
    boards: Maybe[list[Ref]] = Field(
        default=None, max_length=_MOST_BOARDS, description="Boards to write on: slug or UUID."
    )


class ShownScope(BaseModel):
    """A scope in a result; null does not narrow. A board is its slug, one that is archived its UUID."""

    capabilities: tuple[str, ...] | None
    boards: tuple[str, ...] | None


def stored(call: Call, scope: ScopeInput | None) -> dict[str, Any] | None:
    """A scope as the key keeps it, boards by UUID; VALIDATION for an unknown capability or board."""
    if scope is None:
        return None
    kept: dict[str, Any] = {}
    if scope.capabilities is not None:
        kept["capabilities"] = list(dict.fromkeys(map(_capability, scope.capabilities)))
    if scope.boards is not None:
        board = references.kind("board")
        found = (board.named(call, text, "scope.boards") for text in scope.boards)
        kept["boards"] = list(dict.fromkeys(str(board.id) for board in found))
    if not kept:
        raise validation(
            "Send capabilities, boards or both in scope; leave scope out for a key with all rights.", "scope"
        )
    return kept


def shown(call: Call, scopes: list[dict[str, Any] | None]) -> list[ShownScope | None]:
    """Scopes as results show them; one query for the boards of all."""
    ids = {UUID(board) for scope in scopes if scope for board in scope.get("boards", ())}
    slugs = (
        {uuid: slug for found in board_slugs.collect(call, ids) for uuid, slug in found.items()}
        if ids
        else {}
    )
    return [None if scope is None else _shown(scope, slugs) for scope in scopes]


def _shown(scope: dict[str, Any], slugs: dict[UUID, str]) -> ShownScope:
    capabilities, boards = scope.get("capabilities"), scope.get("boards")
    return ShownScope(
        capabilities=None if capabilities is None else tuple(capabilities),
        boards=None if boards is None else tuple(slugs.get(UUID(board), board) for board in boards),
    )


def _capability(name: str) -> str:
    known = [known for names in capability_names.collect() for known in names]
    if name not in known:
        raise bad_value("scope.capabilities", f"one of these values: {', '.join(known)}", name)
    return name
