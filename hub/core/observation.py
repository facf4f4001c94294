"""One structured log line and one metric sample per operation; the count of refused tool calls."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import structlog
from prometheus_client import Counter, Histogram

from hub.core import clock
from hub.core.calls import Call, Surface
from hub.core.codes import Code
from hub.core.models import RefusedCall
from hub.core.refusals import Refusal
from hub.core.transactions import write

log = structlog.get_logger("hub.operations")

RUNS = Counter(
    "hub_operations_total", "Operations by surface and outcome.", ["operation", "surface", "outcome"]
)
SECONDS = Histogram("hub_operation_seconds", "Time of an operation in seconds.", ["operation", "surface"])


@contextmanager
def observed(operation: str, is_tool: bool, call: Call) -> Iterator[None]:
    """Watch one run. A Refusal passes through; anything else is a bug: logged, answered as INTERNAL."""
    started = time.perf_counter()
    outcome = "ok"
    try:
        yield
    except Refusal as refusal:
        outcome = refusal.code.name
        _count(operation, is_tool, call, refusal)
        raise
    except Exception:
        outcome = Code.INTERNAL.name
        log.exception("bug", operation=operation, request_id=call.request_id)
        bug = Refusal(Code.INTERNAL, f"The server failed. It is logged under the request {call.request_id}.")
        _count(operation, is_tool, call, bug)
        raise bug from None
    finally:
        seconds = time.perf_counter() - started
        RUNS.labels(operation, call.surface, outcome).inc()
        SECONDS.labels(operation, call.surface).observe(seconds)
        # A command has a person before it, who reads what it prints.
        emit = log.debug if call.surface is Surface.COMMAND else log.info
        emit("operation", **_line(operation, call), outcome=outcome, ms=round(seconds * 1000, 1))


def _line(operation: str, call: Call) -> dict[str, Any]:
    principal = call.principal
    return {
        "operation": operation,
        "surface": call.surface,
        "request_id": call.request_id,
        "organization": principal.organization_slug,
        "user": principal.user_name,
        "agent": principal.agent_name,
    }


def _count(operation: str, is_tool: bool, call: Call, refusal: Refusal) -> None:
    """Keep one row per tool call that ends in a tool error; in a transaction of its own."""
    if not is_tool or call.surface is not Surface.MCP:
        return
    row = RefusedCall(
        organization_id=call.organization_id,
        tool=operation,
        code=refusal.code.name,
        field=(refusal.field or "")[:200],
        caller_kind=call.principal.caller_kind,
        created_at=clock.now(),
    )
    try:
        write(row.save)
    except Exception:
        log.warning("refusal not counted", operation=operation, exc_info=True)
