"""The ASGI application: the composition root's half that serves.

Static files and the MCP endpoint are answered before Django's handler: the first because a
synchronous middleware would cost every request a thread, the second because it is the SDK's.
"""

from __future__ import annotations

import asyncio
import os
from typing import Any

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hub.settings")
django_application = get_asgi_application()

from channels.routing import ProtocolTypeRouter  # noqa: E402 - Django must be set up first
from django.conf import settings  # noqa: E402
from starlette.staticfiles import StaticFiles  # noqa: E402

from hub.core import wakeups  # noqa: E402
from hub.live import live_application  # noqa: E402
from mcp_bridge.endpoint import McpEndpoint  # noqa: E402

settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)
static_files = StaticFiles(directory=settings.STATIC_ROOT, check_dir=False)
mcp_endpoint = McpEndpoint()


async def http(scope: Any, receive: Any, send: Any) -> None:
    """Route a request by its path."""
    wakeups.serve_from(asyncio.get_running_loop())
    path: str = scope["path"]
    if path in ("/mcp", "/mcp/"):
        await mcp_endpoint(scope, receive, send)
    elif path.startswith(settings.STATIC_URL):
        inner = {**scope, "path": path.removeprefix(settings.STATIC_URL.rstrip("/")), "root_path": ""}
        await static_files(inner, receive, send)
    else:
        await django_application(scope, receive, send)


async def lifespan(scope: Any, receive: Any, send: Any) -> None:
    """Answer the servers that ask; nothing needs it, since Daphne never does."""
    while True:
        message = await receive()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return


application = ProtocolTypeRouter({"http": http, "websocket": live_application, "lifespan": lifespan})
