"""What a caller may do with an item now, and else why not: asked of the checks that the operations ask.

No right is decided here. An act that has no sense for the item as it is (a claim of a document) is absent.
"""

from __future__ import annotations

from collections.abc import Callable

from pydantic import BaseModel

from hub.core.calls import Call
from hub.core.refusals import Refusal
from items import claims, gates
from items.authorization import require_edit, require_move, require_state_write
from items.models import Item, ItemType
from items.teams import TEAMED
from kairos_boards.models import Board, Column
from kairos_boards.references import columns_of


class Allowed(BaseModel):
    """Whether the caller may; `why` is the sentence of the refusal."""

    may: bool
    why: str = ""


def acts_of(call: Call, item: Item) -> dict[str, Allowed]:
    """The acts that a live item has for somebody, each with whether the caller is one; none when archived."""
    if item.archived_at is not None:
        return {}
    edit = asked(lambda: require_edit(call, item))
    acts = {"edit": edit, "note": edit, "link": edit}
    if item.type in (ItemType.INITIATIVE, ItemType.TASK):
        acts["parent"] = edit
    if item.type is ItemType.TASK:
        acts["state"] = edit if edit.may else asked(lambda: require_state_write(call, item))
    if item.board is not None and item.column is not None:
        acts |= _moves(call, item, item.board, item.column) | _holdings(call, item, item.board, item.column)
    return acts


def _moves(call: Call, item: Item, board: Board, column: Column) -> dict[str, Allowed]:
    entry = item.is_request and columns_of(board)[:1] == [column]
    move = asked(lambda: require_move(call, item, board, in_entry_column=entry))
    acts = {"move": move}
    if item.type in (ItemType.TASK, ItemType.INITIATIVE) and not column.is_done:
        acts["cancel"] = move
    if item.type is ItemType.TASK and column.is_done:
        acts["reopen"] = move
    return acts


def _holdings(call: Call, item: Item, board: Board, column: Column) -> dict[str, Allowed]:
    """Claim, hand off and release: of the claim of a task, of the owner of a strategy or an initiative."""
    if item.type is ItemType.TASK and column.holds_claims:
        right = asked(lambda: claims.require_claim_right(call, item, board))
        free = {"claim": right} if item.claim_user_id is None else {"release": right}
        return free | {"hand_off": right}
    if item.type not in TEAMED:
        return {}
    right = asked(lambda: claims.require_owner_right(call, item, board))
    if item.owner_id is None:
        return {"claim": asked(lambda: claims.require_ownership(call, item, board)), "hand_off": right}
    release = asked(lambda: gates.check_release(item, board, column)) if right.may else right
    return {"hand_off": right, "release": release}


def asked(check: Callable[[], None]) -> Allowed:
    """Whether a check of the operations lets the caller, and its sentence when not."""
    try:
        check()
    except Refusal as refusal:
        return Allowed(may=False, why=refusal.message)
    return Allowed(may=True)
