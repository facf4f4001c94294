"""Callers of the endpoint, and the endpoint with the probes behind it."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from hub.core import operations
from hub.identity.models import Role
from hub.identity.operations.founding import found
from mcp_bridge.endpoint import McpEndpoint
from tests import world
from tests.mcp_bridge import probes
from tests.mcp_bridge.requests import Site
from tests.world import Persona


@dataclass(frozen=True)
class Callers:
    """Keys of two organizations: robo and other are agents of bob, spare is a second key of robo."""

    robo: Persona
    spare: Persona
    other: Persona
    mallory: Persona


@pytest.fixture
def callers(transactional_db: None) -> Callers:
    """Committed, since the endpoint reads in threads of its own."""
    found("acme", "Acme")
    found("globex", "Globex")
    bob = world.person("acme", "bob")
    mallory = world.person("globex", "mallory", role=Role.ADMIN)
    return Callers(
        robo=world.agent(bob, "robo"),
        spare=world.agent(bob, "robo"),
        other=world.agent(bob, "other"),
        mallory=world.agent(mallory, "spy"),
    )


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch) -> McpEndpoint:
    """The endpoint over a registry that has the probes only."""
    monkeypatch.setattr(operations, "_registry", {})
    probes.declare()
    probes.RAN.clear()
    return McpEndpoint()


@pytest.fixture
def site(endpoint: McpEndpoint, callers: Callers) -> Site:
    """The endpoint as robo calls it, in the handshake era without a protocol session."""
    return Site(endpoint, token=callers.robo.token)
