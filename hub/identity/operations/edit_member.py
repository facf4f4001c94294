"""edit_member: the form of a member. It has no tool."""

from __future__ import annotations

from pydantic import Field

from hub.core import staleness
from hub.core.calls import Call, Surface
from hub.core.codes import Code
from hub.core.inputs import Input, Ref, Text
from hub.core.operations import operation
from hub.identity.arguments import DisplayName, RoleName
from hub.identity.authorization import admin_to, lock_people
from hub.identity.members import Member
from hub.identity.models import User
from hub.identity.operations.update_member import CHANGE, UpdateMemberInput, as_text, update_member
from hub.identity.references import PERSON


class EditMemberInput(Input):
    user: Ref = Field(description="me, user id, email, user name or service-account name.")
    seen: Text = Field(max_length=64, description="The mark of what the form showed.")
    display_name: DisplayName = Field(description="The name that pages show.")
    role: RoleName = Field(description="Role in the organization.")


def mark_of(user: User) -> str:
    """What the form of a member shows."""
    return staleness.mark(user.display_name, user.role)


@operation(
    name="edit_member",
    text=as_text,
    idempotent=True,
    admit=admin_to(CHANGE),
    surfaces=frozenset({Surface.ADMIN}),
    refuses=(
        Code.NOT_FOUND,
        Code.VALIDATION,
        Code.CONFLICT,
        Code.FORBIDDEN,
        Code.LAST_ADMIN,
        Code.REQUEST_KEY_REUSED,
    ),
)
def edit_member(call: Call, request: EditMemberInput) -> Member:
    """Change the role and the display name of a member, when they are still those that the form showed."""
    lock_people(call, CHANGE)
    user = PERSON.subject(call, request.user, "user")
    staleness.require_fresh(request.seen, mark_of(user), user.name)
    return update_member(
        call, UpdateMemberInput(user=str(user.id), role=request.role, display_name=request.display_name)
    )
