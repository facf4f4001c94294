"""REST as a client of the product sees it: JSON in and out, with a bearer token."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.hashers import make_password
from django.test import Client

from hub.core import activity, events, units
from hub.core.calls import Call, Surface
from hub.core.transactions import write
from hub.identity.authentication import principal_of_user
from hub.identity.models import User
from hub.identity.users import issue
from tests.world import Persona

PASSWORD = "correct horse battery"


@dataclass
class Rest:
    """A client; `token` goes into the Authorization header, `headers` into every request."""

    token: str | None = None
    headers: dict[str, str] = field(default_factory=dict)
    client: Client = field(default_factory=lambda: Client(raise_request_exception=False))

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """The answer to one request."""
        bearer = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        return self.client.generic(
            method,
            path,
            b"" if body is None else self.client._encode_json(body, "application/json"),  # type: ignore[attr-defined]
            content_type="application/json",
            headers={**self.headers, **bearer, **headers},
        )

    def get(self, path: str, **headers: str) -> Any:
        return self.send("GET", path, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        return self.send("POST", path, {} if body is None else body, **headers)

    def patch(self, path: str, body: Any) -> Any:
        return self.send("PATCH", path, body)

    def delete(self, path: str) -> Any:
        return self.send("DELETE", path)


def person_token(persona: Persona) -> str:
    """A person token, without the password that the route asks for."""
    call = Call(principal_of_user(persona_user(persona)), Surface.SYSTEM)

    def body() -> str:
        text = issue(call, persona_user(persona), None)[1].text
        events.deliver(call)
        activity.flush()
        return text

    with units.opened():
        return write(body)


def signed_in(persona: Persona) -> Rest:
    """A client at the person's own sign-in."""
    return Rest(person_token(persona))


def with_password(persona: Persona, password: str = PASSWORD) -> User:
    """The person, who has this password now."""
    user = persona_user(persona)
    return user.change(password=make_password(password))


def persona_user(persona: Persona) -> User:
    """The row of the persona, with its organization."""
    return User.objects.select_related("organization").get(id=persona.principal.user_id)


def code_of(answer: Any) -> str:
    """The refusal code of an answer."""
    code: str = answer.json()["error"]["code"]
    return code
