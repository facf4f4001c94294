"""set_password, change_password, create_set_password_link: how a person's password changes."""

from __future__ import annotations

from datetime import timedelta
from typing import ClassVar

from django.conf import settings
from pydantic import Field, SecretStr

from hub.core import activity, clock
from hub.core.calls import Call, Surface
from hub.core.codes import Code
from hub.core.inputs import Input, Ref, Result
from hub.core.models import Action
from hub.core.operations import operation
from hub.core.principals import UserKind
from hub.core.refusals import Refusal, validation
from hub.identity import members
from hub.identity.authorization import own_sign_in, require_admin
from hub.identity.models import Credential, User
from hub.identity.passwords import NewPassword
from hub.identity.references import PERSON


class SetPasswordInput(Input):
    link_token: SecretStr = Field(description="The token of the link.")
    new_password: NewPassword = Field(description="The password.")


class ChangePasswordInput(Input):
    new_password: NewPassword = Field(description="The password.")


class LinkInput(Input):
    user: Ref = Field(description="me, user id, email or user name of a person.")


class PasswordSet(Result):
    """Whose password is set, and how many person tokens ended with the old one."""

    user_name: str
    tokens_ended: int


class SetPasswordLink(Result):
    """A link that works once, shown in this one answer."""

    shown_once: ClassVar[frozenset[str]] = frozenset({"set_password_url"})

    user_name: str
    set_password_url: str | None = None
    expires_at: str


def set_text(result: PasswordSet) -> str:
    """One line for a log."""
    return f"The password of {result.user_name} is set."


def link_text(result: SetPasswordLink) -> str:
    """One line for a log; it does not have the link."""
    return f"Made a link that sets the password of {result.user_name} until {result.expires_at}."


@operation(
    name="set_password",
    text=set_text,
    surfaces=frozenset({Surface.PAGE}),
    admit=own_sign_in,
    refuses=(Code.VALIDATION, Code.NOT_FOUND),
)
def set_password(call: Call, request: SetPasswordInput) -> PasswordSet:
    """Set the password by a link. The link is spent with it: of two uses at once, one wins."""
    user = _locked(call)
    if not members.opens(user, request.link_token.get_secret_value()):
        raise Refusal(
            Code.NOT_FOUND, "The link is spent or has expired. Ask an organization admin for a new one."
        )
    return _set(call, user, request.new_password)


@operation(
    name="change_password",
    text=set_text,
    surfaces=frozenset({Surface.PAGE}),
    admit=own_sign_in,
    refuses=(Code.VALIDATION,),
)
def change_password(call: Call, request: ChangePasswordInput) -> PasswordSet:
    """Change your password; your other sign-ins end.

    The page has checked the present password before: that takes long, and holds no transaction.
    """
    return _set(call, _locked(call), request.new_password)


@operation(
    name="create_set_password_link",
    text=link_text,
    admit=own_sign_in,
    refuses=(Code.NOT_FOUND, Code.VALIDATION, Code.FORBIDDEN),
)
def create_set_password_link(call: Call, request: LinkInput) -> SetPasswordLink:
    """Make a one-time link with which a person sets a new password."""
    require_admin(call, "make a link that sets a password")
    user = PERSON.subject(call, request.user, "user")
    if user.kind != UserKind.PERSON:
        raise validation(
            f"{user.name} is a service account, which has no password. Make it an agent key.", "user"
        )
    activity.record(call, Action.UPDATE, "member", user.id, user_name=user.name, set_password_link=True)
    return SetPasswordLink(
        user_name=user.name,
        set_password_url=members.set_password_url(user),
        expires_at=clock.rfc3339(clock.now() + timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT)),
    )


def _locked(call: Call) -> User:
    return User.within(call.organization_id).select_for_update(no_key=True).get(id=call.principal.user_id)


def _set(call: Call, user: User, password: SecretStr) -> PasswordSet:
    """Whoever knew the old password may have made tokens with it; browser sessions end by their hash."""
    user.change(password=password.get_secret_value())
    tokens = Credential.within(call.organization_id).filter(user=user, agent=None, revoked_at=None)
    ended = tokens.update(revoked_at=clock.now())
    activity.record(
        call, Action.UPDATE, "member", user.id, user_name=user.name, password=True, tokens_ended=ended
    )
    return PasswordSet(user_name=user.name, tokens_ended=ended)
