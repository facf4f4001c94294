"""Fixtures of every test: the world of personas.

The world is made once per test process and committed; a test that rolls back finds it there
and leaves it as it was. Tests that commit come last (pytest-django orders them so), start from
empty tables, and make a world of their own.
"""

from __future__ import annotations

import logging

import pytest
from django.core.management import call_command
from pytest_django.plugin import DjangoDbBlocker

from tests import world as worlds

_kept: list[worlds.World] = []


def pytest_configure(config: pytest.Config) -> None:
    """One log line per operation is for servers; a failing test shows warnings and bugs."""
    logging.getLogger("hub.operations").setLevel(logging.WARNING)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """The test database, with the world in it."""
    with django_db_blocker.unblock():
        _kept.append(worlds.build())


@pytest.fixture(autouse=True)
def _empty_tables_for_who_commits(request: pytest.FixtureRequest) -> None:
    marker = request.node.get_closest_marker("django_db")
    commits = "transactional_db" in request.fixturenames or (marker and marker.kwargs.get("transaction"))
    if commits and _kept:
        request.getfixturevalue("django_db_setup")
        with request.getfixturevalue("django_db_blocker").unblock():
            call_command("flush", interactive=False, verbosity=0)
        _kept.clear()


@pytest.fixture
def world(db: None) -> worlds.World:
    """Two organizations, as they were before the test."""
    return _kept[0] if _kept else worlds.build()


@pytest.fixture
def live_world(transactional_db: None) -> worlds.World:
    """The same, committed, for races and for tests through a server; flushed after the test."""
    return worlds.build()
