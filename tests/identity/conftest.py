"""Passwords are hashed quickly here, where nothing is said about how strong the hash is."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.fixture(autouse=True)
def quick_passwords(request: pytest.FixtureRequest, settings: Any) -> None:
    """MD5 instead of Argon2, unless the test is about the hash."""
    if "real_hash" not in request.fixturenames:
        settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def real_hash() -> None:
    """Argon2, as the product runs."""
