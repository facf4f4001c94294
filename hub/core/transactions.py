"""The only module that opens a transaction.

`write` is durable, never nested, and the only place that retries. On SQLite there is one
writer: a fair lock orders the threads of this process, a file lock orders processes, and
then BEGIN IMMEDIATE finds the database free (design: concurrency, 0 and 13).
"""

from __future__ import annotations

import fcntl
import random
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from django.db import OperationalError, connection, transaction

from hub.core.codes import Code
from hub.core.refusals import Refusal

T = TypeVar("T")

_TRIES = 3
_RETRYABLE_STATES = {"40001", "40P01"}  # PostgreSQL: serialization failure, deadlock


class FairLock:
    """A lock that is given in the order of asking, which `threading.Lock` does not promise."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._held = False
        self._queue: deque[threading.Event] = deque()

    def __enter__(self) -> None:
        with self._guard:
            if not self._held:
                self._held = True
                return
            turn = threading.Event()
            self._queue.append(turn)
        turn.wait()

    def __exit__(self, *_: object) -> None:
        with self._guard:
            if self._queue:
                self._queue.popleft().set()
            else:
                self._held = False


_writer = FairLock()
_mine = threading.local()


def write(body: Callable[[], T]) -> T:
    """Run `body` in one durable transaction in this thread; retry where the database asks for it.

    Refuses with UNAVAILABLE when the database stays busy.
    """
    if getattr(_mine, "writing", False):
        raise RuntimeError("write() never nests: call the other operation's function instead")
    _mine.writing = True
    try:
        return _tried(body)
    finally:
        _mine.writing = False


def _tried(body: Callable[[], T]) -> T:
    for attempt in range(_TRIES):
        try:
            with _single_writer(), transaction.atomic(durable=True):
                return body()
        except OperationalError as error:
            if not _is_retryable(error):
                raise
            time.sleep(random.uniform(0.01, 0.05) * (attempt + 1))
    raise Refusal(Code.UNAVAILABLE, "The database is busy. Nothing was written. Send the call again.")


@contextmanager
def read_txn() -> Iterator[None]:
    """One snapshot over several reads; on SQLite it begins DEFERRED and takes no write lock."""
    connection.ensure_connection()  # connecting sets the mode of the settings
    previous = getattr(connection, "transaction_mode", None)
    if connection.vendor == "sqlite":
        connection.transaction_mode = "DEFERRED"  # type: ignore[attr-defined]  # SQLite only
    try:
        with transaction.atomic():
            yield
    finally:
        if connection.vendor == "sqlite":
            connection.transaction_mode = previous  # type: ignore[attr-defined]


@contextmanager
def _single_writer() -> Iterator[None]:
    if connection.vendor != "sqlite":
        yield
        return
    with _writer, _file_lock(connection.settings_dict["NAME"]):
        yield


@contextmanager
def _file_lock(database: Any) -> Iterator[None]:
    name = str(database)
    if name == ":memory:" or "mode=memory" in name:
        yield
        return
    with Path(f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _is_retryable(error: OperationalError) -> bool:
    cause = error.__cause__
    if connection.vendor == "sqlite":
        return "locked" in str(cause) or "busy" in str(cause)
    return getattr(cause, "sqlstate", None) in _RETRYABLE_STATES
