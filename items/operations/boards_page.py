"""What the page /boards/ shows: every live board by level, with the number of its live items."""

from __future__ import annotations

from django.db.models import Count
from pydantic import BaseModel

from hub.core.calls import Call, Surface
from hub.core.inputs import Input, Result
from hub.core.operations import operation
from items.models import Item
from kairos_boards.models import Board, Level


class BoardsPageInput(Input):
    """No arguments."""


class BoardRow(BaseModel):
    """A board in the list."""

    slug: str
    name: str
    team_slug: str | None
    item_count: int
    url: str


class LevelGroup(BaseModel):
    """The boards of one level; `label` is what the page writes."""

    level: str
    label: str
    boards: tuple[BoardRow, ...]


class BoardsPage(Result):
    """The levels that have a board, from strategy to ADR."""

    levels: tuple[LevelGroup, ...]


def as_text(result: BoardsPage) -> str:
    """The slugs, for a log."""
    return ", ".join(board.slug for group in result.levels for board in group.boards)


@operation(name="boards_page", text=as_text, writes=False, surfaces=frozenset({Surface.PAGE}))
def boards_page(call: Call, request: BoardsPageInput) -> BoardsPage:
    """List the live boards by level with the number of their items."""
    live = Item.within(call.organization_id).filter(archived_at=None, column__isnull=False)
    counts = dict(live.order_by().values_list("board").annotate(Count("id")))
    boards = Board.within(call.organization_id).filter(archived_at=None).select_related("team")
    rows: dict[str, list[BoardRow]] = {}
    for board in boards.order_by("slug"):
        rows.setdefault(board.level, []).append(
            BoardRow(
                slug=board.slug,
                name=board.name,
                team_slug=board.team.slug if board.team else None,
                item_count=counts.get(board.id, 0),
                url=f"/boards/{board.slug}/",
            )
        )
    groups = (
        LevelGroup(level=level, label=level.label, boards=tuple(rows[level]))
        for level in Level
        if level in rows
    )
    return BoardsPage(levels=tuple(groups))
