"""The server that the bench compares with: the same SDK, JSON answers, and nothing of ours around it.

`noop` does nothing; `reads` makes so many primary-key reads in one thread hop; `writes` makes
them in one transaction and then one update. No credential, no validation, no history.
"""

from __future__ import annotations

import asyncio
import contextvars
import os
from functools import partial
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hub.settings")
django.setup()

from mcp.server.lowlevel import Server  # noqa: E402 - Django must be set up first
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager  # noqa: E402
from mcp_types import CallToolRequestParams, PaginatedRequestParams  # noqa: E402

from hub.core import threads  # noqa: E402
from hub.core.transactions import write  # noqa: E402
from hub.identity.models import Organization  # noqa: E402

SCHEMA = {"type": "object", "properties": {"n": {"type": "integer"}}, "additionalProperties": False}
server: Server[Any] = Server("bare", get_tool_input_schema=lambda name: SCHEMA)


async def _list(context: Any, params: Any) -> dict[str, Any]:
    return {"resultType": "complete", "tools": [{"name": name, "inputSchema": SCHEMA} for name in BODIES]}


async def _call(context: Any, params: CallToolRequestParams) -> dict[str, Any]:
    count = (params.arguments or {}).get("n", 0)
    if params.name != "noop":
        await threads.run(partial(BODIES[params.name], count), writes=params.name == "writes")
    return {"resultType": "complete", "content": [{"type": "text", "text": "done"}]}


def _reads(count: int) -> None:
    for _ in range(count):
        Organization.objects.get(pk=_key())


def _writes(count: int) -> None:
    def body() -> None:
        _reads(count)
        Organization.objects.filter(pk=_key()).update(name="Acme")

    write(body)


_known: list[Any] = []


def _key() -> Any:
    if not _known:
        _known.append(Organization.objects.values_list("pk", flat=True).first())
    return _known[0]


BODIES: dict[str, Any] = {"noop": None, "reads": _reads, "writes": _writes}
server.add_request_handler("tools/list", PaginatedRequestParams, _list)
server.add_request_handler("tools/call", CallToolRequestParams, _call)
server.middleware = []
manager = StreamableHTTPSessionManager(server, json_response=True, stateless=True)
_started: list[asyncio.Task[None]] = []


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Answer MCP on every path."""
    if scope["type"] == "lifespan":
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                ready = asyncio.Event()
                _started.append(asyncio.create_task(_live(ready), context=contextvars.Context()))
                await ready.wait()
            await send({"type": f"{message['type']}.complete"})
            if message["type"] == "lifespan.shutdown":
                return
    await manager.handle_request(scope, receive, send)


async def _live(ready: asyncio.Event) -> None:
    async with manager.run():
        ready.set()
        await asyncio.Event().wait()
