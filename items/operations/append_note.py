"""append_note: one more note on an item, beside its content."""

from __future__ import annotations

from pydantic import Field

from hub.core import clock
from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.events import publish
from hub.core.inputs import CodeRef, KeyedInput, RequiredMarkdown, Result
from hub.core.operations import operation
from items import editing
from items.events import ItemUpdated, NoteAppended
from items.models import Note
from items.people import warn_of_claim


class NoteInput(KeyedInput):
    short_code: CodeRef = Field(description="The item, e.g. ACME-T-0012.")
    text: RequiredMarkdown = Field(description="Markdown.")


class Appended(Result):
    """The new note; the content keeps its version."""

    short_code: str
    note_id: str
    version: int


def as_text(result: Appended) -> str:
    """The answer of the tool."""
    return (
        f"Appended note {result.note_id} to {result.short_code}. "
        f"The content stays at version {result.version}."
    )


@operation(
    name="append_note",
    profile="work",
    text=as_text,
    refuses=(Code.NOT_FOUND, Code.VALIDATION, Code.FORBIDDEN, Code.KEY_SCOPE, Code.REQUEST_KEY_REUSED),
)
def append_note(call: Call, request: NoteInput) -> Appended:
    """Append a note to an item. Notes are no part of its content and make no version.

    A note is its own record: it leaves no activity row (the page, append_note).
    """
    item = editing.locked(call, request.short_code)
    warn_of_claim(call, item)
    now = clock.now()
    item.change(note_count=item.note_count + 1, updated_at=now)
    note = Note.add(
        organization_id=call.organization_id,
        item=item,
        number=item.note_count,
        text=request.text,
        author_id=call.principal.user_id,
        author_by_agent=call.principal.agent_id is not None,
        created_at=now,
    )
    publish(ItemUpdated(item, "note"))
    publish(NoteAppended(item, note))
    return Appended(short_code=item.code, note_id=f"n-{note.number}", version=item.version)
