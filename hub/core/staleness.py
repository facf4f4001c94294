"""A form that somebody filled in while another changed what it shows: refused, not merged.

The form carries a mark of what it showed; its operation makes the mark again under the lock.
"""

from __future__ import annotations

import hashlib
import json

from hub.core.codes import Code
from hub.core.refusals import Refusal


def mark(*values: object) -> str:
    """A digest of what a form shows, the same for equal values."""
    text = json.dumps(values, sort_keys=True, default=str, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def require_fresh(seen: str, present: str, what: str) -> None:
    """CONFLICT when what a form was filled in for is not there any more."""
    if seen != present:
        raise Refusal(
            Code.CONFLICT,
            f"{what} was changed after you opened this form, so nothing was saved. "
            "Open it again, look at the change, and make yours there.",
        )
