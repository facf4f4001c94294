"""What the command palette offers for a text: boards and items to jump to."""

from __future__ import annotations

from django.db.models import Case, Q, Value, When
from django.db.models.functions import Lower
from pydantic import BaseModel, Field

from hub.core.calls import Call, Surface
from hub.core.inputs import Input, Line, Result
from hub.core.operations import operation
from items.models import Item, by_code
from kairos_boards.models import Board

MOST_OF_EACH = 8


class PaletteInput(Input):
    text: Line = Field(default="", description="Part of a name, a slug, a title or a short code.")


class Place(BaseModel):
    """Somewhere to go: `detail` stands beside the name."""

    url: str
    name: str
    detail: str


class Palette(Result):
    """The places of each kind, at most eight."""

    boards: tuple[Place, ...]
    items: tuple[Place, ...]


def as_text(result: Palette) -> str:
    """How many of each, for a log."""
    return f"{len(result.boards)} boards, {len(result.items)} items"


@operation(name="palette", text=as_text, writes=False, surfaces=frozenset({Surface.PAGE}))
def palette(call: Call, request: PaletteInput) -> Palette:
    """Find the boards and items that a person may mean; without a text, the boards."""
    text = request.text.strip()
    return Palette(boards=_boards(call, text), items=_items(call, text) if text else ())


def _boards(call: Call, text: str) -> tuple[Place, ...]:
    boards = Board.within(call.organization_id).filter(archived_at=None).alias(folded=Lower("name"))
    if text:
        boards = boards.filter(Q(folded__contains=text.lower()) | Q(slug__contains=text.lower()))
    return tuple(
        Place(url=f"/boards/{board.slug}/", name=board.name, detail=board.slug)
        for board in boards.order_by("name", "slug")[:MOST_OF_EACH]
    )


def _items(call: Call, text: str) -> tuple[Place, ...]:
    """Live items: the one of that short code first, then by the last change."""
    code = text.upper()
    live = Item.within(call.organization_id).filter(archived_at=None).alias(folded=Lower("title"))
    found = live.filter(Q(folded__contains=text.lower()) | Q(code__contains=code))
    exact = Case(When(code=code, then=Value(0)), default=Value(1))
    rows = found.order_by(exact, "-updated_at", *by_code()).values_list("code", "title", "board__name")
    return tuple(
        Place(
            url=f"/items/{short_code}/", name=title, detail=f"{short_code} · {board}" if board else short_code
        )
        for short_code, title, board in rows[:MOST_OF_EACH]
    )
