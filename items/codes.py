"""Short codes: gapless per prefix and letter, never issued twice, retired but never freed."""

from __future__ import annotations

from uuid import UUID

from hub.core import counters
from items.models import ItemType


def sequence(prefix: str, item_type: ItemType) -> str:
    """The name of the counter that boards of one prefix share for one type."""
    return f"code:{prefix}-{item_type.letter}"


def next_code(organization_id: UUID, prefix: str, item_type: ItemType) -> str:
    """The next code: `ACME-T-0012`. Locks the sequence until the transaction ends."""
    number = counters.take(organization_id, sequence(prefix, item_type))
    return f"{prefix}-{item_type.letter}-{number:04d}"
