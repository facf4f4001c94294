"""manage.py serve: what `make run` runs. Bootstraps, prints how to sign in, serves with Daphne."""

from __future__ import annotations

import json
import socket
import threading
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.module_loading import import_string

from hub.core import jobs
from kairos_boards.bootstrap import Bootstrapped, bootstrap


class Command(BaseCommand):
    """One process: pages, REST, MCP and live boards on one port of the loopback address."""

    help = "Bootstrap what is missing, print how to sign in and connect, and serve."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=settings.ENV.PORT)

    def handle(self, *args: Any, **options: Any) -> None:
        port: int = options["port"]
        _require_free(port)
        self.stdout.write(as_text(bootstrap("acme", "Acme", "admin", "")))
        self.stdout.flush()
        stop = threading.Event()
        worker = threading.Thread(target=jobs.work, args=[stop], name="worker")
        worker.start()
        try:
            _serve(port)
        finally:
            stop.set()
            worker.join()


def _serve(port: int) -> None:
    """Daphne in this process, until it is interrupted."""
    from daphne.endpoints import build_endpoint_description_strings  # noqa: PLC0415 - installs the reactor
    from daphne.server import Server  # noqa: PLC0415

    application = import_string(settings.ASGI_APPLICATION)
    endpoints = build_endpoint_description_strings(host="127.0.0.1", port=port)
    Server(application=application, endpoints=endpoints, server_name="kairos-hub").run()


def as_text(done: Bootstrapped) -> str:
    """What a newcomer needs: the address, the first password and key, a client configuration."""
    lines = [f"Kairos Hub is at {settings.PUBLIC_URL}"]
    if done.password:
        lines.append(f"Sign in as {done.admin} with the one-time password {done.password}")
    if done.key:
        lines += [
            f"The agent {done.agent} connects with the key {done.key}",
            "",
            "Claude Code:",
            f"  claude mcp add --transport http kairos {settings.PUBLIC_URL}/mcp "
            f'--header "Authorization: Bearer {done.key}"',
            "Any other MCP client:",
            json.dumps(
                {
                    "mcpServers": {
                        "kairos": {
                            "type": "http",
                            "url": f"{settings.PUBLIC_URL}/mcp",
                            "headers": {"Authorization": f"Bearer {done.key}"},
                        }
                    }
                },
                indent=2,
            ),
            "",
            "Password and key are shown this once.",
        ]
    return "\n".join(lines)


def _require_free(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            raise CommandError(f"Port {port} is taken. Choose another one: make run PORT=8001") from None
