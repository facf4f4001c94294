"""hand_off_item: the claim of a task, or the ownership of a strategy or an initiative, goes to a person."""

from __future__ import annotations

from uuid import UUID

from pydantic import Field

from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.events import publish
from hub.core.inputs import CodeRef, Input, Ref, Result
from hub.core.models import Action
from hub.core.operations import operation
from hub.core.principals import UserKind
from hub.core.refusals import Refusal, validation
from hub.identity.models import User
from hub.identity.references import PERSON
from items import claims, moving
from items.events import ClaimChanged
from items.models import Item, ItemType
from items.moving import Placed
from items.operations.claim_item import holding_lines
from items.people import Holding, claim_of, owner_of, warn_of_claim
from items.references import live_subject
from kairos_boards import boards
from kairos_boards.authorization import is_board_member, rights_of
from kairos_boards.vocabulary import TRANSITION_ITEMS


class HandOffInput(Input):
    short_code: CodeRef = Field(description="A task in a column for claims, a strategy or an initiative.")
    to: Ref = Field(
        description="me, user id, email or user name. For a task the person must hold transition_items on "
        "its board, else be a member of the board."
    )


class HandedOff(Result):
    """The new claim of a task, or the new owner."""

    short_code: str
    to: str
    claim: Holding | None = None
    owner: Holding | None = None


def as_text(result: HandedOff) -> str:
    """The answer of the tool."""
    return "\n".join(
        [f"Handed off {result.short_code} to {result.to}.", *holding_lines(result.claim, result.owner)]
    )


@operation(
    name="hand_off_item",
    profile="work",
    text=as_text,
    refuses=(
        Code.NOT_FOUND,
        Code.VALIDATION,
        Code.FORBIDDEN,
        Code.KEY_SCOPE,
        Code.NOT_CLAIMABLE,
        Code.NOT_BOARD_MEMBER,
        Code.CONFLICT,
    ),
)
def hand_off_item(call: Call, request: HandOffInput) -> HandedOff:
    """Give the claim of a task, or the ownership of a strategy or an initiative, to a person."""
    subject = live_subject(call, request.short_code)
    claims.require_type_with_holder(subject)
    to = PERSON.named(call, request.to, "to")
    if to.kind != UserKind.PERSON:
        raise validation(
            f"{to.name} is no person: a service account cannot have a claim or be an owner.", "to"
        )
    placed = moving.locked(call, subject)
    item = placed.item
    if item.type is ItemType.TASK:
        _hand_off_claim(call, placed, to)
    else:
        _hand_off_ownership(call, placed, to)
    boards.touch(placed.board)
    return HandedOff(short_code=item.code, to=to.display_name, claim=claim_of(item), owner=owner_of(item))


def _hand_off_claim(call: Call, placed: Placed, to: User) -> None:
    item, board = placed.item, placed.board
    claims.require_claim_right(call, item, board)
    claims.require_claim_column(item, placed.column)
    if item.claim_user_id == to.id:
        raise Refusal(Code.CONFLICT, f"{to.display_name} has the claim of {item.code} already.", field="to")
    if not rights_of(to.id, to.is_admin, board).give(TRANSITION_ITEMS):
        raise validation(
            f"{to.name} cannot move {item.code}: the holder of its claim must hold the capability "
            f'"{TRANSITION_ITEMS}" on the board {board.slug}. list_members shows who holds it.',
            "to",
        )
    warn_of_claim(call, item)
    holder, by_agent = item.claim_user_id, item.claim_by_agent
    item.change(**claims.claim_for(call, to.id))
    claims.forget_next_step(call, item)
    _tell(call, item, holder, to, from_agent=by_agent, to_agent=item.claim_by_agent)


def _hand_off_ownership(call: Call, placed: Placed, to: User) -> None:
    item, board = placed.item, placed.board
    claims.require_owner_right(call, item, board)
    if item.owner_id == to.id:
        raise Refusal(Code.CONFLICT, f"{to.display_name} is the owner of {item.code} already.", field="to")
    if not is_board_member(to.id, board):
        raise Refusal(
            Code.NOT_BOARD_MEMBER,
            f"{to.name} is not a member of the board {board.slug}: a member has a grant on the board. "
            "grant_capability gives one.",
            board_id=str(board.id),
            field="to",
        )
    owner = item.owner_id
    claims.set_owner(item, to.id)
    _tell(call, item, owner, to)


def _tell(call: Call, item: Item, former: UUID | None, to: User, **marks: bool) -> None:
    shown = {"from": str(former) if former else None, "to": str(to.id)}
    claims.record(call, Action.HAND_OFF, item, **shown, **marks)
    publish(ClaimChanged(item, former, to.id))
