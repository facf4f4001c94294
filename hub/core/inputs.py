"""The types of arguments: one vocabulary for MCP, REST, pages and admin.

Every text is checked here for what one database stores and the other refuses (a NUL byte, a
lone surrogate), every number for its range. Sizes are those of `07-interfaces` (Sizes).
The message of a refused value is made from the published schema (`core/arguments.py`);
`expected` in a `PydanticCustomError` says what a schema cannot.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from typing import Annotated, Any, ClassVar, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, GetCoreSchemaHandler
from pydantic_core import PydanticCustomError

MIB = 1024 * 1024
LARGEST = 2**53 - 1  # the largest integer that every JSON peer keeps exactly


def unexpected(expected: str) -> PydanticCustomError:
    """The error of a value that has the right type and the wrong form."""
    return PydanticCustomError("form", "{expected}", {"expected": expected})


def _storable(text: str) -> str:
    if "\x00" in text:
        raise unexpected("text without a NUL byte")
    if any("\ud800" <= char <= "\udfff" for char in text):
        raise unexpected("text without a lone surrogate")
    return text


def _trimmed(text: str) -> str:
    return text.strip()


def _not_blank(text: str) -> str:
    if not text.strip():
        raise unexpected("text that is not empty")
    return text


def _within_bytes(limit: int) -> AfterValidator:
    def check(text: str) -> str:
        if len(text) * 4 > limit and len(text.encode()) > limit:
            raise unexpected(f"text of at most {limit // MIB} MiB")
        return text

    return AfterValidator(check)


def _calendar_day(text: str) -> date:
    if re.fullmatch(r"\d{4}-\d{2}-\d{2}", text, re.ASCII):
        try:
            return date.fromisoformat(text)
        except ValueError:
            pass
    raise unexpected("a date of the form YYYY-MM-DD")


def _instant(text: str) -> datetime:
    if re.match(r"\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}", text, re.ASCII):
        try:
            moment = datetime.fromisoformat(text.upper().replace(" ", "T", 1))
            if moment.tzinfo is not None:
                return moment.astimezone(UTC)
        except (ValueError, OverflowError):
            pass
    raise unexpected("a time of the form of RFC 3339, for example 2026-10-09T10:00:00Z")


class NeverNull:
    """An argument that may be left out and is never null: `Maybe[str]` publishes a plain string."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> Any:
        schema = handler(source)
        return schema["schema"] if schema["type"] == "nullable" else schema


Text = Annotated[str, AfterValidator(_storable)]
Title = Annotated[
    str, Field(min_length=1, max_length=500), AfterValidator(_storable), AfterValidator(_not_blank)
]
Name = Annotated[
    str, Field(min_length=1, max_length=200), AfterValidator(_storable), AfterValidator(_not_blank)
]
Line = Annotated[str, Field(max_length=500), AfterValidator(_storable)]
Description = Annotated[str, Field(max_length=10_000), AfterValidator(_storable)]
RequiredDescription = Annotated[Description, AfterValidator(_not_blank)]
Markdown = Annotated[str, _within_bytes(MIB), AfterValidator(_storable)]
RequiredMarkdown = Annotated[Markdown, AfterValidator(_not_blank)]
Url = Annotated[str, Field(max_length=2048), AfterValidator(_storable)]
# A reference: blanks at its ends are removed, then it is looked up (conventions, References).
Ref = Annotated[str, Field(max_length=200), AfterValidator(_storable), AfterValidator(_trimmed)]
CodeRef = Annotated[
    str, Field(max_length=64), AfterValidator(_storable), AfterValidator(lambda text: text.strip().upper())
]
RequestKey = Annotated[str, Field(min_length=8, max_length=128, pattern=r"^[A-Za-z0-9._:-]+$")]
Day = Annotated[str, AfterValidator(_calendar_day)]
Instant = Annotated[str, AfterValidator(_instant)]
# What an argument is bounded by in any case is not published (schemas.py).
Offset = Annotated[int, Field(ge=0, le=LARGEST)]
Limit = Annotated[int, Field(ge=1, le=LARGEST)]
Number = Annotated[int, Field(ge=-LARGEST, le=LARGEST)]

T = TypeVar("T")
Maybe = Annotated[T | None, NeverNull()]


def slug_type(pattern: str) -> Any:
    """A slug of the given pattern that does not look like a UUID (a reference takes either)."""

    def check(text: str) -> str:
        if re.fullmatch(r"[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}", text):
            raise unexpected("a slug that does not have the form of a UUID")
        return text

    return Annotated[str, Field(pattern=pattern), AfterValidator(check)]


class Input(BaseModel):
    """The arguments of one operation: strict types, no unknown names."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    def sent(self, name: str) -> bool:
        """Whether the call has the argument, also as null."""
        return name in self.model_fields_set


class KeyedInput(Input):
    """The arguments of a write that takes a `request_key` (conventions, Request keys)."""

    request_key: Maybe[RequestKey] = Field(
        default=None, description="Same key on a retry: the write happens once."
    )


class Result(BaseModel):
    """What an operation answers. Text and REST body are pure functions of it.

    `warnings` are the lines that the answer ends with; `run` fills them from the unit.
    """

    model_config = ConfigDict(frozen=True)

    # Secrets of the answer: no retry key stores them, so a replay answers without them.
    shown_once: ClassVar[frozenset[str]] = frozenset()

    warnings: tuple[str, ...] = ()
