"""Founding an organization, the one write before any principal exists: the tenant and its system actors."""

from __future__ import annotations

from hub.core import clock
from hub.core.codes import Code
from hub.core.principals import UserKind
from hub.core.refusals import Refusal
from hub.core.transactions import write
from hub.identity import names
from hub.identity.models import Organization, Role, User

HUB = "hub"
FORGE = "forge"


def found(slug: str, name: str) -> Organization:
    """The organization of that slug, made with its actors `hub` and `forge` when it is new."""
    return write(lambda: _found(slug, name))


def named(slug: str) -> Organization:
    """The organization of that slug, or of the only one when it is empty; NOT_FOUND lists what there is."""
    everyone = Organization.objects.order_by("slug")
    found_ones = list(everyone.filter(slug=slug) if slug else everyone)
    if len(found_ones) == 1:
        return found_ones[0]
    slugs = ", ".join(everyone.values_list("slug", flat=True))
    fault = f'No organization has the slug "{slug}".' if slug else "Say which organization."
    known = f"There are: {slugs}." if slugs else "There is none yet: manage.py bootstrap makes one."
    raise Refusal(Code.NOT_FOUND, f"{fault} {known}", field="organization")


def system_actor(organization: Organization, name: str = HUB) -> User:
    """The system actor that internal work runs as and that the history shows."""
    return User.within(organization.id).select_related("organization").get(name=name, kind=UserKind.SYSTEM)


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
