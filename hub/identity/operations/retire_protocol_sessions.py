"""Protocol sessions that nobody uses end: a client that comes back initializes again."""

from __future__ import annotations

from datetime import datetime, timedelta

from hub.core.jobs import periodic
from hub.core.transactions import write
from hub.identity.models import Connection

UNUSED_FOR = timedelta(days=30)


@periodic("protocol sessions", timedelta(hours=1))
def retire_protocol_sessions(now: datetime) -> None:
    """Delete what is unused for long; most clients go away without a DELETE."""
    write(Connection.objects.filter(last_used_at__lt=now - UNUSED_FOR).delete)
