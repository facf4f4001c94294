"""Open blockers: one predicate, used by gates, warnings, counts and lists (decision 15)."""

from __future__ import annotations

from django.db.models import Q

from items.models import Edge, Item, Relationship


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
        .order_by("source__code")
    )
    return [edge.source for edge in edges]
