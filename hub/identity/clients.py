"""How an MCP client connects with a key: texts to paste, for each kind of client."""

from __future__ import annotations

import json
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext

# The version that was tried with this server: what is given a key should not change by itself.
BRIDGE = "mcp-remote@0.15.1"
_NAME = "kairos"
_LOOPBACK = {"127.0.0.1", "localhost", "::1"}


@dataclass(frozen=True, slots=True)
class Configuration:
    """A text that connects one kind of client."""

    client: str
    hint: str
    text: str


def address() -> str:
    """Where clients find the MCP endpoint."""
    return f"{settings.PUBLIC_URL}/mcp"


def configurations(key: str) -> tuple[Configuration, ...]:
    """Every configuration that has the key in it, the commonest client first."""
    return (
        Configuration("Claude Code", gettext("Paste it into a terminal."), _claude_code(key)),
        Configuration(
            gettext("Other clients over HTTP"),
            gettext("Put it into the client's MCP configuration; some call the type streamable-http."),
            _json({"type": "http", "url": address(), "headers": {"Authorization": f"Bearer {key}"}}),
        ),
        Configuration(
            gettext("Clients that speak only stdio"),
            gettext("It runs the bridge mcp-remote, which needs Node.js 18 or newer on that machine."),
            _json(_over_stdio(key)),
        ),
    )


def _claude_code(key: str) -> str:
    return f'claude mcp add --transport http {_NAME} {address()} --header "Authorization: Bearer {key}"'


def _over_stdio(key: str) -> dict[str, object]:
    """The header is put together from the environment: some clients break arguments at spaces, and the
    arguments of a process can be read by every user of the machine.
    """
    url = urlsplit(address())
    insecure = ["--allow-http"] if url.scheme == "http" and url.hostname not in _LOOPBACK else []
    header = ["--header", "Authorization:${KAIROS_AUTHORIZATION}"]
    return {
        "command": "npx",
        "args": ["-y", BRIDGE, address(), "--transport", "http-only", *insecure, *header],
        "env": {"KAIROS_AUTHORIZATION": f"Bearer {key}"},
    }


def _json(server: dict[str, object]) -> str:
    return json.dumps({"mcpServers": {_NAME: server}}, indent=2)
