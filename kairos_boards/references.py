"""Teams, boards and columns as a call names them."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Q, QuerySet

from hub.core.calls import Call
from hub.core.prepared import Prepared
from hub.core.references import Kind, as_uuid
from hub.core.refusals import Refusal, validation
from kairos_boards.models import Board, Column, Team

_LISTED_TEAMS = 50


def _slug_or_uuid(text: str) -> Q:
    uuid = as_uuid(text)
    return Q(id=uuid) if uuid is not None else Q(slug=text)


def _find_team(call: Call, text: str) -> Team | None:
    return Team.within(call.organization_id).filter(_slug_or_uuid(text), archived_at=None).first()


def _unknown_team(call: Call, text: str) -> str:
    slugs = Team.within(call.organization_id).filter(archived_at=None).order_by("slug")
    listed = ", ".join(slugs.values_list("slug", flat=True)[:_LISTED_TEAMS])
    return (
        f'The team "{text}" is not in the organization. Send the id or the slug of a team of the '
        "organization. "
        f"The slugs are: {listed}."
    )


def _find_board(call: Call, text: str) -> Board | None:
    uuid = as_uuid(text)
    if uuid is not None:
        return _board_by_id.first(call.organization_id, uuid)
    return _board_by_slug.first(call.organization_id, text)


def _live_boards(organization_id: UUID) -> QuerySet[Board]:
    return Board.within(organization_id).filter(archived_at=None).select_related("team")


_board_by_id: Prepared[Board] = Prepared(lambda org, uuid: _live_boards(org).filter(id=uuid), UUID, UUID)
_board_by_slug: Prepared[Board] = Prepared(lambda org, slug: _live_boards(org).filter(slug=slug), UUID, str)
_live_columns: Prepared[Column] = Prepared(
    lambda org, board_id: Column.within(org).filter(board_id=board_id, removed_at=None).order_by("position"),
    UUID,
    UUID,
)


def _unknown_board(call: Call, text: str) -> str:
    return f'No board has the slug or the id "{text}". my_boards lists the boards.'


TEAM = Kind("team", _find_team, _unknown_team)
BOARD = Kind("board", _find_board, _unknown_board)


def columns_of(board: Board) -> list[Column]:
    """The live columns of a board, by position."""
    return _live_columns(board.organization_id, board.id)


def column_of(board: Board, columns: list[Column], text: str, argument: str) -> Column:
    """A column by name in any case or by UUID, or VALIDATION with the columns of the board."""
    wanted = text.strip()
    for column in columns:
        if str(column.id) == wanted.lower() or column.name.casefold() == wanted.casefold():
            return column
    raise unknown_column(board, columns, wanted, argument)


def unknown_column(board: Board, columns: list[Column], text: str, argument: str) -> Refusal:
    """The refusal of a column that the board does not have."""
    names = ", ".join(column.name for column in columns)
    return validation(f'The board {board.slug} has no column "{text}". Its columns are: {names}.', argument)
