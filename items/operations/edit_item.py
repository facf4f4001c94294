"""edit_item: search and replace in the content of an item, on the server."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field

from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.inputs import MIB, CodeRef, KeyedInput, Markdown, Result, unexpected
from hub.core.operations import operation
from hub.core.refusals import Refusal, validation
from items import editing, matching
from items.models import Item


def _not_empty(text: str) -> str:
    if not text:
        raise unexpected("text that is not empty")
    return text


class EditInput(KeyedInput):
    short_code: CodeRef = Field(description="The item, e.g. ACME-T-0012.")
    search: Annotated[Markdown, AfterValidator(_not_empty)] = Field(description="Exact text of the content.")
    replace: Markdown = Field(description="What stands there afterwards.")
    replace_all: bool = Field(default=False, description="Every occurrence; else the match must be unique.")


class Edited(Result):
    """The item after the call. `version` is unchanged when the replacement is the text itself."""

    short_code: str
    version: int
    replaced: int
    changed: bool


def as_text(result: Edited) -> str:
    """The answer of the tool."""
    if not result.changed:
        return f"{result.short_code} has that text already: nothing changed (version {result.version})."
    places = "1 place" if result.replaced == 1 else f"{result.replaced} places"
    return f"Edited {result.short_code} in {places} (version {result.version})."


@operation(
    name="edit_item",
    profile="work",
    text=as_text,
    refuses=(Code.NOT_FOUND, Code.VALIDATION, Code.FORBIDDEN, Code.KEY_SCOPE, Code.REQUEST_KEY_REUSED),
)
def edit_item(call: Call, request: EditInput) -> Edited:
    """Replace exact text in the content of an item.
    No version is needed: the edit applies to the newest content.

    The row is locked before the content is read, so a concurrent edit makes this one wait and
    then work on the newer content: it is never lost, and never a conflict.
    """
    item = editing.locked(call, request.short_code)
    count = item.content.count(request.search)
    if count == 0:
        raise _absent(item, request.search)
    if count > 1 and not request.replace_all:
        raise validation(
            f"The text of search is in {item.code} (version {item.version}) {count} times. "
            "Send a longer text that is there one time, or send replace_all: true.",
            "search",
        )
    _refuse_oversize(item, request, count)
    content = item.content.replace(request.search, request.replace)
    changed = editing.rewrite(call, item, title=item.title, content=content)
    return Edited(short_code=item.code, version=item.version, replaced=count, changed=changed)


def _absent(item: Item, search: str) -> Refusal:
    where = f"The text of search is not in {item.code} (version {item.version})."
    found = matching.near(item.content, search)
    if found is None:
        return validation(f"{where} Read it with get_item, and send text of its content.", "search")
    times = "one time" if found.count == 1 else f"{found.count} times"
    quoted = found.first.replace("\r", "\\r").replace("\n", "\\n")
    exact = "this exact text" if found.count == 1 else "the exact text of one place, the first is this,"
    return validation(
        f"{where} A text that differs only in whitespace is in the content {times}. "
        f'Send {exact} as search: "{quoted}".',
        "search",
    )


def _refuse_oversize(item: Item, request: EditInput, count: int) -> None:
    """Count the bytes before making them: a short search and a long replacement multiply."""
    growth = len(request.replace.encode()) - len(request.search.encode())
    if len(item.content.encode()) + count * growth > MIB:
        raise validation(
            f"With this replacement the content of {item.code} would be over the limit of 1 MiB.", "replace"
        )
