"""The locks of a write on items: their board rows first, then their own, each in the order of ids."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from uuid import UUID

from hub.core.calls import Call
from items.models import Item
from items.references import live_subject
from kairos_boards import boards
from kairos_boards.models import Board


def lock(call: Call, *items: Item, and_boards: Collection[UUID] = ()) -> tuple[list[Item], dict[UUID, Board]]:
    """Items, read again under their locks in the order of the call, and the locked boards by id.

    NOT_FOUND for an item that is gone. Whether one was archived or renamed meanwhile is the caller's to see.
    """
    while True:
        held = boards.lock_all(
            call, {item.board_id for item in items if item.board_id is not None} | set(and_boards)
        )
        found = rows(call, [item.id for item in items])
        for item in items:
            if item.id not in found:
                live_subject(call, item.code)  # refuses
        items = tuple(found[item.id] for item in items)
        if all(item.board_id is None or item.board_id in held for item in items):
            for item in items:
                item.board = held[item.board_id] if item.board_id is not None else None
            return list(items), held


def rows(call: Call, ids: Iterable[UUID]) -> dict[UUID, Item]:
    """Items under the locks of their rows, by id; one that is gone is absent. The content is read late.

    Two statements: on PostgreSQL the locking one sees a row as it is after the wait, but what is
    joined to it as it was before, so a claim given meanwhile would have no person.
    """
    chosen = Item.within(call.organization_id).filter(id__in=set(ids))
    list(chosen.select_for_update(no_key=True).order_by("id").values_list("id", flat=True))
    joined = chosen.select_related("board__team", "column", "claim_user", "owner").defer("content")
    return {item.id: item for item in joined}
