"""Who may open the live channel of a board: shaken hands with on a real listener."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import StorageState
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.browser.conftest import Site

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


def channel(site: Site, session: StorageState | None, origin: str | None, slug: str) -> ClientConnection:
    """An open channel, with the cookies of a browser session."""
    cookies = "; ".join(
        f"{cookie['name']}={cookie['value']}" for cookie in (session or {}).get("cookies", [])
    )
    return connect(
        f"ws://127.0.0.1:{site.server.port}/ws/boards/{slug}/",
        origin=Origin(origin) if origin is not None else None,
        additional_headers={"Cookie": cookies},
    )


def test_the_page_of_the_site_is_told_the_revision(site: Site, kept_session: StorageState) -> None:
    with channel(site, kept_session, site.url, "core-delivery") as opened:
        assert set(json.loads(opened.recv(timeout=5))) == {"revision"}


@pytest.mark.parametrize(
    "origin", ["https://example.com", "http://127.0.0.1.example.com", "http://127.0.0.1:1", "null", "", None]
)
def test_a_page_of_another_origin_is_refused_at_the_handshake(
    site: Site, kept_session: StorageState, origin: str | None
) -> None:
    with pytest.raises(InvalidStatus) as caught:
        channel(site, kept_session, origin, "core-delivery")
    assert caught.value.response.status_code == 403


@pytest.mark.parametrize(
    ("signed_in", "slug", "code"), [(False, "core-delivery", 4401), (True, "nowhere", 4404)]
)
def test_a_channel_that_is_not_for_the_caller_is_closed_with_its_reason(
    site: Site, kept_session: StorageState, signed_in: bool, slug: str, code: int
) -> None:
    with channel(site, kept_session if signed_in else None, site.url, slug) as opened:
        with pytest.raises(ConnectionClosed) as caught:
            opened.recv(timeout=5)
        assert caught.value.rcvd is not None
        assert caught.value.rcvd.code == code
