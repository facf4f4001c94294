"""What the form that edits an item shows: its text, or a draft beside what others wrote meanwhile."""

from __future__ import annotations

from pydantic import BaseModel, Field

from hub.core.calls import Call, Surface
from hub.core.codes import Code
from hub.core.inputs import CodeRef, Input, Maybe, Number, Result, Text
from hub.core.operations import operation
from items.authorization import require_edit
from items.comparison import Line, compare
from items.history import Snapshot, snapshot_of
from items.models import Item
from items.people import Person
from items.references import live_subject


class EditPageInput(Input):
    short_code: CodeRef = Field(description="The item, e.g. ACME-T-0012.")
    version: Maybe[Number] = Field(default=None, description="The version that a draft is based on.")
    title: Maybe[Text] = Field(default=None, description="The title of the draft.")
    content: Maybe[Text] = Field(default=None, description="The content of the draft.")


class Meeting(BaseModel):
    """A draft meets a newer version: who made that, what it changed, what the draft would change in it."""

    based_on: int
    by: Person | None
    at: str | None
    theirs: tuple[Line, ...]
    yours: tuple[Line, ...]
    their_title: str
    their_content: str


class EditPage(Result):
    """The texts of the form, and the version that it is sent with."""

    short_code: str
    version: int
    title: str
    content: str
    meeting: Meeting | None = None


def as_text(result: EditPage) -> str:
    """The code, for a log."""
    return result.short_code


@operation(
    name="edit_page",
    text=as_text,
    writes=False,
    surfaces=frozenset({Surface.PAGE}),
    refuses=(Code.NOT_FOUND, Code.VALIDATION, Code.FORBIDDEN),
)
def edit_page(call: Call, request: EditPageInput) -> EditPage:
    """Show the form that edits an item, to who may edit it."""
    item = live_subject(call, request.short_code)
    require_edit(call, item)
    title = item.title if request.title is None else request.title
    content = item.content if request.content is None else request.content
    stale = request.version is not None and request.version != item.version
    return EditPage(
        short_code=item.code,
        version=item.version,
        title=title,
        content=content,
        meeting=_meeting(item, request.version or 0, content) if stale else None,
    )


def _meeting(item: Item, based_on: int, draft: str) -> Meeting:
    base, newest = snapshot_of(item, based_on), snapshot_of(item, item.version)
    return Meeting(
        based_on=based_on,
        by=newest.by if newest else None,
        at=newest.at if newest else None,
        theirs=compare(_content(base), item.content),
        yours=compare(item.content, draft),
        their_title=item.title,
        their_content=item.content,
    )


def _content(snapshot: Snapshot | None) -> str:
    return snapshot.content if snapshot else ""
