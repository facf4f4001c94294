"""The cards of a board: which ones, in which order, and what each shows. Never their content."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Annotated, NamedTuple
from uuid import UUID

from django.db.models import Count, F, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from pydantic import BaseModel, Field, PlainSerializer

from hub.core import clock
from hub.core.prepared import Prepared
from items.blockers import blocks_openly
from items.models import Edge, Item, ItemType, Relationship, by_code
from items.people import Holding, held
from items.teams import TEAMED, has_team, teams_on
from kairos_boards.models import Board, Column


class _Row(NamedTuple):
    """What is read of an item; the names are lookups. Rows of a model cost five times as much."""

    id: UUID
    code: str
    title: str
    item_type: str
    task_type: str | None
    column_id: UUID
    entered_column_at: datetime | None
    updated_at: datetime
    archived_at: datetime | None
    cancelled_at: datetime | None
    owner__name: str | None
    owner__display_name: str | None
    owner_since: datetime | None
    claim_user__name: str | None
    claim_user__display_name: str | None
    claim_by_agent: bool
    claim_since: datetime | None
    state__branch: str | None
    state__next_step: str | None
    state__commit: str | None
    state__pushed: bool | None
    state__pr_url: str | None
    state__updated_at: datetime | None


@dataclass(frozen=True, slots=True)
class Filters:
    """What narrows the cards; all of it applies before a limit."""

    column_id: UUID | None = None
    repository_id: UUID | None = None
    team_id: UUID | None = None
    no_team: bool = False
    include_deleted: bool = False

    @property
    def named(self) -> dict[str, UUID]:
        """The filters that name a row."""
        named = {
            "column_id": self.column_id,
            "repository_id": self.repository_id,
            "team_id": self.team_id,
        }
        return {name: value for name, value in named.items() if value is not None}


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


Hidden = Field(exclude=True)


# A plain dataclass, not validated: its values come from the database, and a board has many.
@dataclass(slots=True, kw_only=True)
class Card:
    """One item on a board. `blocked_by` and `blocks` count the edges that hold work up now."""

    id: Annotated[UUID, Hidden]
    short_code: str
    type: str
    task_type: str | None = None
    title: str
    column: str
    column_id: Annotated[UUID, Hidden]
    entered_at: Annotated[datetime | None, Hidden]
    updated_at: Annotated[datetime, PlainSerializer(clock.rfc3339, return_type=str)]
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
        told = f"{{updated {clock.day(self.updated_at)}}}" if details else ""
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
    columns = _all_columns if include_deleted else _live_columns
    return [
        Counted(column, column.live_count)  # type: ignore[attr-defined]  # annotated by the query
        for column in columns(board.organization_id, board.id)
    ]


def read(board: Board, columns: Collection[Counted], filters: Filters, offset: int, limit: int) -> list[Card]:
    """A part of the cards that the filters admit, in the board's order: column, type, short code."""
    named = filters.named
    query = _prepared(tuple(named), filters.no_team, filters.include_deleted)
    return _cards(query.part(offset, limit, board.organization_id, board.id, *named.values()), columns)


def total(board: Board, columns: Collection[Counted], filters: Filters) -> int:
    """How many cards the filters admit. Where only a column narrows, the columns say it."""
    if filters in (Filters(), Filters(column_id=filters.column_id)):
        return sum(one.live_count for one in columns if filters.column_id in (None, one.column.id))
    return _admitted(board.organization_id, board.id, filters).count()


def shown(items: QuerySet[Item], columns: Collection[Counted]) -> list[Card]:
    """Read cards with what they show, in three queries."""
    return _cards(items.values_list(*_Row._fields), columns)


def _columns(organization_id: UUID, board_id: UUID) -> QuerySet[Column]:
    live = Item.within(organization_id).filter(column=OuterRef("pk"), archived_at=None).order_by()
    counts = live.values("column").annotate(count=Count("*")).values("count")
    columns = Column.within(organization_id).filter(board_id=board_id)
    counted = columns.annotate(live_count=Coalesce(Subquery(counts, output_field=IntegerField()), 0))
    return counted.order_by("position", F("removed_at").asc(nulls_first=True), "id")


_all_columns: Prepared[Column] = Prepared(_columns, UUID, UUID)
_live_columns: Prepared[Column] = Prepared(
    lambda organization_id, board_id: _columns(organization_id, board_id).filter(removed_at=None), UUID, UUID
)


@cache
def _prepared(named: tuple[str, ...], no_team: bool, include_deleted: bool) -> Prepared[tuple[object, ...]]:
    """The query of one set of filters; there are 32 sets at most."""

    def build(organization_id: UUID, board_id: UUID, *ids: UUID) -> QuerySet[Item, tuple[object, ...]]:
        filters = Filters(
            **dict(zip(named, ids, strict=True)), no_team=no_team, include_deleted=include_deleted
        )
        return _admitted(organization_id, board_id, filters).values_list(*_Row._fields)

    return Prepared(build, UUID, UUID, *(UUID for _ in named))


