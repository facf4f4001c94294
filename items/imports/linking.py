"""The edges of an import, through the same door as those of link_items."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from hub.core.calls import Call
from hub.core.refusals import Refusal
from items import edges
from items.imports.ledgers import Ledger
from items.imports.records import EDGE_TO_CHILD, ImportRecord
from items.models import Relationship


@dataclass(frozen=True, slots=True)
class Wanted:
    """An edge between two foreign ids that a record asks for; `other` is what it calls the other end."""

    relationship: Relationship
    source: str
    target: str
    record: ImportRecord
    other: str


def link(call: Call, records: Sequence[ImportRecord], ledger: Ledger) -> None:
    """Write each edge that has a new end. Edges between items of earlier runs are people's by now."""
    by_id = {record.foreign_id: record for record in records}
    wanted = [edge for record in records for edge in _wanted(record, by_id)]
    # Each relationship has a lock row: every import takes them in one order.
    for edge in sorted(wanted, key=lambda edge: edge.relationship):
        if edge.record.foreign_id in ledger.items and not ledger.created.isdisjoint(
            (edge.source, edge.target)
        ):
            _add(call, edge, ledger)


def _wanted(record: ImportRecord, by_id: Mapping[str, ImportRecord]) -> Iterator[Wanted]:
    own = record.foreign_id
    if record.parent is not None:
        relationship = Relationship(EDGE_TO_CHILD[by_id[record.parent].kind, record.kind])
        yield Wanted(relationship, record.parent, own, record, f"parent {record.parent}")
    for blocker in record.blocked_by:
        yield Wanted(Relationship.BLOCKS, blocker, own, record, f"blocker {blocker}")
    for older in record.supersedes:
        yield Wanted(Relationship.SUPERSEDES, own, older, record, f"superseded item {older}")


def _add(call: Call, edge: Wanted, ledger: Ledger) -> None:
    source, target = ledger.items.get(edge.source), ledger.items.get(edge.target)
    if source is None or target is None:
        ledger.note(edge.record, f"The {edge.other} is not linked: it is not placed.")
        return
    try:
        edges.add(call, edge.relationship, source, target)
    except Refusal as refusal:  # before anything is written
        ledger.note(edge.record, f"The {edge.other} is not linked. {refusal}")
    else:
        ledger.edges[edge.relationship] += 1
