"""SQL functions that SQLite has for ASCII alone, made to know every letter."""

from __future__ import annotations

from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.dispatch import receiver


@receiver(connection_created)
def know_every_letter(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """LOWER as PostgreSQL has it: a search for `ärger` finds `Ärger` on both."""
    if connection.vendor == "sqlite":
        connection.connection.create_function("LOWER", 1, _lower, deterministic=True)


def _lower(text: str | None) -> str | None:
    return None if text is None else str(text).lower()
