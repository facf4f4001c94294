"""Names of people, service accounts and agents: one namespace per organization (D1)."""

from __future__ import annotations

import unicodedata
from uuid import UUID

from django.db import IntegrityError, transaction

from hub.core.codes import Code
from hub.core.refusals import Refusal, validation
from hub.identity.models import UniqueName

# "me" is how a call names its own person.
RESERVED = frozenset({"hub", "human", "local", "forge", "me"})
_INVISIBLE = {"Cf", "Cc", "Mn", "Me", "Zs", "Zl", "Zp"}


def fold(name: str) -> str:
    """What two names are compared by: compatibility form, no case, nothing invisible."""
    visible = "".join(
        char for char in unicodedata.normalize("NFKD", name) if unicodedata.category(char) not in _INVISIBLE
    )
    return unicodedata.normalize("NFKC", visible.casefold())


def reserve(organization_id: UUID, name: str, owner_id: UUID, argument: str) -> None:
    """Take a name for a user or an agent; VALIDATION for a reserved one, CONFLICT for a taken one."""
    folded = fold(name)
    if not folded or folded in RESERVED:
        raise validation(f'The name "{name}" is reserved. Choose another name.', argument)
    take(organization_id, folded, owner_id, name, argument)


def take(organization_id: UUID, folded: str, owner_id: UUID, name: str, argument: str) -> None:
    """Insert the folded name; the system actors take their reserved names this way too."""
    try:
        with transaction.atomic():
            UniqueName.add(organization_id=organization_id, folded=folded, owner_id=owner_id)
    except IntegrityError:
        raise Refusal(
            Code.CONFLICT,
            f'The organization has a person, a service account or an agent with the name "{name}" '
            "(case and look do not count). Choose another name.",
            field=argument,
        ) from None
