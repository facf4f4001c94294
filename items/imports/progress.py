"""How far a running import is, for whoever started it and waits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

STEP = 100

_listener: ContextVar[Callable[[int, int], None] | None] = ContextVar("import_progress", default=None)


@contextmanager
def told_to(listener: Callable[[int, int], None]) -> Iterator[None]:
    """Tell `listener`, in this thread, how many records are done of how many; a retried write starts over."""
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)


def tell(done: int, total: int) -> None:
    """Note that so many records are done; the listener hears of each full hundred."""
    listener = _listener.get()
    if listener is not None and done % STEP == 0:
        listener(done, total)
