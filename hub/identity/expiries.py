"""The ends that a form offers for a new key."""

from __future__ import annotations

from datetime import datetime, timedelta

DAYS = (7, 30, 90, 365)


def choices(now: datetime) -> list[tuple[int, datetime]]:
    """Days, and the moment they end, to the second.

    A form posts the moment, not the days: a form that is sent twice then asks twice for the same.
    """
    begin = now.replace(microsecond=0)
    return [(days, begin + timedelta(days=days)) for days in DAYS]
