"""How people and times stand in answers about items."""

from __future__ import annotations

from datetime import datetime

from pydantic import BaseModel

from hub.core import clock, units
from hub.core.calls import Call
from hub.core.principals import marked
from hub.identity.models import User
from items.models import Item


class Person(BaseModel):
    """A person in a result: `name` is the display name with the mark of an agent."""

    user_name: str
    name: str
    agent: bool = False


class Holding(BaseModel):
    """A claim or an ownership: who, and since when (RFC 3339, UTC)."""

    person: Person
    since: str

    @property
    def line(self) -> str:
        """`Alice (agent) since 2026-10-09T10:00:00Z`."""
        return f"{self.person.name} since {self.since}"


def person(user: User, by_agent: bool = False) -> Person:
    """A user as results show them."""
    return Person(user_name=user.name, name=marked(user.display_name, by_agent), agent=by_agent)


def claim_of(item: Item) -> Holding | None:
    """The claim of a task."""
    return _holding(item.claim_user, item.claim_by_agent, item.claim_since)


def claim_of_caller(call: Call, item: Item) -> Holding:
    """The claim that the caller just got, without asking who the caller is."""
    principal = call.principal
    by_agent = principal.agent_id is not None
    who = Person(user_name=principal.user_name, name=principal.marked_name, agent=by_agent)
    return Holding(person=who, since=clock.rfc3339(item.claim_since or clock.now()))


def owner_of(item: Item) -> Holding | None:
    """The owner of a strategy or an initiative."""
    return _holding(item.owner, False, item.owner_since)


def _holding(user: User | None, by_agent: bool, since: datetime | None) -> Holding | None:
    return held(user.name, user.display_name, by_agent, since) if user else None


def held(
    user_name: str | None, display_name: str | None, by_agent: bool, since: datetime | None
) -> Holding | None:
    """A claim or an ownership from its columns; None when nobody has it."""
    if user_name is None or display_name is None or since is None:
        return None
    who = Person(user_name=user_name, name=marked(display_name, by_agent), agent=by_agent)
    return Holding(person=who, since=clock.rfc3339(since))


def warn_of_claim(call: Call, item: Item) -> None:
    """End the answer of a write with a warning when another person has the claim (conventions, Claims)."""
    claim = claim_of(item)
    if claim is not None and item.claim_user_id != call.principal.user_id:
        units.warn(
            f"Warning: {claim.person.name} has the claim on {item.code} (since {claim.since}). "
            "Your change is recorded."
        )
