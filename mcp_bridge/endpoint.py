"""The MCP endpoint: an ASGI application for `/mcp`, mounted by `hub.asgi`.

What may end a request comes in this order: host and origin, method, credential, profile, body,
protocol session. Only then does the SDK see it, and only the SDK decides about the protocol.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import structlog
from mcp_types import INTERNAL_ERROR
from starlette.types import Message, Receive, Scope, Send

from hub.core import threads
from hub.core.calls import new_request_id
from hub.core.refusals import Refusal
from mcp_bridge import addresses, admission, bodies, profiles, server
from mcp_bridge.operations import protocol_sessions
from mcp_bridge.rejections import Disconnected, Rejection, no_valid_credential, rejection
from mcp_bridge.replies import Held, Reply
from mcp_bridge.transports import Transport
from mcp_bridge.visits import Visit

log = structlog.get_logger(__name__)

_LONGEST_CLIENT_NAME = 200


class McpEndpoint:
    """Serves both protocol eras at one address; the path that it is mounted at does not matter."""

    def __init__(self) -> None:
        self._transport = Transport(server.build(), json_response=True)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one HTTP request."""
        request_id = new_request_id()
        reply = Reply(send, request_id)
        try:
            await self._serve(scope, receive, reply, request_id)
        except Disconnected:
            return
        except Rejection as ended:
            await reply.reject(ended)
        except Refusal as refusal:
            await reply.reject(rejection(refusal.code.status, str(refusal)))
        except Exception:
            log.exception("bug", request_id=request_id)
            if reply.started:
                raise
            message = f"The server failed. It is logged under the request {request_id}."
            await reply.reject(rejection(500, message, code=INTERNAL_ERROR))

    async def _serve(self, scope: Scope, receive: Receive, reply: Reply, request_id: str) -> None:
        addresses.check(scope)
        if scope["method"] not in ("POST", "DELETE"):
            headers = [("Allow", "DELETE, POST")]
            raise rejection(405, "Send POST; there is no stream to open.", headers=headers)
        caller = await admission.admit(scope)
        visit = Visit(caller, profiles.named_in(scope["query_string"]), request_id)
        if scope["method"] == "DELETE":
            await self._end_session(visit, reply)
            return
        message = bodies.parse(await bodies.read(scope, receive))
        visit.arguments = message.arguments
        replayed = _replayed(message.envelope, receive)
        if message.method == "initialize" and not message.is_notification:
            await self._initialize(visit, message.params, scope, replayed, reply)
            return
        caller.require_session()
        if message.is_notification:
            await reply.empty(202)  # each request is a world of its own: there is nothing to notify
        else:
            await self._dispatch(visit, scope, replayed, reply)

    async def _end_session(self, visit: Visit, reply: Reply) -> None:
        session = visit.caller.session
        if not visit.caller.session_id_sent:
            raise rejection(400, "The header Mcp-Session-Id names the protocol session to end.")
        visit.caller.require_session()
        if session is not None:
            await threads.run(partial(protocol_sessions.end, session), writes=True)
        await reply.empty(204)

    async def _initialize(
        self, visit: Visit, params: dict[str, Any], scope: Scope, receive: Receive, reply: Reply
    ) -> None:
        """Issue a protocol session with the result; one that the request names does not matter."""
        held = Held()
        await self._transport.handle(visit.within(scope), receive, held)
        headers = []
        if held.has_result():
            opening = partial(protocol_sessions.open_for, visit.caller.principal, _client(params))
            session_id = await threads.run(opening, writes=True)
            headers = [(b"mcp-session-id", session_id.encode())]
        await held.release(reply, headers)

    async def _dispatch(self, visit: Visit, scope: Scope, receive: Receive, reply: Reply) -> None:
        """The place that chooses a transport, once tools that wait answer with a stream."""

        async def unless_ended(message: Message) -> None:
            if not visit.credential_ended:
                await reply(message)

        await self._transport.handle(visit.within(scope), receive, unless_ended)
        if visit.credential_ended:
            raise no_valid_credential()


def _replayed(body: bytes, receive: Receive) -> Receive:
    """A `receive` that gives the body in one piece and then what the client does next."""
    pending = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return pending.pop() if pending else await receive()

    return replay


def _client(params: dict[str, Any]) -> str:
    """Name and version that a client gives itself, in a form that every database stores."""
    info = params.get("clientInfo")
    named = [str(info[key]) for key in ("name", "version") if key in info] if isinstance(info, dict) else []
    text = " ".join(named).encode("utf-8", "replace").decode().replace("\x00", "")
    return text[:_LONGEST_CLIENT_NAME]
