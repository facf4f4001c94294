"""Boards as answers show them: columns with flags and moves, policies, the team's capabilities."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from uuid import UUID

from pydantic import BaseModel

from hub.core.calls import Call
from kairos_boards.contributions import counts_of
from kairos_boards.models import Board, Column, Level, Transition

# The policies of a level, in the order of their line, each with what it does.
POLICIES: dict[Level, dict[str, str]] = {
    Level.DELIVERY: {
        "parent_gate": "a task moves to a claims column only while its initiative is active",
        "blockers_gate": (
            "on: a task with an open blocker cannot move to a claims or done column; "
            "off: the move gets a warning"
        ),
    },
    Level.INITIATIVE: {
        "owner_gate": "an initiative moves to Active only with an owner, who stays in Active and Monitoring",
    },
}


class ColumnShown(BaseModel):
    """A live column: its flags, the columns that a card can move to, the count of its live items."""

    id: UUID
    name: str
    position: int
    entry: bool
    is_done: bool
    claims: bool
    keeps_claims: bool
    wip_limit: int | None
    moves: tuple[str, ...]
    items: int

    @property
    def move(self) -> str:
        """`Active [claims, WIP 3] → Completed, Blocked`."""
        flags = [
            word
            for word, is_set in (("entry", self.entry), ("done", self.is_done), ("claims", self.claims))
            if is_set
        ]
        if self.wip_limit is not None:
            flags.append(f"WIP {self.wip_limit}")
        name = f"{self.name} [{', '.join(flags)}]" if flags else self.name
        return f"{name} → {', '.join(self.moves)}" if self.moves else name


def moves_line(columns: Iterable[ColumnShown]) -> str:
    """The `moves:` line of a board."""
    return "moves: " + " | ".join(column.move for column in columns)


def policies_of(board: Board) -> dict[str, bool]:
    """The policies that the level of the board has, as they are set."""
    return {name: getattr(board, name) for name in POLICIES.get(Level(board.level), {})}


def policy_line(level: str, policies: Mapping[str, bool]) -> str:
    """The `policy:` line of a board that has policies."""
    meanings = POLICIES[Level(level)]
    shown = (f"{name} {'on' if is_on else 'off'} ({meanings[name]})" for name, is_on in policies.items())
    return "policy: " + "; ".join(shown)


def columns_shown(call: Call, boards: Iterable[Board]) -> dict[UUID, list[ColumnShown]]:
    """The live columns of boards, in order. Three queries, none for no board."""
    ids = [board.id for board in boards]
    shown: dict[UUID, list[ColumnShown]] = {board_id: [] for board_id in ids}
    if not ids:
        return shown
    rows = list(
        Column.within(call.organization_id)
        .filter(board__in=ids, removed_at=None)
        .order_by("board_id", "position")
    )
    moves = _moves(call, ids, {row.id: row.name for row in rows})
    counts = counts_of(call, [row.id for row in rows])
    for row in rows:
        there = shown[row.board_id]
        there.append(_shown(row, not there, moves.get(row.id, []), counts[row.id]))
    return shown


def _moves(call: Call, boards: list[UUID], names: dict[UUID, str]) -> dict[UUID, list[str]]:
    """Column -> the names of the live columns that a transition leads to, in the order of adding."""
    moves: dict[UUID, list[str]] = {}
    rows = Transition.within(call.organization_id).filter(board__in=boards).order_by("id")
    for start, end in rows.values_list("from_column_id", "to_column_id"):
        if end in names:
            moves.setdefault(start, []).append(names[end])
    return moves


def _shown(row: Column, is_first: bool, moves: list[str], items: int) -> ColumnShown:
    return ColumnShown(
        id=row.id,
        name=row.name,
        position=row.position,
        entry=is_first,
        is_done=row.is_done,
        claims=row.claims,
        keeps_claims=row.keeps_claims,
        wip_limit=row.wip_limit,
        moves=tuple(moves),
        items=items,
    )
