"""The second pass of every reader: what items say of each other, once all of them are known."""

from collections.abc import Mapping
from dataclasses import replace

from items.imports.front_matter import shown
from items.imports.records import EDGE_TO_CHILD, WORK, ImportRecord, Kind, Note

ADRS: tuple[Kind, ...] = ("adr",)


def settle(records: Mapping[str, ImportRecord], notes: list[Note]) -> tuple[ImportRecord, ...]:
    """The records with those references that can become edges; each other one is a note."""
    return tuple(_settled(record, records, notes) for record in records.values())


def _settled(record: ImportRecord, records: Mapping[str, ImportRecord], notes: list[Note]) -> ImportRecord:
    def kept(relation: str, foreign_ids: tuple[str, ...]) -> tuple[str, ...]:
        found = {foreign_id: records.get(foreign_id) for foreign_id in foreign_ids}
        obstacles = {foreign_id: _obstacle(relation, record, other) for foreign_id, other in found.items()}
        notes.extend(
            Note(record.source_path, f"The {relation} {shown(foreign_id)} is left out: {obstacle}.")
            for foreign_id, obstacle in obstacles.items()
            if obstacle
        )
        return tuple(foreign_id for foreign_id, obstacle in obstacles.items() if not obstacle)

    parents = kept("parent", (record.parent,) if record.parent else ())
    return replace(
        record,
        parent=parents[0] if parents else None,
        blocked_by=kept("blocker", record.blocked_by),
        supersedes=kept("superseded item", record.supersedes),
    )


def _obstacle(relation: str, record: ImportRecord, other: ImportRecord | None) -> str | None:
    if other is None:
        return "it is not among the items of this backlog"
    if other is record:
        return "it is the item itself"
    pair = (other.kind, record.kind)
    if relation == "parent":
        possible = pair in EDGE_TO_CHILD
    else:
        possible = set(pair) <= set(WORK if relation == "blocker" else ADRS)
    return None if possible else f"its kind {other.kind} does not go with the kind {record.kind}"
