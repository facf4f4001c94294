"""list_agent_keys, list_service_account_keys: keys by their prefix, never their secret."""

from __future__ import annotations

from pydantic import Field

from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.inputs import Ref
from hub.core.operations import operation
from hub.identity import keys
from hub.identity.authorization import admin_to, require_admin
from hub.identity.keys import KeyList, PartInput
from hub.identity.references import PERSON


class ListKeysInput(PartInput):
    user: Ref = Field(default="me", description="Whose keys; another than you: admins only.")


class ListAccountKeysInput(PartInput):
    user: Ref = Field(description="Service account: name or id.")


@operation(
    name="list_agent_keys",
    text=keys.list_text,
    writes=False,
    refuses=(Code.VALIDATION, Code.FORBIDDEN, Code.KEY_SCOPE),
)
def list_agent_keys(call: Call, request: ListKeysInput) -> KeyList:
    """List your agent keys that are not revoked."""
    user = PERSON.named(call, request.user, "user")
    if user.id != call.principal.user_id:
        require_admin(call, "list the keys of another person")
    return keys.part(call, keys.live_keys(call).filter(user=user), request)


@operation(
    name="list_service_account_keys",
    text=keys.list_text,
    writes=False,
    admit=admin_to("list the keys of a service account"),
    refuses=(Code.NOT_FOUND, Code.VALIDATION, Code.FORBIDDEN, Code.KEY_SCOPE),
)
def list_service_account_keys(call: Call, request: ListAccountKeysInput) -> KeyList:
    """List the agent keys of a service account that are not revoked."""
    user = keys.service_account(call, request.user)
    return keys.part(call, keys.live_keys(call).filter(user=user), request)
