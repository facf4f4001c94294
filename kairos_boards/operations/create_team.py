"""create_team: a team with its delivery board, and its ADR board when asked for."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.inputs import KeyedInput, Name, Result
from hub.core.operations import operation
from kairos_boards import making
from kairos_boards.authorization import require_structure
from kairos_boards.making import PREFIX_PATTERN, Slug
from kairos_boards.models import Level, TeamType


class CreateTeamInput(KeyedInput):
    name: Name = Field(description="Name of the team.")
    slug: Slug = Field(description="Slug; its boards are <slug>-delivery and <slug>-adrs.")
    code_prefix: Annotated[str, Field(pattern=PREFIX_PATTERN)] = Field(
        description="Short-code prefix of its boards, e.g. OPS. Fixed for good."
    )
    team_type: Literal["stream_aligned", "platform", "enabling", "complicated_subsystem"] = Field(
        default="stream_aligned", description="What the team is for."
    )
    adr_board: bool = Field(default=False, description="Also make the ADR board of the team.")


class TeamCreated(Result):
    """The team and its boards."""

    slug: str
    name: str
    team_type: str
    code_prefix: str
    delivery_board: str
    adr_board: str | None = None


def as_text(result: TeamCreated) -> str:
    """The answer of the tool: two lines."""
    first = (
        f"Created team {result.slug} ({result.name}, {result.team_type}). "
        f"Delivery board: {result.delivery_board} (prefix {result.code_prefix})."
    )
    if result.adr_board:
        first += f" ADR board: {result.adr_board}."
    return f"{first}\nThe board has no members. Use add_team_member and grant_capability."


@operation(
    name="create_team",
    profile="admin",
    text=as_text,
    refuses=(Code.VALIDATION, Code.CONFLICT, Code.FORBIDDEN, Code.KEY_SCOPE, Code.REQUEST_KEY_REUSED),
)
def create_team(call: Call, request: CreateTeamInput) -> TeamCreated:
    """Create a team with its delivery board."""
    require_structure(call)
    delivery_slug = making.derived_slug(request.slug, "-delivery")
    adr_slug = making.derived_slug(request.slug, "-adrs") if request.adr_board else None
    team = making.team(call, request.slug, request.name, TeamType(request.team_type))
    making.board(call, Level.DELIVERY, delivery_slug, request.name, request.code_prefix, team)
    if adr_slug is not None:
        making.board(call, Level.ADR, adr_slug, f"{request.name} ADRs", request.code_prefix, team)
    return TeamCreated(
        slug=team.slug,
        name=team.name,
        team_type=team.team_type,
        code_prefix=request.code_prefix,
        delivery_board=delivery_slug,
        adr_board=adr_slug,
    )
