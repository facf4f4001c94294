"""get_history: the versions and the activity of an item, or one version in full."""

from __future__ import annotations

from pydantic import Field

from hub.core import clock
from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.inputs import CodeRef, Input, Maybe, Number, Offset, Result
from hub.core.operations import operation
from hub.core.refusals import Refusal, validation
from items.history import (
    Change,
    Rename,
    Snapshot,
    VersionShown,
    changes_of,
    renames_of,
    snapshot_of,
    versions_of,
)
from items.references import Found, read_subject

DEFAULT = 20
MOST = 200


class HistoryInput(Input):
    short_code: CodeRef = Field(description="The item, e.g. ACME-T-0012.")
    limit: Number = Field(default=DEFAULT, description=f"Rows of each list, 1 to {MOST}.")
    offset: Offset = Field(default=0, description="Versions to skip, newest first.")
    version: Maybe[Number] = Field(default=None, description="That version in full, instead of the lists.")


class History(Result):
    """Versions and activity, newest first; with `version` the snapshot alone."""

    short_code: str
    title: str
    archived_at: str | None = None
    retired_code: str | None = None
    snapshot: Snapshot | None = None
    versions: tuple[VersionShown, ...] = ()
    total: int = 0
    limit: int = DEFAULT
    offset: int = 0
    renames: tuple[Rename, ...] = ()
    activity: tuple[Change, ...] = ()
    activity_total: int = 0


def as_text(result: History) -> str:
    """The answer of the tool."""
    title = result.snapshot.title if result.snapshot else result.title
    lines = [f"# {result.short_code} — {title}", ""]
    if result.retired_code:
        lines += [
            f"> **RETIRED CODE** The code {result.retired_code} is retired. The current code of this item is "
            f"{result.short_code}. Use the current code.",
            "",
        ]
    if result.archived_at:
        lines += [f"- archived: {result.archived_at}. restore_item brings it back.", ""]
    if result.snapshot:
        lines += [f"- {_version(result.snapshot)}", "", "## Content", "", result.snapshot.content]
        return "\n".join(lines)
    lines += ["## Versions", "", *_versions(result)]
    if result.renames:
        lines += ["", "## Renames", "", *(f"- {_rename(rename)}" for rename in result.renames)]
    return "\n".join([*lines, "", "## Activity", "", *_activity(result)])


@operation(
    name="get_history", profile="work", text=as_text, writes=False, refuses=(Code.NOT_FOUND, Code.VALIDATION)
)
def get_history(call: Call, request: HistoryInput) -> History:
    """Show the history of an item, newest first: content versions, renames, activity.
    With version: that snapshot in full.
    """
    for name in ("limit", "offset"):
        if request.version is not None and request.sent(name):
            raise validation(f"version and {name} exclude each other: a version is shown in full.", name)
    found = read_subject(call, request.short_code)
    item = found.item
    head = {
        "short_code": item.code,
        "title": item.title,
        "archived_at": clock.rfc3339(item.archived_at) if item.archived_at else None,
        "retired_code": found.retired_code,
    }
    if request.version is not None:
        return History(**head, snapshot=_snapshot(found, request.version))
    limit = max(1, min(request.limit, MOST))
    versions, total = versions_of(item, request.offset, limit)
    activity, activity_total = changes_of(item, limit)
    return History(
        **head,
        versions=versions,
        total=total,
        limit=limit,
        offset=request.offset,
        renames=renames_of(item),
        activity=activity,
        activity_total=activity_total,
    )


def _snapshot(found: Found, number: int) -> Snapshot:
    snapshot = snapshot_of(found.item, number)
    if snapshot is None:
        raise Refusal(
            Code.NOT_FOUND,
            f"{found.item.code} has no version {number}. Its current version is {found.item.version}; "
            "get_history without version lists them.",
            field="version",
        )
    return snapshot


def _versions(result: History) -> list[str]:
    lines = [f"- {_version(version)}" for version in result.versions]
    following = result.offset + len(lines)
    if not lines:
        return [f"(none at offset {result.offset}: the list has {result.total})"]
    if following < result.total:
        lines.append(f"- {result.total - following} more; offset {following}.")
    return lines


def _version(version: VersionShown) -> str:
    return f"version {version.version} — {version.at} by {version.by.name}"


def _rename(rename: Rename) -> str:
    by = f" by {rename.by.name}" if rename.by else ""
    return f"{rename.from_code} -> {rename.to_code} — {rename.at}{by}"


def _activity(result: History) -> list[str]:
    if not result.activity:
        return ["No activity is recorded for this item."]
    lines = []
    for change in result.activity:
        signed = f"— {change.at} by {change.by.name}"
        lines.append(f"- {change.what} {signed}")
        if change.agent_triage:
            lines.append(f"- {change.agent_triage} {signed}")
    older = result.activity_total - len(result.activity)
    if older:
        lines.append(f"- {older} older rows are not shown. Send a larger `limit` to see them.")
    return lines
