"""board_items: the cards of a board by column, in parts when there are many."""

from __future__ import annotations

from collections import Counter
from itertools import islice

from pydantic import BaseModel, Field

from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.inputs import Input, Limit, Maybe, Offset, Ref, Result
from hub.core.operations import operation
from hub.core.refusals import validation
from items import cards
from items.cards import Card, Counted, Filters, columns_shown
from items.repositories import REPOSITORY
from kairos_boards.models import Board
from kairos_boards.references import BOARD, TEAM, column_of

MOST = 1000


class BoardItemsInput(Input):
    board: Ref = Field(description="Slug or UUID.")
    column: Maybe[Ref] = Field(default=None, description="Name or UUID; all columns when left out.")
    repository: Maybe[Ref] = Field(
        default=None, description="Only the tasks of this repository: slug or UUID."
    )
    include_deleted: bool = Field(default=False, description="Also archived cards, marked [archived].")
    limit: Limit = Field(default=200, description=f"At most {MOST}.")
    offset: Offset = Field(default=0, description="Items to skip.")
    team: Maybe[Ref] = Field(
        default=None, description="Only the strategies and initiatives of this team: slug or UUID."
    )
    no_team: bool = Field(default=False, description="Only the strategies and initiatives without a team.")
    details: bool = Field(default=False, description="Each card with its last change and metadata.")


class ColumnShown(BaseModel):
    """A column. `count` is that of this result, `live_count` that of the whole column."""

    name: str
    count: int
    live_count: int
    wip_limit: int | None = None

    @property
    def heading(self) -> str:
        """`Active (2) [WIP 4/3, over the limit]`."""
        head = f"{self.name} ({self.count})"
        if self.wip_limit is None:
            return head
        over = ", over the limit" if self.live_count > self.wip_limit else ""
        return f"{head} [WIP {self.live_count}/{self.wip_limit}{over}]"


class BoardItems(Result):
    """The cards in the order of the board: column, type, short code."""

    board: str
    columns: tuple[ColumnShown, ...]
    results: tuple[Card, ...]
    total: int
    limit: int
    offset: int
    next_offset: int | None = None
    details: bool = False


def as_text(result: BoardItems) -> str:
    """The answer of the tool: one section per column."""
    groups = [[_part(result)]] if len(result.results) < result.total else []
    lines = iter([f"- {card.line(result.details)}" for card in result.results])
    for column in result.columns:
        part = list(islice(lines, column.count))
        groups.append([f"## {column.heading}", "", *part] if part else [f"## {column.heading}"])
    return "\n\n".join("\n".join(group) for group in groups)


@operation(
    name="board_items",
    profile="work",
    text=as_text,
    writes=False,
    refuses=(Code.NOT_FOUND, Code.VALIDATION),
)
def board_items(call: Call, request: BoardItemsInput) -> BoardItems:
    """List the items of a board by column: short code, type, title and tags."""
    board = BOARD.subject(call, request.board, "board")
    columns = columns_shown(board, request.include_deleted)
    filters = _filters(call, request, board, columns)
    limit, offset = min(request.limit, MOST), request.offset
    part = cards.read(board, columns, filters, offset, limit)
    total = len(part) if not offset and len(part) < limit else cards.total(board, columns, filters)
    following = offset + len(part)
    return BoardItems(
        board=board.slug,
        columns=_headings(columns, filters, part),
        results=tuple(part),
        total=total,
        limit=limit,
        offset=offset,
        next_offset=following if part and following < total else None,
        details=request.details,
    )


def _filters(call: Call, request: BoardItemsInput, board: Board, columns: list[Counted]) -> Filters:
    if request.team is not None and request.no_team:
        raise validation("team and no_team exclude each other: send one of them.", "no_team")
    # A live column may have the name of a removed one.
    named = sorted((counted.column for counted in columns), key=lambda column: column.removed_at is not None)
    column, repository, team = request.column, request.repository, request.team
    return Filters(
        column_id=None if column is None else column_of(board, named, column, "column").id,
        repository_id=None if repository is None else REPOSITORY.named(call, repository, "repository").id,
        team_id=None if team is None else TEAM.named(call, team, "team").id,
        no_team=request.no_team,
        include_deleted=request.include_deleted,
    )


def _headings(columns: list[Counted], filters: Filters, part: list[Card]) -> tuple[ColumnShown, ...]:
    """Each live column that the filter admits; a removed one only with archived cards."""
    counts = Counter(card.column_id for card in part)
    return tuple(
        ColumnShown(
            name=counted.column.name,
            count=counts[counted.column.id],
            live_count=counted.live_count,
            wip_limit=counted.column.wip_limit,
        )
        for counted in columns
        if filters.column_id in (None, counted.column.id)
        and (counted.column.removed_at is None or counts[counted.column.id])
    )


def _part(result: BoardItems) -> str:
    line = (
        f"The board has {result.total} items. This result shows {len(result.results)} "
        f"(limit {result.limit}, offset {result.offset})."
    )
    if result.next_offset is None:
        return line
    return f"{line} To read the next part, call the tool with offset {result.next_offset}."
