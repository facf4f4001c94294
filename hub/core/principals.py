"""Who makes a call: a plain value that the credential resolves to."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID


class UserKind(StrEnum):
    """The three kinds of user; `forge` and `hub` are system actors."""

    PERSON = "person"
    SERVICE_ACCOUNT = "service_account"
    SYSTEM = "system"

    @property
    def label(self) -> str:
        """The words that listings show."""
        return {"person": "person", "service_account": "service account", "system": "system actor"}[
            self.value
        ]


class CallerKind(StrEnum):
    """How refusals are counted: what kind of credential made the call."""

    PERSON = "person"
    AGENT_KEY = "agent_key"
    SERVICE_ACCOUNT = "service_account"


@dataclass(frozen=True, slots=True)
class Scope:
    """The narrowing of an agent key; None means "not narrowed by this"."""

    capabilities: frozenset[str] | None = None
    boards: frozenset[UUID] | None = None


@dataclass(frozen=True, slots=True)
class Principal:
    """A person, service account or system actor, plus the agent when a key was used."""

    organization_id: UUID
    organization_slug: str
    user_id: UUID
    user_name: str
    display_name: str
    kind: UserKind
    is_admin: bool
    agent_id: UUID | None = None
    agent_name: str | None = None
    credential_id: UUID | None = None
    credential_lineage: UUID | None = None
    scope: Scope | None = None

    @property
    def is_agent(self) -> bool:
        """True for a caller that is no person at their own sign-in: an agent key or a service account."""
        return self.agent_id is not None or self.kind is UserKind.SERVICE_ACCOUNT

    @property
    def marked_name(self) -> str:
        """The display name, with the mark of an agent where an agent key was used."""
        return marked(self.display_name, self.agent_id is not None)

    @property
    def actor(self) -> str:
        """The id that the hub half writes: the agent's own, or the user name."""
        return self.agent_name or self.user_name

    @property
    def caller_kind(self) -> CallerKind:
        """The kind that the refusal log keeps; a key of a service account counts as a key."""
        if self.agent_id is not None:
            return CallerKind.AGENT_KEY
        return CallerKind.SERVICE_ACCOUNT if self.kind is UserKind.SERVICE_ACCOUNT else CallerKind.PERSON


def marked(name: str, by_agent: bool) -> str:
    """A name as every surface shows it: `Alice (agent)` when her agent did it."""
    return f"{name} (agent)" if by_agent else name
