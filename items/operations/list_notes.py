"""list_notes: the notes of an item for REST; get_item shows them to agents."""

from __future__ import annotations

from pydantic import Field

from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.inputs import CodeRef, Input, Limit, Offset, Result
from hub.core.operations import operation
from items.details import NoteShown, note_shown, notes_of
from items.references import read_subject

MOST = 200


class NotesInput(Input):
    short_code: CodeRef = Field(description="The item, e.g. ACME-T-0012.")
    limit: Limit = Field(default=50, description=f"At most {MOST}.")
    offset: Offset = Field(default=0, description="Notes to skip.")


class Notes(Result):
    """A part of the notes, in the order of their ids."""

    short_code: str
    results: tuple[NoteShown, ...]
    total: int
    limit: int
    offset: int


def as_text(result: Notes) -> str:
    """One line per note."""
    return "\n".join(f"- {note.id} ({note.date}, {note.author.name})" for note in result.results)


@operation(name="list_notes", text=as_text, writes=False, refuses=(Code.NOT_FOUND, Code.VALIDATION))
def list_notes(call: Call, request: NotesInput) -> Notes:
    """List the notes of an item, oldest first."""
    item = read_subject(call, request.short_code).item
    limit, offset = min(request.limit, MOST), request.offset
    notes = notes_of(item.organization_id, item.id)
    return Notes(
        short_code=item.code,
        results=tuple(note_shown(note) for note in notes[offset : offset + limit]),
        total=notes.count(),
        limit=limit,
        offset=offset,
    )
