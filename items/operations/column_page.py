"""The next cards of one column of a board's page."""

from __future__ import annotations

from uuid import UUID

from pydantic import Field

from hub.core.calls import Call, Surface
from hub.core.codes import Code
from hub.core.inputs import Offset, Ref, Result
from hub.core.operations import operation
from hub.core.refusals import Refusal
from items import board_cards, cards
from items.board_cards import NarrowedInput, ShownCard
from items.cards import Counted
from kairos_boards.models import Board
from kairos_boards.references import BOARD


class ColumnPageInput(NarrowedInput):
    column: Ref = Field(description="UUID.")
    offset: Offset = Field(default=0, description="Cards that the page shows already.")


class ColumnPage(Result):
    """A part of a column; `next_offset` is where the part after it begins, `hidden` how many follow."""

    slug: str
    id: UUID
    cards: tuple[ShownCard, ...]
    next_offset: int
    hidden: int


def as_text(result: ColumnPage) -> str:
    """The slug, for a log."""
    return result.slug


@operation(
    name="column_page",
    text=as_text,
    writes=False,
    surfaces=frozenset({Surface.PAGE}),
    refuses=(Code.NOT_FOUND, Code.VALIDATION),
)
def column_page(call: Call, request: ColumnPageInput) -> ColumnPage:
    """Show the next cards of a column."""
    board = BOARD.subject(call, request.board, "board")
    counted = _column(board, request.column)
    items = board_cards.narrowed(call, board, request)
    part = board_cards.part(items, counted, request.offset)
    found = board_cards.shown(call, board, part, [counted]).get(counted.column.id, [])
    total = items.filter(column=counted.column).count() if request.narrows else counted.live_count
    end = request.offset + len(found)
    return ColumnPage(
        slug=board.slug,
        id=counted.column.id,
        cards=tuple(found),
        next_offset=end,
        hidden=max(0, total - end) if found else 0,
    )


def _column(board: Board, text: str) -> Counted:
    for counted in cards.columns_shown(board, include_deleted=False):
        if str(counted.column.id) == text:
            return counted
    raise Refusal(Code.NOT_FOUND, f"The board {board.slug} has no such column any more.", field="column")
