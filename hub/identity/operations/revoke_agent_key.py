"""revoke_agent_key: the key ends at its next request."""

from __future__ import annotations

from hub.core import activity, clock
from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.events import publish
from hub.core.inputs import Result
from hub.core.models import Action
from hub.core.operations import operation
from hub.core.refusals import Refusal
from hub.identity import keys
from hub.identity.events import AgentKeyRevoked
from hub.identity.keys import PrefixInput
from hub.identity.models import Credential


class KeyRevoked(Result):
    """The key that ended."""

    prefix: str
    agent: str
    revoked_at: str


def as_text(result: KeyRevoked) -> str:
    """One line for a log."""
    return f"Revoked the key {result.prefix} of the agent {result.agent}."


@operation(
    name="revoke_agent_key",
    text=as_text,
    destructive=True,
    idempotent=True,
    refuses=(Code.NOT_FOUND, Code.VALIDATION, Code.KEY_SCOPE),
)
def revoke_agent_key(call: Call, request: PrefixInput) -> KeyRevoked:
    """Revoke one of your agent keys; an organization admin revokes anyone's. A revoked key stays revoked."""
    key = keys.locked(call, request.prefix)
    own = key.user_id == call.principal.user_id
    if not own and not call.principal.is_admin:
        raise keys.unknown(request.prefix)
    _require_no_scope(call)
    if key.revoked_at is None:
        key.change(revoked_at=clock.now())
        activity.record(
            call,
            Action.DELETE,
            "agent_key",
            key.id,
            prefix=key.prefix,
            user=str(key.user_id),
            by_another=not own,
        )
        publish(AgentKeyRevoked(key, by_another=not own))
    return _revoked(key)


def _require_no_scope(call: Call) -> None:
    """Keys are no board's: what a scope contains, it names by capability and board."""
    if call.principal.scope is not None:
        raise Refusal(Code.KEY_SCOPE, "The scope of this agent key does not contain the revocation of keys.")


def _revoked(key: Credential) -> KeyRevoked:
    assert key.agent is not None, "an agent key has an agent"
    assert key.revoked_at is not None, "it was just revoked"
    return KeyRevoked(prefix=key.prefix, agent=key.agent.name, revoked_at=clock.rfc3339(key.revoked_at))
