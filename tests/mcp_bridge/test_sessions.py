"""Protocol sessions: issued, loaded, bound to their owner, ended."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine

from hub.core import clock
from hub.identity.models import Connection
from hub.identity.operations.retire_protocol_sessions import retire_protocol_sessions
from tests.mcp_bridge import probes
from tests.mcp_bridge.conftest import Callers
from tests.mcp_bridge.requests import MODERN, Site

UNKNOWN = "The protocol session is unknown or has ended. Send initialize again."


@pytest.fixture
def opened(site: Site) -> Site:
    """The site with a protocol session."""
    return replace(site, session_id=site.initialize().header("mcp-session-id"))


def row_of(site: Site) -> Connection:
    return Connection.objects.get(id=site.call("probe_session").text.split()[1])


def test_initialize_issues_a_session_that_is_stored_as_a_digest(opened: Site, callers: Callers) -> None:
    assert opened.session_id is not None
    assert len(opened.session_id) == 43, "256 bits"
    row = Connection.objects.get()
    assert opened.session_id not in repr(row.__dict__)
    assert (row.user_id, row.agent_id, row.client) == (
        callers.robo.principal.user_id,
        callers.robo.principal.agent_id,
        "probe 1",
    )


@pytest.mark.parametrize("name", ["\x00" * 3 + "n", "\ud800", "long" * 100])
def test_any_name_of_a_client_is_stored(site: Site, name: str) -> None:
    params = {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": name, "version": "1"},
    }
    assert site.rpc("initialize", params).status == 200
    assert len(Connection.objects.get().client) <= 200


def test_an_initialize_that_fails_issues_none(site: Site) -> None:
    answer = site.rpc("initialize", {"protocolVersion": 5})
    assert "error" in answer.json
    assert answer.header("mcp-session-id") is None
    assert not Connection.objects.exists()


def test_the_newest_revision_has_no_session(site: Site) -> None:
    modern = replace(site, version=MODERN)
    assert modern.rpc("server/discover").header("mcp-session-id") is None
    assert modern.rpc("initialize").header("mcp-session-id") is None
    assert not Connection.objects.exists()


def test_a_request_without_a_session_works(site: Site) -> None:
    assert site.call("probe_session").text == "connection: None\nsession: None"


@pytest.mark.rule("endpoint.04", "connecting.17")
@pytest.mark.parametrize("session_id", ["", "x", "e" * 43, "\xe9", "' OR 1=1"])
def test_an_unknown_session_is_404_before_anything_runs(site: Site, session_id: str) -> None:
    answer = replace(site, session_id=session_id).call("probe_echo", text="x")
    assert (answer.status, answer.json["error"]["message"]) == (404, UNKNOWN)
    assert probes.RAN == []


@pytest.mark.rule("endpoint.04", "connecting.17")
@pytest.mark.parametrize("thief", ["other", "mallory"])
def test_the_session_of_another_is_404_and_stays(opened: Site, callers: Callers, thief: str) -> None:
    before = Connection.objects.values().get()
    stolen = replace(opened, token=getattr(callers, thief).token)
    own = stolen.call("probe_echo", text="x")
    assert (own.status, own.json["error"]["message"]) == (404, UNKNOWN)
    assert stolen.send(method="DELETE").status == 404
    assert probes.RAN == []
    assert Connection.objects.values().get() == before
    assert opened.call("probe_echo", text="x").status == 200


def test_another_key_of_the_same_agent_may_use_a_session(opened: Site, callers: Callers) -> None:
    assert replace(opened, token=callers.spare.token).call("probe_echo", text="x").status == 200


@pytest.mark.rule("endpoint.03", "connecting.17")
def test_delete_ends_a_session(opened: Site) -> None:
    assert opened.send(method="DELETE").status == 204
    assert not Connection.objects.exists()
    assert opened.call("probe_echo", text="x").status == 404
    assert opened.send(method="DELETE").status == 404


def test_delete_without_a_session_is_refused(site: Site) -> None:
    assert site.send(method="DELETE").status == 400


@pytest.mark.rule("endpoint.03")
@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "PATCH", "OPTIONS"])
def test_other_methods_are_not_allowed(opened: Site, method: str) -> None:
    answer = opened.send(method=method)
    assert (answer.status, answer.header("allow")) == (405, "DELETE, POST")


@pytest.mark.rule("endpoint.04")
def test_initialize_with_a_stale_session_gives_a_new_one(opened: Site) -> None:
    opened.send(method="DELETE")
    again = opened.initialize()
    assert again.status == 200
    fresh = again.header("mcp-session-id")
    assert fresh not in (None, opened.session_id)
    assert replace(opened, session_id=fresh).call("probe_echo", text="x").status == 200


def test_two_session_headers_are_no_session(opened: Site) -> None:
    headers = [(b"mcp-session-id", b"x")]
    answer = opened.rpc("tools/call", {"name": "probe_echo", "arguments": {"text": "x"}}, headers=headers)
    assert answer.status == 404


def test_the_call_carries_the_connection_and_its_active_session(opened: Site, site: Site) -> None:
    """Two protocol sessions with one token keep independent active sessions."""
    second = replace(site, session_id=site.initialize().header("mcp-session-id"))
    mine, theirs = str(uuid4()), str(uuid4())
    opened.call("probe_start", session=mine)
    assert second.call("probe_session").text.endswith("session: None")
    second.call("probe_start", session=theirs)
    assert opened.call("probe_session").text.endswith(f"session: {mine}")
    assert second.call("probe_session").text.endswith(f"session: {theirs}")
    assert row_of(opened).id != row_of(second).id


def test_the_last_use_is_written_every_five_minutes_at_most(opened: Site) -> None:
    first = Connection.objects.get().last_used_at
    with time_machine.travel(first + timedelta(seconds=299), tick=False):
        opened.call("probe_echo", text="x")
        assert Connection.objects.get().last_used_at == first
    with time_machine.travel(first + timedelta(seconds=300), tick=False):
        opened.call("probe_echo", text="x")
        assert Connection.objects.get().last_used_at == clock.now()


def test_a_session_that_is_unused_for_a_month_ends(opened: Site) -> None:
    used = Connection.objects.get().last_used_at
    retire_protocol_sessions(used + timedelta(days=30))
    assert opened.call("probe_echo", text="x").status == 200
    retire_protocol_sessions(used + timedelta(days=30, seconds=1))
    assert opened.call("probe_echo", text="x").status == 404
