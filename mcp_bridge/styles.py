"""The two ways in which a family answers (decision D4), as `tools/call` results in their wire form."""

from __future__ import annotations

import json
from typing import Any, Protocol

from hub.core.codes import hub_code
from hub.core.operations import Operation, Outcome
from hub.core.refusals import Refusal

Answer = dict[str, Any]
NOTHING: Answer = {"resultType": "complete", "content": []}


class Style(Protocol):
    """How a family shows a result and a refusal."""

    def accepted(self, operation: Operation, outcome: Outcome) -> Answer:
        """The answer of a call that ran."""

    def refused(self, refusal: Refusal) -> Answer:
        """The answer of a call that was refused."""


class BoardStyle:
    """Markdown; a refusal is `CODE: message`, and its details on a second line."""

    def accepted(self, operation: Operation, outcome: Outcome) -> Answer:
        """The text as the tool's page shows it."""
        return _answer([text_block(operation.render(outcome))])

    def refused(self, refusal: Refusal) -> Answer:
        """Keys sorted: an agent may compare two refusals."""
        lines = [f"{refusal.code.name}: {refusal.message}"]
        if refusal.details:
            lines.append(f"details: {_json(refusal.details, sort_keys=True)}")
        return _answer([text_block("\n".join(lines))], is_error=True)


class HubStyle:
    """One JSON object, twice: as structured content, and as its text for clients that show text."""

    def accepted(self, operation: Operation, outcome: Outcome) -> Answer:
        """The result's members; `warnings` only where there are some."""
        unsaid = set() if outcome.result.warnings else {"warnings"}
        return _object(outcome.result.model_dump(mode="json", exclude=unsaid))

    def refused(self, refusal: Refusal) -> Answer:
        """A code of the kernel in the hub's words."""
        code = hub_code(refusal.code)
        error = {
            "code": code.name,
            "message": refusal.message,
            "retryable": code.retryable,
            "details": refusal.details,
        }
        return _object(error, is_error=True)


_STYLES: dict[str, Style] = {"boards": BoardStyle(), "hub": HubStyle()}


def of(operation: Operation) -> Style:
    """The style of an operation's family."""
    return _STYLES[operation.family]


def text_block(text: str) -> dict[str, str]:
    """A content block that any client can decode: a lone surrogate is written as its escape."""
    return {"type": "text", "text": text.encode("utf-8", "backslashreplace").decode()}


def _answer(content: list[dict[str, str]], *, is_error: bool = False) -> Answer:
    return {"resultType": "complete", "content": content, "isError": is_error}


def _object(value: dict[str, Any], *, is_error: bool = False) -> Answer:
    text = _json(value).encode("utf-8", "replace").decode()
    return {
        **_answer([{"type": "text", "text": text}], is_error=is_error),
        "structuredContent": json.loads(text),
    }


def _json(value: dict[str, Any], *, sort_keys: bool = False) -> str:
    return json.dumps(value, default=str, ensure_ascii=False, separators=(",", ":"), sort_keys=sort_keys)
