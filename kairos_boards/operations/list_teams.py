"""list_teams: the teams of the organization, for programs and pages. It has no tool."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Count
from pydantic import BaseModel, Field

from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.inputs import Input, Limit, Offset, Result
from hub.core.operations import operation
from kairos_boards.models import Board, Team

MOST = 200


class ListTeamsInput(Input):
    limit: Limit = Field(default=50, description="At most 200.")
    offset: Offset = Field(default=0, description="Teams to skip.")


class TeamShown(BaseModel):
    """A team, the slugs of its live boards, the count of its members."""

    id: UUID
    slug: str
    name: str
    team_type: str
    site_enabled: bool
    members: int
    boards: tuple[str, ...]


class TeamsShown(Result):
    """A part of the live teams, by slug."""

    results: tuple[TeamShown, ...]
    total: int
    limit: int
    offset: int


def as_text(result: TeamsShown) -> str:
    """One line per team, for logs."""
    return "\n".join(f"{team.slug} — {team.name}" for team in result.results)


@operation(name="list_teams", text=as_text, writes=False, refuses=(Code.VALIDATION,))
def list_teams(call: Call, request: ListTeamsInput) -> TeamsShown:
    """List the teams of the organization by slug."""
    limit = min(request.limit, MOST)
    teams = Team.within(call.organization_id).filter(archived_at=None)
    page = teams.annotate(member_count=Count("members")).order_by("slug")[
        request.offset : request.offset + limit
    ]
    boards: dict[UUID | None, list[str]] = {team.id: [] for team in page}
    owned = Board.within(call.organization_id).filter(team__in=boards, archived_at=None).order_by("slug")
    for team_id, slug in owned.values_list("team_id", "slug"):
        boards[team_id].append(slug)
    results = tuple(
        TeamShown(
            id=team.id,
            slug=team.slug,
            name=team.name,
            team_type=team.team_type,
            site_enabled=team.site_enabled,
            members=team.member_count,
            boards=tuple(boards[team.id]),
        )
        for team in page
    )
    return TeamsShown(results=results, total=teams.count(), limit=limit, offset=request.offset)
