"""Items as a call names them: a short code in any case, current or retired.

A read follows a retired code. A write refuses one as its subject and follows one as a
reference, saying so in its answer (Kairos page, Retired codes).
"""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from hub.core import units
from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.prepared import Prepared
from hub.core.refusals import Refusal
from items.models import Item, ShortCode

JOINED = ("item", "item__board", "item__board__team", "item__column", "item__claim_user", "item__owner")
SHOWN = (*JOINED, "item__created_by", "item__cancelled_by", "item__repository")


def _by_code(*joined: str) -> Prepared[ShortCode]:
    return Prepared(
        lambda organization_id, code: (
            ShortCode.within(organization_id).select_related(*joined).filter(text=code, item__isnull=False)
        ),
        UUID,
        str,
    )


_for_writing, _for_showing = _by_code(*JOINED), _by_code(*SHOWN)


@dataclass(frozen=True, slots=True)
class Found:
    """An item, and the retired code that it was found by."""

    item: Item
    retired_code: str | None


def find(call: Call, code: str, query: Prepared[ShortCode] = _for_writing) -> Found | None:
    """The item of a code, live or archived, current or retired; None when the code names nothing."""
    row = query.first(call.organization_id, code)
    if row is None or row.item is None:
        return None
    return Found(row.item, row.text if row.retired_at else None)


def read_subject(call: Call, code: str) -> Found:
    """The item of a reading call, with all that is shown of it; NOT_FOUND when the code names nothing."""
    found = find(call, code, _for_showing)
    if found is None:
        raise _unknown(Code.NOT_FOUND, code, "short_code")
    return found


def live_subject(call: Call, code: str, argument: str = "short_code") -> Item:
    """The item that a write changes: live, and named by its current code."""
    found = find(call, code)
    if found is None:
        raise _unknown(Code.NOT_FOUND, code, argument)
    if found.retired_code:
        raise Refusal(
            Code.NOT_FOUND,
            f"The code {code} is retired. The current code of this item is {found.item.code}. "
            "Use the current code.",
            current_code=found.item.code,
            field=argument,
        )
    if found.item.archived_at is not None:
        raise _archived(Code.NOT_FOUND, found.item, argument)
    return found.item


def linked(call: Call, code: str, argument: str) -> Item:
    """A live item that a write refers to; a retired code is followed and named in the answer."""
    found = find(call, code)
    if found is None:
        raise _unknown(Code.VALIDATION, code, argument)
    if found.item.archived_at is not None:
        raise _archived(Code.VALIDATION, found.item, argument)
    if found.retired_code:
        units.warn(f"{found.retired_code} is now {found.item.code}")
    return found.item


def _unknown(code: Code, text: str, argument: str) -> Refusal:
    return Refusal(code, f'No item has the short code "{text}".', field=argument)


def _archived(code: Code, item: Item, argument: str) -> Refusal:
    return Refusal(
        code, f"{item.code} is archived. restore_item brings it back.", archived=True, field=argument
    )