def _admitted(organization_id: UUID, board_id: UUID, filters: Filters) -> QuerySet[Item]:
    items = Item.within(organization_id).filter(board_id=board_id, column__isnull=False)
    if filters.include_deleted:
        items = items.filter(Q(column__removed_at=None) | Q(archived_at__isnull=False))
    else:
        items = items.filter(archived_at=None, column__removed_at=None)
    if filters.column_id is not None:
        items = items.filter(column_id=filters.column_id)
    if filters.repository_id is not None:
        items = items.filter(~Q(item_type=ItemType.TASK) | Q(repository_id=filters.repository_id))
    others = ~Q(item_type__in=TEAMED)
    if filters.team_id is not None:
        items = items.filter(others | has_team(organization_id, filters.team_id))
    if filters.no_team:
        items = items.filter(others | ~has_team(organization_id))
    return items.order_by(
        "column__position",
        F("column__removed_at").asc(nulls_first=True),
        "column_id",
        "type_rank",
        *by_code(),
    )


def _cards(rows: Iterable[tuple[object, ...]], columns: Collection[Counted]) -> list[Card]:
    by_id = {counted.column.id: counted.column for counted in columns}
    placed = [(row, by_id.get(row.column_id)) for row in map(_Row._make, rows)]
    # A column that was added since the columns were read is not shown yet.
    found = [(row, column) for row, column in placed if column is not None]
    beside = _beside(found)
    return [_card(row, column, beside) for row, column in found]


@dataclass(frozen=True, slots=True)
class _Beside:
    """What cards show that is not in their rows, by item."""

    teams: Mapping[UUID, tuple[str, ...]]
    blocked_by: Mapping[UUID, int]
    blocks: Mapping[UUID, int]


def _beside(found: list[tuple[_Row, Column]]) -> _Beside:
    """Two queries at most; of the whole board, since a list of items cannot be part of a kept query."""
    teamed = any(row.item_type in TEAMED for row, _ in found)
    waiting = any(not column.is_done for _, column in found)
    teams, ends = {}, []
    if found:
        _, column = found[0]
        teams = teams_on(column.organization_id, column.board_id) if teamed else {}
        ends = _open_edges(column.organization_id, column.board_id) if waiting else []
    return _Beside(
        teams=teams,
        blocked_by=Counter(target for _, target, _ in ends),
        blocks=Counter(source for source, _, put_away in ends if put_away is None),
    )


def _card(row: _Row, column: Column, beside: _Beside) -> Card:
    # What is done waits for nothing and holds nothing up, also when it was cancelled.
    waits = not column.is_done
    return Card(
        id=row.id,
        short_code=row.code,
        type=row.item_type,
        task_type=row.task_type,
        title=row.title,
        column=column.name,
        column_id=row.column_id,
        entered_at=row.entered_column_at,
        updated_at=row.updated_at,
        archived=row.archived_at is not None,
        cancelled=row.cancelled_at is not None,
        teams=beside.teams.get(row.id, ()),
        owner=held(row.owner__name, row.owner__display_name, False, row.owner_since),
        claim=held(row.claim_user__name, row.claim_user__display_name, row.claim_by_agent, row.claim_since),
        state=_state(row),
        blocked_by=beside.blocked_by.get(row.id, 0) if waits else 0,
        blocks=beside.blocks.get(row.id, 0) if waits else 0,
    )


def _state(row: _Row) -> CardState | None:
    values = (row.state__branch, row.state__next_step, row.state__commit, row.state__pr_url)
    if row.state__updated_at is None or not (any(values) or row.state__pushed is not None):
        return None
    return CardState(
        branch=row.state__branch or None,
        next_step=row.state__next_step or None,
        age=clock.age(row.state__updated_at),
    )


def _open_edges_of(organization_id: UUID, board_id: UUID) -> QuerySet[Edge, _Ends]:
    edges = Edge.within(organization_id).filter(
        blocks_openly("source__"),
        Q(target__column__is_done=False) | Q(target__column=None),
        relationship=Relationship.BLOCKS,
    )
    into, out = edges.filter(target__board_id=board_id), edges.filter(source__board_id=board_id)
    ends = ("source_id", "target_id", "target__archived_at")
    # Two queries joined: with OR no index of either end would serve.
    return into.values_list(*ends).union(out.values_list(*ends))


_Ends = tuple[UUID, UUID, datetime | None]
_open_edges: Prepared[_Ends] = Prepared(_open_edges_of, UUID, UUID)
