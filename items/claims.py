"""Claims of tasks and owners of strategies and initiatives: taken, kept, handed on, ended."""

from __future__ import annotations

from hub.core import activity, clock
from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.events import publish
from hub.core.models import Action
from hub.core.principals import UserKind
from hub.core.refusals import Refusal
from hub.identity.models import User
from items.events import ClaimChanged
from items.models import Item, TaskState
from items.people import owner_of
from kairos_boards.authorization import is_board_member, require_scope
from kairos_boards.models import Board, Column
from kairos_boards.vocabulary import TRANSITION_ITEMS


def is_person(call: Call) -> bool:
    """Only a person, also through an agent key, can have a claim or be an owner."""
    return call.principal.kind is UserKind.PERSON


def give_claim(call: Call, item: Item) -> None:
    """The caller gets the claim of a task that has none."""
    principal = call.principal
    item.change(
        claim_user_id=principal.user_id,
        claim_by_agent=principal.agent_id is not None,
        claim_session_id=call.active_session_id,
        claim_since=clock.now(),
    )
    record(call, Action.CLAIM, item, user=str(principal.user_id), by_agent=principal.agent_id is not None)
    publish(ClaimChanged(item, None, principal.user_id))


def end_claim(call: Call, item: Item, cause: str | None = None) -> None:
    """The claim of a task ends: by a release, or with a `cause` by something else (a move, a cancel)."""
    holder = item.claim_user_id
    if holder is None:
        return
    record(call, Action.RELEASE, item, user=str(holder), by_agent=item.claim_by_agent, cause=cause)
    item.change(claim_user=None, claim_by_agent=False, claim_session_id=None, claim_since=None)
    publish(ClaimChanged(item, holder, None))


def settle_claim(call: Call, item: Item, column: Column) -> None:
    """What entering a column does to the claim of a task (decision 6)."""
    if not column.holds_claims:
        end_claim(call, item, cause="transition")
    elif column.claims and item.claim_user_id is None and is_person(call):
        give_claim(call, item)


def take_ownership(call: Call, item: Item, board: Board) -> None:
    """The caller becomes the owner of an item without one: a person, and a member of the board or an admin."""
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
    owner = owner_of(item)
    if owner is not None:
        raise Refusal(Code.CONFLICT, f"{item.code} has an owner: {owner.person.name}. Ask for a hand_off_item.")
    set_owner(item, principal.user_id)
    record(call, Action.CLAIM, item, user=str(principal.user_id))
    publish(ClaimChanged(item, None, principal.user_id))


def set_owner(item: Item, user_id: object) -> None:
    """Write the owner and the time; None removes both."""
    item.owner = User.within(item.organization_id).get(id=user_id) if user_id is not None else None
    item.change(owner_id=user_id, owner_since=clock.now() if user_id is not None else None)


def forget_next_step(item: Item) -> None:
    """A hand-off or a release clears the plan of the previous holder; branch, commit and PR stay."""
    TaskState.within(item.organization_id).filter(item=item).update(next_step="")


def record(call: Call, action: Action, item: Item, **data: object) -> None:
    """An activity row about an item on its board."""
    activity.record(call, action, "item", item.id, board_id=item.board_id, **data)
