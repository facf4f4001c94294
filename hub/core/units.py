"""The unit of work of one running operation: what it collects beside its own writes.

An operation's function publishes events, records activity, warns its caller and wakes pages
without passing a collector around: all four append to the current unit, and `Operation.run`
settles it, inside the transaction for events and activity, after it for wake-ups.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hub.core.events import Event
    from hub.core.models import Activity

_current: ContextVar[Unit] = ContextVar("unit")


@dataclass(slots=True)
class Unit:
    """What the function of one operation has collected so far."""

    events: list[Event] = field(default_factory=list)
    activity: list[Activity] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    topics: set[str] = field(default_factory=set)

    def reset(self) -> None:
        """Forget everything: the transaction starts over (a retry of `write`)."""
        for collected in (self.events, self.activity, self.warnings):
            collected.clear()
        self.topics.clear()


def current() -> Unit:
    """The unit of the running operation. A bug outside of one."""
    return _current.get()


@contextmanager
def opened() -> Iterator[Unit]:
    """A fresh unit for one operation; `run` never nests, so neither do units."""
    unit = Unit()
    token = _current.set(unit)
    try:
        yield unit
    finally:
        _current.reset(token)


def warn(line: str) -> None:
    """A line that the answer ends with (a warning, or what became of a retired code), once."""
    warnings = current().warnings
    if line not in warnings:
        warnings.append(line)
