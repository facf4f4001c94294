"""The columns and transitions that a new board of each level gets; copied at creation (decision 13)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from kairos_boards.models import Level


@dataclass(frozen=True, slots=True)
class DefaultColumn:
    """A column of a new board."""

    name: str
    is_done: bool = False
    claims: bool = False
    keeps_claims: bool = False


def _straight(*names: str, done: tuple[str, ...]) -> tuple[DefaultColumn, ...]:
    return tuple(DefaultColumn(name, is_done=name in done) for name in names)


COLUMNS: dict[Level, tuple[DefaultColumn, ...]] = {
    Level.STRATEGY: _straight("Draft", "Review", "Active", "Monitoring", "Completed", done=("Completed",)),
    Level.INITIATIVE: _straight(
        "Discovery", "Design", "Ready", "Decompose", "Active", "Monitoring", "Completed", done=("Completed",)
    ),
    Level.DELIVERY: (
        DefaultColumn("Backlog"),
        DefaultColumn("Todo"),
        DefaultColumn("Active", claims=True),
        DefaultColumn("Blocked", keeps_claims=True),
        DefaultColumn("Completed", is_done=True),
    ),
    Level.ADR: _straight("Draft", "Discussion", "Decided", "Superseded", done=("Decided", "Superseded")),
}

# In the order in which my_boards shows the moves of a column.
_DELIVERY_MOVES = (
    ("Backlog", "Todo"),
    ("Todo", "Active"),
    ("Todo", "Blocked"),
    ("Active", "Completed"),
    ("Active", "Blocked"),
    ("Blocked", "Todo"),
    ("Blocked", "Active"),
)


def moves(level: Level) -> tuple[tuple[str, str], ...]:
    """The transitions of a new board: by hand on a delivery board, a straight line elsewhere."""
    if level is Level.DELIVERY:
        return _DELIVERY_MOVES
    names = [column.name for column in COLUMNS[level]]
    return tuple(pairwise(names))
