"""edit_team: the form of a team, whole: its values and its members. It has no tool."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hub.core import staleness, units
from hub.core.calls import Call, Surface
from hub.core.codes import Code
from hub.core.inputs import Input, Name, Ref, Result, Text
from hub.core.operations import operation
from kairos_boards import structure
from kairos_boards.authorization import require_structure
from kairos_boards.making import Slug
from kairos_boards.models import Team
from kairos_boards.operations.add_team_member import AddMemberInput, add_team_member
from kairos_boards.operations.edit_board import about
from kairos_boards.operations.remove_team_member import RemoveMemberInput, remove_team_member
from kairos_boards.operations.update_team import UpdateTeamInput, update_team
from kairos_boards.references import TEAM

Members = Annotated[list[Ref], Field(max_length=1000)]


class EditTeamInput(Input):
    team: Ref = Field(description="Slug or UUID.")
    seen: Text = Field(max_length=64, description="The mark of what the form showed.")
    name: Name = Field(description="Name of the team.")
    slug: Slug = Field(description="Slug of the team; the slugs of its boards stay.")
    team_type: Literal["stream_aligned", "platform", "enabling", "complicated_subsystem"] = Field(
        description="What the team is for."
    )
    site_enabled: bool = Field(description="Published site of the team: on or off.")
    add: Members = Field(default_factory=list, description="Who joins.")
    remove: Members = Field(default_factory=list, description="Who leaves; grants on boards stay.")


class TeamEdited(Result):
    """The team; `changes` counts what the form changed."""

    team: str
    changes: int


def as_text(result: TeamEdited) -> str:
    """One line."""
    if not result.changes:
        return f"Nothing changed in the team {result.team}."
    return f"Saved the team {result.team}. Changes: {result.changes}."


@operation(
    name="edit_team",
    text=as_text,
    surfaces=frozenset({Surface.ADMIN}),
    refuses=(Code.NOT_FOUND, Code.VALIDATION, Code.CONFLICT, Code.FORBIDDEN, Code.REQUEST_KEY_REUSED),
)
def edit_team(call: Call, request: EditTeamInput) -> TeamEdited:
    """Bring a team to what its form says, in one piece."""
    require_structure(call)
    found = TEAM.subject(call, request.team, "team")
    team = Team.within(call.organization_id).select_for_update().get(id=found.id)
    staleness.require_fresh(request.seen, structure.mark_of_team(team), f"The team {team.slug}")
    changes = len(units.current().activity)
    values = {name: getattr(request, name) for name in ("name", "slug", "team_type", "site_enabled")}
    reference = str(team.id)
    slug = update_team(call, UpdateTeamInput(team=reference, **values)).slug
    for row, user in enumerate(request.remove):
        with about(f"remove.{row}"):
            remove_team_member(call, RemoveMemberInput(team=reference, user=user))
    for row, user in enumerate(request.add):
        with about(f"add.{row}"):
            add_team_member(call, AddMemberInput(team=reference, user=user))
    return TeamEdited(team=slug, changes=len(units.current().activity) - changes)
