"""What an item's page shows: all that get_item says, what may be done now, and else why not."""

from __future__ import annotations

from itertools import groupby

from pydantic import BaseModel

from hub.core.calls import Call, Surface
from hub.core.codes import Code
from hub.core.inputs import Result
from hub.core.operations import operation
from items.allowed import Allowed, acts_of
from items.details import ItemDetail, detail_of
from items.edge_words import WORDS, labels_from
from items.models import Item
from items.operations.get_item import GetInput, label_of
from items.references import read_subject
from items.relations import Related


class ShownEdge(BaseModel):
    """An edge by the arguments that unlink_items takes, and the item at its other end."""

    source: str
    target: str
    relationship: str
    other: Related


class EdgeGroup(BaseModel):
    """The edges of one label, in words."""

    words: str
    edges: tuple[ShownEdge, ...]


class ItemPage(Result):
    """The item, its place in names, the acts of the caller, its edges by label, the labels of a new one."""

    item: ItemDetail
    board_name: str | None
    type_label: str
    acts: dict[str, Allowed]
    parents: tuple[Related, ...]
    groups: tuple[EdgeGroup, ...]
    new_labels: tuple[str, ...]


def as_text(result: ItemPage) -> str:
    """The code, for a log."""
    return result.item.short_code


@operation(
    name="item_page",
    text=as_text,
    writes=False,
    surfaces=frozenset({Surface.PAGE}),
    refuses=(Code.NOT_FOUND, Code.VALIDATION),
)
def item_page(call: Call, request: GetInput) -> ItemPage:
    """Show an item's page."""
    found = read_subject(call, request.short_code)
    item, detail = found.item, detail_of(found)
    return ItemPage(
        item=detail,
        board_name=item.board.name if item.board else None,
        type_label=_type_label(item),
        acts=acts_of(call, item),
        parents=tuple(related for related in detail.relationships if related.label == "parent"),
        groups=tuple(_groups(detail)),
        new_labels=labels_from(item.type),
    )


def _type_label(item: Item) -> str:
    return item.task_type or item.item_type


def _groups(detail: ItemDetail) -> list[EdgeGroup]:
    """The edges below one another by label; the parents stand beside the item."""
    shown = (related for related in detail.relationships if related.label != "parent")
    return [
        EdgeGroup(
            words=label_of(detail, label).capitalize(),
            edges=tuple(_edge(detail.short_code, related) for related in group),
        )
        for label, group in groupby(shown, key=lambda related: related.label)
    ]


def _edge(code: str, other: Related) -> ShownEdge:
    return ShownEdge(**WORDS[other.label].ends(code, other.short_code), other=other)
