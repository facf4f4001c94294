"""agents_page: a person's agents with their keys, and what a new key may be narrowed to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from django.db.models import Count, Q
from pydantic import BaseModel

from hub.core import clock
from hub.core.calls import Call, Surface
from hub.core.codes import Code
from hub.core.operations import operation
from hub.identity import keys
from hub.identity.authorization import own_sign_in
from hub.identity.keys import KeyLine, KeyList, PartInput, PartOfList
from hub.identity.models import Agent, Credential
from hub.identity.scopes import boards_offered, capability_names

MOST_ENDED = 20
_MOST_NAMES = 200


class KeyOfAgent(KeyLine):
    """A key of the list; `others` is how many further keys its agent can call with."""

    others: int


class EndedKey(BaseModel):
    """A key that was revoked, or replaced by a rotation."""

    prefix: str
    agent: str
    revoked_at: str


class AgentsPage(PartOfList):
    """The keys that are not revoked, a part at a time; the last ones that ended; names for the form."""

    keys: tuple[KeyOfAgent, ...]
    ended: tuple[EndedKey, ...]
    agents: tuple[str, ...]
    capabilities: tuple[str, ...]
    boards: tuple[str, ...]


def as_text(result: AgentsPage) -> str:
    """A count, for a log."""
    return f"{result.total} keys"


@operation(
    name="agents_page",
    text=as_text,
    writes=False,
    surfaces=frozenset({Surface.PAGE}),
    admit=own_sign_in,
    refuses=(Code.VALIDATION, Code.FORBIDDEN),
)
def agents_page(call: Call, request: PartInput) -> AgentsPage:
    """Show your agents and their keys."""
    live = keys.live_keys(call).filter(user_id=call.principal.user_id)
    part = keys.part(call, live, request)
    agents = Agent.within(call.organization_id).filter(user_id=call.principal.user_id)
    return AgentsPage(
        keys=_with_others(call, part),
        total=part.total,
        limit=part.limit,
        offset=part.offset,
        ended=_ended(call),
        agents=tuple(agents.order_by("name").values_list("name", flat=True)[:_MOST_NAMES]),
        capabilities=tuple(name for names in capability_names.collect() for name in names),
        boards=tuple(slug for pairs in boards_offered.collect(call) for _, slug in pairs),
    )


def _with_others(call: Call, part: KeyList) -> tuple[KeyOfAgent, ...]:
    counts = _usable(call, {key.agent for key in part.results})
    return tuple(
        KeyOfAgent(**dict(key), others=counts[key.agent] - (0 if key.expired else 1)) for key in part.results
    )


def _usable(call: Call, agents: Collection[str]) -> Counter[str]:
    """Agent -> how many of its keys are accepted now."""
    rows = keys.live_keys(call).filter(user_id=call.principal.user_id, agent__name__in=agents)
    rows = rows.filter(Q(expires_at=None) | Q(expires_at__gt=clock.now()))
    return Counter(dict(rows.order_by().values_list("agent__name").annotate(Count("id"))))


def _ended(call: Call) -> tuple[EndedKey, ...]:
    rows = Credential.within(call.organization_id).filter(
        user_id=call.principal.user_id, agent__isnull=False, revoked_at__isnull=False
    )
    found = rows.order_by("-revoked_at", "prefix").values_list("prefix", "agent__name", "revoked_at")
    return tuple(
        EndedKey(prefix=prefix, agent=agent, revoked_at=clock.rfc3339(at))
        for prefix, agent, at in found[:MOST_ENDED]
        if agent and at
    )
