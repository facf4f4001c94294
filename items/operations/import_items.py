"""import_items: a foreign backlog onto a delivery board and those beside it (`manage.py import_backlog`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from django.db import transaction
from pydantic import BaseModel, Field

from hub.core import activity, events, units
from hub.core.calls import Call, Surface
from hub.core.codes import Code
from hub.core.inputs import Input, Maybe, Ref, Result
from hub.core.operations import operation
from items.imports import ledgers, linking, placing, targets
from items.imports.ledgers import Ledger
from items.imports.records import Backlog, Note, Unplaced
from items.models import ItemType, Relationship
from kairos_boards.models import Level

_HEADS = ("created", "of them archived", "already there")


class ImportInput(Input):
    source: Literal["metis"] = Field(description="The format, whose foreign ids are remembered together.")
    backlog: Backlog = Field(description="What the reader of the format found.")
    board: Ref = Field(description="The delivery board: slug or UUID.")
    initiative_board: Maybe[Ref] = Field(default=None, description="Needed when there are several.")
    strategy_board: Maybe[Ref] = Field(default=None, description="Needed when there are several.")
    dry_run: bool = Field(default=False, description="Do everything, then take it back.")


class TypeCounts(BaseModel):
    """What became of the records of one type. `archived` are those of the created that are archived."""

    created: int = 0
    archived: int = 0
    already_there: int = 0

    @property
    def row(self) -> tuple[int, int, int]:
        """The numbers under the heads of the report."""
        return self.created, self.archived, self.already_there


class Told(BaseModel):
    """One sentence about one file."""

    source_path: str
    message: str

    @property
    def line(self) -> str:
        """One line that any terminal can show, whatever the name of the file."""
        text = f"- {self.source_path}: {self.message}"
        return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)


class Imported(Result):
    """The counts by type and by relationship, what was not placed, and what placed items lost."""

    source: str
    board: str
    dry_run: bool
    items: dict[str, TypeCounts]
    edges: dict[str, int]
    not_placed: tuple[Told, ...]
    notes: tuple[Told, ...]


def as_text(result: Imported) -> str:
    """The report of the command."""
    rows = {name: counts.row for name, counts in result.items.items()}
    total = tuple(map(sum, zip(*rows.values(), strict=True)))
    edges = ", ".join(f"{count} {name}" for name, count in result.edges.items()) or "none"
    return "\n".join(
        [
            f"Import of a {result.source} backlog to the board {result.board}"
            + (" (dry run: nothing is written)" if result.dry_run else ""),
            "".join([f"{'':12}", *(f"{head:>18}" for head in _HEADS)]),
            *(
                f"{name:12}" + "".join(f"{count:18}" for count in row)
                for name, row in [*rows.items(), ("total", total)]
            ),
            f"Edges created: {edges}",
            f"Not placed: {len(result.not_placed)}",
            *(told.line for told in result.not_placed),
            f"Notes: {len(result.notes)}",
            *(told.line for told in result.notes),
        ]
    )


@operation(
    name="import_items",
    text=as_text,
    surfaces=frozenset({Surface.COMMAND}),
    idempotent=True,
    refuses=(Code.VALIDATION, Code.NOT_FOUND, Code.NOT_DELIVERY_BOARD),
)
def import_items(call: Call, request: ImportInput) -> Imported:
    """Import a backlog with its codes, columns, archive, dates and edges. What is there stays."""
    with transaction.atomic():
        ledger = _imported(call, request)
        if request.dry_run:
            # The subscribers too, since one of them may refuse; then everything is taken back.
            events.deliver(call)
            activity.flush()
            units.current().reset()
            transaction.set_rollback(True)
    return _report(request, ledger)


def _imported(call: Call, request: ImportInput) -> Ledger:
    records = request.backlog.records
    chosen = {Level.STRATEGY: request.strategy_board, Level.INITIATIVE: request.initiative_board}
    item_types = {ItemType(record.kind) for record in records}
    places = targets.locked(call, request.board, chosen, item_types)
    # After the locks, so that a second import at the same time sees what the first one placed.
    ledger = ledgers.opened(call, request.source, records)
    placing.place(call, request.source, records, places, ledger)
    linking.link(call, records, ledger)
    return ledger


def _report(request: ImportInput, ledger: Ledger) -> Imported:
    backlog = request.backlog
    created = {record.source_path for record in backlog.records if record.foreign_id in ledger.created}
    # What an item of an earlier run lost was told then.
    lost = [note for note in backlog.notes if note.source_path in created]
    return Imported(
        source=request.source,
        board=request.board,
        dry_run=request.dry_run,
        items={item_type.value: _counts(request, ledger, item_type) for item_type in ItemType},
        edges={name.value: ledger.edges[name] for name in Relationship if ledger.edges[name]},
        not_placed=_told((*backlog.unplaced, *ledger.unplaced)),
        notes=_told((*lost, *ledger.notes)),
    )


def _counts(request: ImportInput, ledger: Ledger, item_type: ItemType) -> TypeCounts:
    records = [
        record
        for record in request.backlog.records
        if record.kind == item_type and record.foreign_id in ledger.items
    ]
    new = [record for record in records if record.foreign_id in ledger.created]
    return TypeCounts(
        created=len(new),
        archived=sum(record.archived for record in new),
        already_there=len(records) - len(new),
    )


def _told(sentences: Iterable[Unplaced | Note]) -> tuple[Told, ...]:
    told = [
        Told(
            source_path=sentence.source_path,
            message=sentence.reason if isinstance(sentence, Unplaced) else sentence.message,
        )
        for sentence in sentences
    ]
    return tuple(sorted(told, key=lambda one: one.source_path))
