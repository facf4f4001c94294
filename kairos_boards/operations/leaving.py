"""A person who leaves the organization loses team memberships and grants, in the same transaction."""

from __future__ import annotations

from hub.core import activity
from hub.core.calls import Call
from hub.core.events import subscribe
from hub.core.models import Action
from hub.identity.events import UserLeft
from kairos_boards.models import Grant, StructureGrant, TeamMember
from kairos_boards.operations.grants import take, tell
from kairos_boards.vocabulary import MANAGE_STRUCTURE


def end_rights(call: Call, event: UserLeft) -> None:
    """Delete the memberships and the grants of the person, each with its activity row."""
    user = event.user
    for member in TeamMember.within(call.organization_id).filter(user=user).select_related("team").order_by("id"):
        member.delete()
        activity.record(
            call, Action.UPDATE, "team", member.team_id, team=member.team.slug, member_removed=str(user.id)
        )
    for grant in Grant.within(call.organization_id).filter(user=user).select_related("board").order_by("id"):
        take(call, grant.board, user.id, grant.capability)
    for row in StructureGrant.within(call.organization_id).filter(user=user).select_related("board").order_by("id"):
        row.delete()
        tell(call, Action.CAPABILITY_REVOKE, row.board, user.id, MANAGE_STRUCTURE)


subscribe(UserLeft, end_rights)
