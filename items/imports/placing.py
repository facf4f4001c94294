"""The items of an import: their codes, columns, archive and dates as they were.

Only an import sets these; no gate, no claim and no right of a person is asked. Everything else
of an item is made where create_item makes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from hub.core import clock, counters
from hub.core.calls import Call
from hub.core.models import Action
from items import claims, codes, creation
from items.imports import progress
from items.imports.ledgers import Ledger
from items.imports.records import ImportRecord
from items.imports.targets import Target, Targets
from items.models import ImportedItem, Item, ItemType, Lifecycle, TaskType, WorkClass
from kairos_boards.models import Column


def place(call: Call, source: str, records: Sequence[ImportRecord], targets: Targets, ledger: Ledger) -> None:
    """Make an item of each record that has none, and remember which; the rest goes into the ledger."""
    refused = {unplaced.source_path for unplaced in ledger.unplaced}
    todo = [
        (record, target)
        for record in records
        if record.foreign_id not in ledger.items and record.source_path not in refused
        if (target := _target(record, targets, ledger)) is not None
    ]
    taken = _taken_codes(call, [record for record, _ in todo])
    for done, (record, target) in enumerate(todo, 1):
        if record.code in taken:
            ledger.refuse(record, taken[record.code])
        else:
            ledger.items[record.foreign_id] = _made(call, record, target, ledger)
            ledger.created.add(record.foreign_id)
        progress.tell(done, len(todo))
    _remember(call, source, {foreign_id: ledger.items[foreign_id] for foreign_id in sorted(ledger.created)})


def _target(record: ImportRecord, targets: Targets, ledger: Ledger) -> Target | None:
    target = targets[ItemType(record.kind)]
    if isinstance(target, str):
        ledger.refuse(record, target)
        return None
    if record.kind != "document" and not target.columns:
        ledger.refuse(record, f"The board {target.board.slug} has no column. Add one and import again.")
        return None
    return target


def _taken_codes(call: Call, records: Iterable[ImportRecord]) -> dict[str, str]:
    """The kept codes that something else has. First their sequences are lifted above them all.

    That locks the sequences, so that no code is issued between the look and the making.
    """
    highest: dict[str, int] = {}
    kept = [(record.code, ItemType(record.kind)) for record in records if record.code]
    for code, item_type in kept:
        prefix, _, number = code.split("-")
        sequence = codes.sequence(prefix, item_type)
        highest[sequence] = max(highest.get(sequence, 0), int(number))
    for sequence in sorted(highest):
        counters.raise_to(call.organization_id, sequence, highest[sequence])
    refusals = codes.issued(call.organization_id, [code for code, _ in kept])
    return {code: str(refusal) for code, refusal in refusals.items()}


def _made(call: Call, record: ImportRecord, target: Target, ledger: Ledger) -> Item:
    item_type = ItemType(record.kind)
    created_at = record.created_at or record.updated_at or clock.now()
    updated_at = record.updated_at or created_at
    item = creation.make(
        call,
        item_type,
        target.board,
        _column(record, target, ledger),
        code=record.code,
        at=created_at,
        updated_at=updated_at,
        archived_at=updated_at if record.archived else None,
        title=record.title,
        content=record.content,
        **_fields_of_type(record, item_type),
    )
    if record.archived:
        claims.record(call, Action.DELETE, item, at=updated_at)
    if record.code is None:
        ledger.note(record, f"It has the code {item.code} here, not {record.foreign_id}.")
    return item


def _fields_of_type(record: ImportRecord, item_type: ItemType) -> dict[str, Any]:
    if item_type is ItemType.TASK:
        task_type = TaskType(record.task_type or TaskType.TASK)
        lane = WorkClass.SUPPORT if task_type is TaskType.SUPPORT else WorkClass.PLANNED
        return {"task_type": task_type, "work_class": lane}
    if item_type is ItemType.INITIATIVE:
        return {"complexity": record.complexity, "bucket_type": record.bucket_type}
    if item_type is ItemType.ADR:
        return {"decision_maker": record.decision_maker, "decision_date": record.decision_date}
    return {"lifecycle": record.lifecycle or Lifecycle.DRAFT} if item_type is ItemType.DOCUMENT else {}


def _column(record: ImportRecord, target: Target, ledger: Ledger) -> Column | None:
    if record.kind == "document":
        return None
    entry = target.columns[0]
    if record.column is None:
        return entry
    column = target.column_named(record.column)
    if column is None:
        board = target.board.slug
        ledger.note(record, f"The board {board} has no column {record.column}; the item is in {entry.name}.")
    return column or entry


def _remember(call: Call, source: str, items: Mapping[str, Item]) -> None:
    ImportedItem.add_many(
        ImportedItem(organization_id=call.organization_id, source=source, foreign_id=foreign_id, item=item)
        for foreign_id, item in items.items()
    )
