"""The detail of one item: what get_item answers, the item page shows and REST gives."""

from __future__ import annotations

from uuid import UUID

from django.db.models import QuerySet
from pydantic import BaseModel

from hub.core import clock
from hub.core.inputs import Result
from hub.core.prepared import Prepared
from items.models import Item, ItemType, Note, ShortCode, TaskState
from items.people import Holding, Person, claim_of, owner_of, person
from items.references import Found
from items.relations import Related, relations_of
from items.teams import TEAMED, teams_of
from kairos_boards.models import Transition


class Cancelled(BaseModel):
    """The cancel mark: when, by whom, why."""

    at: str
    by: Person
    reason: str


class State(BaseModel):
    """The live state of a task. `updated_at` is exact: send it back as `expected_updated_at`."""

    branch: str | None = None
    commit: str | None = None
    pushed: bool | None = None
    pr_url: str | None = None
    next_step: str | None = None
    updated_at: str
    updated_by: Person
    age: str

    @property
    def line(self) -> str:
        """`branch x at abc1234, pushed, PR <url>. Next: Wait for CI. (updated 5 min ago by Robin)`."""
        commit = f"at {self.commit}" if self.branch else f"commit {self.commit}"
        parts = [f"branch {self.branch}" if self.branch else "", commit if self.commit else ""]
        told = [" ".join(part for part in parts if part)]
        if self.pushed is not None:
            told.append("pushed" if self.pushed else "not pushed")
        told.append(f"PR {self.pr_url}" if self.pr_url else "")
        done = ", ".join(part for part in told if part)
        step = (self.next_step or "").rstrip(".")
        sentences = [f"{done}." if done else "", f"Next: {step}." if step else ""]
        said = " ".join(sentence for sentence in sentences if sentence)
        return f"{said} (updated {self.age} by {self.updated_by.name})".lstrip()


class NoteShown(BaseModel):
    """One note. `date` is the UTC day."""

    id: str
    date: str
    author: Person
    text: str
    promoted_to: str | None = None


class ItemDetail(Result):
    """One item in full. `board` and `column` name where it lies; for a document `board` owns it."""

    short_code: str
    type: str
    title: str
    version: int
    content: str
    board: str | None
    column: str | None
    next: tuple[str, ...] = ()
    created_by: Person
    created_at: str
    updated_at: str
    archived_at: str | None = None
    fields: dict[str, str] = {}
    holds_claims: bool = False
    claim: Holding | None = None
    owner: Holding | None = None
    cancelled: Cancelled | None = None
    state: State | None = None
    done: bool = False
    retired_code: str | None = None
    retired_codes: tuple[str, ...] = ()
    relationships: tuple[Related, ...] = ()
    teams: tuple[str, ...] = ()
    notes: tuple[NoteShown, ...] = ()


def detail_of(found: Found) -> ItemDetail:
    """Read the detail: at most seven queries after the item, whatever its size."""
    item = found.item
    column = item.column
    return ItemDetail(
        short_code=item.code,
        type=item.item_type,
        title=item.title,
        version=item.version,
        content=item.content,
        board=item.board.slug if item.board else None,
        column=column.name if column else None,
        next=_next_columns(item),
        created_by=person(item.created_by),
        created_at=clock.rfc3339(item.created_at),
        updated_at=clock.rfc3339(item.updated_at),
        archived_at=clock.rfc3339(item.archived_at) if item.archived_at else None,
        fields=_fields(item),
        holds_claims=item.type is ItemType.TASK and column is not None and column.holds_claims,
        claim=claim_of(item),
        owner=owner_of(item),
        cancelled=_cancelled(item),
        state=_state(item),
        done=column is not None and column.is_done,
        retired_code=found.retired_code,
        retired_codes=_retired_codes(item),
        relationships=tuple(relations_of(item)),
        teams=teams_of(item.organization_id, [item.id]).get(item.id, ()) if item.type in TEAMED else (),
        notes=tuple(note_shown(note) for note in _notes(item.organization_id, item.id)),
    )


def state_of(state: TaskState) -> State:
    """The live state as results show it."""
    return State(
        branch=state.branch or None,
        commit=state.commit or None,
        pushed=state.pushed,
        pr_url=state.pr_url or None,
        next_step=state.next_step or None,
        updated_at=clock.precise(state.updated_at),
        updated_by=person(state.updated_by, state.updated_by_agent),
        age=clock.age(state.updated_at),
    )


def has_values(state: TaskState) -> bool:
    """Whether a live state says anything: every field of it may have been cleared."""
    return state.pushed is not None or any((state.branch, state.commit, state.pr_url, state.next_step))


def _fields(item: Item) -> dict[str, str]:
    """The fields of its type that have a value, in the order of showing."""
    values = {
        "task type": item.task_type,
        "lane": item.work_class,
        "repository": item.repository.slug if item.repository else None,
        "hypothesis": item.hypothesis,
        "complexity": item.complexity,
        "bucket type": item.bucket_type,
        "decision maker": item.decision_maker,
        "decision date": item.decision_date.isoformat() if item.decision_date else None,
        "lifecycle": item.lifecycle,
    }
    return {name: value for name, value in values.items() if value}


def _next_columns(item: Item) -> tuple[str, ...]:
    if item.column_id is None or item.archived_at is not None:
        return ()
    return tuple(name for (name,) in _next(item.organization_id, item.column_id))


def _cancelled(item: Item) -> Cancelled | None:
    if item.cancelled_at is None or item.cancelled_by is None:
        return None
    by = person(item.cancelled_by, item.cancelled_by_agent)
    return Cancelled(at=clock.rfc3339(item.cancelled_at), by=by, reason=item.cancel_reason)


def _state(item: Item) -> State | None:
    if item.type is not ItemType.TASK:
        return None
    row = _live_state.first(item.organization_id, item.id)
    return state_of(row) if row is not None and has_values(row) else None


def _retired_codes(item: Item) -> tuple[str, ...]:
    return tuple(code for (code,) in _retired(item.organization_id, item.id))


def notes_of(organization_id: UUID, item_id: UUID) -> QuerySet[Note]:
    """The notes of an item in the order of their ids, with what they show."""
    rows = Note.within(organization_id).filter(item_id=item_id).select_related("author", "promoted_to")
    return rows.defer("promoted_to__content").order_by("number")


_notes: Prepared[Note] = Prepared(notes_of, UUID, UUID)
_live_state: Prepared[TaskState] = Prepared(
    lambda organization_id, item_id: (
        TaskState.within(organization_id).filter(item_id=item_id).select_related("updated_by")
    ),
    UUID,
    UUID,
)
_retired: Prepared[tuple[str]] = Prepared(
    lambda organization_id, item_id: (
        ShortCode.within(organization_id)
        .filter(item_id=item_id, retired_at__isnull=False)
        .order_by("retired_at", "id")
        .values_list("text")
    ),
    UUID,
    UUID,
)
_next: Prepared[tuple[str]] = Prepared(
    lambda organization_id, column_id: (
        Transition.within(organization_id)
        .filter(from_column_id=column_id, to_column__removed_at=None)
        .order_by("to_column__position")
        .values_list("to_column__name")
    ),
    UUID,
    UUID,
)


def note_shown(note: Note) -> NoteShown:
    """A note as results show it."""
    return NoteShown(
        id=f"n-{note.number}",
        date=clock.day(note.created_at),
        author=person(note.author, note.author_by_agent),
        text=note.text,
        promoted_to=note.promoted_to.code if note.promoted_to else None,
    )
