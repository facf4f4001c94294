"""Real threads that start together: what every race test uses."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import Any

from django.db import connections

FULL = os.environ.get("RACES_FULL") == "1"


def rounds(full: int) -> int:
    """How often a race is run: `full` times under `make races`, a tenth otherwise."""
    return full if FULL else max(1, full // 10)


def race(*bodies: Callable[[], Any], seconds: float = 60) -> list[Any]:
    """Run the bodies in threads that a barrier starts together; their results, or the exceptions they raised.

    An exception is returned in the place of a result, so that a test says what it expects.
    A body that does not end in time fails the test.
    """
    barrier = threading.Barrier(len(bodies))
    results: list[Any] = [None] * len(bodies)

    def run(position: int, body: Callable[[], Any]) -> None:
        try:
            barrier.wait(seconds)
            results[position] = body()
        except Exception as error:
            results[position] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=entry, daemon=True) for entry in enumerate(bodies)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(seconds)
        assert not thread.is_alive(), "a racer did not end in time"
    return results
