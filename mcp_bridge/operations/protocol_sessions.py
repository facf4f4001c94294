"""Protocol sessions of handshake clients: rows, since a request may reach any process.

They are no operations of the registry: no caller asks for them, the transport does. The SDK's
own sessions are a dictionary of one process and take any token (`05-mcp`, How to mount it).
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

from hub.core import clock
from hub.core.prepared import Prepared
from hub.core.principals import Principal
from hub.core.secrets import digest
from hub.core.transactions import write
from hub.identity.models import Connection

# How stale `last_used_at` may be: one write in that time for a session in use, not one a call.
TOUCHED_EVERY = timedelta(seconds=300)


@dataclass(frozen=True, slots=True)
class ProtocolSession:
    """What a request needs of its `Connection`."""

    id: UUID
    organization_id: UUID
    active_session_id: UUID | None
    last_used_at: datetime

    @property
    def is_due(self) -> bool:
        """Whether the last use that the row remembers is too old."""
        return self.last_used_at <= clock.now() - TOUCHED_EVERY


_by_digest: Prepared[tuple[Any, ...]] = Prepared(
    lambda organization_id, session_digest: (
        Connection.within(organization_id)
        .filter(digest=session_digest)
        .values_list("user_id", "agent_id", "id", "organization_id", "active_session_id", "last_used_at")
    ),
    UUID,
    str,
)


def find(principal: Principal, session_id: str) -> ProtocolSession | None:
    """The session of that id, if it was issued to this very agent (or user). Read on each request."""
    row = _by_digest.first(principal.organization_id, digest(session_id))
    if row is None or row[:2] != (principal.user_id, principal.agent_id):
        return None
    return ProtocolSession(*row[2:])


def open_for(principal: Principal, client: str) -> str:
    """A new session; returns its id, 256 random bits, which is kept as a digest only."""
    session_id = secrets.token_urlsafe(32)
    now = clock.now()
    insert = partial(
        Connection.add,
        organization_id=principal.organization_id,
        digest=digest(session_id),
        user_id=principal.user_id,
        agent_id=principal.agent_id,
        client=client,
        created_at=now,
        last_used_at=now,
    )
    write(insert)
    return session_id


def end(session: ProtocolSession) -> None:
    """End a session: its id is unknown from now on."""
    write(Connection.within(session.organization_id).filter(id=session.id).delete)


def touch(session: ProtocolSession) -> None:
    """Remember that the session is in use; of requests at the same time, one writes."""
    rows = Connection.within(session.organization_id).filter(id=session.id, last_used_at=session.last_used_at)
    write(lambda: rows.update(last_used_at=clock.now()))
