"""After commit: tell open pages and waiters of every process to look again. Never a fact.

A topic is a short name such as `board.<uuid>`. The message carries nothing: whoever wakes
reads the database. A process without a server loop (a command) sends over Redis when it is
configured; without Redis the pollers of the serving process notice within half a second.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from concurrent.futures import Future

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings

from hub.core import units

log = logging.getLogger(__name__)

_loops: list[asyncio.AbstractEventLoop] = []


def wake(topic: str) -> None:
    """Wake everyone who listens to a topic, once the transaction has committed."""
    units.current().topics.add(topic)


def serve_from(loop: asyncio.AbstractEventLoop) -> None:
    """Remember the event loop that the sockets of this process live on."""
    if _loops != [loop]:
        _loops[:] = [loop]


def send(topics: Iterable[str]) -> None:
    """Send the collected wake-ups. A failure is logged: the pollers catch up."""
    topics = sorted(topics)
    if not topics:
        return
    loop = next((loop for loop in _loops if loop.is_running()), None)
    if loop is not None:
        asyncio.run_coroutine_threadsafe(_send(topics), loop).add_done_callback(_report)
    elif settings.REDIS_URL:
        try:
            async_to_sync(_send)(topics)
        except OSError:
            log.warning("wake-ups not sent", exc_info=True)


async def _send(topics: list[str]) -> None:
    layer = get_channel_layer()
    if layer is not None:
        for topic in topics:
            await layer.group_send(topic, {"type": "wake", "topic": topic})


def _report(sent: Future[None]) -> None:
    if (error := sent.exception()) is not None:
        log.warning("wake-ups not sent: %s", error)
