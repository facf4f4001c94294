"""Protocol sessions of handshake clients: rows, since a request may reach any process.

They are no operations of the registry: no caller asks for them, the transport does. The SDK's
own sessions are a dictionary of one process and take any token (`05-mcp`, How to mount it).
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from functools import partial

from hub.core import clock
from hub.core.principals import Principal
from hub.core.scoping import GuardedQuerySet
from hub.core.secrets import digest
from hub.core.transactions import write
from hub.identity.models import Connection

# How stale `last_used_at` may be: one write in that time for a session in use, not one a call.
TOUCHED_EVERY = timedelta(seconds=300)


def find(principal: Principal, session_id: str) -> Connection | None:
    """The session of that id, if it was issued to this very agent (or user); read on each request."""
    return _of(principal).filter(digest=digest(session_id)).first()


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


def end(connection: Connection) -> None:
    """End a session: its id is unknown from now on."""
    write(connection.delete)


def is_due(connection: Connection) -> bool:
    """Whether the last use that the row remembers is too old."""
    return connection.last_used_at <= clock.now() - TOUCHED_EVERY


def touch(connection: Connection) -> None:
    """Remember that the session is in use; of requests at the same time, one writes."""
    rows = Connection.within(connection.organization_id).filter(
        id=connection.id, last_used_at=connection.last_used_at
    )
    write(lambda: rows.update(last_used_at=clock.now()))


def _of(principal: Principal) -> GuardedQuerySet[Connection]:
    of_user = Connection.within(principal.organization_id).filter(user_id=principal.user_id)
    return of_user.filter(agent_id=principal.agent_id) if principal.agent_id else of_user.filter(agent=None)
