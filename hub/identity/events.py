"""What identity tells the apps above it, in the transaction of the change."""

from __future__ import annotations

from dataclasses import dataclass

from hub.core.events import Event
from hub.identity.models import Agent, Credential, User


@dataclass(frozen=True, slots=True)
class AgentCreated(Event):
    """A new agent; `hub.projects` makes its personal space."""

    agent: Agent


@dataclass(frozen=True, slots=True)
class AgentKeyMade(Event):
    """A new agent key; `replaces` is the key that a rotation ended, whose read state goes on."""

    key: Credential
    replaces: Credential | None


@dataclass(frozen=True, slots=True)
class AgentKeyRevoked(Event):
    """A key ended before its time, by its own person or by an organization admin."""

    key: Credential
    by_another: bool


@dataclass(frozen=True, slots=True)
class UserLeft(Event):
    """A person or service account left the organization; memberships, grants and claims end."""

    user: User
