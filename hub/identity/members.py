"""A member as the results of identity show one."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.tokens import default_token_generator
from django.urls import reverse

from hub.core.inputs import Result
from hub.identity.models import User


class Member(Result):
    """A person or service account of the organization."""

    id: str
    user_name: str
    display_name: str
    email: str
    kind: str
    role: str


def member(user: User) -> Member:
    """A user as a result."""
    return Member(**fields_of(user))


def fields_of(user: User) -> dict[str, str]:
    """What every result about a member has."""
    return {
        "id": str(user.id),
        "user_name": user.name,
        "display_name": user.display_name,
        "email": user.email,
        "kind": user.kind,
        "role": user.role,
    }


def set_password_url(user: User) -> str:
    """A link that sets the person's password once, for `PASSWORD_RESET_TIMEOUT` seconds.

    Nothing of it is stored: it is signed over the present password, which it changes.
    """
    token = default_token_generator.make_token(user)
    return settings.PUBLIC_URL + reverse("set_password", args=[user.id, token])


def opens(user: User, token: str) -> bool:
    """Whether a link's token still sets the password of this person."""
    return user.is_active and user.left_at is None and default_token_generator.check_token(user, token)
