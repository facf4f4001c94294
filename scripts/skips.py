"""A pytest plugin: tests that this run has nothing to run on are reported as skipped, with what to do."""

from __future__ import annotations

import os

import pytest

from scripts import engines


def reasons() -> dict[str, str]:
    """Marker -> why its tests cannot run here."""
    found = {}
    if engines.chromium() is None:
        found["browser"] = engines.CHROMIUM_INSTALL
    if not os.environ.get("DATABASE_URL", "").startswith("postgres"):
        found["postgres"] = "runs on PostgreSQL only"
    return found


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for marker, reason in reasons().items():
        for item in items:
            if item.get_closest_marker(marker):
                item.add_marker(pytest.mark.skip(reason=reason))
