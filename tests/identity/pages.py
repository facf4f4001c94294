"""The pages as a browser asks for them: signed in, whole or through htmx."""

from __future__ import annotations

from typing import Any

from django.test import Client

from tests.identity.rest import persona_user
from tests.world import Persona

HTMX = {"HX-Request": "true"}


def browser(persona: Persona) -> Client:
    """A browser that the person is signed in on."""
    client = Client(raise_request_exception=False)
    client.force_login(persona_user(persona))
    return client


def words(answer: Any) -> str:
    """What an answer says, with single blanks."""
    return " ".join(answer.content.decode().split())
