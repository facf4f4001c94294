"""create_board: one board with the default columns and transitions of its level."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.inputs import KeyedInput, Maybe, Name, Ref, Result
from hub.core.operations import operation
from hub.core.refusals import validation
from kairos_boards import making
from kairos_boards.authorization import require_structure
from kairos_boards.making import PREFIX_PATTERN, Slug
from kairos_boards.models import Board, Level, Team
from kairos_boards.references import TEAM


class CreateBoardInput(KeyedInput):
    name: Name = Field(description="Name of the board.")
    slug: Slug = Field(description="Slug of the board.")
    board_level: Literal["strategy", "initiative", "delivery", "adr"] = Field(
        description="Level of the board."
    )
    code_prefix: Annotated[str, Field(pattern=PREFIX_PATTERN)] = Field(
        description="Short-code prefix; the ADR board of a team takes the team's. Fixed for good."
    )
    team: Maybe[Ref] = Field(
        default=None,
        description="Owner team, required for delivery. An ADR board without one is the organization's.",
    )


class BoardCreated(Result):
    """The new board."""

    slug: str
    name: str
    level: str
    code_prefix: str
    team: str | None


def as_text(result: BoardCreated) -> str:
    """The answer of the tool: one line."""
    owner = f"team {result.team}" if result.team else "no team"
    return (
        f"Created board {result.slug} ({result.name}, {result.level}, prefix {result.code_prefix}, {owner})."
    )


@operation(
    name="create_board",
    profile="admin",
    text=as_text,
    refuses=(
        Code.VALIDATION,
        Code.CONFLICT,
        Code.TEAM_HAS_DELIVERY_BOARD,
        Code.TEAM_HAS_ADR_BOARD,
        Code.FORBIDDEN,
        Code.KEY_SCOPE,
        Code.REQUEST_KEY_REUSED,
    ),
)
def create_board(call: Call, request: CreateBoardInput) -> BoardCreated:
    """Create a board with the default columns and transitions of its level."""
    require_structure(call)
    level = Level(request.board_level)
    owner = TEAM.named(call, request.team, "team") if request.team is not None else None
    _check_owner(call, level, owner, request)
    if owner is None and level in (Level.STRATEGY, Level.INITIATIVE):
        owner = making.team(call, making.derived_slug(f"{level}-{request.slug}", ""), request.name)
    made = making.board(call, level, request.slug, request.name, request.code_prefix, owner)
    return BoardCreated(
        slug=made.slug,
        name=made.name,
        level=level,
        code_prefix=made.prefix,
        team=owner.slug if owner else None,
    )


def _check_owner(call: Call, level: Level, owner: Team | None, request: CreateBoardInput) -> None:
    if level is Level.DELIVERY and owner is None:
        raise validation("A delivery board must have a team. Send team.", "team")
    if level is not Level.ADR or owner is None:
        return
    delivery = (
        Board.within(call.organization_id).filter(team=owner, level=Level.DELIVERY, archived_at=None).first()
    )
    if delivery is not None and delivery.prefix != request.code_prefix:
        raise validation(
            f'The ADR board of the team {owner.slug} takes the prefix of the team: "{delivery.prefix}".',
            "code_prefix",
        )
