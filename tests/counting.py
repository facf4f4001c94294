"""The queries of one call: what a limit on them counts, without the frames of transactions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from django.test.utils import CaptureQueriesContext

_FRAMES = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE")


@contextmanager
def counted() -> Iterator[list[str]]:
    """The statements of the block, in order; the list is filled when it ends."""
    statements: list[str] = []
    with CaptureQueriesContext(connection) as captured:
        yield statements
    statements += [
        query["sql"] for query in captured.captured_queries if not query["sql"].startswith(_FRAMES)
    ]
