"""`tools/call`: one operation, run and rendered in one hop."""

from __future__ import annotations

from functools import partial
from typing import Any

import structlog
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS, CallToolRequestParams

from hub.core import threads
from hub.core.arguments import shown
from hub.core.calls import Call
from hub.core.codes import Code, HubCode
from hub.core.operations import Operation
from hub.core.refusals import Refusal
from mcp_bridge import styles, tools, visits
from mcp_bridge.styles import Answer
from mcp_bridge.visits import Context

log = structlog.get_logger(__name__)

_CREDENTIAL_ENDED = (Code.UNAUTHORIZED, HubCode.unauthenticated)


class CredentialEnded(Exception):
    """The credential of the call was revoked after the request was admitted."""


async def call_tool(context: Context, params: CallToolRequestParams) -> Answer:
    """Run the operation of a tool, whichever list it is on; an unknown tool is a protocol error."""
    operation = tools.find(params.name)
    if operation is None:
        raise MCPError(code=INVALID_PARAMS, message=f"Unknown tool: {shown(params.name)}")
    visit = visits.of(context)
    body = partial(answer, operation, visit.call(), visit.arguments)
    try:
        return await threads.run(body, writes=operation.writes)
    except CredentialEnded:
        visit.credential_ended = True
        return styles.NOTHING


def answer(operation: Operation, call: Call, arguments: dict[str, Any]) -> Answer:
    """The result of a call, a refusal included. Never raises anything but `CredentialEnded`."""
    style = styles.of(operation)
    try:
        # The one place where an answer is complete: what else a successful answer carries
        # (notifications, pending items) is appended to its content here, never to a refusal.
        return style.accepted(operation, operation.run(call, arguments))
    except Refusal as refusal:
        if refusal.code in _CREDENTIAL_ENDED:
            raise CredentialEnded from None
        return style.refused(refusal)
    except Exception:
        # `run` answers its own bugs as INTERNAL; this is one of the rendering.
        log.exception("bug", operation=operation.name, request_id=call.request_id)
        message = f"The server failed. It is logged under the request {call.request_id}."
        return style.refused(Refusal(Code.INTERNAL, message))
