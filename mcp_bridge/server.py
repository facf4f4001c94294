"""The SDK's server: its handlers, its list of tools, what it says about itself."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from mcp.server.caching import CacheableMethod, CacheHint
from mcp.server.context import CallNext, HandlerResult
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS, CallToolRequestParams, PaginatedRequestParams

from mcp_bridge import tools, visits
from mcp_bridge.calls import call_tool
from mcp_bridge.visits import Context

INSTRUCTIONS = "The boards, memory and inbox of a team and its agents. Call whoami first."
# What they say depends on the version of the server, and the list on the profile: never on the caller.
_KEPT = CacheHint(ttl_ms=5 * 60 * 1000, scope="private")
_HINTS: dict[CacheableMethod, CacheHint] = {"tools/list": _KEPT, "server/discover": _KEPT}


def build() -> Server[Any]:
    """The one server of a process; its transports share it."""
    server: Server[Any] = Server(
        "kairos-hub",
        version=str(settings.SPECTACULAR_SETTINGS["VERSION"]),
        title="Kairos Hub",
        instructions=INSTRUCTIONS,
        cache_hints=_HINTS,
        get_tool_input_schema=tools.input_schema,
    )
    server.add_request_handler("tools/list", PaginatedRequestParams, _list_tools)
    server.add_request_handler("tools/call", CallToolRequestParams, call_tool)
    # In place of the SDK's tracing, which nothing here collects and every message pays for.
    server.middleware = [WrittenLists()]
    return server


class WrittenLists:
    """Keeps `tools/list` as it goes over the wire, per protocol revision and profile.

    A middleware that does not call on is trusted with a finished result, so the SDK validates
    and shapes each list once instead of on every request (7 ms for 117 tools).
    """

    def __init__(self) -> None:
        self._written: dict[tuple[str, str], HandlerResult] = {}

    async def __call__(self, ctx: Context, call_next: CallNext) -> HandlerResult:
        """Answer a list that is known already."""
        if ctx.method != "tools/list" or (ctx.params or {}).get("cursor") is not None:
            return await call_next(ctx)
        key = (ctx.protocol_version, visits.of(ctx).profile)
        if key not in self._written:
            self._written[key] = await call_next(ctx)
        return self._written[key]


async def _list_tools(context: Context, params: PaginatedRequestParams) -> dict[str, Any]:
    """All tools of the profile on one page, so there is no cursor that anybody could hold."""
    if params.cursor is not None:
        raise MCPError(code=INVALID_PARAMS, message="The cursor is unknown: the list of tools has one page.")
    return {"resultType": "complete", "tools": tools.listed(visits.of(context).profile)}
