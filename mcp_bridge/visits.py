"""A visit: what the transport knows about one request, carried to the handlers in its ASGI scope."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from mcp.server.context import ServerRequestContext
from starlette.requests import Request
from starlette.types import Scope

from hub.core.calls import Call, Surface
from mcp_bridge.admission import Caller

Context = ServerRequestContext[Any, Request]

_KEY = "mcp_bridge.visit"


@dataclass(slots=True)
class Visit:
    """One request of an admitted caller.

    `credential_ended` is how a handler says that the answer is the 401 after all: the key was
    revoked while the call ran, and an authentication failure is never HTTP 200.
    """

    caller: Caller
    profile: str
    request_id: str
    arguments: dict[str, Any] = field(default_factory=dict)
    credential_ended: bool = False

    def call(self) -> Call:
        """The call of the kernel. Without a protocol session there is no connection."""
        session = self.caller.session
        return Call(
            principal=self.caller.principal,
            surface=Surface.MCP,
            connection_id=session.id if session else None,
            active_session_id=session.active_session_id if session else None,
            request_id=self.request_id,
        )

    def within(self, scope: Scope) -> Scope:
        """The scope of the request with the visit in it."""
        return {**scope, _KEY: self}


def of(context: Context) -> Visit:
    """The visit that a handler of the SDK serves."""
    assert context.request is not None, "the HTTP transports pass their request on"
    visit: Visit = context.request.scope[_KEY]
    return visit
