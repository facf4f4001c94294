"""The organizations of a deployment, and the system actors of each."""

from __future__ import annotations

from hub.core.codes import Code
from hub.core.principals import UserKind
from hub.core.refusals import Refusal
from hub.identity.models import Organization, User

HUB = "hub"
FORGE = "forge"


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
