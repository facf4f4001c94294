"""The SDK's HTTP transport, started by the first request.

Daphne sends no ASGI lifespan, so nothing else could start it. It lives in a task of its own,
which enters and leaves `run()` as anyio demands, in an empty context: what the first request
had in its context variables must not reach the tasks of later ones.
"""

from __future__ import annotations

import asyncio
import contextvars
import sys
from typing import Any

import structlog
from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.types import Receive, Scope, Send

log = structlog.get_logger(__name__)


class Transport:
    """One way of answering (JSON, or later a stream) for one server; stateless, since sessions are rows."""

    def __init__(self, server: Server[Any], *, json_response: bool) -> None:
        self._server = server
        self._json_response = json_response
        self._loop: asyncio.AbstractEventLoop | None = None
        self._started: asyncio.Future[StreamableHTTPSessionManager] | None = None
        self._task: asyncio.Task[None] | None = None

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the SDK answer a request."""
        manager = await self._manager()
        await manager.handle_request(scope, receive, send)

    async def _manager(self) -> StreamableHTTPSessionManager:
        loop = asyncio.get_running_loop()
        if self._started is None or self._loop is not loop:
            self._loop, self._started = loop, loop.create_future()
            self._task = loop.create_task(self._live(self._started), context=contextvars.Context())
        # Shielded: a client that goes away must not cancel the start for the others.
        return await asyncio.shield(self._started)

    async def _live(self, started: asyncio.Future[StreamableHTTPSessionManager]) -> None:
        manager = StreamableHTTPSessionManager(
            self._server,
            json_response=self._json_response,
            stateless=True,
            max_request_body_size=sys.maxsize,  # `bodies.read` has counted
        )
        try:
            async with manager.run():
                started.set_result(manager)
                await asyncio.Event().wait()
        except Exception as error:
            if started.done():
                log.exception("bug")
            else:
                started.set_exception(error)
        finally:
            started.cancel()  # whoever still waits for a start that was cancelled
            if self._started is started:
                self._started = None  # the next request starts another
