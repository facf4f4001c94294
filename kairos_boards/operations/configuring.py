"""What every change of a board's configuration shares: the right, the lock, the activity row, the page."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator

from hub.core import activity
from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.inputs import Name
from hub.core.models import Action
from hub.core.refusals import Refusal
from kairos_boards import boards
from kairos_boards.authorization import require
from kairos_boards.models import Board, Column
from kairos_boards.references import BOARD
from kairos_boards.vocabulary import CONFIGURE_BOARDS

# References are looked up without the blanks at their ends, so a name has none.
ColumnName = Annotated[Name, AfterValidator(str.strip)]


def configurable(call: Call, text: str) -> Board:
    """The board that the call may configure, locked for the rest of the transaction."""
    board = BOARD.subject(call, text, "board")
    require(call, CONFIGURE_BOARDS, board)
    return boards.lock(call, board.id)


def tell(call: Call, board: Board, change: str, **data: Any) -> None:
    """Note a change of the configuration, and wake the pages of the board."""
    activity.record(call, Action.BOARD_CONFIG, "board", board.id, board_id=board.id, change=change, **data)
    boards.touch(board)


def refuse_taken(board: Board, others: list[Column], name: str) -> None:
    """DUPLICATE_COLUMN_NAME when one of the other live columns has the name, in any case."""
    for other in others:
        if other.name.casefold() == name.casefold():
            raise name_taken(board, name)


def name_taken(board: Board, name: str) -> Refusal:
    """The refusal of a column name that the board has."""
    return Refusal(
        Code.DUPLICATE_COLUMN_NAME,
        f'The board {board.slug} has a column "{name}" already (case does not count). Choose another name.',
        field="name",
    )


def place(columns: list[Column], column: Column, position: int) -> None:
    """Put a column among the others of its board, the last place at most, and number them all from 0."""
    ordered = [other for other in columns if other.id != column.id]
    ordered.insert(min(position, len(ordered)), column)
    number(ordered)


def number(columns: list[Column]) -> None:
    """Write the positions 0, 1, 2, … where they differ."""
    for position, column in enumerate(columns):
        if column.position != position:
            column.change(position=position)
