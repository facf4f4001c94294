"""Gapless sequences under a row lock: short codes, feed positions, edge locks."""

from __future__ import annotations

from uuid import UUID

from django.db import connection

from hub.core.models import Counter

_TAKE = (
    f"INSERT INTO {Counter._meta.db_table} (organization_id, name, value) VALUES (%s, %s, 1) "
    "ON CONFLICT (organization_id, name) DO UPDATE SET value = {table}.value + 1 RETURNING value"
).replace("{table}", Counter._meta.db_table)


def take(organization_id: UUID, name: str) -> int:
    """The next number of a sequence, 1 first; its row stays locked until the transaction ends.

    A rollback gives the number back, so the committed numbers have no gap.
    """
    assert connection.in_atomic_block, "a counter is taken inside a write transaction"
    field = Counter._meta.get_field("organization")
    with connection.cursor() as cursor:
        cursor.execute(_TAKE, [field.get_db_prep_value(organization_id, connection), name])
        value: int = cursor.fetchone()[0]
    return value


def locked(organization_id: UUID, name: str) -> Counter:
    """The row of a sequence, locked to the commit: no number is given meanwhile."""
    rows = Counter.within(organization_id)
    rows.get_or_create(organization_id=organization_id, name=name)
    return rows.select_for_update(of=("self",)).get(name=name)


def raise_to(organization_id: UUID, name: str, value: int) -> None:
    """Lift a sequence so that its next number is above `value`; never lowers it."""
    Counter.objects.get_or_create(organization_id=organization_id, name=name)
    Counter.objects.filter(organization_id=organization_id, name=name, value__lt=value).update(value=value)
