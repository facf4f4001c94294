"""create_member: a person gets a local account."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.inputs import Input, Maybe
from hub.core.operations import operation
from hub.core.principals import UserKind
from hub.identity.arguments import DisplayName, Email, RoleName, UserName
from hub.identity.authorization import admin_to, lock_people
from hub.identity.members import Member, fields_of, set_password_url
from hub.identity.models import Role
from hub.identity.passwords import NewPassword
from hub.identity.users import make_user

ADD = "add a member"


class CreateMemberInput(Input):
    user_name: UserName = Field(description="Unique among people, service accounts and agents.")
    email: Email = Field(description="Unique among members.")
    display_name: Maybe[DisplayName] = Field(default=None, description="Default: the user name.")
    role: RoleName = Field(default="member", description="Role in the organization.")
    password: Maybe[NewPassword] = Field(
        default=None, description="Without it the answer has a link that sets one."
    )


class MemberCreated(Member):
    """The new member; `set_password_url` when the call gave no password, in this one answer."""

    shown_once: ClassVar[frozenset[str]] = frozenset({"set_password_url"})

    set_password_url: str | None = None


def as_text(result: MemberCreated) -> str:
    """One line for a log."""
    return f"Added {result.user_name} ({result.role})."


@operation(
    name="create_member",
    text=as_text,
    admit=admin_to(ADD),
    refuses=(Code.VALIDATION, Code.CONFLICT, Code.FORBIDDEN, Code.KEY_SCOPE, Code.REQUEST_KEY_REUSED),
)
def create_member(call: Call, request: CreateMemberInput) -> MemberCreated:
    """Make a local account for a person. Without a password the answer has a one-time link that sets one."""
    lock_people(call, ADD)
    user = make_user(
        call,
        UserKind.PERSON,
        request.user_name,
        request.display_name or request.user_name,
        email=request.email,
        role=Role(request.role),
        password=None,
    )
    if request.password is None:
        return MemberCreated(**fields_of(user), set_password_url=set_password_url(user))
    user.change(password=request.password.get_secret_value())
    return MemberCreated(**fields_of(user))
