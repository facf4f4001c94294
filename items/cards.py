"""The cards of a board: which ones, in which order, and what each shows. Never their content."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Count, F, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from pydantic import BaseModel, Field

from hub.core import clock
from items.blockers import blocks_openly
from items.details import has_values
from items.models import Edge, Item, ItemType, Relationship, Repository
from items.people import Holding, claim_of, owner_of
from items.teams import TEAMED, has_team, teams_of
from kairos_boards.models import Board, Column, Team

_SHOWN = (
    "organization_id",
    "code",
    "title",
    "item_type",
    "task_type",
    "column_id",
    "entered_column_at",
    "updated_at",
    "archived_at",
    "cancelled_at",
    "claim_by_agent",
    "claim_since",
    "claim_user__name",
    "claim_user__display_name",
    "owner_since",
    "owner__name",
    "owner__display_name",
    "state__branch",
    "state__next_step",
    "state__commit",
    "state__pushed",
    "state__pr_url",
    "state__updated_at",
)


@dataclass(frozen=True, slots=True)
class Filters:
    """What narrows the cards; all of it applies before a limit."""

    column: Column | None = None
    repository: Repository | None = None
    team: Team | None = None
    no_team: bool = False
    include_deleted: bool = False


@dataclass(frozen=True, slots=True)
class Counted:
    """A column and the number of its live items."""

    column: Column
    live_count: int


class CardState(BaseModel):
    """What a card shows of the live state."""

    branch: str | None
    next_step: str | None
    age: str

    @property
    def tag(self) -> str:
        """`[state: branch x; next: y; 2 days ago]`, the parts with a value."""
        parts = (
            f"branch {self.branch}" if self.branch else "",
            f"next: {self.next_step}" if self.next_step else "",
            self.age,
        )
        return f"[state: {'; '.join(part for part in parts if part)}]"


class Card(BaseModel):
    """One item on a board. `blocked_by` and `blocks` count the edges that hold work up now."""

    id: UUID = Field(exclude=True)
    short_code: str
    type: str
    task_type: str | None = None
    title: str
    column: str
    column_id: UUID = Field(exclude=True)
    entered_at: datetime | None = Field(exclude=True)
    updated_at: str
    archived: bool = False
    cancelled: bool = False
    teams: tuple[str, ...] = ()
    owner: Holding | None = None
    claim: Holding | None = None
    state: CardState | None = None
    blocked_by: int = 0
    blocks: int = 0

    def line(self, details: bool) -> str:
        """`ACME-T-0012 [bug] Refunds lose the currency [claimed by Alice] {updated 2026-10-08}`."""
        head = f"{self.short_code} [{self.task_type or self.type}] {one_line(self.title)}"
        told = f"{{updated {self.updated_at[:10]}}}" if details else ""
        return " ".join(part for part in (head, *self._tags(), told) if part)

    def _tags(self) -> list[str]:
        tags = [
            "[archived]" if self.archived else "",
            "[cancelled]" if self.cancelled else "",
            f"[teams: {', '.join(self.teams)}]" if self.teams else "",
            f"[owner: {self.owner.person.name}]" if self.owner else "",
            f"[claimed by {self.claim.person.name}]" if self.claim else "",
            one_line(self.state.tag) if self.state else "",
            f"[blocked by {self.blocked_by}]" if self.blocked_by else "",
            f"[blocks {self.blocks}]" if self.blocks else "",
        ]
        return [tag for tag in tags if tag]


def one_line(text: str) -> str:
    """A text in a list: a line break of its own would look like the next row."""
    return " ".join(text.splitlines()) if len(text.splitlines()) > 1 else text


def columns_shown(board: Board, include_deleted: bool) -> list[Counted]:
    """The columns by position, each with the count of its live items; removed ones on request."""
    columns = Column.within(board.organization_id).filter(board=board)
    if not include_deleted:
        columns = columns.filter(removed_at=None)
    live = Item.within(board.organization_id).filter(column=OuterRef("pk"), archived_at=None).order_by()
    counts = live.values("column").annotate(count=Count("id")).values("count")
    counted = columns.annotate(live_count=Coalesce(Subquery(counts, output_field=IntegerField()), 0))
    ordered = counted.order_by("position", F("removed_at").asc(nulls_first=True), "id")
    return [Counted(column, column.live_count) for column in ordered]


def cards(board: Board, columns: Collection[Counted], filters: Filters) -> QuerySet[Item]:
    """The cards in these columns that the filters admit, in the board's order: column, type, short code."""
    ids = [counted.column.id for counted in columns]
    items = Item.within(board.organization_id).filter(board=board, column_id__in=ids)
    if filters.include_deleted:
        items = items.filter(Q(column__removed_at=None) | Q(archived_at__isnull=False))
    else:
        items = items.filter(archived_at=None)
    if filters.column is not None:
        items = items.filter(column=filters.column)
    if filters.repository is not None:
        items = items.filter(~Q(item_type=ItemType.TASK) | Q(repository=filters.repository))
    others = ~Q(item_type__in=TEAMED)
    if filters.team is not None:
        items = items.filter(others | has_team(board.organization_id, filters.team))
    if filters.no_team:
        items = items.filter(others | ~has_team(board.organization_id))
    order = (
        "column__position",
        F("column__removed_at").asc(nulls_first=True),
        "column_id",
        "type_rank",
        "code",
    )
    return items.order_by(*order)


