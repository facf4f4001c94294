"""The SDK's own client against a real server, in either era."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult, TextContent

# `auto` asks `server/discover` first and so ends in the newest revision.
MODES = ("legacy", "2026-07-28", "auto")


def http_client(key: str, **headers: str) -> httpx2.AsyncClient:
    return httpx2.AsyncClient(headers={"Authorization": f"Bearer {key}", **headers}, timeout=60)


@asynccontextmanager
async def connected(address: str, key: str, mode: str) -> AsyncIterator[Client]:
    """A client that has shaken hands, or needs not."""
    async with (
        http_client(key) as http,
        Client(streamable_http_client(address, http_client=http), mode=mode, cache=None) as client,
    ):
        yield client


def text(result: Any) -> str:
    """The text of a result that is no error."""
    assert isinstance(result, CallToolResult)
    assert not result.is_error, result.content
    (block,) = result.content
    assert isinstance(block, TextContent)
    return block.text
