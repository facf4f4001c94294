"""Open blockers: one predicate, used by gates, warnings, counts and lists (decision 15)."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Q

from items.models import Edge, Item, Relationship, by_code


def blocks_openly(prefix: str = "source__") -> Q:
    """An item that blocks: live, and not done or cancelled. `prefix` leads to it from the edge."""
    live = Q(**{f"{prefix}archived_at": None})
    not_done = Q(**{f"{prefix}column__is_done": False}) | Q(**{f"{prefix}column": None})
    cancelled = Q(**{f"{prefix}cancelled_at__isnull": False})
    return live & (not_done | cancelled)


def open_blockers(item: Item) -> list[Item]:
    """The items that block this one now, in the order of their codes."""
    edges = (
        Edge.within(item.organization_id)
        .filter(blocks_openly(), target=item, relationship=Relationship.BLOCKS)
        .select_related("source")
        .defer("source__content")
        .order_by(*by_code("source__"))
    )
    return [edge.source for edge in edges]


def boards_that_wait(item: Item) -> set[UUID]:
    """The other boards with cards that the item blocks: they show whether it is done."""
    edges = Edge.within(item.organization_id).filter(
        source=item, relationship=Relationship.BLOCKS, target__archived_at=None, target__board__isnull=False
    )
    return set(edges.exclude(target__board=item.board_id).values_list("target__board_id", flat=True))
