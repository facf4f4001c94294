"""The edges of one item as its detail shows them: labels, marks, the parent chain. Two queries."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Q
from pydantic import BaseModel

from hub.core.prepared import Prepared
from items.models import Edge, Item, ItemType, Relationship

# relationship -> (label when the item is the source, label when it is the target)
LABELS = {
    Relationship.PARENT: ("children", "parent"),
    Relationship.SUPPORTS: ("supported by", "supports"),
    Relationship.INFORMS: ("informs", "informed by"),
    Relationship.SUPERSEDES: ("supersedes", "superseded by"),
    Relationship.AMENDS: ("amends", "amended by"),
    Relationship.BLOCKS: ("blocks", "blocked by"),
}
ORDER = (
    "parent",
    "children",
    "blocked by",
    "blocks",
    "supported by",
    "supports",
    "informed by",
    "informs",
    "superseded by",
    "supersedes",
    "amended by",
    "amends",
)


class Related(BaseModel):
    """An item at the other end of an edge. Marks: done (of work, not of a decision), archived, cancelled."""

    label: str
    short_code: str
    title: str
    type: str
    marks: tuple[str, ...] = ()

    @property
    def line(self) -> str:
        """`ACME-T-0009 — Write the table [done]`."""
        return f"{self.short_code} — {self.title}" + "".join(f" [{mark}]" for mark in self.marks)


def relations_of(item: Item) -> list[Related]:
    """Every edge of the item, oldest first within a label; the parent's own parents follow it."""
    edges = _edges_of(item.organization_id, item.id)
    found = [_related(item, edge) for edge in edges]
    parents = [
        edge.source
        for edge in edges
        if edge.target_id == item.id and edge.relationship == Relationship.PARENT
    ]
    found += [_shown(grandparent, "parent") for parent in parents for grandparent in _parents_of(parent)]
    return sorted(found, key=lambda related: ORDER.index(related.label))


def _parents_of(parent: Item) -> list[Item]:
    return [edge.source for edge in _edges_to_parent(parent.organization_id, parent.id)]


_edges_of: Prepared[Edge] = Prepared(
    lambda organization_id, item_id: (
        Edge.within(organization_id)
        .filter(Q(source_id=item_id) | Q(target_id=item_id))
        .select_related("source__column", "target__column")
        .defer("source__content", "target__content")
        .order_by("id")
    ),
    UUID,
    UUID,
)
_edges_to_parent: Prepared[Edge] = Prepared(
    lambda organization_id, item_id: (
        Edge.within(organization_id)
        .filter(target_id=item_id, relationship=Relationship.PARENT)
        .select_related("source__column")
        .defer("source__content")
    ),
    UUID,
    UUID,
)


def _related(item: Item, edge: Edge) -> Related:
    as_source = edge.source_id == item.id
    relationship = Relationship(edge.relationship)
    outward, inward = LABELS[relationship]
    other = edge.target if as_source else edge.source
    label = outward if as_source else inward
    if label not in ("blocked by", "blocks"):
        return _shown(other, label)
    return _shown(other, label, cancelled_counts=label == "blocked by")


def _shown(other: Item, label: str, cancelled_counts: bool = False) -> Related:
    marks = []
    if other.archived_at is not None:
        marks.append("archived")
    elif cancelled_counts and other.cancelled_at is not None:
        marks.append("cancelled")
    elif other.column is not None and other.column.is_done and other.type is not ItemType.ADR:
        marks.append("done")
    return Related(
        label=label, short_code=other.code, title=other.title, type=other.item_type, marks=tuple(marks)
    )
