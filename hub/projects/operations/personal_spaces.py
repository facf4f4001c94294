"""Every agent owns a personal space, made with the agent."""

from __future__ import annotations

import secrets

from hub.core import activity, clock
from hub.core.calls import Call
from hub.core.events import subscribe
from hub.core.models import Action
from hub.identity.events import AgentCreated
from hub.projects.models import Project


def make_space(call: Call, event: AgentCreated) -> None:
    """The personal space of a new agent: readable by all, written by its owner."""
    agent = event.agent
    space = Project.add(
        organization_id=agent.organization_id,
        slug=f"space-{secrets.token_hex(8)}",
        display_name=f"Space of {agent.display_name}",
        owner_agent=agent,
        created_at=clock.now(),
    )
    activity.record(call, Action.CREATE, "project", space.id, slug=space.slug)


subscribe(AgentCreated, make_space)
