"""What a board's page shows at first load: the first cards of each column, and who moved what lately."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import F, QuerySet, Window
from django.db.models.functions import RowNumber
from pydantic import BaseModel, Field

from hub.core import clock
from hub.core.calls import Call, Surface
from hub.core.codes import Code
from hub.core.inputs import Input, Ref, Result
from hub.core.models import Action, Activity
from hub.core.operations import operation
from hub.core.principals import marked
from items import cards
from items.cards import Card, Counted
from items.models import Item
from kairos_boards.models import Board
from kairos_boards.references import BOARD

FIRST_CARDS = 50
FIRST_DONE_CARDS = 20
LATELY = timedelta(minutes=2)
_MOVES = (Action.TRANSITION, Action.CANCEL, Action.CREATE)


class BoardPageInput(Input):
    board: Ref = Field(description="Slug or UUID.")


class ShownBoard(BaseModel):
    """The head of the page; `revision` is what the live channel compares."""

    slug: str
    name: str
    level: str
    revision: int


class ShownCard(BaseModel):
    """A card; `moved_by` names who moved it within the last two minutes."""

    code: str
    title: str
    type_label: str
    claim: dict[str, str | bool] | None
    owner: str | None
    blocked_by: int
    blocks: int
    state: dict[str, str | None] | None
    cancelled: bool
    moved_by: str | None
    entered_at: datetime | None


class ShownColumn(BaseModel):
    """A column; `count` is of the whole column, `hidden` of the cards that are not shown."""

    name: str
    position: int
    count: int
    wip_limit: int | None
    at_limit: bool
    over_limit: bool
    is_entry: bool
    is_done: bool
    claims: bool
    keeps_claims: bool
    cards: tuple[ShownCard, ...]
    hidden: int


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
    refuses=(Code.NOT_FOUND,),
)
def board_page(call: Call, request: BoardPageInput) -> BoardPage:
    """Show a board: its columns with their first cards."""
    board = BOARD.subject(call, request.board, "board")
    columns = cards.columns_shown(board, include_deleted=False)
    open_cards = cards.shown(_first(board, FIRST_CARDS, done=False), columns)
    done_cards = cards.shown(_first(board, FIRST_DONE_CARDS, done=True), columns)
    movers = _movers(call, board)
    by_column: dict[UUID, list[Card]] = {}
    for card in (*open_cards, *done_cards):
        by_column.setdefault(card.column_id, []).append(card)
    return BoardPage(
        board=ShownBoard(slug=board.slug, name=board.name, level=board.level, revision=board.revision),
        columns=tuple(
            _column(counted, place, by_column.get(counted.column.id, []), movers)
            for place, counted in enumerate(columns)
        ),
    )


def _first(board: Board, count: int, *, done: bool) -> QuerySet[Item]:
    """The first cards of each open column in board order, or the newest of each done one."""
    order: list[Any] = [F("entered_column_at").desc(), F("code")] if done else [F("type_rank"), F("code")]
    live = Item.within(board.organization_id).filter(
        board=board, archived_at=None, column__removed_at=None, column__is_done=done
    )
    place = Window(RowNumber(), partition_by=[F("column_id")], order_by=order)
    return live.annotate(place=place).filter(place__lte=count).order_by("column__position", "place")


def _movers(call: Call, board: Board) -> dict[UUID | None, str]:
    """Item -> the name of who moved it last, for the moves of the last two minutes."""
    moves = Activity.within(call.organization_id).filter(
        board_id=board.id, action__in=_MOVES, subject_type="item", created_at__gt=clock.now() - LATELY
    )
    rows = moves.order_by("-id").values_list("subject_id", "user__display_name", "by_agent")[:200]
    return {item: marked(name, by_agent) for item, name, by_agent in reversed(rows)}


def _column(counted: Counted, place: int, found: list[Card], movers: dict[UUID | None, str]) -> ShownColumn:
    column, count = counted.column, counted.live_count
    limit = column.wip_limit
    return ShownColumn(
        name=column.name,
        position=place,
        count=count,
        wip_limit=limit,
        at_limit=limit is not None and count == limit,
        over_limit=limit is not None and count > limit,
        is_entry=place == 0,
        is_done=column.is_done,
        claims=column.claims,
        keeps_claims=column.keeps_claims,
        cards=tuple(_card(card, movers) for card in found),
        hidden=count - len(found),
    )


def _card(card: Card, movers: dict[UUID | None, str]) -> ShownCard:
    claim = card.claim.person if card.claim else None
    return ShownCard(
        code=card.short_code,
        title=card.title,
        type_label=card.task_type or card.type,
        claim={"name": claim.name.removesuffix(" (agent)"), "is_agent": claim.agent} if claim else None,
        owner=card.owner.person.name if card.owner else None,
        blocked_by=card.blocked_by,
        blocks=card.blocks,
        state=card.state.model_dump() if card.state else None,
        cancelled=card.cancelled,
        moved_by=movers.get(card.id),
        entered_at=card.entered_at,
    )