def shown(items: QuerySet[Item], columns: Collection[Counted]) -> list[Card]:
    """Read cards with what they show, in three queries."""
    rows = list(items.select_related("claim_user", "owner", "state").only(*_SHOWN))
    by_id: dict[UUID | None, Column] = {counted.column.id: counted.column for counted in columns}
    teamed = [row.id for row in rows if row.type in TEAMED]
    teams = teams_of(rows[0].organization_id, teamed) if teamed else {}
    blocked_by, blocks = _holding_up([row for row in rows if not by_id[row.column_id].is_done])
    return [
        _card(
            row,
            by_id[row.column_id],
            teams=teams.get(row.id, ()),
            blocked_by=blocked_by.get(row.id, 0),
            blocks=blocks.get(row.id, 0),
        )
        for row in rows
    ]


def _card(item: Item, column: Column, *, teams: tuple[str, ...], blocked_by: int, blocks: int) -> Card:
    return Card(
        id=item.id,
        short_code=item.code,
        type=item.item_type,
        task_type=item.task_type,
        title=item.title,
        column=column.name,
        column_id=column.id,
        entered_at=item.entered_column_at,
        updated_at=clock.rfc3339(item.updated_at),
        archived=item.archived_at is not None,
        cancelled=item.cancelled_at is not None,
        teams=teams,
        owner=owner_of(item),
        claim=claim_of(item),
        state=_state(item),
        blocked_by=blocked_by,
        blocks=blocks,
    )


def _state(item: Item) -> CardState | None:
    state = getattr(item, "state", None)
    if state is None or not has_values(state):
        return None
    return CardState(
        branch=state.branch or None, next_step=state.next_step or None, age=clock.age(state.updated_at)
    )


def _holding_up(items: list[Item]) -> tuple[dict[UUID, int], dict[UUID, int]]:
    """By item that is not done: how many items block it now, and how many it blocks; one query."""
    ids = {item.id for item in items}
    if not ids:
        return {}, {}
    edges = Edge.within(items[0].organization_id).filter(
        blocks_openly("source__"),
        Q(target__column__is_done=False) | Q(target__column=None),
        Q(source__in=ids) | Q(target__in=ids),
        relationship=Relationship.BLOCKS,
    )
    ends = list(edges.values_list("source_id", "target_id", "target__archived_at"))
    blocked_by = Counter(target for _, target, _ in ends if target in ids)
    blocks = Counter(source for source, _, put_away in ends if source in ids and put_away is None)
    return blocked_by, blocks
