"""add_column: a new column without transitions."""

from __future__ import annotations

from uuid import UUID

from django.db import IntegrityError, transaction
from pydantic import Field

from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.inputs import KeyedInput, Maybe, Offset, Ref, Result
from hub.core.operations import operation
from kairos_boards.models import Board, Column
from kairos_boards.operations.configuring import (
    ColumnName,
    configurable,
    name_taken,
    place,
    refuse_taken,
    tell,
)
from kairos_boards.references import columns_of


class AddColumnInput(KeyedInput):
    board: Ref = Field(description="Slug or UUID.")
    name: ColumnName = Field(description="Name of the column.")
    position: Maybe[Offset] = Field(default=None, description="From 0, the entry column; last when left out.")


class ColumnAdded(Result):
    """The new column."""

    id: UUID
    board: str
    name: str
    position: int


def as_text(result: ColumnAdded) -> str:
    """The answer of the tool: one line."""
    return (
        f"Added the column {result.name} to the board {result.board} at position {result.position}. "
        "It has no transition. Use set_transition."
    )


@operation(
    name="add_column",
    profile="admin",
    text=as_text,
    refuses=(
        Code.NOT_FOUND,
        Code.VALIDATION,
        Code.DUPLICATE_COLUMN_NAME,
        Code.FORBIDDEN,
        Code.KEY_SCOPE,
        Code.REQUEST_KEY_REUSED,
    ),
)
def add_column(call: Call, request: AddColumnInput) -> ColumnAdded:
    """Add a column to a board. It has no transition yet."""
    board = configurable(call, request.board)
    columns = columns_of(board)
    refuse_taken(board, columns, request.name)
    column = _insert(board, request.name, len(columns))
    if request.position is not None:
        place([*columns, column], column, request.position)
    tell(call, board, "column_added", column=column.name, position=column.position)
    return ColumnAdded(id=column.id, board=board.slug, name=column.name, position=column.position)


def _insert(board: Board, name: str, position: int) -> Column:
    try:
        with transaction.atomic():
            return Column.add(
                organization_id=board.organization_id, board=board, name=name, position=position
            )
    except IntegrityError:  # the database folds some letters that Python keeps apart
        raise name_taken(board, name) from None
