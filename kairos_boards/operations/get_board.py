"""get_board: one board in full, for programs. It has no tool."""

from __future__ import annotations

from uuid import UUID

from pydantic import BaseModel, Field

from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.inputs import Input, Ref, Result
from hub.core.operations import operation
from kairos_boards.descriptions import ColumnShown, columns_shown, policies_of
from kairos_boards.models import Transition
from kairos_boards.references import BOARD


class GetBoardInput(Input):
    board: Ref = Field(description="Slug or UUID.")


class TransitionShown(BaseModel):
    """An allowed move, by the names of its columns; `id` addresses it in a path."""

    id: int
    from_column: str
    to_column: str


class BoardDetail(Result):
    """A board: columns by position, transitions in the order of adding, settings."""

    id: UUID
    slug: str
    name: str
    level: str
    prefix: str
    team: str | None
    policies: dict[str, bool]
    agents_decide: bool
    columns: tuple[ColumnShown, ...]
    transitions: tuple[TransitionShown, ...]


def as_text(result: BoardDetail) -> str:
    """One line, for logs."""
    return f"Board {result.slug} ({result.name}, {result.level}): {len(result.columns)} columns."


@operation(name="get_board", text=as_text, writes=False, refuses=(Code.NOT_FOUND, Code.VALIDATION))
def get_board(call: Call, request: GetBoardInput) -> BoardDetail:
    """Show one board: columns, transitions, policies."""
    board = BOARD.subject(call, request.board, "board")
    columns = columns_shown(call, [board])[board.id]
    return BoardDetail(
        id=board.id,
        slug=board.slug,
        name=board.name,
        level=board.level,
        prefix=board.prefix,
        team=board.team.slug if board.team else None,
        policies=policies_of(board),
        agents_decide=board.agents_decide,
        columns=tuple(columns),
        transitions=_transitions(call, board.id, {column.id: column.name for column in columns}),
    )


def _transitions(call: Call, board_id: UUID, names: dict[UUID, str]) -> tuple[TransitionShown, ...]:
    rows = Transition.within(call.organization_id).filter(board=board_id).order_by("id")
    return tuple(
        TransitionShown(id=row.id, from_column=names[row.from_column_id], to_column=names[row.to_column_id])
        for row in rows
        if row.from_column_id in names and row.to_column_id in names
    )
