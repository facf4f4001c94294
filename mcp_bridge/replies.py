"""The way back to the client: the request id on every answer, and answers of our own."""

from __future__ import annotations

import json

from starlette.types import Message, Send

from mcp_bridge.rejections import Headers, Rejection


class Reply:
    """An ASGI `send` that marks the answer with the request id."""

    def __init__(self, send: Send, request_id: str) -> None:
        self._send = send
        self._request_id = request_id.encode()
        self.started = False

    async def __call__(self, message: Message) -> None:
        """Send on."""
        if message["type"] == "http.response.start":
            self.started = True
            message = {**message, "headers": [*message["headers"], (b"x-request-id", self._request_id)]}
        await self._send(message)

    async def empty(self, status: int) -> None:
        """An answer without a body."""
        await self({"type": "http.response.start", "status": status, "headers": []})
        await self({"type": "http.response.body", "body": b""})

    async def reject(self, rejection: Rejection) -> None:
        """A request that ended before the protocol."""
        await self({"type": "http.response.start", "status": rejection.status, "headers": rejection.headers})
        await self({"type": "http.response.body", "body": rejection.body})


class Held:
    """An ASGI `send` that keeps an answer back, until it is known what its head must say."""

    def __init__(self) -> None:
        self._messages: list[Message] = []

    async def __call__(self, message: Message) -> None:
        """Keep a message."""
        self._messages.append(message)

    def has_result(self) -> bool:
        """Whether the answer is a JSON-RPC result, not an error."""
        if not self._messages or self._messages[0]["status"] != 200:
            return False
        body = b"".join(message.get("body", b"") for message in self._messages[1:])
        return "result" in json.loads(body)

    async def release(self, reply: Reply, headers: Headers) -> None:
        """Send the answer with more headers."""
        for message in self._messages:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], *headers]}  # noqa: PLW2901 - a copy
            await reply(message)
