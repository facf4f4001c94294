"""Fixtures of every test: the world of personas."""

from __future__ import annotations

import logging

import pytest

from tests import world as worlds


def pytest_configure(config: pytest.Config) -> None:
    """One log line per operation is for servers; a failing test shows warnings and bugs."""
    logging.getLogger("hub.operations").setLevel(logging.WARNING)


@pytest.fixture
def world(db: None) -> worlds.World:
    """Two organizations, rolled back after the test."""
    return worlds.build()


@pytest.fixture
def live_world(transactional_db: None) -> worlds.World:
    """The same, committed, for races and for tests through a server; flushed after the test."""
    return worlds.build()
