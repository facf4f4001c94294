"""Which hosts the endpoint answers for, and which pages may call it."""

from __future__ import annotations

import pytest
from pytest_django.fixtures import Settings

from tests.mcp_bridge import probes
from tests.mcp_bridge.requests import Site

PUBLIC = "http://127.0.0.1:8000"
ECHO = {"name": "probe_echo", "arguments": {"text": "x"}}


@pytest.mark.rule("endpoint.01")
@pytest.mark.parametrize(
    "host",
    [
        b"evil.example",
        b"evil.example:8000",
        b"127.0.0.1.evil.example",
        b"localhost.evil.example:8000",
        b"evil.example@127.0.0.1",
        b"127.0.0.2",
        b"",
        None,
    ],
)
def test_a_host_that_is_not_ours_is_misdirected(site: Site, host: bytes | None) -> None:
    assert site.rpc("tools/call", ECHO, host=host).status == 421
    assert probes.RAN == []


@pytest.mark.rule("endpoint.01")
def test_a_doubled_host_is_misdirected(site: Site) -> None:
    assert site.rpc("tools/call", ECHO, headers=[(b"host", b"evil.example")]).status == 421
    assert probes.RAN == []


@pytest.mark.parametrize(
    "host",
    [
        b"127.0.0.1",
        b"localhost:8000",
        b"LOCALHOST:1",
        b"[::1]:8000",
        b"hub.example.com",
        b"hub.example.com:444",
    ],
)
def test_the_public_host_and_loopback_are_served(site: Site, settings: Settings, host: bytes) -> None:
    settings.PUBLIC_URL = "https://hub.example.com"
    assert site.rpc("tools/call", ECHO, host=host).status == 200


def test_the_host_of_a_tenant_is_served(site: Site, settings: Settings) -> None:
    settings.BASE_DOMAIN = "hub.example"
    assert site.rpc("tools/call", ECHO, host=b"acme.hub.example").status == 200
    assert site.rpc("tools/call", ECHO, host=b"acme.hub.example.evil").status == 421


@pytest.mark.rule("endpoint.02")
@pytest.mark.parametrize(
    "origin",
    [
        b"http://evil.example",
        b"null",
        b"",
        b"http://127.0.0.1:9999",
        b"http://127.0.0.1",
        b"http://localhost:8000",
        b"http://127.0.0.1:8000.evil.example",
        b"http://evil127.0.0.1:8000",
        b"http://[::1",
    ],
)
def test_a_page_of_another_origin_is_forbidden(site: Site, origin: bytes) -> None:
    assert site.rpc("tools/call", ECHO, headers=[(b"origin", origin)]).status == 403
    assert probes.RAN == []


@pytest.mark.rule("endpoint.02")
def test_one_good_origin_does_not_excuse_another(site: Site) -> None:
    headers = [(b"origin", PUBLIC.encode()), (b"origin", b"http://evil.example")]
    assert site.rpc("tools/call", ECHO, headers=headers).status == 403


@pytest.mark.rule("endpoint.02")
def test_no_origin_and_the_own_origin_are_served(site: Site) -> None:
    assert site.rpc("tools/call", ECHO).status == 200
    assert site.rpc("tools/call", ECHO, headers=[(b"origin", PUBLIC.encode())]).status == 200


def test_a_foreign_page_learns_nothing_about_credentials(site: Site) -> None:
    site.token = None
    assert site.rpc("tools/call", ECHO, headers=[(b"origin", b"http://evil.example")]).status == 403
