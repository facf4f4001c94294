"""rotate_agent_key: a new key in the place of an old one, which ends in the same transaction."""

from __future__ import annotations

from datetime import datetime

from pydantic import Field

from hub.core import activity, clock
from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.events import publish
from hub.core.inputs import Instant
from hub.core.models import Action
from hub.core.operations import operation
from hub.core.principals import UserKind
from hub.core.refusals import Refusal
from hub.identity import keys
from hub.identity.authorization import own_sign_in
from hub.identity.events import AgentKeyMade
from hub.identity.keys import KeyMade, PrefixInput
from hub.identity.models import Credential
from hub.identity.users import issue


class RotateKeyInput(PrefixInput):
    expires_at: Instant | None = Field(
        default=None, description="RFC 3339; null: never. Left out: as long as the old key had."
    )


@operation(
    name="rotate_agent_key",
    text=keys.made_text,
    admit=own_sign_in,
    refuses=(Code.NOT_FOUND, Code.VALIDATION, Code.CONFLICT, Code.FORBIDDEN, Code.REQUEST_KEY_REUSED),
)
def rotate_agent_key(call: Call, request: RotateKeyInput) -> KeyMade:
    """Replace one of your agent keys: same agent, same scope. The old key ends now.

    An admin rotates the keys of service accounts too, never those of another person: the new
    key would let the admin act as them.
    """
    old = keys.locked(call, request.prefix)
    if not _may_rotate(call, old):
        raise keys.unknown(request.prefix)
    if old.revoked_at is not None:
        raise Refusal(Code.CONFLICT, f"The key {old.prefix} is revoked. Make a new key.", field="prefix")
    expires_at = keys.expiry(request.expires_at) if request.sent("expires_at") else _as_long(old)
    key, token = issue(
        call, old.user, old.agent, label=old.label, scope=old.scope, expires_at=expires_at, replaces=old
    )
    old.change(revoked_at=clock.now())
    activity.record(call, Action.DELETE, "agent_key", old.id, prefix=old.prefix, replaced_by=key.prefix)
    publish(AgentKeyMade(key, old))
    return keys.made(call, key, token.text)


def _may_rotate(call: Call, key: Credential) -> bool:
    of_an_account = key.user.kind == UserKind.SERVICE_ACCOUNT and call.principal.is_admin
    return key.user_id == call.principal.user_id or of_an_account


def _as_long(old: Credential) -> datetime | None:
    return clock.now() + (old.expires_at - old.created_at) if old.expires_at else None
