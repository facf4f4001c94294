"""A person by `me`, user id, email, user name, or the name of a service account."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from hub.core.calls import Call
from hub.core.principals import UserKind
from hub.core.references import Kind, as_uuid
from hub.identity.models import User


def members(call: Call) -> QuerySet[User]:
    """The people and service accounts of the organization, and its forge actor; nobody who left."""
    return User.within(call.organization_id).filter(left_at=None)


def _find(call: Call, text: str) -> User | None:
    if text == "me":
        return members(call).filter(id=call.principal.user_id).first()
    wanted = Q(name=text.casefold()) | Q(email__iexact=text) if text else Q(pk=None)
    if (uuid := as_uuid(text)) is not None:
        wanted |= Q(id=uuid)
    return members(call).filter(wanted).exclude(kind=UserKind.SYSTEM).order_by("created_at", "id").first()


def _unknown(call: Call, text: str) -> str:
    about_email = ""
    if "@" in text:
        known = User.within(call.organization_id).filter(email__iexact=text).exists()
        about_email = (
            f'An account has the email "{text}", and it is no member of the organization. '
            if known
            else f'No account has the email "{text}" yet. '
        )
    return (
        "No member of the organization has the id, the email, the user name or the service-account name "
        f'"{text}". '
        f"{about_email}A person becomes a member of the organization in one of these ways: "
        "(1) an organization admin makes a local account for the person (POST /api/members). "
        "Then send the reference again."
    )


PERSON = Kind("person", _find, _unknown)
