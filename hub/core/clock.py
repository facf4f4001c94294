"""The time of the application, in UTC. Tests move it with `time_machine`, not with a setting."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> datetime:
    """The present instant, timezone-aware, UTC."""
    return datetime.now(UTC)


def rfc3339(moment: datetime) -> str:
    """`2026-10-09T10:00:00Z`: whole seconds, UTC."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def precise(moment: datetime) -> str:
    """RFC 3339 with microseconds, for values that are compared again (`expected_updated_at`)."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def day(moment: datetime) -> str:
    """`2026-10-09`, the UTC day."""
    return moment.astimezone(UTC).strftime("%Y-%m-%d")


def age(moment: datetime, at: datetime | None = None) -> str:
    """`just now`, `5 min ago`, `3 hours ago`, `2 days ago`."""
    seconds = int(((at or now()) - moment).total_seconds())
    if seconds < 60:
        return "just now"
    if seconds < 3600:
        return f"{seconds // 60} min ago"
    unit, size = ("hour", 3600) if seconds < 86400 else ("day", 86400)
    count = seconds // size
    return f"{count} {unit}{'s' if count != 1 else ''} ago"
