"""release_item: a task without its claim, a strategy or an initiative without its owner."""

from __future__ import annotations

from pydantic import Field

from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.events import publish
from hub.core.inputs import CodeRef, Input, Result
from hub.core.models import Action
from hub.core.operations import operation
from hub.core.refusals import Refusal
from items import claims, gates, moving
from items.events import ClaimChanged
from items.models import ItemType
from items.moving import Placed
from items.people import warn_of_claim
from items.references import live_subject
from kairos_boards import boards


class ReleaseInput(Input):
    short_code: CodeRef = Field(description="A task in a column for claims, a strategy or an initiative.")


class Released(Result):
    """The item, free now. `what` is claim or owner."""

    short_code: str
    what: str


def as_text(result: Released) -> str:
    """The answer of the tool: one line."""
    return f"Released {result.short_code}: it has no {result.what} now. claim_item takes it."


@operation(
    name="release_item",
    profile="work",
    text=as_text,
    refuses=(
        Code.NOT_FOUND,
        Code.VALIDATION,
        Code.FORBIDDEN,
        Code.KEY_SCOPE,
        Code.NOT_CLAIMABLE,
        Code.NO_CLAIM,
        Code.NO_OWNER,
        Code.OWNER_REQUIRED,
    ),
)
def release_item(call: Call, request: ReleaseInput) -> Released:
    """End the claim of a task, or remove the owner of a strategy or an initiative. The column stays."""
    subject = live_subject(call, request.short_code)
    claims.require_type_with_holder(subject)
    placed = moving.locked(call, subject)
    is_task = placed.item.type is ItemType.TASK
    if is_task:
        _release_claim(call, placed)
    else:
        _release_ownership(call, placed)
    boards.touch(placed.board)
    return Released(short_code=placed.item.code, what="claim" if is_task else "owner")


def _release_claim(call: Call, placed: Placed) -> None:
    item = placed.item
    claims.require_claim_right(call, item, placed.board)
    claims.require_claim_column(item, placed.column)
    if item.claim_user_id is None:
        raise Refusal(Code.NO_CLAIM, f"{item.code} has no claim. claim_item takes it.")
    warn_of_claim(call, item)
    claims.end_claim(call, item)
    claims.forget_next_step(call, item)


def _release_ownership(call: Call, placed: Placed) -> None:
    item, owner = placed.item, placed.item.owner_id
    if owner is None:
        raise Refusal(
            Code.NO_OWNER, f"{item.code} has no owner. A member of its board can claim it: claim_item."
        )
    claims.require_owner_right(call, item, placed.board)
    gates.check_release(item, placed.board, placed.column)
    claims.set_owner(item, None)
    claims.record(call, Action.RELEASE, item, user=str(owner))
    publish(ClaimChanged(item, owner, None))
