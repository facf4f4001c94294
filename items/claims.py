"""Claims of tasks and owners of strategies and initiatives: taken, kept, handed on, ended."""

from __future__ import annotations

from typing import Any, TypeAlias
from uuid import UUID

from hub.core import activity, clock
from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.events import publish
from hub.core.models import Action
from hub.core.principals import UserKind
from hub.core.refusals import Refusal, validation
from items.events import ClaimChanged
from items.models import Item, ItemType, TaskState
from items.people import owner_of
from items.placement import either
from kairos_boards.authorization import is_board_member, require, require_scope
from kairos_boards.models import Board, Column
from kairos_boards.vocabulary import TRANSITION_ITEMS

# Names and values of columns of an item, to be written together with others.
Columns: TypeAlias = dict[str, Any]


def is_person(call: Call) -> bool:
    """Only a person, also through an agent key, can have a claim or be an owner."""
    return call.principal.kind is UserKind.PERSON


def require_type_with_holder(item: Item) -> None:
    """VALIDATION for a document and an ADR."""
    if item.type in (ItemType.DOCUMENT, ItemType.ADR):
        raise validation(
            f"{item.code} is {either((item.type,))}: it has no claim and no owner. A task has a claim; "
            "a strategy and an initiative have an owner.",
            "short_code",
        )


def require_claim_column(item: Item, column: Column) -> None:
    """NOT_CLAIMABLE for a task in a column that neither holds nor keeps claims (decision 6)."""
    if not column.holds_claims:
        raise Refusal(
            Code.NOT_CLAIMABLE,
            f"{item.code} is in {column.name}, where a task has no claim. "
            "A move into a column that holds claims (Active) gives it: transition_item.",
            column=column.name,
        )


def require_claim_right(call: Call, item: Item, board: Board) -> None:
    """Hand off and release: the holder of the claim, or `transition_items` on the board."""
    if item.claim_user_id == call.principal.user_id:
        require_scope(call, TRANSITION_ITEMS, board)
    else:
        require(call, TRANSITION_ITEMS, board)


def require_owner_right(call: Call, item: Item, board: Board) -> None:
    """Hand off and release of an owner: the owner, or an organization admin."""
    principal = call.principal
    if not principal.is_admin and item.owner_id != principal.user_id:
        raise Refusal(
            Code.FORBIDDEN,
            f"Only the owner of {item.code} and an organization admin can hand it off or release it. "
            "Ask one of them.",
            board_id=str(board.id),
            required_role="admin",
        )
    require_scope(call, TRANSITION_ITEMS, board)


def claim_for(call: Call, user_id: UUID) -> Columns:
    """The columns of a new claim; the caller's own has the mark and the session of the caller."""
    own = user_id == call.principal.user_id
    return {
        "claim_user_id": user_id,
        "claim_by_agent": own and call.principal.agent_id is not None,
        "claim_session_id": call.active_session_id if own else None,
        "claim_since": clock.now(),
    }


def given_claim(call: Call, item: Item) -> Columns:
    """The caller gets the claim of a task that has none: told here, written by whoever asks."""
    holder = call.principal.user_id
    record(call, Action.CLAIM, item, user=str(holder), by_agent=call.principal.agent_id is not None)
    publish(ClaimChanged(item, None, holder))
    return claim_for(call, holder)


def ended_claim(call: Call, item: Item, cause: str | None = None) -> Columns:
    """The claim of a task ends, by a release or with a `cause`: told here, written by whoever asks."""
    if item.claim_user_id is None:
        return {}
    record(
        call, Action.RELEASE, item, user=str(item.claim_user_id), by_agent=item.claim_by_agent, cause=cause
    )
    publish(ClaimChanged(item, item.claim_user_id, None))
    return {"claim_user_id": None, "claim_by_agent": False, "claim_session_id": None, "claim_since": None}


def end_claim(call: Call, item: Item, cause: str | None = None) -> None:
    """End the claim of a task, when it has one."""
    columns = ended_claim(call, item, cause)
    if columns:
        item.change(**columns)


def settled_claim(call: Call, item: Item, column: Column, *, ends: bool = False) -> Columns:
    """What entering a column does to the claim of a task (decision 6); a cancel `ends` it in each column."""
    if ends or not column.holds_claims:
        return ended_claim(call, item, cause="cancel" if ends else "transition")
    if column.claims and item.claim_user_id is None and is_person(call):
        return given_claim(call, item)
    return {}


def settle_claim(call: Call, item: Item, column: Column) -> None:
    """The claim of a new task in its first column."""
    columns = settled_claim(call, item, column)
    if columns:
        item.change(**columns)


def require_ownership(call: Call, item: Item, board: Board) -> None:
    """To become an owner: a person, member of the board or admin."""
    principal = call.principal
    if not is_person(call) or not (principal.is_admin or is_board_member(principal.user_id, board)):
        raise Refusal(
            Code.FORBIDDEN,
            f"To own {item.code} you must be a person and a member of the board {board.slug}: "
            "a member has a grant on the board. An organization admin can also claim.",
            board_id=str(board.id),
            required_capability="member",
        )
    require_scope(call, TRANSITION_ITEMS, board)


def take_ownership(call: Call, item: Item, board: Board) -> None:
    """The caller becomes the owner of an item without one."""
    require_ownership(call, item, board)
    principal = call.principal
    owner = owner_of(item)
    if owner is not None:
        advice = "That is you." if item.owner_id == principal.user_id else "Ask for a hand_off_item."
        raise Refusal(Code.CONFLICT, f"{item.code} has an owner: {owner.person.name}. {advice}")
    set_owner(item, principal.user_id)
    record(call, Action.CLAIM, item, user=str(principal.user_id))
    publish(ClaimChanged(item, None, principal.user_id))


def set_owner(item: Item, user_id: UUID | None) -> None:
    """Write the owner and the time; None removes both."""
    item.change(owner_id=user_id, owner_since=clock.now() if user_id is not None else None)


def forget_next_step(call: Call, item: Item) -> None:
    """A hand-off or a release clears the plan of the previous holder; branch, commit and PR stay.

    The state changed, so it has a new time and writer: a patch against the old one is refused.
    """
    planned = TaskState.within(item.organization_id).filter(item=item).exclude(next_step="")
    planned.update(
        next_step="",
        updated_at=clock.now(),
        updated_by_id=call.principal.user_id,
        updated_by_agent=call.principal.agent_id is not None,
    )


def record(call: Call, action: Action, item: Item, **data: Any) -> None:
    """An activity row about an item on its board."""
    activity.record(call, action, "item", item.id, board_id=item.board_id, **data)
