"""Typed events: what a lower app tells higher ones, inside the same transaction.

Subscribers run after the operation's body, in the order of their phase and then of their
registration. Writers of feed positions come last: their counter rows are the last locks of a
transaction (lock order). A subscriber may refuse, which rolls the whole operation back.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, TypeVar

from hub.core import units
from hub.core.calls import Call


@dataclass(frozen=True, slots=True)
class Event:
    """Base of all events. A plain value; it names rows, it does not copy them."""


E = TypeVar("E", bound=Event)


class Phase(IntEnum):
    """When a subscriber runs."""

    VETO = 0
    WRITE = 1
    POSITIONS = 2


_subscribers: dict[type[Event], list[tuple[Phase, Callable[[Call, Any], None]]]] = defaultdict(list)


def subscribe(event: type[E], handler: Callable[[Call, E], None], phase: Phase = Phase.WRITE) -> None:
    """Run `handler` for each event of exactly this class, in the publisher's transaction."""
    handlers = _subscribers[event]
    handlers.append((phase, handler))
    handlers.sort(key=lambda entry: entry[0])


def publish(event: Event) -> None:
    """Queue an event; its subscribers run when the operation's body is done."""
    units.current().events.append(event)


def deliver(call: Call) -> None:
    """Run the subscribers of everything published, also of what they publish themselves."""
    unit = units.current()
    for phase in Phase:
        delivered = 0
        while delivered < len(unit.events):
            event = unit.events[delivered]
            delivered += 1
            for wanted, handler in _subscribers[type(event)]:
                if wanted is phase:
                    handler(call, event)
