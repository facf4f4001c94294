"""An item's page as a browser gets it, for tests: signed in, asked for, and its forms posted."""

from __future__ import annotations

import re
from typing import Any

from django.test import Client

from tests.world import Persona

HTMX = {"HX-Request": "true"}


def browser(persona: Persona) -> Client:
    """A browser that the persona is signed in on."""
    client = Client()
    client.force_login(persona.user)
    return client


def page(persona: Persona, code: str, **headers: str) -> str:
    """The text of the item's page."""
    answer = browser(persona).get(f"/items/{code}/", headers=headers)
    assert answer.status_code == 200, answer.status_code
    return answer.content.decode()


def post(persona: Persona, code: str, form: str, **fields: Any) -> Any:
    """The answer to a form of the page that htmx posts; `form` is the end of its address."""
    return browser(persona).post(f"/items/{code}/{form}/", fields, headers=HTMX)


def words(html: str) -> str:
    """The text of a page as it is read, on one line."""
    text = re.sub(r"<[^>]+>", " ", html)
    for entity, char in (("&quot;", '"'), ("&#x27;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")):
        text = text.replace(entity, char)
    return " ".join(text.split())
