"""Editing an item: its row under the lock, the edit rule, the next version."""

from __future__ import annotations

from hub.core import clock
from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.events import publish
from hub.core.models import Action
from hub.core.refusals import Refusal
from items import creation, locking
from items.authorization import require_edit
from items.claims import record
from items.events import ItemUpdated
from items.models import Item
from items.people import warn_of_claim
from items.references import live_subject
from kairos_boards import boards


def locked(call: Call, code: str, *, with_board: bool = False) -> Item:
    """The live item of a code, under the lock of its row, which the caller may edit.

    Everything is checked on the locked row: what the code named before the wait may have been
    archived, renamed or moved meanwhile. `with_board` locks the board first (lock order), for
    an edit that its page shows.
    """
    found = live_subject(call, code)
    if with_board and found.board_id is not None:
        boards.lock(call, found.board_id)
    item = locking.rows(call, [found.id]).get(found.id)
    if item is None or item.archived_at is not None or (item.code, item.board_id) != (code, found.board_id):
        return locked(call, code, with_board=with_board)
    require_edit(call, item)
    return item


def rewrite(call: Call, item: Item, *, title: str, content: str) -> bool:
    """Write the next version of a locked item; False, and nothing written, when both are as they were."""
    changed = [
        name for name, value in (("title", title), ("content", content)) if getattr(item, name) != value
    ]
    if not changed:
        return False
    warn_of_claim(call, item)
    now = clock.now()
    item.change(title=title, content=content, version=item.version + 1, updated_at=now)
    creation.keep_version(call, item, now)
    record(call, Action.UPDATE, item, fields=changed, version=item.version)
    publish(ItemUpdated(item, changed[-1], item.version))
    if "title" in changed and item.board is not None and item.column_id is not None:
        boards.touch(item.board)
    return True


def stale(item: Item, version: int) -> Refusal:
    """CONFLICT for an edit of a version that is not the current one, with what is current."""
    return Refusal(
        Code.CONFLICT,
        f"{item.code} is at version {item.version}, and the call is based on version {version}. "
        f"details.current has the current title and content: make your change there, and send version "
        f"{item.version}.",
        current={"version": item.version, "title": item.title, "content": item.content},
        field="version",
    )
