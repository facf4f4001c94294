"""The body of a request: read up to its limit, parsed once, and handed to the SDK without arguments.

The SDK parses the two protocol eras with two parsers, of which one refuses a lone surrogate
with a text of its own and the other passes it on. So the arguments of a tool are what is
parsed here, in both eras, and the SDK sees the envelope around them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, NoReturn

from django.conf import settings
from mcp_types import PARSE_ERROR
from starlette.types import Receive, Scope

from hub.core.json_bodies import DEEPEST_JSON, deeper_than
from mcp_bridge.rejections import Disconnected, Rejection, rejection


@dataclass(frozen=True, slots=True)
class Message:
    """One JSON-RPC request or notification."""

    method: str
    params: dict[str, Any]
    is_notification: bool
    envelope: bytes
    arguments: dict[str, Any]


async def read(scope: Scope, receive: Receive) -> bytes:
    """The whole body; rejects with 413 as soon as its limit is passed, whatever the header says."""
    limit = settings.BODY_LIMIT_BYTES
    declared = next((value for name, value in scope["headers"] if name == b"content-length"), b"")
    if declared.isdigit() and int(declared[:20]) > limit:
        raise _too_large(limit)
    chunks: list[bytes] = []
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Disconnected
        chunk = message.get("body", b"")
        size += len(chunk)
        if size > limit:
            raise _too_large(limit)
        chunks.append(chunk)
        more = message.get("more_body", False)
    return b"".join(chunks)


def parse(body: bytes) -> Message:
    """The message of a body; rejects with 400 what is no JSON, too deep, or no single message."""
    try:
        value = json.loads(body.decode(), parse_constant=_no_json)
    except RecursionError:
        raise _too_deep() from None
    except ValueError:
        raise rejection(400, "The body is not valid JSON in UTF-8.", code=PARSE_ERROR) from None
    if body.count(b"[") + body.count(b"{") > DEEPEST_JSON and deeper_than(value, DEEPEST_JSON):
        raise _too_deep()
    if not _is_message(value):
        raise rejection(400, "The body must be a single JSON-RPC request or notification.")
    return _split(value)


def _split(value: dict[str, Any]) -> Message:
    params = value.get("params") or {}
    arguments: dict[str, Any] = {}
    if value["method"] == "tools/call" and isinstance(params.get("arguments"), dict):
        arguments = params["arguments"]
        value = {**value, "params": {**params, "arguments": {}}}
    # "replace": a lone surrogate has no UTF-8, and nothing in an envelope needs one.
    envelope = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    return Message(value["method"], params, "id" not in value, envelope, arguments)


def _is_message(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and value.get("jsonrpc") == "2.0"
        and isinstance(value.get("method"), str)
        and isinstance(value.get("params"), dict | None)
        and ("id" not in value or (isinstance(value["id"], str | int) and not isinstance(value["id"], bool)))
    )


def _no_json(constant: str) -> NoReturn:
    """NaN and the infinities, which Python's parser takes."""
    raise ValueError(constant)


def _too_deep() -> Rejection:
    return rejection(400, f"The body is nested deeper than {DEEPEST_JSON} levels.")


def _too_large(limit: int) -> Rejection:
    return rejection(413, f"The body is larger than {limit} bytes.")
