"""What the kernel forgets, and when: retry keys, refusal counts, rate windows; and the counts of SQLite."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import connection

from hub.core import rate_limits, retry_keys
from hub.core.jobs import periodic
from hub.core.models import RefusedCall
from hub.core.transactions import write

REFUSALS_KEPT = timedelta(days=90)


@periodic("retention", timedelta(hours=1))
def sweep(now: datetime) -> None:
    """Delete what is over its time, each kind in a transaction of its own."""
    write(lambda: retry_keys.sweep(now))
    write(lambda: rate_limits.sweep(now))
    write(lambda: RefusedCall.objects.filter(created_at__lt=now - REFUSALS_KEPT).delete())


@periodic("statistics", timedelta(days=1))
def count_rows(now: datetime) -> None:
    """Let SQLite count its rows, else it may choose the wider of two indexes. PostgreSQL counts by itself."""
    if connection.vendor == "sqlite":
        write(_optimize)


def _optimize() -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA optimize = 0x10002")  # every table, not only those of this connection
