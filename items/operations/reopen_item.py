"""reopen_item: a done task goes back to the first column of its board that is not done."""

from __future__ import annotations

from pydantic import Field

from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.inputs import CodeRef, Input, Result
from hub.core.operations import operation
from hub.core.refusals import Refusal, validation
from items import moving
from items.authorization import require_move
from items.models import ItemType
from items.moving import Placed
from items.operations.claim_item import holding_lines
from items.people import Holding, claim_of_caller, warn_of_claim
from items.placement import either
from items.references import live_subject
from kairos_boards.models import Column


class ReopenInput(Input):
    short_code: CodeRef = Field(description="A task in a done column.")


class Reopened(Result):
    """The move. `claim` is there when the column gave one."""

    short_code: str
    from_column: str
    to_column: str
    was_cancelled: bool
    claim: Holding | None = None


def as_text(result: Reopened) -> str:
    """The answer of the tool."""
    line = f"Reopened {result.short_code}: {result.from_column} -> {result.to_column}."
    if result.was_cancelled:
        line += " The cancel mark is removed; the history keeps the reason."
    return "\n".join([line, *holding_lines(result.claim, None)])


@operation(
    name="reopen_item",
    profile="work",
    text=as_text,
    refuses=(
        Code.NOT_FOUND,
        Code.VALIDATION,
        Code.FORBIDDEN,
        Code.KEY_SCOPE,
        Code.TASK_NOT_DONE,
        Code.NO_OPEN_COLUMN,
        Code.PARENT_NOT_ACTIVE,
        Code.BLOCKED,
    ),
)
def reopen_item(call: Call, request: ReopenInput) -> Reopened:
    """Bring a completed or cancelled task back to the first column of its board that is not done."""
    subject = live_subject(call, request.short_code)
    if subject.type is not ItemType.TASK:
        raise validation(
            f"{subject.code} is {either((subject.type,))}: only a task can be reopened.", "short_code"
        )
    placed = moving.locked(call, subject, moves=True)
    item, board, source = placed.item, placed.board, placed.column
    require_move(call, item, board, in_entry_column=False)
    target = _open_column(placed)
    moving.check_entry(item, board, target)
    was_cancelled, had_claim = item.cancelled_at is not None, item.claim_user_id
    warn_of_claim(call, item)
    moving.enter(call, placed, target)
    return Reopened(
        short_code=item.code,
        from_column=source.name,
        to_column=target.name,
        was_cancelled=was_cancelled,
        claim=claim_of_caller(call, item) if item.claim_user_id not in (None, had_claim) else None,
    )


def _open_column(placed: Placed) -> Column:
    item, source = placed.item, placed.column
    if not source.is_done:
        raise Refusal(
            Code.TASK_NOT_DONE,
            f"{item.code} is in {source.name}, which is no done column. Use transition_item.",
        )
    for column in placed.columns:
        if not column.is_done:
            return column
    raise Refusal(
        Code.NO_OPEN_COLUMN,
        f"The board {placed.board.slug} has only done columns. add_column makes an open one.",
    )
