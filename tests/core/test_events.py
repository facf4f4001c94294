"""Events: subscribers run in the transaction, by phase; a refusal of one undoes everything."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from hub.core import events, units
from hub.core.events import Event, Phase, subscribe
from tests.world import World


@dataclass(frozen=True, slots=True)
class Happened(Event):
    what: str


@dataclass(frozen=True, slots=True)
class Followed(Event):
    what: str


@pytest.fixture(autouse=True)
def _own_subscribers() -> Iterator[None]:
    kept = {event: list(handlers) for event, handlers in events._subscribers.items()}
    yield
    events._subscribers.clear()
    events._subscribers.update(kept)


def test_subscribers_run_by_phase_whatever_the_order_of_their_registration(world: World) -> None:
    seen: list[str] = []
    subscribe(Happened, lambda call, event: seen.append("positions"), Phase.POSITIONS)
    subscribe(Happened, lambda call, event: seen.append("write"))
    subscribe(Happened, lambda call, event: seen.append("veto"), Phase.VETO)
    with units.opened():
        events.publish(Happened("x"))
        events.deliver(world.alice.call())
    assert seen == ["veto", "write", "positions"]


def test_what_a_subscriber_publishes_is_delivered_too(world: World) -> None:
    seen: list[str] = []
    subscribe(Happened, lambda call, event: events.publish(Followed(event.what)))
    subscribe(Followed, lambda call, event: seen.append(event.what), Phase.POSITIONS)
    with units.opened():
        events.publish(Happened("x"))
        events.deliver(world.alice.call())
    assert seen == ["x"]


def test_only_subscribers_of_exactly_that_event_run(world: World) -> None:
    seen: list[Event] = []
    subscribe(Event, lambda call, event: seen.append(event))
    with units.opened():
        events.publish(Happened("x"))
        events.deliver(world.alice.call())
    assert seen == []
