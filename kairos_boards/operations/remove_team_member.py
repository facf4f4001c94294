"""remove_team_member: the rights that the team gave end with the membership."""

from __future__ import annotations

from pydantic import Field

from hub.core import activity
from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.inputs import Input, Ref, Result
from hub.core.models import Action
from hub.core.operations import operation
from hub.core.references import as_uuid
from hub.core.refusals import Refusal
from hub.identity.models import User
from hub.identity.references import PERSON
from kairos_boards.authorization import require_structure
from kairos_boards.models import TeamMember
from kairos_boards.references import TEAM


class RemoveMemberInput(Input):
    team: Ref = Field(description="Slug or UUID.")
    user: Ref = Field(description="The member; a UUID also finds one who left the organization.")


class MemberRemoved(Result):
    """The ended membership."""

    team: str
    user: str


def as_text(result: MemberRemoved) -> str:
    """The answer of the tool: one line."""
    return f"Removed {result.user} from the team {result.team}. Grants on boards stay."


@operation(
    name="remove_team_member",
    profile="admin",
    text=as_text,
    destructive=True,
    refuses=(Code.VALIDATION, Code.NOT_FOUND, Code.FORBIDDEN, Code.KEY_SCOPE),
)
def remove_team_member(call: Call, request: RemoveMemberInput) -> MemberRemoved:
    """Take a member off a team. Grants on boards stay."""
    require_structure(call)
    team = TEAM.named(call, request.team, "team")
    user = _anyone(call, request.user)
    removed, _ = TeamMember.within(call.organization_id).filter(team=team, user=user).delete()
    if not removed:
        raise Refusal(Code.NOT_FOUND, f"{user.name} is not a member of the team {team.slug}.", field="user")
    activity.record(call, Action.UPDATE, "team", team.id, team=team.slug, member_removed=str(user.id))
    return MemberRemoved(team=team.slug, user=user.name)


def _anyone(call: Call, text: str) -> User:
    """A person, also one who left when the text is their id."""
    uuid = as_uuid(text)
    found = User.within(call.organization_id).filter(id=uuid).first() if uuid else None
    return found or PERSON.named(call, text, "user")
