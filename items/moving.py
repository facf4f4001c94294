"""Entering a column: what every move shares, whichever operation asks for it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from hub.core import clock
from hub.core.calls import Call
from hub.core.events import publish
from hub.core.models import Action
from items import claims, gates
from items.blockers import boards_that_wait
from items.events import ItemTransitioned
from items.locking import lock
from items.models import Item, ItemType
from items.references import live_subject
from kairos_boards import boards
from kairos_boards.models import Board, Column, Transition
from kairos_boards.references import columns_of

_UNMARKED = {"cancelled_at": None, "cancelled_by": None, "cancelled_by_agent": False, "cancel_reason": ""}


@dataclass(frozen=True, slots=True)
class Placed:
    """An item under the locks of a write: its board row first, then its own.

    `waiting` are the other boards, locked too, with cards that the item blocks.
    """

    item: Item
    board: Board
    columns: list[Column]
    waiting: Collection[Board] = ()

    @property
    def column(self) -> Column:
        """The live column that the item is in."""
        return next(column for column in self.columns if column.id == self.item.column_id)

    @property
    def in_entry_column(self) -> bool:
        """Whether the item is in the first live column of its board."""
        return bool(self.columns) and self.columns[0].id == self.item.column_id


def locked(call: Call, item: Item, *, moves: bool = False) -> Placed:
    """Lock the board and then the item, and read both again: what was read before may have changed.

    A write that `moves` the item locks the boards that wait for it as well.
    """
    waiting = boards_that_wait(item) if moves else set()
    (fresh,), held = lock(call, item, and_boards=waiting)
    if fresh.archived_at is not None or fresh.code != item.code or fresh.board is None:
        fresh.board = live_subject(call, item.code).board  # refuses what was archived or renamed meanwhile
    board = fresh.board
    assert board is not None, "callers checked the placement"
    return Placed(fresh, board, columns_of(board), [held[other] for other in waiting if other != board.id])


def check_entry(item: Item, board: Board, column: Column) -> None:
    """The policies of the board for this move; refuses, or warns of open blockers."""
    gates.check_owner(item, board, column)
    if item.type is ItemType.TASK and column.claims and board.parent_gate:
        gates.check_parent(item, board, column, gates.parent_of(item))
    gates.check_blockers(item, board, column)


def enter(
    call: Call, placed: Placed, column: Column, action: Action = Action.TRANSITION, **data: str
) -> None:
    """Put the item into the column: activity, claim, cancel mark, event, pages, WIP warning."""
    item, source = placed.item, placed.column
    cancels, was_cancelled = action is Action.CANCEL, item.cancelled_at is not None
    claims.record(call, action, item, **{"from": source.name, "to": column.name}, **data)
    is_task = item.type is ItemType.TASK
    claim = claims.settled_claim(call, item, column, ends=cancels) if is_task else {}
    unmarked = _UNMARKED if was_cancelled and not cancels else {}
    now = clock.now()
    item.change(column=column, entered_column_at=now, updated_at=now, **claim, **unmarked)
    publish(ItemTransitioned(item, source.id, column.id, cancelled=cancels, was_cancelled=was_cancelled))
    boards.touch(placed.board)
    if cancels or was_cancelled or source.is_done != column.is_done:
        for board in placed.waiting:
            boards.touch(board)
    gates.warn_of_wip(item, column)


def allowed_targets(placed: Placed) -> list[Column]:
    """The columns that a transition leads to from the item's column, in board order."""
    rows = Transition.within(placed.board.organization_id).filter(from_column_id=placed.item.column_id)
    targets = set(rows.values_list("to_column_id", flat=True))
    return [column for column in placed.columns if column.id in targets]


def shortest_path(placed: Placed, target: Column) -> list[Column]:
    """The fewest moves to a column, without the present one; empty when no way leads there."""
    steps: dict[object, list[object]] = {}
    transitions = Transition.within(placed.board.organization_id).filter(board=placed.board).order_by("id")
    for start, end in transitions.values_list("from_column_id", "to_column_id"):
        steps.setdefault(start, []).append(end)
    by_id = {column.id: column for column in placed.columns}
    paths: list[list[object]] = [[placed.item.column_id]]
    seen = {placed.item.column_id}
    for path in paths:  # grows while it is walked: a breadth-first search
        for step in steps.get(path[-1], []):
            if step == target.id:
                return [by_id[one] for one in [*path[1:], step]]  # type: ignore[index]
            if step in by_id and step not in seen:
                seen.add(step)  # type: ignore[arg-type]
                paths.append([*path, step])
    return []
