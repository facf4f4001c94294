"""The peer that limits count: the socket's, or behind a trusted proxy the last hop."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import RequestFactory

from hub.identity.peers import peer, peer_of


@pytest.mark.parametrize(
    ("trusted", "socket", "forwarded", "counted"),
    [
        ("", "198.51.100.7", "203.0.113.9", "198.51.100.7"),
        ("10.0.0.0/8", "198.51.100.7", "203.0.113.9", "198.51.100.7"),
        ("10.0.0.0/8", "10.1.2.3", "", "10.1.2.3"),
        ("10.0.0.0/8", "10.1.2.3", "203.0.113.9", "203.0.113.9"),
        ("10.0.0.0/8", "10.1.2.3", "127.0.0.1, 203.0.113.9", "203.0.113.9"),
        ("192.0.2.7, 10.0.0.0/8", "10.1.2.3", "203.0.113.9:4711", "203.0.113.9"),
        ("10.0.0.0/8", "10.1.2.3", "203.0.113.9, not an address", "10.1.2.3"),
        ("10.0.0.0/8", "::ffff:10.1.2.3", "203.0.113.9", "203.0.113.9"),
        ("::1", "::1", "[2001:db8:1:2:3:4:5:6]:4711", "2001:db8:1:2::/64"),
        ("", "2001:db8:1:2::9", "", "2001:db8:1:2::/64"),
        ("", "", "203.0.113.9", ""),
    ],
)
def test_the_last_hop_counts_only_behind_a_trusted_proxy(
    settings: Any, trusted: str, socket: str, forwarded: str, counted: str
) -> None:
    settings.TRUST_PROXY = trusted
    assert peer(socket, forwarded) == counted


def test_a_request_has_the_peer_of_its_socket(settings: Any) -> None:
    settings.TRUST_PROXY = ""
    request = RequestFactory().get("/", REMOTE_ADDR="198.51.100.7", HTTP_X_FORWARDED_FOR="203.0.113.9")
    assert peer_of(request) == "198.51.100.7"
    settings.TRUST_PROXY = "198.51.100.0/24"
    assert peer_of(request) == "203.0.113.9"
