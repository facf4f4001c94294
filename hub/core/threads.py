"""Where synchronous bodies run when the caller is a coroutine: bounded, process-wide pools.

Not `sync_to_async`: outside a request it has one shared thread, and inside one it has a
thread per request (`05-mcp`, The body of a call). On SQLite writing calls share one thread,
which keeps their order fair; the lock in `transactions.write` is what makes them one.
"""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TypeVar

from django.conf import settings
from django.db import close_old_connections, connection

T = TypeVar("T")


@cache
def _pool(writes: bool) -> ThreadPoolExecutor:
    if connection.vendor == "sqlite":
        size = 1 if writes else settings.SQLITE_READ_THREADS
        return ThreadPoolExecutor(size, thread_name_prefix="write" if writes else "read")
    return _shared_pool()


@cache
def _shared_pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(settings.POSTGRESQL_THREADS, thread_name_prefix="body")


async def run(body: Callable[[], T], *, writes: bool) -> T:
    """Run `body` in one hop, with the database connections looked after on both sides."""
    context = contextvars.copy_context()
    return await asyncio.get_running_loop().run_in_executor(_pool(writes), context.run, _tended, body)


def _tended(body: Callable[[], T]) -> T:
    close_old_connections()
    try:
        return body()
    finally:
        close_old_connections()
