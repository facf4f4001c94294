"""Who is at the other end of a connection: the socket, or behind a trusted proxy its last hop."""

from __future__ import annotations

import ipaddress

from django.conf import settings
from django.http import HttpRequest

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

# One customer has a whole /64 of IPv6: addresses inside are one peer.
_IPV6_PEER_BITS = 64


def peer_of(request: HttpRequest) -> str:
    """The peer of a request, as limits count it."""
    return peer(request.META.get("REMOTE_ADDR") or "", request.META.get("HTTP_X_FORWARDED_FOR", ""))


def peer(socket_peer: str, forwarded_for: str) -> str:
    """The socket's peer, unless `HUB_TRUST_PROXY` trusts it: then the last hop of `X-Forwarded-For`.

    The last hop is what the trusted proxy itself saw; whatever stands before it, a client wrote.
    """
    address = _address(socket_peer)
    if address is not None and any(address in network for network in _trusted()):
        address = _address(forwarded_for.rpartition(",")[2]) or address
    return _counted(address) if address is not None else socket_peer


def _trusted() -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    names = (name.strip() for name in settings.TRUST_PROXY.split(","))
    return [ipaddress.ip_network(name) for name in names if name]


def _address(text: str) -> Address | None:
    """An address, also with a port behind it as some proxies write it; an IPv4 one out of its IPv6 form."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address


def _counted(address: Address) -> str:
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((address, _IPV6_PEER_BITS), strict=False))
    return str(address)
