"""What changes on a board have in common: its row is the lock, its revision tells the pages."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from hub.core import units, wakeups
from hub.core.calls import Call
from kairos_boards.models import Board


def topic(board_id: UUID) -> str:
    """The wake-up topic of a board."""
    return f"board.{board_id}"


def lock(call: Call, board_id: UUID) -> Board:
    """Lock a board for what counts or moves on it; the first lock of such a transaction."""
    boards = Board.within(call.organization_id).select_for_update(of=("self",))
    return boards.select_related("team").get(id=board_id)


def lock_all(call: Call, board_ids: Iterable[UUID]) -> dict[UUID, Board]:
    """Lock several boards in the order of their ids, so that two writers never wait for each other."""
    rows = Board.within(call.organization_id).select_for_update(of=("self",)).filter(id__in=set(board_ids))
    return {board.id: board for board in rows.select_related("team").order_by("id")}


def touch(board: Board) -> None:
    """Raise the revision of a board whose page looks different now, once per operation; wake its pages."""
    if topic(board.id) in units.current().topics:
        return
    board.increase("revision")
    wakeups.wake(topic(board.id))
