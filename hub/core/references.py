"""References: how a call names a row. One set of forms per kind, in every tool and filter.

A lower app may need a kind that a higher app owns (a key's scope names boards), so kinds
are registered by name. The subject of a call that is unknown is NOT_FOUND; any other
reference is VALIDATION (Kairos page, Refusal codes).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from uuid import UUID

from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.refusals import Refusal

M = TypeVar("M")


def as_uuid(text: str) -> UUID | None:
    """The UUID that a reference is, in its 36-character form, or None."""
    try:
        return UUID(text) if len(text) == 36 else None
    except ValueError:
        return None


@dataclass(frozen=True)
class Kind(Generic[M]):
    """One kind of reference: how it is found, and the sentence of an unknown one.

    `find(call, text)` gets text without blanks at its ends.
    `unknown(call, text)` says what to send instead.
    """

    name: str
    find: Callable[[Call, str], M | None]
    unknown: Callable[[Call, str], str]

    def __post_init__(self) -> None:
        _kinds[self.name] = self

    def subject(self, call: Call, text: str, argument: str) -> M:
        """The subject of the call, or NOT_FOUND."""
        return self._resolved(call, text, argument, Code.NOT_FOUND)

    def named(self, call: Call, text: str, argument: str) -> M:
        """Something the call refers to or filters by, or VALIDATION."""
        return self._resolved(call, text, argument, Code.VALIDATION)

    def _resolved(self, call: Call, text: str, argument: str, code: Code) -> M:
        found = self.find(call, text.strip())
        if found is None:
            raise Refusal(code, self.unknown(call, text.strip()), field=argument)
        return found


_kinds: dict[str, Kind[Any]] = {}


def kind(name: str) -> Kind[Any]:
    """The kind of that name, which a higher app registered."""
    return _kinds[name]
