"""set_transition: whether a card may move from one column to another."""

from __future__ import annotations

from pydantic import AliasChoices, Field

from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.inputs import Input, Ref, Result
from hub.core.operations import operation
from hub.core.refusals import Refusal, validation
from kairos_boards.models import Board, Column, Transition
from kairos_boards.operations.configuring import configurable, tell
from kairos_boards.references import column_of, columns_of


class SetTransitionInput(Input):
    board: Ref = Field(description="Slug or UUID.")
    from_column: Ref = Field(
        validation_alias=AliasChoices("from_column", "from"),
        description="Where the move starts: name or UUID.",
    )
    to_column: Ref = Field(
        validation_alias=AliasChoices("to_column", "to", "column"), description="Where it ends: name or UUID."
    )
    allowed: bool = Field(description="true adds the transition, false removes it.")


class TransitionSet(Result):
    """The transition; `id` is that of the added or the removed one."""

    id: int
    board: str
    from_column: str
    to_column: str
    allowed: bool


def as_text(result: TransitionSet) -> str:
    """The answer of the tool: one line."""
    verb = "Allowed" if result.allowed else "Stopped"
    return f"{verb} the move {result.from_column} -> {result.to_column} on the board {result.board}."


@operation(
    name="set_transition",
    profile="admin",
    text=as_text,
    refuses=(Code.NOT_FOUND, Code.VALIDATION, Code.DUPLICATE_TRANSITION, Code.FORBIDDEN, Code.KEY_SCOPE),
)
def set_transition(call: Call, request: SetTransitionInput) -> TransitionSet:
    """Allow or stop the move from one column to another."""
    board = configurable(call, request.board)
    columns = columns_of(board)
    start = column_of(board, columns, request.from_column, "from_column")
    end = column_of(board, columns, request.to_column, "to_column")
    if start.id == end.id:
        raise validation("A transition joins two different columns.", "to_column")
    row_id = _allow(board, start, end) if request.allowed else _stop(board, start, end)
    change = "transition_added" if request.allowed else "transition_removed"
    tell(call, board, change, **{"from": start.name, "to": end.name})
    return TransitionSet(
        id=row_id, board=board.slug, from_column=start.name, to_column=end.name, allowed=request.allowed
    )


def _allow(board: Board, start: Column, end: Column) -> int:
    values = {"organization_id": board.organization_id, "from_column": start, "to_column": end}
    row, made = Transition.within(board.organization_id).get_or_create(**values, defaults={"board": board})
    if not made:
        raise Refusal(
            Code.DUPLICATE_TRANSITION,
            f"The board {board.slug} has the transition {start.name} -> {end.name} already.",
            field="to_column",
        )
    return row.id


def _stop(board: Board, start: Column, end: Column) -> int:
    row = Transition.within(board.organization_id).filter(from_column=start, to_column=end).first()
    if row is None:
        raise Refusal(
            Code.NOT_FOUND,
            f"The board {board.slug} has no transition {start.name} -> {end.name}. my_boards shows them.",
            field="to_column",
        )
    row_id = row.id
    row.delete()
    return row_id
