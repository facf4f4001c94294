"""The past of an item: its versions, its former codes, its activity."""

from __future__ import annotations

from django.db.models import QuerySet
from pydantic import BaseModel

from hub.core import clock
from hub.core.models import Action, Activity
from items.activity_lines import names_in, what
from items.models import Item, ItemVersion, ShortCode
from items.people import Person, person


class VersionShown(BaseModel):
    """One version of the content: when, and by whom."""

    version: int
    at: str
    by: Person


class Snapshot(VersionShown):
    """A version in full."""

    title: str
    content: str


class Rename(BaseModel):
    """A code that the item had, and the one it got; `by` is None when the log no longer tells."""

    from_code: str
    to_code: str
    at: str
    by: Person | None


class Change(BaseModel):
    """One activity row. `agent_triage` is the line of an agent's triage of intake."""

    action: str
    what: str
    at: str
    by: Person
    agent_triage: str | None = None


def versions_of(item: Item, offset: int, limit: int) -> tuple[tuple[VersionShown, ...], int]:
    """A part of the versions, newest first, and how many there are."""
    rows = ItemVersion.within(item.organization_id).filter(item=item)
    part = rows.select_related("editor").defer("content").order_by("-number")[offset : offset + limit]
    return tuple(VersionShown(**_version(row)) for row in part), rows.count()


def snapshot_of(item: Item, number: int) -> Snapshot | None:
    """One version in full; None when there is no such snapshot."""
    rows = ItemVersion.within(item.organization_id).filter(item=item, number=number)
    row = rows.select_related("editor").first()
    return Snapshot(**_version(row), title=row.title, content=row.content) if row else None


def renames_of(item: Item) -> tuple[Rename, ...]:
    """Each rename, oldest first: a retired code and the one that followed it."""
    rows = ShortCode.within(item.organization_id).filter(item=item, retired_at__isnull=False)
    retired = list(rows.order_by("retired_at", "id"))
    if not retired:
        return ()
    log = _activity(item).filter(action=Action.RENAME).select_related("user")
    by = {value: person(row.user, row.by_agent) for row in log for value in _old_codes(row)}
    followers = [*(code.text for code in retired[1:]), item.code]
    return tuple(
        Rename(
            from_code=code.text,
            to_code=follower,
            at=clock.rfc3339(code.retired_at),
            by=by.get(code.text),
        )
        for code, follower in zip(retired, followers, strict=True)
        if code.retired_at is not None
    )


def changes_of(item: Item, limit: int) -> tuple[tuple[Change, ...], int]:
    """The newest activity rows, and how many there are."""
    rows = _activity(item)
    part = list(rows.select_related("user").order_by("-id")[:limit])
    names = names_in(item.organization_id, [row.data for row in part])
    changes = tuple(
        Change(
            action=row.action,
            what=what(
                row.action, {key: value for key, value in row.data.items() if key != "agent_triage"}, names
            ),
            at=clock.rfc3339(row.created_at),
            by=person(row.user, row.by_agent),
            agent_triage=row.data.get("agent_triage"),
        )
        for row in part
    )
    return changes, rows.count() if len(part) == limit else len(part)


def _activity(item: Item) -> QuerySet[Activity]:
    return Activity.within(item.organization_id).filter(subject_type="item", subject_id=item.id)


def _old_codes(row: Activity) -> list[str]:
    return [row.data["from"]] if "from" in row.data else []


def _version(row: ItemVersion) -> dict[str, object]:
    by = person(row.editor, row.editor_by_agent)
    return {"version": row.number, "at": clock.rfc3339(row.created_at), "by": by}
