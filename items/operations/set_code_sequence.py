"""set_code_sequence: where the codes of a board go on, for an import. A REST route without a tool."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AliasChoices, Field

from hub.core import activity, counters
from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.inputs import KeyedInput, Ref, Result
from hub.core.models import Action
from hub.core.operations import operation
from hub.core.refusals import Refusal, validation
from items import codes
from items.models import ItemType
from items.placement import LEVEL_OF
from kairos_boards.authorization import require
from kairos_boards.models import Board
from kairos_boards.references import BOARD
from kairos_boards.vocabulary import CONFIGURE_BOARDS


class SequenceInput(KeyedInput):
    board: Ref = Field(description="The board: slug or UUID.")
    item_type: Literal["strategy", "initiative", "task", "document", "adr"] = Field(
        description="Whose codes; the board must issue them."
    )
    next_number: Annotated[int, Field(ge=1, le=999_999_999)] = Field(
        validation_alias=AliasChoices("next_number", "next"), description="The number of the next code."
    )


class CodeSequence(Result):
    """A sequence after the call. Every board of the prefix shares it."""

    board: str
    item_type: str
    next_number: int
    next_code: str


def as_text(result: CodeSequence) -> str:
    """The answer in words."""
    return f"The next {result.item_type} of the board {result.board} gets the code {result.next_code}."


@operation(
    name="set_code_sequence",
    text=as_text,
    idempotent=True,
    refuses=(
        Code.VALIDATION,
        Code.NOT_FOUND,
        Code.FORBIDDEN,
        Code.KEY_SCOPE,
        Code.CODE_IN_USE,
        Code.CODE_RETIRED,
        Code.SEQUENCE_IS_PAST,
        Code.REQUEST_KEY_REUSED,
    ),
)
def set_code_sequence(call: Call, request: SequenceInput) -> CodeSequence:
    """Set the number of the next short code of one type on a board. It must be above every number issued."""
    board = BOARD.subject(call, request.board, "board")
    require(call, CONFIGURE_BOARDS, board)
    item_type = ItemType(request.item_type)
    _require_issuer(board, item_type)
    wanted = codes.written(board.prefix, item_type, request.next_number)
    sequence = counters.locked(call.organization_id, codes.sequence(board.prefix, item_type))
    _refuse_given(call, board, item_type, request.next_number, wanted)
    if sequence.value != request.next_number - 1:
        sequence.change(value=request.next_number - 1)
        activity.record(
            call,
            Action.BOARD_CONFIG,
            "board",
            board.id,
            board_id=board.id,
            change="code_sequence",
            next=wanted,
        )
    return CodeSequence(
        board=board.slug, item_type=item_type, next_number=request.next_number, next_code=wanted
    )


def _require_issuer(board: Board, item_type: ItemType) -> None:
    """A board issues the codes of its level and of documents; others of its prefix are another board's."""
    issued = [kind for kind, level in LEVEL_OF.items() if level == board.level] + [ItemType.DOCUMENT]
    if item_type not in issued:
        raise validation(
            f"The board {board.slug} issues no code of a {item_type}; it does of: {', '.join(issued)}.",
            "item_type",
        )


def _refuse_given(call: Call, board: Board, item_type: ItemType, number: int, wanted: str) -> None:
    given = codes.issued(call.organization_id, [wanted])
    if given:
        raise given[wanted]
    highest = codes.highest(call.organization_id, board.prefix, item_type)
    if number <= highest:
        last = codes.written(board.prefix, item_type, highest)
        raise Refusal(
            Code.SEQUENCE_IS_PAST,
            f"The code {last} was issued already. Send a number above {highest}.",
            field="next_number",
            highest=highest,
        )
