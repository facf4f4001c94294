"""Founding an organization, the one write before any principal exists: the tenant and its system actors."""

from __future__ import annotations

from hub.core import clock
from hub.core.principals import UserKind
from hub.core.transactions import write
from hub.identity import names
from hub.identity.models import Organization, Role, User
from hub.identity.organizations import FORGE, HUB


def found(slug: str, name: str) -> Organization:
    """The organization of that slug, made with its actors `hub` and `forge` when it is new."""
    return write(lambda: _found(slug, name))


def _found(slug: str, name: str) -> Organization:
    organization, made = Organization.objects.get_or_create(
        slug=slug, defaults={"name": name, "created_at": clock.now()}
    )
    if made:
        for actor in (HUB, FORGE):
            user = User.add(
                organization=organization,
                login=f"{slug}/{actor}",
                name=actor,
                display_name=actor.capitalize(),
                kind=UserKind.SYSTEM,
                # Work of the system is checked like anyone's; it holds the admin role.
                role=Role.ADMIN,
                password="!",
                created_at=clock.now(),
            )
            names.take(organization.id, actor, user.id, actor, "name")
    return organization
