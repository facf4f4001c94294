"""Requests to an ASGI application, without a socket: exact bytes in, exact bytes out."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from starlette.types import ASGIApp, Message, Scope

HANDSHAKE = "2025-11-25"
MODERN = "2026-07-28"
HOST = b"127.0.0.1:8000"
Headers = Sequence[tuple[bytes, bytes]]


@dataclass
class Answer:
    """What came back, and how many bytes of the body were read for it."""

    status: int = 0
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)
    body: bytes = b""
    read: int = 0

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def result(self) -> dict[str, Any]:
        """The result of a JSON-RPC answer."""
        result: dict[str, Any] = self.json["result"]
        return result

    @property
    def text(self) -> str:
        """The text of the first content block."""
        text: str = self.result["content"][0]["text"]
        return text

    def header(self, name: str) -> str | None:
        values = [value.decode() for key, value in self.headers if key == name.lower().encode()]
        assert len(values) <= 1, f"{name} is doubled"
        return values[0] if values else None


@dataclass
class Site:
    """An application and who calls it."""

    application: ASGIApp
    token: str | None = None
    version: str | None = HANDSHAKE
    session_id: str | None = None
    query: str = ""

    def rpc(self, method: str, params: dict[str, Any] | None = None, **request: Any) -> Answer:
        """One JSON-RPC request in the era of `version`."""
        headers = list(request.pop("headers", []))
        params = dict(params or {})
        if self.version == MODERN:
            params["_meta"] = envelope()
            headers.append((b"mcp-method", method.encode()))
            if "name" in params:
                headers.append((b"mcp-name", str(params["name"]).encode()))
        body = {"jsonrpc": "2.0", "id": 7, "method": method, "params": params}
        return self.send(json.dumps(body).encode(), headers=headers, **request)

    def call(self, tool: str, /, **arguments: Any) -> Answer:
        """One `tools/call`."""
        return self.rpc("tools/call", {"name": tool, "arguments": arguments})

    def initialize(self) -> Answer:
        params = {
            "protocolVersion": HANDSHAKE,
            "capabilities": {},
            "clientInfo": {"name": "probe", "version": "1"},
        }
        return self.rpc("initialize", params)

    def send(
        self,
        body: bytes = b"",
        *,
        method: str = "POST",
        headers: Headers = (),
        query: str | None = None,
        host: bytes | None = HOST,
        chunk: int = 65536,
        scope: Scope | None = None,
    ) -> Answer:
        """One HTTP request, its body in chunks; `scope` is given to see what becomes of it."""
        scope = {} if scope is None else scope
        request: dict[str, Any] = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": "/mcp",
            "raw_path": b"/mcp",
            "query_string": (self.query if query is None else query).encode(),
            "headers": [*self._standing(host), *headers],
            "server": ("127.0.0.1", 8000),
            "client": ("127.0.0.1", 50000),
        }
        scope.update(request)
        return asyncio.run(exchange(self.application, scope, body, chunk))

    def _standing(self, host: bytes | None) -> list[tuple[bytes, bytes]]:
        standing = [
            (b"content-type", b"application/json"),
            (b"accept", b"application/json, text/event-stream"),
        ]
        for name, value in (
            (b"host", host),
            (b"authorization", f"Bearer {self.token}".encode() if self.token is not None else None),
            (b"mcp-protocol-version", self.version.encode() if self.version else None),
            (b"mcp-session-id", self.session_id.encode() if self.session_id is not None else None),
        ):
            if value is not None:
                standing.append((name, value))
        return standing


def envelope() -> dict[str, Any]:
    """What each request of the newest protocol revision says about its client."""
    return {
        "io.modelcontextprotocol/protocolVersion": MODERN,
        "io.modelcontextprotocol/clientInfo": {"name": "probe", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    }


async def exchange(application: ASGIApp, scope: Scope, body: bytes = b"", chunk: int = 65536) -> Answer:
    """One request in the running loop. After the body the client stays, and says nothing more."""
    answer = Answer()
    parts = [body[start : start + chunk] for start in range(0, len(body), chunk)] or [b""]

    async def receive() -> Message:
        if not parts:
            await asyncio.Event().wait()
        part = parts.pop(0)
        answer.read += len(part)
        return {"type": "http.request", "body": part, "more_body": bool(parts)}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            assert not answer.status, "two answers"
            answer.status, answer.headers = int(message["status"]), list(message["headers"])
        else:
            answer.body += message.get("body", b"")

    await application(scope, receive, send)
    return answer
