"""remove_column: a column leaves its board, softly; its transitions stop."""

from __future__ import annotations

from django.db.models import Q
from pydantic import Field

from hub.core import clock
from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.events import publish
from hub.core.inputs import Input, Ref, Result
from hub.core.operations import operation
from kairos_boards.events import ColumnRemoving
from kairos_boards.models import Transition
from kairos_boards.operations.configuring import configurable, number, tell
from kairos_boards.references import column_of, columns_of


class RemoveColumnInput(Input):
    board: Ref = Field(description="Slug or UUID.")
    column: Ref = Field(description="Name or UUID.")


class ColumnRemoved(Result):
    """The column that is gone."""

    board: str
    name: str


def as_text(result: ColumnRemoved) -> str:
    """The answer of the tool: one line."""
    return f"Removed the column {result.name} of the board {result.board}, and its transitions."


@operation(
    name="remove_column",
    profile="admin",
    text=as_text,
    destructive=True,
    refuses=(Code.NOT_FOUND, Code.VALIDATION, Code.COLUMN_NOT_EMPTY, Code.FORBIDDEN, Code.KEY_SCOPE),
)
def remove_column(call: Call, request: RemoveColumnInput) -> ColumnRemoved:
    """Remove a column without live items, and its transitions."""
    board = configurable(call, request.board)
    columns = columns_of(board)
    column = column_of(board, columns, request.column, "column")
    publish(ColumnRemoving(board, column))
    ends_there = Q(from_column=column) | Q(to_column=column)
    Transition.within(call.organization_id).filter(ends_there).delete()
    column.change(removed_at=clock.now())
    number([other for other in columns if other.id != column.id])
    tell(call, board, "column_removed", column=column.name)
    return ColumnRemoved(board=board.slug, name=column.name)
