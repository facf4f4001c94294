"""A persona at the pages: Django's test client with a browser session, and how a form of a page posts."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.test import Client

from hub.core.calls import Surface
from hub.core.models import Activity
from tests.world import Persona

HTMX = {"HX-Request": "true", "HX-Current-URL": "http://testserver/somewhere/"}


def browser(persona: Persona) -> Client:
    """The persona's own browser, signed in."""
    client = Client()
    client.force_login(persona.user)
    return client


def press(client: Client, address: str, /, **fields: Any) -> Any:
    """Post a form as htmx does."""
    return client.post(address, fields, headers=HTMX)


def at_page(persona: Persona) -> Persona:
    """The same persona, calling as a page does."""
    return Persona(persona.principal, Surface.PAGE)


def lines(answer: HttpResponse) -> list[str]:
    """The sentences of `components/outcome.html`, as they are on the page."""
    text = answer.content.decode()
    return [part.split(">", 1)[1].split("</p>", 1)[0].strip() for part in text.split('<p class="message')[1:]]


def last_activity() -> tuple[str, str]:
    """Surface and action of the newest activity row."""
    row = Activity.objects.order_by("-id")[0]
    return row.surface, row.action
