"""edit_board: the form of a board, whole: policies, triage, columns, transitions. It has no tool."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated
from uuid import UUID

from pydantic import Field

from hub.core import staleness, units
from hub.core.calls import Call, Surface
from hub.core.codes import Code
from hub.core.inputs import Input, Maybe, Ref, Result, Text
from hub.core.operations import operation
from hub.core.refusals import Refusal
from kairos_boards import structure
from kairos_boards.descriptions import policies_of
from kairos_boards.models import Board, Column
from kairos_boards.operations.add_column import AddColumnInput, add_column
from kairos_boards.operations.configuring import ColumnName, configurable
from kairos_boards.operations.remove_column import RemoveColumnInput, remove_column
from kairos_boards.operations.set_agent_triage import SetTriageInput, set_agent_triage
from kairos_boards.operations.set_board_policy import SetPolicyInput, set_board_policy
from kairos_boards.operations.set_transition import SetTransitionInput, set_transition
from kairos_boards.operations.update_column import UpdateColumnInput, update_column
from kairos_boards.references import column_of, columns_of

FLAGS = ("name", "is_done", "claims", "keeps_claims", "wip_limit")
MOST = 1000


class ColumnOfForm(Input):
    id: Maybe[Ref] = Field(default=None, description="UUID; left out: a new column.")
    name: ColumnName = Field(description="Name of the column.")
    is_done: bool = Field(default=False, description="A done column.")
    claims: bool = Field(
        default=False, description="Entering it gives an unclaimed task's claim to the mover."
    )
    keeps_claims: bool = Field(default=False, description="Entering it keeps a claim and gives none.")
    wip_limit: Annotated[int, Field(ge=1, le=2**31 - 1)] | None = Field(
        default=None, description="WIP limit; more than that warns."
    )


class MoveOfForm(Input):
    from_column: Ref = Field(description="Where the move starts: name or UUID.")
    to_column: Ref = Field(description="Where it ends: name or UUID.")


class EditBoardInput(Input):
    board: Ref = Field(description="Slug or UUID.")
    seen: Text = Field(max_length=64, description="The mark of what the form showed.")
    policies: dict[Text, bool] = Field(default_factory=dict, description="Those of the board's level.")
    agents_decide: bool = Field(description="An agent decides the triage of intake; off: it proposes.")
    columns: Annotated[list[ColumnOfForm], Field(max_length=MOST)] = Field(
        description="All columns, in order; the board loses those that are left out."
    )
    moves: Annotated[list[MoveOfForm], Field(max_length=MOST)] = Field(
        description="All transitions; those that are left out stop."
    )


class BoardEdited(Result):
    """The board; `changes` counts what the form changed."""

    board: str
    changes: int


def as_text(result: BoardEdited) -> str:
    """One line."""
    if not result.changes:
        return f"Nothing changed on the board {result.board}."
    return f"Saved the board {result.board}. Changes: {result.changes}."


@operation(
    name="edit_board",
    text=as_text,
    surfaces=frozenset({Surface.ADMIN}),
    refuses=(
        Code.NOT_FOUND,
        Code.VALIDATION,
        Code.CONFLICT,
        Code.DUPLICATE_COLUMN_NAME,
        Code.DUPLICATE_TRANSITION,
        Code.COLUMN_NOT_EMPTY,
        Code.FORBIDDEN,
        Code.REQUEST_KEY_REUSED,
    ),
)
def edit_board(call: Call, request: EditBoardInput) -> BoardEdited:
    """Bring a board to what its form says, in one piece."""
    board = configurable(call, request.board)
    staleness.require_fresh(request.seen, structure.mark_of_board(board), f"The board {board.slug}")
    changes = len(units.current().activity)
    _set_policies(call, board, request)
    kept = _keep_columns(call, board, request)
    _stop_moves(call, board, request)
    _remove_columns(call, board, kept)
    _order_columns(call, board, kept)
    _allow_moves(call, board, request)
    return BoardEdited(board=board.slug, changes=len(units.current().activity) - changes)


@contextmanager
def about(path: str) -> Iterator[None]:
    """Let a refusal of a part name the row of the form that it is about."""
    try:
        yield
    except Refusal as refusal:
        field = f"{path}.{refusal.field}" if refusal.field else path
        raise Refusal(refusal.code, refusal.message, **{**refusal.details, "field": field}) from None


def _set_policies(call: Call, board: Board, request: EditBoardInput) -> None:
    reference = str(board.id)
    if request.policies:
        with about("policies"):
            unknown = sorted(set(request.policies) - set(policies_of(board)))
            if unknown:
                raise Refusal(
                    Code.VALIDATION, f"The board {board.slug} has no policy {unknown[0]}.", field=unknown[0]
                )
            set_board_policy(call, SetPolicyInput(board=reference, **request.policies))
    if request.agents_decide is not board.agents_decide:
        set_agent_triage(call, SetTriageInput(board=reference, agents_decide=request.agents_decide))


def _keep_columns(call: Call, board: Board, request: EditBoardInput) -> list[UUID]:
    """Change the columns of the form and add its new ones; their ids, in the order of the form."""
    kept = []
    for row, wanted in enumerate(request.columns):
        with about(f"columns.{row}"):
            column_id = _kept(call, board, wanted)
            if column_id in kept:
                raise Refusal(Code.VALIDATION, "The form has this column twice.", field="name")
            kept.append(column_id)
    return kept


def _kept(call: Call, board: Board, wanted: ColumnOfForm) -> UUID:
    if wanted.id is None:
        column_id = add_column(call, AddColumnInput(board=str(board.id), name=wanted.name)).id
        present = {"name": wanted.name, "is_done": False, "claims": False, "keeps_claims": False}
    else:
        column = column_of(board, columns_of(board), wanted.id, "name")
        column_id, present = column.id, {name: getattr(column, name) for name in FLAGS}
    changed = {name: getattr(wanted, name) for name in FLAGS if getattr(wanted, name) != present.get(name)}
    if changed:
        if changed.get("wip_limit", 0) is None:
            del changed["wip_limit"]
            changed["no_wip_limit"] = True
        update_column(call, UpdateColumnInput(board=str(board.id), column=str(column_id), **changed))
    return column_id


def _stop_moves(call: Call, board: Board, request: EditBoardInput) -> None:
    columns = columns_of(board)
    wanted = {(start.id, end.id) for start, end in _ends(board, columns, request)}
    for start, end in structure.moves_of(board).values():
        if (UUID(start), UUID(end)) not in wanted:
            _set_move(call, board, start, end, False)


def _remove_columns(call: Call, board: Board, kept: list[UUID]) -> None:
    for column in columns_of(board):
        if column.id not in kept:
            remove_column(call, RemoveColumnInput(board=str(board.id), column=str(column.id)))


def _order_columns(call: Call, board: Board, kept: list[UUID]) -> None:
    present = [column.id for column in columns_of(board)]
    for position, column_id in enumerate(kept):
        if present[position] != column_id:
            update_column(
                call, UpdateColumnInput(board=str(board.id), column=str(column_id), position=position)
            )
            present.remove(column_id)
            present.insert(position, column_id)


def _allow_moves(call: Call, board: Board, request: EditBoardInput) -> None:
    present = set(structure.moves_of(board).values())
    named: set[tuple[str, str]] = set()
    for row, (start, end) in enumerate(_ends(board, columns_of(board), request)):
        ends = (str(start.id), str(end.id))
        with about(f"moves.{row}"):
            if ends not in present or ends in named:  # a second time is the refusal of set_transition
                _set_move(call, board, *ends, True)
        named.add(ends)


def _ends(board: Board, columns: list[Column], request: EditBoardInput) -> Iterator[tuple[Column, Column]]:
    for row, move in enumerate(request.moves):
        with about(f"moves.{row}"):
            yield (
                column_of(board, columns, move.from_column, "from_column"),
                column_of(board, columns, move.to_column, "to_column"),
            )


def _set_move(call: Call, board: Board, start: str, end: str, allowed: bool) -> None:
    set_transition(
        call,
        SetTransitionInput(board=str(board.id), from_column=start, to_column=end, allowed=allowed),
    )
