"""The activity log's writer: every write of every way in leaves its rows here."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from hub.core import clock, units
from hub.core.calls import Call
from hub.core.models import Action, Activity


def record(
    call: Call,
    action: Action,
    subject_type: str,
    subject_id: UUID | None,
    *,
    board_id: UUID | None = None,
    at: datetime | None = None,
    **data: Any,
) -> None:
    """Note one change. The rows of an operation are inserted together, in order, at its end.

    `at` is the importer's: when the original changed.
    """
    principal = call.principal
    units.current().activity.append(
        Activity(
            organization_id=call.organization_id,
            action=action,
            subject_type=subject_type,
            subject_id=subject_id,
            board_id=board_id,
            user_id=principal.user_id,
            agent_id=principal.agent_id,
            by_agent=principal.agent_id is not None,
            surface=call.surface,
            request_id=call.request_id,
            data=data,
            created_at=at or clock.now(),
        )
    )


def flush() -> None:
    """Insert what the operation recorded."""
    rows = units.current().activity
    if rows:
        Activity.objects.bulk_create(rows)
