"""A column with live items stays on its board: items veto remove_column."""

from __future__ import annotations

from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.events import Phase, subscribe
from hub.core.refusals import Refusal
from items.models import Item
from kairos_boards.events import ColumnRemoving


def refuse_while_items_are_there(call: Call, event: ColumnRemoving) -> None:
    """COLUMN_NOT_EMPTY; archived items do not count. The board is locked, so no item comes meanwhile."""
    live = Item.within(call.organization_id).filter(column=event.column, archived_at=None).count()
    if live:
        raise Refusal(
            Code.COLUMN_NOT_EMPTY,
            f"The column {event.column.name} of the board {event.board.slug} has live items: {live}. "
            "Move or archive them first.",
            field="column",
            items=live,
        )


subscribe(ColumnRemoving, refuse_while_items_are_there, Phase.VETO)
