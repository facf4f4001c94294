"""Making an item: its code, its first version, its row, its activity. For create, promote and import."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from hub.core import clock
from hub.core.calls import Call
from hub.core.events import publish
from hub.core.models import Action
from items.claims import record
from items.codes import next_code
from items.events import ItemCreated
from items.models import Item, ItemType, ItemVersion, Lifecycle, ShortCode
from kairos_boards import boards
from kairos_boards.models import Board, Column


def make(
    call: Call,
    item_type: ItemType,
    board: Board,
    column: Column | None,
    *,
    code: str | None = None,
    at: datetime | None = None,
    **fields: Any,
) -> Item:
    """Insert a checked item into a column (none for a document) of a locked board.

    `code`, `at` and the field `updated_at` are the importer's: a kept code, and the times of the original.
    """
    principal, now = call.principal, at or clock.now()
    updated_at = fields.pop("updated_at", now)
    item = Item.add(
        organization_id=call.organization_id,
        item_type=item_type,
        type_rank=item_type.rank,
        code=code or next_code(call.organization_id, board.prefix, item_type),
        board=board,
        column=column,
        entered_column_at=updated_at if column else None,
        lifecycle=fields.pop("lifecycle", Lifecycle.DRAFT) if item_type is ItemType.DOCUMENT else None,
        created_by_id=principal.user_id,
        created_by_agent=principal.agent_id is not None,
        created_at=now,
        updated_at=updated_at,
        **fields,
    )
    ShortCode.add(organization_id=call.organization_id, text=item.code, item=item)
    keep_version(call, item, now)
    record(call, Action.CREATE, item, at=now, code=item.code, title=item.title)
    publish(ItemCreated(item, imported=at is not None))
    boards.touch(board)
    return item


def keep_version(call: Call, item: Item, at: datetime) -> None:
    """Snapshot the present title and content under the present version number."""
    principal = call.principal
    ItemVersion.add(
        organization_id=call.organization_id,
        item=item,
        number=item.version,
        title=item.title,
        content=item.content,
        editor_id=principal.user_id,
        editor_by_agent=principal.agent_id is not None,
        created_at=at,
    )
