"""claim_item: the claim of a task, or the ownership of a strategy or an initiative, that nobody has."""

from __future__ import annotations

from pydantic import Field

from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.inputs import CodeRef, Input, Result
from hub.core.operations import operation
from hub.core.refusals import Refusal, validation
from items import claims, moving
from items.models import Item, ItemType
from items.moving import Placed
from items.people import Holding, claim_of, owner_of
from items.references import live_subject
from kairos_boards import boards
from kairos_boards.authorization import require
from kairos_boards.vocabulary import TRANSITION_ITEMS


class ClaimInput(Input):
    short_code: CodeRef = Field(
        description="A task with no claim, or a strategy or an initiative with no owner."
    )


class Claimed(Result):
    """The new claim of a task, or the new owner."""

    short_code: str
    claim: Holding | None = None
    owner: Holding | None = None


def as_text(result: Claimed) -> str:
    """The answer of the tool."""
    return "\n".join([f"Claimed {result.short_code}.", *holding_lines(result.claim, result.owner)])


def holding_lines(claim: Holding | None, owner: Holding | None) -> list[str]:
    """The line `claim` or `owner`, as get_item has it."""
    shown = (("claim", claim), ("owner", owner))
    return [f"- {name}: {holding.line}" for name, holding in shown if holding is not None]


@operation(
    name="claim_item",
    profile="work",
    text=as_text,
    refuses=(
        Code.NOT_FOUND,
        Code.VALIDATION,
        Code.FORBIDDEN,
        Code.KEY_SCOPE,
        Code.NOT_CLAIMABLE,
        Code.CLAIMED,
        Code.CONFLICT,
    ),
)
def claim_item(call: Call, request: ClaimInput) -> Claimed:
    """Take the claim of a free task, or become the owner of a strategy or an initiative that has none."""
    subject = live_subject(call, request.short_code)
    claims.require_type_with_holder(subject)
    placed = moving.locked(call, subject)
    item = placed.item
    if item.type is ItemType.TASK:
        _take_claim(call, placed)
    else:
        claims.take_ownership(call, item, placed.board)
    boards.touch(placed.board)
    return Claimed(short_code=item.code, claim=claim_of(item), owner=owner_of(item))


def _take_claim(call: Call, placed: Placed) -> None:
    item = placed.item
    if not claims.is_person(call):
        raise validation(
            f"A service account cannot have the claim of {item.code}: only a person can.", "short_code"
        )
    require(call, TRANSITION_ITEMS, placed.board)
    claims.require_claim_column(item, placed.column)
    _require_free(call, item)
    item.change(**claims.given_claim(call, item))


def _require_free(call: Call, item: Item) -> None:
    claim = claim_of(item)
    if claim is None:
        return
    if item.claim_user_id == call.principal.user_id:
        raise Refusal(Code.CONFLICT, f"You have the claim of {item.code} already, since {claim.since}.")
    raise Refusal(
        Code.CLAIMED,
        f"{claim.person.name} has the claim of {item.code}, since {claim.since}. Ask for a hand_off_item.",
        holder=claim.person.user_name,
    )
