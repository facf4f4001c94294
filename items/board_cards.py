"""The cards of a board's page: which ones a person asked for, in which order, and what each shows."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Literal
from uuid import UUID

from django.db.models import Case, F, IntegerField, Q, QuerySet, Value, When, Window
from django.db.models.functions import Lower, RowNumber
from pydantic import BaseModel, Field

from hub.core import clock
from hub.core.calls import Call
from hub.core.inputs import Input, Line, Maybe, Ref
from hub.core.models import Action, Activity
from hub.core.principals import marked
from items import cards
from items.cards import Card, Counted
from items.models import Item, by_code
from items.repositories import REPOSITORY
from kairos_boards.models import Board

OPEN_PART = 50
DONE_PART = 20
LATELY = timedelta(minutes=2)
_MOVES = (Action.TRANSITION, Action.CANCEL, Action.CREATE)


class NarrowedInput(Input):
    """A board, and what narrows its cards. An empty text narrows nothing: a form sends all of its fields."""

    board: Ref = Field(description="Slug or UUID.")
    claim: Literal["", "mine", "free", "taken"] = Field(default="", description="Who holds or owns it.")
    type: Literal["", "task", "bug", "tech_debt", "support"] = Field(default="", description="Task type.")
    repository: Maybe[Ref] = Field(default=None, description="Slug or UUID.")
    text: Line = Field(default="", description="Part of the title or of the short code.")

    @property
    def narrows(self) -> bool:
        """Whether any filter is set."""
        return any((self.claim, self.type, self.repository, self.text.strip()))


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


def narrowed(call: Call, board: Board, request: NarrowedInput) -> QuerySet[Item]:
    """The live cards of a board's live columns that the filters admit."""
    items: QuerySet[Any] = Item.within(board.organization_id).filter(
        board=board, archived_at=None, column__removed_at=None, column__isnull=False
    )
    if request.claim:
        items = items.filter(_held(call, request.claim))
    if request.type:
        items = items.filter(task_type=request.type)
    if request.repository:
        items = items.filter(repository=REPOSITORY.named(call, request.repository, "repository"))
    text = request.text.strip()
    if text:
        items = items.alias(folded=Lower("title")).filter(
            Q(folded__contains=text.lower()) | Q(code__contains=text.upper())
        )
    return items


def first(items: QuerySet[Item], counts: Mapping[UUID, int], *, done: bool) -> QuerySet[Item]:
    """The first cards of each open column in board order, or the newest of each done one.

    `counts`: how many of a column, where it is more than the usual number.
    """
    place = Window(RowNumber(), partition_by=[F("column_id")], order_by=_order(done))
    usual = DONE_PART if done else OPEN_PART
    cases = [When(column_id=column, then=Value(max(count, usual))) for column, count in counts.items()]
    placed = items.filter(column__is_done=done).annotate(
        place=place, most=Case(*cases, default=Value(usual), output_field=IntegerField())
    )
    return placed.filter(place__lte=F("most")).order_by("column__position", "place")


def part(items: QuerySet[Item], counted: Counted, offset: int) -> QuerySet[Item]:
    """The next cards of one column after `offset` of them, in the order of `first`."""
    done = counted.column.is_done
    count = DONE_PART if done else OPEN_PART
    return items.filter(column=counted.column).order_by(*_order(done))[offset : offset + count]


def shown(
    call: Call, board: Board, items: QuerySet[Item], columns: list[Counted]
) -> dict[UUID, list[ShownCard]]:
    """Read cards with what the page shows of them, by column."""
    movers = _movers(call, board)
    by_column: dict[UUID, list[ShownCard]] = {}
    for card in cards.shown(items, columns):
        by_column.setdefault(card.column_id, []).append(_card(card, movers))
    return by_column


def _held(call: Call, claim: str) -> Q:
    """A task is held by its claim, a strategy or an initiative by its owner."""
    if claim == "mine":
        return Q(claim_user_id=call.principal.user_id) | Q(owner_id=call.principal.user_id)
    free = Q(claim_user=None, owner=None)
    return free if claim == "free" else ~free


def _order(done: bool) -> list[Any]:
    first = F("entered_column_at").desc() if done else F("type_rank")
    return [first, *map(F, by_code())]


def _movers(call: Call, board: Board) -> dict[UUID | None, str]:
    """Item -> the name of who moved it last, for the moves of the last two minutes."""
    moves = Activity.within(call.organization_id).filter(
        board_id=board.id, action__in=_MOVES, subject_type="item", created_at__gt=clock.now() - LATELY
    )
    rows = moves.order_by("-id").values_list("subject_id", "user__display_name", "by_agent")[:200]
    return {item: marked(name, by_agent) for item, name, by_agent in reversed(rows)}


def _card(card: Card, movers: Mapping[UUID | None, str]) -> ShownCard:
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
