"""move_card: a move as a person makes it on a board page, from the column where the page shows the card."""

from __future__ import annotations

from pydantic import Field

from hub.core.calls import Call, Surface
from hub.core.codes import Code
from hub.core.inputs import CodeRef, Input, Ref
from hub.core.operations import get, operation
from hub.core.refusals import Refusal
from items.operations import transition_item as moves
from items.operations.transition_item import Transitioned, TransitionInput, transition_item


class MoveCardInput(Input):
    short_code: CodeRef = Field(description="The item, e.g. ACME-T-0012.")
    from_column: Ref = Field(description="The name of the column where the page shows it.")
    to_column: Ref = Field(description="Target column on its board: name or UUID.")


@operation(
    name="move_card",
    text=moves.as_text,
    surfaces=frozenset({Surface.PAGE}),
    refuses=(*get("transition_item").refuses, Code.CONFLICT),
)
def move_card(call: Call, request: MoveCardInput) -> Transitioned:
    """Move an item from the column where the page shows it; CONFLICT when it has left that column."""
    arguments = TransitionInput(short_code=request.short_code, to_column=request.to_column)
    moved = transition_item(call, arguments)
    # After the move, which has the locks: a refusal takes it back.
    if moved.from_column != request.from_column:
        raise Refusal(
            Code.CONFLICT,
            f"{moved.short_code} is in {moved.from_column} now, not in {request.from_column}: "
            "somebody has moved it since your page was loaded. Look again, then move it.",
            field="from_column",
            current_column=moved.from_column,
        )
    return moved
