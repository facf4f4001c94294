"""add_team_member: membership gives rights on the boards of the team, with no grant."""

from __future__ import annotations

from pydantic import Field

from hub.core import activity, clock
from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.inputs import Input, Ref, Result
from hub.core.models import Action
from hub.core.operations import operation
from hub.core.refusals import Refusal
from hub.identity.references import PERSON
from kairos_boards.authorization import require_structure
from kairos_boards.models import TeamMember
from kairos_boards.references import TEAM


class AddMemberInput(Input):
    team: Ref = Field(description="Slug or UUID.")
    user: Ref = Field(description="me, user id, email, user name or service-account name.")


class MemberAdded(Result):
    """The membership."""

    team: str
    user: str


def as_text(result: MemberAdded) -> str:
    """The answer of the tool: one line."""
    return f"Added {result.user} to the team {result.team}."


@operation(
    name="add_team_member",
    profile="admin",
    text=as_text,
    refuses=(Code.VALIDATION, Code.CONFLICT, Code.FORBIDDEN, Code.KEY_SCOPE),
)
def add_team_member(call: Call, request: AddMemberInput) -> MemberAdded:
    """Add a member of the organization to a team."""
    require_structure(call)
    team = TEAM.named(call, request.team, "team")
    user = PERSON.named(call, request.user, "user")
    members = TeamMember.within(call.organization_id)
    _, made = members.get_or_create(
        organization_id=call.organization_id, team=team, user=user, defaults={"created_at": clock.now()}
    )
    if not made:
        raise Refusal(
            Code.CONFLICT, f"{user.name} is a member of the team {team.slug} already.", field="user"
        )
    activity.record(call, Action.UPDATE, "team", team.id, team=team.slug, member_added=str(user.id))
    return MemberAdded(team=team.slug, user=user.name)
