"""The transport's life: started by the first request, in a task and a context of its own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import Any

import pytest
from mcp.server.lowlevel import Server

from mcp_bridge.transports import Transport
from tests.mcp_bridge.requests import Answer, exchange

PING = b'{"jsonrpc":"2.0","id":1,"method":"ping"}'
whose: ContextVar[str] = ContextVar("whose")


class Life:
    """A server that remembers when it began and ended, in which task and with what context."""

    def __init__(self) -> None:
        self.began: list[tuple[Any, str | None]] = []
        self.ended: list[Any] = []
        self.failures = 0
        self.transport = Transport(Server("life", lifespan=self._lifespan), json_response=True)

    @asynccontextmanager
    async def _lifespan(self, server: Server[Any]) -> AsyncIterator[dict[str, Any]]:
        if self.failures:
            self.failures -= 1
            raise OSError("no start")
        self.began.append((asyncio.current_task(), whose.get(None)))
        try:
            yield {}
        finally:
            self.ended.append(asyncio.current_task())

    async def ping(self) -> Answer:
        headers = [(b"content-type", b"application/json"), (b"accept", b"application/json")]
        scope = {"type": "http", "method": "POST", "path": "/", "query_string": b"", "headers": headers}
        return await exchange(self.transport.handle, scope, PING)


def test_requests_at_the_same_time_start_it_once() -> None:
    life = Life()

    async def run() -> list[Answer]:
        whose.set("the first request's")
        return await asyncio.gather(*(life.ping() for _ in range(20)))

    assert {answer.status for answer in asyncio.run(run())} == {200}
    assert [context for _, context in life.began] == [None], "an empty context"
    assert [task for task, _ in life.began] == life.ended, "left in the task that entered"


def test_each_event_loop_has_its_own() -> None:
    life = Life()
    assert [asyncio.run(life.ping()).status for _ in range(3)] == [200] * 3
    assert len(life.began) == len(life.ended) == 3


def test_a_client_that_leaves_does_not_stop_the_start() -> None:
    life = Life()

    async def run() -> Answer:
        first = asyncio.create_task(life.ping())
        await asyncio.sleep(0)
        first.cancel()
        return await life.ping()

    assert asyncio.run(run()).status == 200
    assert len(life.began) == 1


def test_a_start_that_failed_is_tried_again() -> None:
    life = Life()
    life.failures = 1

    async def run() -> Answer:
        with pytest.raises(OSError, match="no start"):
            await life.ping()
        return await life.ping()

    assert asyncio.run(run()).status == 200


def test_one_that_ended_is_started_again() -> None:
    life = Life()

    async def run() -> Answer:
        await life.ping()
        task, _ = life.began[0]
        task.cancel()
        await asyncio.wait([task])
        return await life.ping()

    assert asyncio.run(run()).status == 200
    assert len(life.began) == 2
