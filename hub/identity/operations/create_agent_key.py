"""create_agent_key, create_service_account_key: a key with which an agent acts for its user."""

from __future__ import annotations

from pydantic import Field

from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.events import publish
from hub.core.inputs import Input, Instant, Maybe, Ref
from hub.core.operations import operation
from hub.identity import keys, scopes
from hub.identity.arguments import DisplayName, UserName
from hub.identity.authorization import own_sign_in, require_admin
from hub.identity.events import AgentKeyMade
from hub.identity.keys import KeyMade
from hub.identity.models import User
from hub.identity.scopes import ScopeInput
from hub.identity.users import agent_for, issue

REFUSES = (
    Code.VALIDATION,
    Code.CONFLICT,
    Code.FORBIDDEN,
    Code.REQUEST_KEY_REUSED,
)


class CreateKeyInput(Input):
    agent: UserName = Field(description="Name of the agent; made when it is new.")
    display_name: Maybe[DisplayName] = Field(default=None, description="Display name of a new agent.")
    scope: ScopeInput | None = Field(
        default=None, description="Narrows the key. None: all rights of its user."
    )
    expires_at: Instant | None = Field(default=None, description="RFC 3339. None: it does not expire.")


class CreateAccountKeyInput(CreateKeyInput):
    user: Ref = Field(description="Service account: name or id.")


@operation(name="create_agent_key", text=keys.made_text, admit=own_sign_in, refuses=REFUSES)
def create_agent_key(call: Call, request: CreateKeyInput) -> KeyMade:
    """Make an agent key that acts as you, within its scope. The key is shown this once."""
    return _made(call, User.within(call.organization_id).get(id=call.principal.user_id), request)


@operation(
    name="create_service_account_key",
    text=keys.made_text,
    admit=own_sign_in,
    refuses=(*REFUSES, Code.NOT_FOUND),
)
def create_service_account_key(call: Call, request: CreateAccountKeyInput) -> KeyMade:
    """Make an agent key of a service account. The key is shown this once."""
    require_admin(call, "make the key of a service account")
    return _made(call, keys.service_account(call, request.user), request)


def _made(call: Call, user: User, request: CreateKeyInput) -> KeyMade:
    scope, expires_at = scopes.stored(call, request.scope), keys.expiry(request.expires_at)
    # Two keys of one new agent at once: the second finds the agent that the first made.
    User.within(call.organization_id).select_for_update(no_key=True).get(id=user.id)
    agent = agent_for(call, user, request.agent, request.display_name)
    key, token = issue(call, user, agent, scope=scope, expires_at=expires_at)
    publish(AgentKeyMade(key, None))
    return keys.made(call, key, token.text)
