"""What the scope of an agent key may name: the capabilities and the boards. Hooks of `hub.identity`."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from hub.core.calls import Call
from hub.identity.scopes import board_slugs, boards_offered, capability_names
from kairos_boards.models import Board
from kairos_boards.vocabulary import GRANTABLE, MANAGE_STRUCTURE


@capability_names.contribute
def capabilities() -> tuple[str, ...]:
    """The vocabulary: what a grant may be, and the right on the structure."""
    return (*GRANTABLE, MANAGE_STRUCTURE)


@board_slugs.contribute
def slugs(call: Call, ids: Collection[UUID]) -> dict[UUID, str]:
    """The slugs of the live boards among these."""
    boards = Board.within(call.organization_id).filter(id__in=ids, archived_at=None)
    return dict(boards.values_list("id", "slug"))


@boards_offered.contribute
def live_boards(call: Call) -> list[tuple[str, str]]:
    """The boards that a key may be narrowed to."""
    boards = Board.within(call.organization_id).filter(archived_at=None).order_by("slug")
    return [(str(pk), slug) for pk, slug in boards.values_list("id", "slug")]
