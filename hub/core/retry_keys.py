"""Retry keys: the same key and arguments write once and answer alike (`03-concurrency` 7).

The row is written in the transaction of the effect. A twin that comes while the first runs
waits for its commit (PostgreSQL: on the unique index; SQLite: on the write lock) and then
replays; when the first is refused, its rollback removes the key and the twin runs.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from hub.core import clock
from hub.core.arguments import bad_value
from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.models import RetryKey
from hub.core.refusals import Refusal

LIFETIME = timedelta(hours=24)


def fingerprint(operation: str, arguments: Mapping[str, Any]) -> str:
    """A digest of what the call asks for, the same for equal arguments in any order."""
    text = json.dumps([operation, arguments], sort_keys=True, default=str, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def check_form(key: str) -> None:
    """Refuse a key of a header that does not have the form of the argument."""
    if not re.fullmatch(r"[A-Za-z0-9._:-]{8,128}", key, re.ASCII):
        raise bad_value("request_key", "8 to 128 characters that match ^[A-Za-z0-9._:-]+$", key)


def board_scope(call: Call) -> str:
    """One scope per person and agent key; a rotated key keeps the scope of its lineage."""
    principal = call.principal
    lineage = principal.credential_lineage if principal.agent_id is not None else None
    return f"board:{principal.user_id}:{lineage or '-'}"


def reserve(call: Call, scope: str, key: str, operation: str, digest: str) -> tuple[RetryKey, bool]:
    """The row of the key, and whether this call made it (and so runs).

    Refuses with REQUEST_KEY_REUSED when the key belongs to a different call.
    """
    rows = RetryKey.within(call.organization_id).filter(scope=scope, key=key)
    rows.filter(created_at__lte=clock.now() - LIFETIME).delete()
    row, made = rows.get_or_create(
        organization_id=call.organization_id,
        scope=scope,
        key=key,
        defaults={"operation": operation, "fingerprint": digest, "created_at": clock.now()},
    )
    if not made and row.fingerprint != digest:
        raise Refusal(
            Code.REQUEST_KEY_REUSED,
            f"The request_key was sent at {clock.rfc3339(row.created_at)} with a different call. "
            "Send a new key with each new request.",
            field="request_key",
        )
    return row, made


def store(row: RetryKey, result: dict[str, Any]) -> None:
    """Keep the answer of the call that ran."""
    row.result = result
    row.save(update_fields=["result"])


def sweep(now: datetime) -> int:
    """Delete the keys that are free again; returns their count."""
    return RetryKey.objects.filter(created_at__lte=now - LIFETIME).delete()[0]
