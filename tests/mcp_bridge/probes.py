"""Operations that exist in these tests only: each shows one thing that a tool may do.

`declare` puts them into the registry; `RAN` remembers the calls that reached a function.
"""

from __future__ import annotations

import time
from typing import Any
from uuid import UUID

from pydantic import Field

from hub.core import operations
from hub.core.calls import Call
from hub.core.codes import Code, HubCode
from hub.core.inputs import Input, KeyedInput, Maybe, Result, Text
from hub.core.refusals import Refusal
from hub.identity.models import Connection

RAN: list[Call] = []


class Nothing(Input):
    """No arguments."""


class EchoInput(Input):
    text: Text = Field(description="What comes back.")
    times: Maybe[int] = Field(default=None, ge=1, le=3)
    wait_ms: Maybe[int] = Field(default=None)


class KeyInput(KeyedInput):
    text: Text


class Echo(Result):
    text: str
    actor: str


class SessionInput(Input):
    session: Text


class Session(Result):
    connection: str | None
    session: str | None


def echo(call: Call, request: EchoInput) -> Echo:
    """Answer with the text."""
    RAN.append(call)
    time.sleep((request.wait_ms or 0) / 1000)
    return Echo(text=request.text * (request.times or 1), actor=call.principal.actor)


def write(call: Call, request: KeyInput) -> Echo:
    """Write and answer."""
    RAN.append(call)
    return Echo(text=request.text, actor=call.principal.actor)


def refuse(call: Call, request: EchoInput) -> Echo:
    """Refuse with details."""
    raise Refusal(Code.CONFLICT, f"Not {request.text}.", zeta=1, alpha=request.text)


def surrogate(call: Call, request: Nothing) -> Echo:
    """Refuse with what no encoding has."""
    raise Refusal(Code.CONFLICT, "Bad \ud800 text.", value="\udfff")


def retryable(call: Call, request: Nothing) -> Echo:
    """Refuse in the hub's words."""
    raise Refusal(HubCode.unavailable, "Busy.", scope="x")


def bug(call: Call, request: Nothing) -> Echo:
    """Fail."""
    raise ZeroDivisionError("the secret text of a bug")


def ended(call: Call, request: Nothing) -> Echo:
    """Refuse as `recheck` does when the key was revoked meanwhile."""
    raise Refusal(Code.UNAUTHORIZED, "The credential of this call is no longer valid.")


def session(call: Call, request: Nothing) -> Session:
    """Say where the call came from."""
    connection, active = call.connection_id, call.active_session_id
    return Session(
        connection=str(connection) if connection else None, session=str(active) if active else None
    )


def start(call: Call, request: SessionInput) -> Session:
    """Make a session the active one of the connection."""
    assert call.connection_id is not None
    rows = Connection.within(call.organization_id).filter(id=call.connection_id)
    rows.update(active_session_id=UUID(request.session))
    return Session(connection=str(call.connection_id), session=request.session)


def text_of(result: Any) -> str:
    """The text of any of them."""
    return "\n".join(f"{name}: {value}" for name, value in result if name != "warnings")


def broken_text(result: Echo) -> str:
    """A rendering with a bug."""
    raise LookupError("the secret text of a rendering")


def declare() -> None:
    """Register the probes."""
    board: dict[str, Any] = {"profile": "work", "text": text_of}
    operations.operation(name="probe_echo", writes=False, **board)(echo)
    operations.operation(name="probe_write", destructive=True, idempotent=True, **board)(write)
    operations.operation(name="probe_refuse", writes=False, **board)(refuse)
    operations.operation(name="probe_surrogate", writes=False, **board)(surrogate)
    operations.operation(name="probe_bug", writes=False, **board)(bug)
    operations.operation(name="probe_ended", **board)(ended)
    operations.operation(name="probe_session", writes=False, **board)(session)
    operations.operation(name="probe_broken_text", writes=False, profile="work", text=broken_text)(echo)
    operations.operation(name="probe_start", **board)(start)
    operations.operation(name="probe_admin", writes=False, profile="admin", text=text_of)(echo)
    operations.operation(name="probe_hidden", writes=False, text=text_of)(echo)
    hub: dict[str, Any] = {"family": "hub", "profile": "hub", "text": text_of, "writes": False}
    operations.operation(name="probe_hub", **hub)(echo)
    operations.operation(name="probe_hub_refuse", **hub)(refuse)
    operations.operation(name="probe_hub_busy", **hub)(retryable)
    operations.operation(name="probe_hub_surrogate", **hub)(surrogate)
    operations.operation(name="probe_hub_bug", **hub)(bug)
