"""update_item: a new content, and perhaps a new title, under optimistic concurrency."""

from __future__ import annotations

from pydantic import Field

from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.inputs import CodeRef, Input, Markdown, Maybe, Number, Result, Title
from hub.core.operations import operation
from items import editing


class UpdateInput(Input):
    short_code: CodeRef = Field(description="The item, e.g. ACME-T-0012.")
    content: Markdown = Field(description="The full new markdown, not a patch.")
    version: Number = Field(description="The version that get_item showed.")
    title: Maybe[Title] = Field(default=None, description="New title; unchanged when left out.")


class Updated(Result):
    """The item after the call; `changed` is false when it had that title and content."""

    short_code: str
    title: str
    version: int
    changed: bool


def as_text(result: Updated) -> str:
    """The answer of the tool."""
    if not result.changed:
        return f"{result.short_code} has that content already: nothing changed (version {result.version})."
    return f"Updated {result.short_code}: {result.title} (version {result.version})."


@operation(
    name="update_item",
    profile="work",
    text=as_text,
    refuses=(Code.NOT_FOUND, Code.VALIDATION, Code.FORBIDDEN, Code.KEY_SCOPE, Code.CONFLICT),
)
def update_item(call: Call, request: UpdateInput) -> Updated:
    """Replace the full content of an item, and its title when sent.
    A stale version is refused with the current content.
    """
    item = editing.locked(call, request.short_code, with_board=request.title is not None)
    if item.version != request.version:
        raise editing.stale(item, request.version)
    title = item.title if request.title is None else request.title
    changed = editing.rewrite(call, item, title=title, content=request.content)
    return Updated(short_code=item.code, title=item.title, version=item.version, changed=changed)
