"""What a board's page shows at first load: the first cards of each column, and what may be done there."""

from __future__ import annotations

import json
from collections import Counter
from typing import Annotated
from uuid import UUID

from django.db.models import Count, QuerySet
from pydantic import BaseModel, Field

from hub.core.calls import Call, Surface
from hub.core.codes import Code
from hub.core.inputs import Result
from hub.core.operations import operation
from items import board_cards, cards, placement
from items.allowed import asked
from items.authorization import require_board_moves
from items.board_cards import NarrowedInput, ShownCard
from items.cards import Counted
from items.models import Item, ItemType, Repository
from kairos_boards.models import Board, Level, Transition
from kairos_boards.references import BOARD

MOST_SHOWN = 1000
_TYPE_OF = {level: item_type for item_type, level in placement.LEVEL_OF.items()}
ColumnCount = Annotated[str, Field(pattern=r"^[0-9a-f-]{36}:[0-9]{1,4}$")]


class BoardPageInput(NarrowedInput):
    shown: list[ColumnCount] = Field(
        default=[],
        max_length=100,
        description="column id:count, of columns that show more than their first part.",
    )


class ShownBoard(BaseModel):
    """The head of the page; `revision` is what the live channel compares.

    `creates` is the type of a new item here; `no_moves` and `no_creates` say why the person may not.
    """

    slug: str
    name: str
    level: str
    revision: int
    creates: str
    no_moves: str | None
    no_creates: str | None
    repositories: tuple[str, ...]


class ShownColumn(BaseModel):
    """A column; `count` is of the whole column, `matched` of those that the filters admit when one is set,
    `hidden` of those that are not shown. `moves` are the columns that its cards may move to.
    """

    id: UUID
    name: str
    position: int
    count: int
    matched: int | None
    wip_limit: int | None
    at_limit: bool
    over_limit: bool
    is_entry: bool
    is_done: bool
    claims: bool
    keeps_claims: bool
    moves: tuple[str, ...]
    cards: tuple[ShownCard, ...]
    hidden: int

    @property
    def moves_json(self) -> str:
        """`moves` for a script."""
        return json.dumps(self.moves)

    @property
    def shown_count(self) -> int:
        """How many of its cards are on the page: where the next part begins."""
        return len(self.cards)


class BoardPage(Result):
    """The board and its columns by position."""

    board: ShownBoard
    columns: tuple[ShownColumn, ...]


def as_text(result: BoardPage) -> str:
    """The slug, for a log."""
    return result.board.slug


@operation(
    name="board_page",
    text=as_text,
    writes=False,
    surfaces=frozenset({Surface.PAGE}),
    refuses=(Code.NOT_FOUND, Code.VALIDATION),
)
def board_page(call: Call, request: BoardPageInput) -> BoardPage:
    """Show a board: its columns with their first cards."""
    board = BOARD.subject(call, request.board, "board")
    columns = cards.columns_shown(board, include_deleted=False)
    items = board_cards.narrowed(call, board, request)
    counts = _counts(request)
    found = {
        done: board_cards.shown(call, board, board_cards.first(items, counts, done=done), columns)
        for done in (False, True)
    }
    matched = _matched(items) if request.narrows else None
    moves = _moves(board)
    return BoardPage(
        board=_head(call, board),
        columns=tuple(
            _column(
                counted,
                place,
                found[counted.column.is_done].get(counted.column.id, []),
                matched[counted.column.id] if matched is not None else None,
                moves,
            )
            for place, counted in enumerate(columns)
        ),
    )


def _counts(request: BoardPageInput) -> dict[UUID, int]:
    pairs = (entry.split(":") for entry in request.shown)
    return {UUID(column): min(int(count), MOST_SHOWN) for column, count in pairs}


def _matched(items: QuerySet[Item]) -> Counter[UUID | None]:
    return Counter(dict(items.order_by().values_list("column").annotate(Count("id"))))


def _moves(board: Board) -> dict[UUID, list[str]]:
    """Column -> the names of those that a transition leads to, by position."""
    rows = Transition.within(board.organization_id).filter(board=board, to_column__removed_at=None)
    moves: dict[UUID, list[str]] = {}
    for source, name in rows.order_by("to_column__position").values_list("from_column_id", "to_column__name"):
        moves.setdefault(source, []).append(name)
    return moves


def _head(call: Call, board: Board) -> ShownBoard:
    creates = _TYPE_OF[Level(board.level)]
    repositories: tuple[str, ...] = ()
    if creates is ItemType.TASK:
        live = Repository.within(board.organization_id).filter(archived_at=None)
        repositories = tuple(live.order_by("slug").values_list("slug", flat=True))
    return ShownBoard(
        slug=board.slug,
        name=board.name,
        level=board.level,
        revision=board.revision,
        creates=creates,
        no_moves=asked(lambda: require_board_moves(call, board)).why or None,
        no_creates=asked(lambda: placement.require_creation(call, board, creates)).why or None,
        repositories=repositories,
    )


def _column(
    counted: Counted, place: int, found: list[ShownCard], matched: int | None, moves: dict[UUID, list[str]]
) -> ShownColumn:
    column, count = counted.column, counted.live_count
    limit = column.wip_limit
    return ShownColumn(
        id=column.id,
        name=column.name,
        position=place,
        count=count,
        matched=matched,
        wip_limit=limit,
        at_limit=limit is not None and count == limit,
        over_limit=limit is not None and count > limit,
        is_entry=place == 0,
        is_done=column.is_done,
        claims=column.claims,
        keeps_claims=column.keeps_claims,
        moves=tuple(moves.get(column.id, ())),
        cards=tuple(found),
        hidden=(count if matched is None else matched) - len(found),
    )
