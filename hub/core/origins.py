"""Which hosts and origins may talk to this deployment: the public address, its tenants, loopback."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings


def known_host(host: str) -> bool:
    """Whether a Host header names the configured public host, a tenant of the base domain, or loopback."""
    bare = _without_port(host)
    if settings.BASE_DOMAIN and bare.endswith(f".{settings.BASE_DOMAIN}"):
        return True
    return bare == urlsplit(settings.PUBLIC_URL).hostname or bare in settings.LOOPBACK_HOSTS


def known_origin(origin: str, host: str) -> bool:
    """Whether an Origin is the public address, or exactly the (known) host that the request went to."""
    if origin == settings.PUBLIC_URL:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:  # for example an unclosed bracket
        return False
    return parts.scheme in ("http", "https") and parts.netloc == host and known_host(host)


class SameOriginOnly:
    """Refuses a websocket from a foreign page before anything runs; an absent Origin too."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        headers = dict(scope["headers"])
        origin = headers.get(b"origin", b"").decode("latin-1")
        host = headers.get(b"host", b"").decode("latin-1")
        if known_host(host) and known_origin(origin, host):
            await self.application(scope, receive, send)
        else:
            await receive()
            await send({"type": "websocket.close", "code": 4403})


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host.partition("]")[0].lower() + "]"
    return host.rpartition(":")[0].lower() if ":" in host else host.lower()
