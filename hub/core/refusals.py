"""A refusal: an expected "no" with a code, a sentence that says what to do, and details."""

from __future__ import annotations

from typing import Any

from hub.core.codes import Code, HubCode


class Refusal(Exception):
    """Raised by operations, rendered by the adapters in the style of the operation's family.

    `details` are JSON values; the key `field` names the argument that the refusal is about.
    `retry_after_seconds` becomes the `Retry-After` header of a REST answer.
    """

    def __init__(
        self,
        code: Code | HubCode,
        message: str,
        *,
        retry_after_seconds: int | None = None,
        **details: Any,
    ) -> None:
        super().__init__(f"{code.name}: {message}")
        self.code = code
        self.message = message
        self.details = details
        self.retry_after_seconds = retry_after_seconds

    @property
    def field(self) -> str | None:
        """The argument that the refusal is about, when there is one."""
        value = self.details.get("field")
        return value if isinstance(value, str) else None


def validation(message: str, field: str | None = None, **details: Any) -> Refusal:
    """A VALIDATION refusal about one argument."""
    if field is not None:
        details["field"] = field
    return Refusal(Code.VALIDATION, message, **details)
