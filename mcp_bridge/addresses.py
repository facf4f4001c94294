"""Which hosts the endpoint answers for, and which pages may call it.

A browser on a foreign page can be made to resolve a name of its own to this machine (DNS
rebinding), or to post across origins. Both show in a header that the page cannot choose.
"""

from __future__ import annotations

from starlette.types import Scope

from hub.core.origins import known_host, known_origin
from mcp_bridge.rejections import rejection


def check(scope: Scope) -> None:
    """Reject a Host that is not ours (421) and an Origin that is not the page's own (403).

    Programs send no Origin, which passes: what they need is a credential.
    """
    hosts = values(scope, b"host")
    if len(hosts) != 1 or not known_host(hosts[0]):
        raise rejection(421, "This server does not answer for the host that the request names.")
    if not all(known_origin(origin, hosts[0]) for origin in values(scope, b"origin")):
        raise rejection(403, "A page of another origin may not call this endpoint.")


def values(scope: Scope, name: bytes) -> list[str]:
    """Each value of a header as it came; a doubled header has two."""
    return [value.decode("latin-1") for header, value in scope["headers"] if header == name]
