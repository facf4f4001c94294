"""Who sends a request: its bearer token and its protocol session, read in one hop."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import structlog
from starlette.types import Scope

from hub.core import threads
from hub.core.principals import Principal
from hub.core.refusals import Refusal
from hub.core.secrets import holds_token
from hub.identity.authentication import principal_of_token
from hub.identity.tenancy import named_tenants
from mcp_bridge.addresses import values
from mcp_bridge.operations import protocol_sessions
from mcp_bridge.operations.protocol_sessions import ProtocolSession
from mcp_bridge.rejections import no_valid_credential, rejection

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Caller:
    """An admitted caller. `session_id_sent` without a `session`: the id is not the caller's."""

    principal: Principal
    session: ProtocolSession | None
    session_id_sent: bool

    def require_session(self) -> None:
        """Reject an id that is unknown, ended or someone else's: one answer for the three."""
        if self.session_id_sent and self.session is None:
            raise rejection(404, "The protocol session is unknown or has ended. Send initialize again.")


async def admit(scope: Scope) -> Caller:
    """The caller of a request; the 401 for every credential that is not valid here and now."""
    token = _bearer_token(scope)
    session_ids = values(scope, b"mcp-session-id")
    caller = None
    if token is not None:
        read = partial(_read, token, named_tenants(scope["headers"]), session_ids)
        caller = await threads.run(read, writes=False)
    if caller is None:
        raise no_valid_credential()
    if caller.session is not None and caller.session.is_due:
        await _touch(caller.session)
    return caller


def _read(token: str, tenants: frozenset[str], session_ids: list[str]) -> Caller | None:
    principal = principal_of_token(token, tenants)
    if principal is None:
        return None
    session = protocol_sessions.find(principal, session_ids[0]) if len(session_ids) == 1 else None
    return Caller(principal, session, session_id_sent=bool(session_ids))


async def _touch(session: ProtocolSession) -> None:
    try:
        await threads.run(partial(protocol_sessions.touch, session), writes=True)
    except Refusal:
        log.warning("use of a protocol session not noted", connection=str(session.id))


def _bearer_token(scope: Scope) -> str | None:
    """The token of the one Authorization header; none where the address carries one as well."""
    if holds_token(scope["query_string"].decode("latin-1")):
        # A server that writes an access log reads the same scope when it answers.
        scope["query_string"] = b""
        return None
    headers = values(scope, b"authorization")
    if len(headers) != 1:
        return None
    kind, _, token = headers[0].partition(" ")
    return token.strip() if kind.lower() == "bearer" else None
