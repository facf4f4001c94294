"""Edges between items: which types they join, how they are written, and that they close no cycle.

The table is the one of `link_items` on the Kairos page; a test holds the tool's description
to it.
"""

from __future__ import annotations

from django.db import connection

from hub.core import activity, clock, counters
from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.events import publish
from hub.core.models import Action
from hub.core.refusals import Refusal
from items.events import RelationshipChanged
from items.models import Edge, Item, ItemType, Relationship
from items.placement import either
from kairos_boards import boards

_WORK = (ItemType.STRATEGY, ItemType.INITIATIVE, ItemType.TASK)
_KNOWLEDGE = (ItemType.DOCUMENT, ItemType.ADR)

# relationship -> rows of (source types, target types)
JOINS: dict[Relationship, tuple[tuple[tuple[ItemType, ...], tuple[ItemType, ...]], ...]] = {
    Relationship.PARENT: (
        ((ItemType.STRATEGY,), (ItemType.INITIATIVE,)),
        ((ItemType.INITIATIVE,), (ItemType.TASK,)),
    ),
    Relationship.SUPPORTS: ((_WORK, _KNOWLEDGE),),
    Relationship.INFORMS: ((_KNOWLEDGE, _WORK), ((ItemType.TASK,), (ItemType.TASK,))),
    Relationship.SUPERSEDES: (((ItemType.ADR,), (ItemType.ADR,)),),
    Relationship.AMENDS: (((ItemType.ADR,), (ItemType.ADR,)),),
    Relationship.BLOCKS: ((_WORK, _WORK),),
}
ACYCLIC = (Relationship.PARENT, Relationship.BLOCKS, Relationship.AMENDS)


def require_types(relationship: Relationship, source: Item, target: Item, *, swap: bool = True) -> None:
    """RELATIONSHIP_RULE for a pair that is not in the table; it says when a `swap` of the ends would do."""
    if joins(relationship, source.type, target.type):
        return
    rows = " or ".join(
        f"from {either(sources)} to {either(targets)}" for sources, targets in JOINS[relationship]
    )
    message = (
        f"A {relationship} edge cannot go from {source.item_type} to {target.item_type}. "
        f"A {relationship} edge goes {rows}."
    )
    if swap and joins(relationship, target.type, source.type):
        message += " The edge is possible in the other direction: swap source and target."
    raise Refusal(Code.RELATIONSHIP_RULE, message)


def joins(relationship: Relationship, source: ItemType, target: ItemType) -> bool:
    """Whether the relationship may lead from one type to the other."""
    return any(source in sources and target in targets for sources, targets in JOINS[relationship])


def add(call: Call, relationship: Relationship, source: Item, target: Item) -> Edge:
    """Write an edge whose types and rights are checked.

    Refuses with ALREADY_LINKED, PARENT_EXISTS and CYCLE_DETECTED.

    The lock row of the relationship comes first: without it two writers could each close
    half of a cycle on PostgreSQL (`03-concurrency` 8).
    """
    counters.take(call.organization_id, f"edges:{relationship}")
    _refuse_existing(relationship, source, target)
    if relationship in ACYCLIC:
        _refuse_cycle(relationship, source, target)
    edge = Edge.add(
        organization_id=call.organization_id,
        relationship=relationship,
        source=source,
        target=target,
        created_by_id=call.principal.user_id,
        created_at=clock.now(),
    )
    _tell(call, relationship, source, target, added=True)
    return edge


def between(relationship: Relationship, source: Item, target: Item) -> Edge | None:
    """The edge from source to target, with both items as they are given."""
    rows = Edge.within(source.organization_id).filter(relationship=relationship, source=source, target=target)
    edge = rows.first()
    if edge is not None:
        edge.source, edge.target = source, target
    return edge


def parent_edge(item: Item) -> Edge | None:
    """The edge from the parent of an item, which may be archived."""
    rows = Edge.within(item.organization_id).filter(relationship=Relationship.PARENT, target=item)
    edge = rows.select_related("source__board").defer("source__content").first()
    if edge is not None:
        edge.target = item
    return edge


def remove(call: Call, edge: Edge) -> None:
    """Delete an edge that the caller may remove."""
    counters.take(call.organization_id, f"edges:{edge.relationship}")
    source, target = edge.source, edge.target
    edge.delete()
    _tell(call, Relationship(edge.relationship), source, target, added=False)


def _tell(call: Call, relationship: Relationship, source: Item, target: Item, *, added: bool) -> None:
    """The change is in the activity of both items, and on the pages of both boards."""
    action = Action.RELATIONSHIP_ADD if added else Action.RELATIONSHIP_REMOVE
    for item in (source, target):
        activity.record(
            call,
            action,
            "item",
            item.id,
            board_id=item.board_id,
            relationship=str(relationship),
            source=source.code,
            target=target.code,
        )
    publish(RelationshipChanged(source, target, relationship, added))
    touched = {item.board.id: item.board for item in (source, target) if item.board is not None}
    for board_id in sorted(touched):
        boards.touch(touched[board_id])


def _refuse_existing(relationship: Relationship, source: Item, target: Item) -> None:
    edges = Edge.within(source.organization_id).filter(relationship=relationship, target=target)
    if edges.filter(source=source).exists():
        raise Refusal(
            Code.ALREADY_LINKED, f"{source.code} -[{relationship}]-> {target.code} is there already."
        )
    if relationship is not Relationship.PARENT:
        return
    other = edges.first()
    if other is not None:
        raise parent_exists(target, other.source)


def parent_exists(item: Item, parent: Item) -> Refusal:
    """PARENT_EXISTS: the item has another parent than the one that the call gives."""
    return Refusal(
        Code.PARENT_EXISTS,
        f"{item.code} has the parent {parent.code}, and an item has one parent. Use set_parent to change it.",
        item=item.code,
        parent=parent.code,
    )


_EDGE = Edge._meta.db_table
_REACHES = f"""
WITH RECURSIVE reached(id) AS (
    SELECT target_id FROM {_EDGE} WHERE source_id = %s AND relationship = %s
    UNION
    SELECT e.target_id FROM {_EDGE} e JOIN reached r ON e.source_id = r.id WHERE e.relationship = %s
) SELECT 1 FROM reached WHERE id = %s LIMIT 1
"""


def _refuse_cycle(relationship: Relationship, source: Item, target: Item) -> None:
    key = Item._meta.get_field("id")
    start, goal = (key.get_db_prep_value(item.id, connection) for item in (target, source))
    with connection.cursor() as cursor:
        cursor.execute(_REACHES, [start, relationship.value, relationship.value, goal])
        found = cursor.fetchone() is not None
    if found:
        raise Refusal(
            Code.CYCLE_DETECTED,
            f"{source.code} -[{relationship}]-> {target.code} would close a cycle: {target.code} leads to "
            f"{source.code} by {relationship} edges already.",
        )
