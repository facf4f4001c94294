"""How often something may be tried: fixed windows in the database, so that they hold across processes."""

from __future__ import annotations

from datetime import UTC, datetime

from django.db import IntegrityError, transaction
from django.db.models import F

from hub.core import clock
from hub.core.codes import Code
from hub.core.models import RateWindow
from hub.core.refusals import Refusal
from hub.core.transactions import write


def spend(key: str, limit: int, window_seconds: int) -> None:
    """Count one try; refuse with RATE_LIMITED and the seconds to wait when it is over the limit."""
    stamp = int(clock.now().timestamp())
    starts_at = datetime.fromtimestamp(stamp - stamp % window_seconds, UTC)
    count = write(lambda: _counted(key[:200], starts_at))
    if count > limit:
        wait = window_seconds - stamp % window_seconds
        raise Refusal(
            Code.RATE_LIMITED,
            f"Too many tries. Wait {wait} seconds, then try again.",
            retry_after_seconds=wait,
            retry_after_secs=wait,
        )


def refund(key: str, window_seconds: int) -> None:
    """Take back one try of the present window: it was no abuse."""
    stamp = int(clock.now().timestamp())
    starts_at = datetime.fromtimestamp(stamp - stamp % window_seconds, UTC)
    rows = RateWindow.objects.filter(key=key[:200], starts_at=starts_at, count__gt=0)
    write(lambda: rows.update(count=F("count") - 1))


def forget(key: str) -> None:
    """Forget the tries of a key after a success."""
    write(lambda: RateWindow.objects.filter(key=key[:200]).delete())


def sweep(now: datetime) -> int:
    """Delete windows that are a day old; returns their count."""
    day_ago = datetime.fromtimestamp(now.timestamp() - 86400, UTC)
    return RateWindow.objects.filter(starts_at__lt=day_ago).delete()[0]


def _counted(key: str, starts_at: datetime) -> int:
    rows = RateWindow.objects.filter(key=key, starts_at=starts_at)
    if not rows.update(count=F("count") + 1):
        try:
            with transaction.atomic():
                RateWindow.objects.create(key=key, starts_at=starts_at, count=1)
        except IntegrityError:
            rows.update(count=F("count") + 1)
    return rows.values_list("count", flat=True).get()
