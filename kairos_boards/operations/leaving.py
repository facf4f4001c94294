"""Who leaves the organization leaves its teams and boards: memberships and grants end."""

from __future__ import annotations

from hub.core import activity
from hub.core.calls import Call
from hub.core.events import subscribe
from hub.core.models import Action
from hub.identity.events import UserLeft
from hub.identity.models import User
from kairos_boards.models import Grant, StructureGrant, TeamMember
from kairos_boards.operations.grants import tell
from kairos_boards.vocabulary import MANAGE_STRUCTURE


def end_rights(call: Call, event: UserLeft) -> None:
    """Everything that gave the person a right, each with its activity row."""
    _end_memberships(call, event.user)
    _end_grants(call, event.user)
    _end_structure_grants(call, event.user)


def _end_memberships(call: Call, user: User) -> None:
    rows = TeamMember.within(call.organization_id).filter(user=user)
    for row in rows.select_related("team").order_by("team__slug"):
        activity.record(
            call, Action.UPDATE, "team", row.team_id, team=row.team.slug, member_removed=str(user.id)
        )
    rows.delete()


def _end_grants(call: Call, user: User) -> None:
    rows = Grant.within(call.organization_id).filter(user=user)
    for row in rows.select_related("board").order_by("board__slug", "capability"):
        tell(call, Action.CAPABILITY_REVOKE, row.board, user.id, row.capability)
    rows.delete()


def _end_structure_grants(call: Call, user: User) -> None:
    rows = StructureGrant.within(call.organization_id).filter(user=user)
    for row in rows.select_related("board").order_by("board__slug"):
        tell(call, Action.CAPABILITY_REVOKE, row.board, user.id, MANAGE_STRUCTURE)
    rows.delete()


subscribe(UserLeft, end_rights)
