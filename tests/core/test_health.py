"""healthz, readyz and metrics answer without a credential."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.world import World


def test_healthz_answers(client: Client) -> None:
    assert client.get("/healthz").json() == {"status": "ok"}


@pytest.mark.django_db
def test_readyz_answers_when_the_database_is_migrated(client: Client) -> None:
    response = client.get("/readyz")
    assert (response.status_code, response.json()) == (200, {"status": "ready"})


def test_metrics_count_operations_by_surface_and_outcome(world: World, client: Client) -> None:
    world.task()
    text = client.get("/metrics").content.decode()
    assert 'hub_operations_total{operation="create_item",outcome="ok",surface="mcp"}' in text
