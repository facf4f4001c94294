"""Entering a column: what every move shares, whichever operation asks for it."""

from __future__ import annotations

from dataclasses import dataclass

from hub.core import clock
from hub.core.calls import Call
from hub.core.events import publish
from hub.core.models import Action
from items import claims, gates
from items.events import ItemTransitioned
from items.models import Item, ItemType
from kairos_boards import boards
from kairos_boards.models import Board, Column, Transition
from kairos_boards.references import columns_of


@dataclass(frozen=True, slots=True)
class Placed:
    """An item under the locks of a move: its board row first, then its own."""

    item: Item
    board: Board
    columns: list[Column]

    @property
    def column(self) -> Column:
        """The live column that the item is in."""
        return next(column for column in self.columns if column.id == self.item.column_id)

    @property
    def in_entry_column(self) -> bool:
        """Whether the item is in the first live column of its board."""
        return bool(self.columns) and self.columns[0].id == self.item.column_id


def locked(call: Call, item: Item) -> Placed:
    """Lock the board and then the item, and read both again: what was read before may have changed."""
    while True:
        board = boards.lock(call, item.board_id)  # type: ignore[arg-type] - callers checked the placement
        rows = Item.within(call.organization_id).select_for_update(of=("self",))
        fresh = rows.select_related("claim_user", "owner").defer("content").get(id=item.id)
        if fresh.board_id == board.id:
            fresh.board = board
            return Placed(fresh, board, columns_of(board))
        item = fresh  # it moved to another board meanwhile: lock that one


def check_entry(item: Item, board: Board, column: Column) -> None:
    """The policies of the board for this move; refuses, or warns of open blockers."""
    gates.check_owner(item, board, column)
    if item.type is ItemType.TASK and column.claims and board.parent_gate:
        gates.check_parent(item, board, column, gates.parent_of(item))
    gates.check_blockers(item, board, column)


def enter(call: Call, placed: Placed, column: Column, action: Action = Action.TRANSITION, **data: object) -> None:
    """Put the item into the column: claim, cancel mark, activity, event, page, WIP warning."""
    item, source = placed.item, placed.column
    claims.record(call, action, item, **{"from": source.name, "to": column.name}, **data)
    if action is not Action.CANCEL and item.cancelled_at is not None:
        item.change(cancelled_at=None, cancelled_by=None, cancelled_by_agent=False, cancel_reason="")
    if item.type is ItemType.TASK:
        claims.settle_claim(call, item, column)
    now = clock.now()
    item.change(column=column, entered_column_at=now, updated_at=now)
    publish(ItemTransitioned(item, source.id, column.id, cancelled=action is Action.CANCEL))
    boards.touch(placed.board)
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
