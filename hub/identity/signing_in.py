"""Signing in: from organization, user name and password to the person, for the page and the token route."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager

from pydantic import Field

from hub.core import rate_limits
from hub.core.codes import Code
from hub.core.inputs import Input, Text
from hub.core.principals import UserKind
from hub.core.refusals import Refusal, validation
from hub.identity.models import Organization, User
from hub.identity.names import fold
from hub.identity.passwords import TypedPassword, is_password_of

WINDOW_SECONDS = 300
TRIES_OF_AN_ACCOUNT = 10
TRIES_OF_A_PEER = 60


class SignInInput(Input):
    """What a person types."""

    user_name: Text = Field(max_length=200, description="User name.")
    password: TypedPassword = Field(description="Password.")
    organization: Text = Field(
        default="",
        max_length=200,
        description="Its slug. Needed when there are several and the host names none.",
    )


def sign_in(typed: SignInInput, tenants: frozenset[str], peer: str) -> User:
    """The person whose password it is; UNAUTHORIZED, the same and as slow, for everyone else.

    `tenants` are the organizations that host and header name; `peer` is who is counted
    besides the account. Refuses with RATE_LIMITED above the limits, and with VALIDATION when
    nothing tells the organization.
    """
    slug = organization_of(tenants, typed.organization)
    with limited(account_key(slug, typed.user_name), peer):
        user = _person(slug, typed.user_name)
        if not is_password_of(user, typed.password.get_secret_value()) or user is None:
            raise Refusal(Code.UNAUTHORIZED, "The user name or the password is wrong.")
    return user


def confirm(user: User, typed: str, peer: str) -> None:
    """Refuse with UNAUTHORIZED a password that is not the user's, under the limits of a sign-in."""
    with limited(account_key(user.organization.slug, user.name), peer):
        if not is_password_of(user, typed):
            raise Refusal(Code.UNAUTHORIZED, "The password is wrong.")


@contextmanager
def limited(account: str, peer: str) -> Iterator[None]:
    """One try, counted before it is made, so that parallel ones do not pass; only failures stay counted."""
    of_peer = f"sign-in:peer:{peer}"
    rate_limits.spend(of_peer, TRIES_OF_A_PEER, WINDOW_SECONDS)
    rate_limits.spend(account, TRIES_OF_AN_ACCOUNT, WINDOW_SECONDS)
    yield
    rate_limits.forget(account)
    rate_limits.refund(of_peer, WINDOW_SECONDS)


def organization_of(tenants: frozenset[str], typed: str) -> str:
    """The slug that host, header and argument agree on, or the only one; "" where they disagree."""
    named = tenants | ({typed.strip()} if typed.strip() else frozenset())
    if named:
        return next(iter(named)) if len(named) == 1 else ""
    slugs = _some_organizations()
    if len(slugs) == 1:
        return slugs[0]
    raise validation(
        "There are several organizations. Send the slug of yours as organization.", "organization"
    )


def must_ask_organization(tenants: frozenset[str]) -> bool:
    """Whether a person has to say which organization they mean."""
    return not tenants and len(_some_organizations()) > 1


def account_key(slug: str, user_name: str) -> str:
    """What an account is counted under; a digest, since people type passwords into the wrong field."""
    account = f"{slug}/{fold(user_name)}".encode()
    return f"sign-in:account:{hashlib.sha256(account).hexdigest()}"


def _some_organizations() -> list[str]:
    return list(Organization.objects.order_by("slug").values_list("slug", flat=True)[:2])


def _person(slug: str, user_name: str) -> User | None:
    people = User.objects.select_related("organization").filter(
        kind=UserKind.PERSON, is_active=True, left_at=None
    )
    return people.filter(organization__slug=slug, name=fold(user_name)).first()
