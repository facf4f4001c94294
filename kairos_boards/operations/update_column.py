"""update_column: name, position, flags and WIP limit of a column."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from django.db import IntegrityError, transaction
from pydantic import Field

from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.inputs import Input, Maybe, Offset, Ref, Result
from hub.core.operations import operation
from hub.core.refusals import validation
from kairos_boards.models import Board, Column
from kairos_boards.operations.configuring import (
    ColumnName,
    configurable,
    name_taken,
    place,
    refuse_taken,
    tell,
)
from kairos_boards.references import column_of, columns_of

FIELDS = ("name", "is_done", "claims", "keeps_claims", "wip_limit")


class UpdateColumnInput(Input):
    board: Ref = Field(description="Slug or UUID.")
    column: Ref = Field(description="Name or UUID.")
    name: Maybe[ColumnName] = Field(default=None, description="New name.")
    position: Maybe[Offset] = Field(default=None, description="From 0, the entry column.")
    is_done: Maybe[bool] = Field(default=None, description="A done column.")
    claims: Maybe[bool] = Field(
        default=None, description="Entering it gives an unclaimed task's claim to the mover."
    )
    keeps_claims: Maybe[bool] = Field(default=None, description="Entering it keeps a claim and gives none.")
    wip_limit: Maybe[Annotated[int, Field(ge=1, le=2**31 - 1)]] = Field(
        default=None, description="WIP limit; more than that warns."
    )
    no_wip_limit: bool = Field(default=False, description="true removes the WIP limit; not with wip_limit.")


class ColumnUpdated(Result):
    """The column after the call; `changed` names what the call changed."""

    id: UUID
    board: str
    name: str
    position: int
    is_done: bool
    claims: bool
    keeps_claims: bool
    wip_limit: int | None
    changed: tuple[str, ...]


def as_text(result: ColumnUpdated) -> str:
    """The answer of the tool: one line."""
    flags = (("done", result.is_done), ("claims", result.claims), ("keeps claims", result.keeps_claims))
    parts = [f"position {result.position}", *(word for word, is_set in flags if is_set)]
    parts.append(f"WIP {result.wip_limit}" if result.wip_limit else "no WIP limit")
    what = f"Changed: {', '.join(result.changed)}." if result.changed else "Nothing changed."
    return f"Column {result.name} of the board {result.board} ({', '.join(parts)}). {what}"


@operation(
    name="update_column",
    profile="admin",
    text=as_text,
    idempotent=True,
    refuses=(Code.NOT_FOUND, Code.VALIDATION, Code.DUPLICATE_COLUMN_NAME, Code.FORBIDDEN, Code.KEY_SCOPE),
)
def update_column(call: Call, request: UpdateColumnInput) -> ColumnUpdated:
    """Change a column; what you leave out stays."""
    sent = _sent(request)
    board = configurable(call, request.board)
    columns = columns_of(board)
    column = column_of(board, columns, request.column, "column")
    before = {name: getattr(column, name) for name in (*FIELDS, "position")}
    _write(board, columns, column, {name: value for name, value in sent.items() if value != before[name]})
    if request.position is not None:
        place(columns, column, request.position)
    after = {name: getattr(column, name) for name in before}
    changed = {name: value for name, value in after.items() if value != before[name]}
    if changed:
        tell(
            call,
            board,
            "column_changed",
            column=before["name"],
            new=changed,
        )
    return ColumnUpdated(id=column.id, board=board.slug, changed=tuple(changed), **after)


def _sent(request: UpdateColumnInput) -> dict[str, object]:
    """The values to write; VALIDATION when the call has nothing to change, or two words about the limit."""
    if request.no_wip_limit and request.wip_limit is not None:
        raise validation("The call has wip_limit and no_wip_limit. Send one of them.", "wip_limit")
    sent: dict[str, object] = {name: getattr(request, name) for name in FIELDS if request.sent(name)}
    if request.no_wip_limit:
        sent["wip_limit"] = None
    if not sent and request.position is None:
        names = ", ".join((*FIELDS, "position", "no_wip_limit"))
        raise validation(f"The call changes nothing. Send at least one of: {names}.", "name")
    return sent


def _write(board: Board, columns: list[Column], column: Column, values: dict[str, object]) -> None:
    if not values:
        return
    if "name" in values:
        refuse_taken(board, [other for other in columns if other.id != column.id], str(values["name"]))
    try:
        with transaction.atomic():
            column.change(**values)
    except IntegrityError:  # the database folds some letters that Python keeps apart
        raise name_taken(board, str(values["name"])) from None
