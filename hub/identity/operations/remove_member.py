"""remove_member: a person or a service account leaves the organization."""

from __future__ import annotations

from pydantic import Field

from hub.core import activity, clock
from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.events import publish
from hub.core.inputs import Input, Ref
from hub.core.models import Action
from hub.core.operations import operation
from hub.identity.authorization import admin_to, lock_people, require_another_admin
from hub.identity.events import UserLeft
from hub.identity.members import Member, member
from hub.identity.models import Credential, User
from hub.identity.references import PERSON

REMOVE = "remove a member"


class RemoveMemberInput(Input):
    user: Ref = Field(description="me, user id, email, user name or service-account name.")


def as_text(result: Member) -> str:
    """One line for a log."""
    return f"{result.user_name} left the organization."


@operation(
    name="remove_member",
    text=as_text,
    destructive=True,
    admit=admin_to(REMOVE),
    refuses=(Code.NOT_FOUND, Code.FORBIDDEN, Code.KEY_SCOPE, Code.LAST_ADMIN),
)
def remove_member(call: Call, request: RemoveMemberInput) -> Member:
    """Remove a member of the organization. Their credentials, rights and claims end; the items stay.

    The row and the name stay too: the history shows who did it.
    """
    lock_people(call, REMOVE)
    user = PERSON.subject(call, request.user, "user")
    require_another_admin(user)
    # Waits for what the person is writing now (`authentication`, the re-check holds the row).
    User.within(call.organization_id).select_for_update().get(id=user.id)
    now = clock.now()
    user.change(left_at=now, is_active=False)
    ended = Credential.within(call.organization_id).filter(user=user, revoked_at=None).update(revoked_at=now)
    activity.record(call, Action.DELETE, "member", user.id, user_name=user.name, credentials_ended=ended)
    publish(UserLeft(user))
    return member(user)
