"""Signing in: from an organization, a user name and a password to the person. For the page and the token route."""

from __future__ import annotations

import hashlib

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
        default="", max_length=200, description="Its slug. Needed when there are several and the host names none."
    )


def sign_in(typed: SignInInput, tenants: frozenset[str], peer: str) -> User:
    """The person whose password it is; UNAUTHORIZED, the same and as slow, for everyone else.

    `tenants` are the organizations that host and header name; `peer` is who is counted
    besides the account. Only failures count in the end. Refuses with RATE_LIMITED above the
    limits, and with VALIDATION when nothing tells the organization.
    """
    slug = organization_of(tenants, typed.organization)
    of_peer, of_account = f"sign-in:peer:{peer}", account_key(slug, typed.user_name)
    rate_limits.spend(of_peer, TRIES_OF_A_PEER, WINDOW_SECONDS)
    rate_limits.spend(of_account, TRIES_OF_AN_ACCOUNT, WINDOW_SECONDS)
    user = _person(slug, typed.user_name)
    if not is_password_of(user, typed.password.get_secret_value()) or user is None:
        raise Refusal(Code.UNAUTHORIZED, "The user name or the password is wrong.")
    rate_limits.forget(of_account)
    rate_limits.refund(of_peer, WINDOW_SECONDS)
    return user


def organization_of(tenants: frozenset[str], typed: str) -> str:
    """The slug that host, header and argument agree on; "" where they disagree; else the only organization."""
    named = tenants | ({typed.strip()} if typed.strip() else frozenset())
    if named:
        return next(iter(named)) if len(named) == 1 else ""
    slugs = list(Organization.objects.order_by("slug").values_list("slug", flat=True)[:2])
    if len(slugs) == 1:
        return slugs[0]
    raise validation("There are several organizations. Send the slug of yours as organization.", "organization")


def account_key(slug: str, user_name: str) -> str:
    """What an account is counted under; a digest, since people type passwords into the wrong field."""
    account = f"{slug}/{fold(user_name)}".encode()
    return f"sign-in:account:{hashlib.sha256(account).hexdigest()}"


def _person(slug: str, user_name: str) -> User | None:
    people = User.objects.select_related("organization").filter(
        kind=UserKind.PERSON, is_active=True, left_at=None
    )
    return people.filter(organization__slug=slug, name=fold(user_name)).first()
