"""The product's ASGI application, dying by SIGKILL between the commit of a write and its answer."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from typing import Any

from hub.asgi import application
from hub.core import transactions

_write = transactions.write


def _write_and_die(body: Callable[[], Any]) -> Any:
    _write(body)
    os.kill(os.getpid(), signal.SIGKILL)


transactions.write = _write_and_die  # operations call it by its module; nothing else is touched

__all__ = ["application"]
