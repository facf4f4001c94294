"""Who leaves the organization holds nothing: claims and ownerships end, the items stay where they are."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Q

from hub.core.calls import Call
from hub.core.events import publish, subscribe
from hub.core.models import Action
from hub.identity.events import UserLeft
from items import claims
from items.events import ClaimChanged
from items.models import Item
from kairos_boards import boards
from kairos_boards.models import Board

LEFT = "left"


def end_holdings(call: Call, event: UserLeft) -> None:
    """End each claim and each ownership of the person, archived items among them."""
    user_id = event.user.id
    held = Item.within(call.organization_id).filter(Q(claim_user_id=user_id) | Q(owner_id=user_id))
    touched = _lock_boards(call, set(held.exclude(board=None).values_list("board_id", flat=True)))
    # The person's own writes have ended before (`remove_member`); others may have moved an item meanwhile.
    for item in held.select_for_update(of=("self",)).defer("content").order_by("id"):
        _end(call, item, user_id)
    for board in touched:
        boards.touch(board)


def _lock_boards(call: Call, ids: set[UUID]) -> list[Board]:
    rows = Board.within(call.organization_id).filter(id__in=ids).select_for_update(of=("self",))
    return list(rows.order_by("id"))


def _end(call: Call, item: Item, user_id: UUID) -> None:
    if item.claim_user_id == user_id:
        claims.end_claim(call, item, cause=LEFT)
    if item.owner_id == user_id:
        claims.set_owner(item, None)
        claims.record(call, Action.RELEASE, item, user=str(user_id), cause=LEFT)
        publish(ClaimChanged(item, user_id, None))


subscribe(UserLeft, end_holdings)
