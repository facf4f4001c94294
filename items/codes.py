"""Short codes: gapless per prefix and letter, never issued twice, retired but never freed."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from django.db.models.functions import Length

from hub.core import counters
from hub.core.codes import Code
from hub.core.refusals import Refusal
from items.models import ItemType, ShortCode


def sequence(prefix: str, item_type: ItemType) -> str:
    """The name of the counter that boards of one prefix share for one type."""
    return f"code:{prefix}-{item_type.letter}"


def next_code(organization_id: UUID, prefix: str, item_type: ItemType) -> str:
    """The next code: `ACME-T-0012`. Locks the sequence until the transaction ends."""
    number = counters.take(organization_id, sequence(prefix, item_type))
    return written(prefix, item_type, number)


def written(prefix: str, item_type: ItemType, number: int) -> str:
    """A code from its parts; the number has four digits or more."""
    return f"{prefix}-{item_type.letter}-{number:04d}"


def highest(organization_id: UUID, prefix: str, item_type: ItemType) -> int:
    """The highest number ever issued of a sequence, 0 before the first."""
    given = ShortCode.within(organization_id).filter(text__startswith=f"{prefix}-{item_type.letter}-")
    # Padded numbers sort as text within one length.
    last = given.order_by(Length("text").desc(), "-text").values_list("text", flat=True).first()
    return int(last.rpartition("-")[2]) if last else 0


def issued(organization_id: UUID, texts: Collection[str]) -> dict[str, Refusal]:
    """Why codes cannot be given: CODE_IN_USE or CODE_RETIRED by code; a free one is absent."""
    rows = ShortCode.within(organization_id).filter(text__in=texts)
    return {row.text: _taken(row) for row in rows}


def _taken(row: ShortCode) -> Refusal:
    # Of a purged item only the code is left.
    if row.retired_at is None and row.item_id is not None:
        return Refusal(Code.CODE_IN_USE, f"An item has the code {row.text}.")
    return Refusal(
        Code.CODE_RETIRED, f"The code {row.text} is retired, and a retired code is never issued again."
    )
