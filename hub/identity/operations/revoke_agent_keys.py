"""revoke_agent_keys: several keys at once, from the list in the admin. It has no tool."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hub.core.calls import Call, Surface
from hub.core.codes import Code
from hub.core.inputs import Input, Ref, Result
from hub.core.operations import operation
from hub.core.references import as_uuid
from hub.core.refusals import Refusal
from hub.identity.authorization import admin_to
from hub.identity.keys import PrefixInput
from hub.identity.models import Credential
from hub.identity.operations.revoke_agent_key import revoke_agent_key


class RevokeKeysInput(Input):
    keys: Annotated[list[Ref], Field(min_length=1, max_length=200)] = Field(description="Ids of agent keys.")


class KeysRevoked(Result):
    """The keys that ended."""

    prefixes: tuple[str, ...]


def as_text(result: KeysRevoked) -> str:
    """One line for a log."""
    return f"Revoked: {', '.join(result.prefixes)}."


@operation(
    name="revoke_agent_keys",
    text=as_text,
    destructive=True,
    idempotent=True,
    admit=admin_to("revoke the keys of others"),
    surfaces=frozenset({Surface.ADMIN}),
    refuses=(Code.VALIDATION, Code.NOT_FOUND, Code.FORBIDDEN, Code.KEY_SCOPE, Code.REQUEST_KEY_REUSED),
)
def revoke_agent_keys(call: Call, request: RevokeKeysInput) -> KeysRevoked:
    """Revoke agent keys: all of them, or none when one is not a key of the organization."""
    wanted = set(request.keys)
    ids = {uuid for text in wanted if (uuid := as_uuid(text))}
    keys = Credential.within(call.organization_id).filter(agent__isnull=False, id__in=ids)
    prefixes = tuple(keys.order_by("prefix").values_list("prefix", flat=True))
    if len(prefixes) != len(wanted):
        raise Refusal(
            Code.NOT_FOUND,
            "One of these is no agent key of the organization, so none was revoked. Open the list again.",
            field="keys",
        )
    for prefix in prefixes:
        revoke_agent_key(call, PrefixInput(prefix=prefix))
    return KeysRevoked(prefixes=prefixes)
