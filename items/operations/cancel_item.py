"""cancel_item: a task or an initiative that the team will not do."""

from __future__ import annotations

from pydantic import Field

from hub.core import clock
from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.inputs import CodeRef, Input, RequiredDescription, Result
from hub.core.models import Action
from hub.core.operations import operation
from hub.core.refusals import Refusal, validation
from items import moving
from items.authorization import require_move, triage_mark
from items.models import Item, ItemType
from items.moving import Placed
from items.people import warn_of_claim
from items.placement import either
from items.references import live_subject
from kairos_boards.models import Column


class CancelInput(Input):
    short_code: CodeRef = Field(description="A task or an initiative that is not in a done column.")
    reason: RequiredDescription = Field(description="Why it will not be done.")


class Cancelled(Result):
    """The move into the done column."""

    short_code: str
    from_column: str
    to_column: str


def as_text(result: Cancelled) -> str:
    """The answer of the tool: one line."""
    return f"Cancelled {result.short_code}: {result.from_column} -> {result.to_column}."


@operation(
    name="cancel_item",
    profile="work",
    text=as_text,
    refuses=(
        Code.NOT_FOUND,
        Code.VALIDATION,
        Code.FORBIDDEN,
        Code.KEY_SCOPE,
        Code.TASK_DONE,
        Code.INITIATIVE_DONE,
        Code.NO_DONE_COLUMN,
        Code.AGENT_TRIAGE_OFF,
    ),
)
def cancel_item(call: Call, request: CancelInput) -> Cancelled:
    """Cancel a task or an initiative that will not be done. It goes to the done column with the reason."""
    subject = live_subject(call, request.short_code)
    _require_type(subject)
    placed = moving.locked(call, subject, moves=True)
    item, board, source = placed.item, placed.board, placed.column
    require_move(call, item, board, in_entry_column=False)
    target = _done_column(placed)
    mark = triage_mark(
        call, item, board, f"cancelled in {source.name}", in_entry_column=placed.in_entry_column
    )
    warn_of_claim(call, item)
    moving.enter(call, placed, target, Action.CANCEL, reason=request.reason, **mark)
    item.change(
        cancelled_at=clock.now(),
        cancelled_by_id=call.principal.user_id,
        cancelled_by_agent=call.principal.agent_id is not None,
        cancel_reason=request.reason,
    )
    return Cancelled(short_code=item.code, from_column=source.name, to_column=target.name)


def _require_type(item: Item) -> None:
    if item.type in (ItemType.TASK, ItemType.INITIATIVE):
        return
    route = "Move it with transition_item, and write the reason with append_note."
    if item.type is ItemType.DOCUMENT:
        route = "Call set_lifecycle with archived."
    raise validation(
        f"{item.code} is {either((item.type,))}: only a task and an initiative can be cancelled. {route}",
        "short_code",
    )


def _done_column(placed: Placed) -> Column:
    item, source = placed.item, placed.column
    if source.is_done:
        if item.type is ItemType.TASK:
            raise Refusal(
                Code.TASK_DONE,
                f"{item.code} is done: it is in {source.name}. Reopen it first with reopen_item.",
            )
        raise Refusal(Code.INITIATIVE_DONE, f"{item.code} is done: it is in {source.name}.")
    for column in placed.columns:
        if column.is_done:
            return column
    raise Refusal(
        Code.NO_DONE_COLUMN,
        f"The board {placed.board.slug} has no done column. add_column or update_column makes one.",
    )
