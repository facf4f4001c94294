"""update_member: the role or the display name of a member."""

from __future__ import annotations

from pydantic import Field

from hub.core import activity
from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.inputs import Input, Maybe, Ref
from hub.core.models import Action
from hub.core.operations import operation
from hub.core.refusals import validation
from hub.identity.arguments import DisplayName, RoleName
from hub.identity.authorization import admin_to, lock_people, require_another_admin
from hub.identity.members import Member, member
from hub.identity.models import Role, User
from hub.identity.references import PERSON

CHANGE = "change a member"


class UpdateMemberInput(Input):
    user: Ref = Field(description="me, user id, email, user name or service-account name.")
    role: Maybe[RoleName] = Field(default=None, description="The new role.")
    display_name: Maybe[DisplayName] = Field(default=None, description="The new display name.")


def as_text(result: Member) -> str:
    """One line for a log."""
    return f"{result.user_name}: {result.display_name} ({result.role})."


@operation(
    name="update_member",
    text=as_text,
    idempotent=True,
    admit=admin_to(CHANGE),
    refuses=(Code.NOT_FOUND, Code.VALIDATION, Code.FORBIDDEN, Code.KEY_SCOPE, Code.LAST_ADMIN),
)
def update_member(call: Call, request: UpdateMemberInput) -> Member:
    """Change the role or the display name of a member. The last admin keeps the role."""
    lock_people(call, CHANGE)
    user = PERSON.subject(call, request.user, "user")
    wanted = {"role": request.role, "display_name": request.display_name}
    if not any(wanted.values()):
        raise validation("The call changes nothing. Send role or display_name.")
    changed = {name: value for name, value in wanted.items() if value and value != getattr(user, name)}
    if changed.get("role") == Role.MEMBER:
        require_another_admin(user)
    if changed:
        _change(call, user, changed)
    return member(user)


def _change(call: Call, user: User, changed: dict[str, str]) -> None:
    before = {name: getattr(user, name) for name in changed}
    user.change(**changed)
    activity.record(call, Action.UPDATE, "member", user.id, user_name=user.name, before=before, after=changed)
