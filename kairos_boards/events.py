"""What boards tell the apps above, in the transaction of the change."""

from __future__ import annotations

from dataclasses import dataclass

from hub.core.events import Event
from kairos_boards.models import Board, Column


@dataclass(frozen=True, slots=True)
class ColumnRemoving(Event):
    """A column is about to leave its board, which is locked; a VETO subscriber may refuse."""

    board: Board
    column: Column
