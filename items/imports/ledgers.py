"""What a running import knows: which item each foreign id is, and what it will tell of the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from hub.core.calls import Call
from items.imports.records import ImportRecord, Note, Unplaced
from items.models import ImportedItem, Item, Relationship


@dataclass(slots=True)
class Ledger:
    """`items` holds what was placed now or before, by foreign id; `created` the ids of now."""

    items: dict[str, Item]
    created: set[str] = field(default_factory=set)
    edges: Counter[Relationship] = field(default_factory=Counter)
    unplaced: list[Unplaced] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)

    def refuse(self, record: ImportRecord, reason: str) -> None:
        """The record becomes no item."""
        self.unplaced.append(Unplaced(record.source_path, reason))

    def note(self, record: ImportRecord, message: str) -> None:
        """The item of the record loses something."""
        self.notes.append(Note(record.source_path, message))


def opened(call: Call, source: str, records: Iterable[ImportRecord]) -> Ledger:
    """A ledger with the items of earlier imports of the format.

    Ids are unique in one backlog, not in all: a remembered id with another time of creation is
    that of another backlog, and nothing of this one may be linked to its item.
    """
    rows = ImportedItem.within(call.organization_id).filter(source=source)
    rows = rows.select_related("item__board").defer("item__content")
    remembered = {row.foreign_id: row.item for row in rows}
    ledger = Ledger({})
    for record in records:
        item = remembered.get(record.foreign_id)
        if item is None:
            continue
        if record.created_at in (None, item.created_at):
            ledger.items[record.foreign_id] = item
        else:
            ledger.refuse(
                record,
                f"The id {record.foreign_id} is that of {item.code}, which was imported from another item: "
                "they were created at different times.",
            )
    return ledger
