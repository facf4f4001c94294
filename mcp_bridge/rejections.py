"""Requests that end before a tool runs: each is raised where it is found and answered in one place.

The body is a JSON-RPC error without an id, which is what the transport's specification offers
and what clients show; only the 401 has the body that REST answers with.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from mcp_types import INVALID_REQUEST

from hub.core import unauthorized

Headers = list[tuple[bytes, bytes]]


class Rejection(Exception):
    """An HTTP answer that is not the protocol's own: status, headers and body."""

    def __init__(self, status: int, body: bytes, headers: Iterable[tuple[str, str]] = ()) -> None:
        super().__init__(status)
        self.status = status
        self.body = body
        self.headers: Headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            *((name.lower().encode(), value.encode("latin-1")) for name, value in headers),
        ]


class Disconnected(Exception):
    """The client went away while its body was read: there is nobody to answer."""


def rejection(
    status: int,
    message: str,
    *,
    code: int = INVALID_REQUEST,
    data: dict[str, Any] | None = None,
    headers: Iterable[tuple[str, str]] = (),
) -> Rejection:
    """A rejection with a JSON-RPC error as its body."""
    error: dict[str, Any] = {"code": code, "message": message}
    if data is not None:
        error["data"] = data
    body = json.dumps({"jsonrpc": "2.0", "id": None, "error": error}, separators=(",", ":"))
    return Rejection(status, body.encode(), headers)


def no_valid_credential() -> Rejection:
    """The 401, the same for every reason."""
    return Rejection(unauthorized.STATUS, unauthorized.encoded(), unauthorized.headers())
