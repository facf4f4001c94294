"""What one activity row of an item says: the lines of get_history, in names and never in ids."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, TypeAlias
from uuid import UUID

from hub.core.models import Action
from hub.core.references import as_uuid
from hub.identity.models import User
from items.models import Repository
from kairos_boards.models import Board, Column, Team

Data: TypeAlias = Mapping[str, Any]
Names: TypeAlias = Mapping[UUID, str]

_DIRECTORY = (
    (User, "display_name"),
    (Board, "slug"),
    (Column, "name"),
    (Repository, "slug"),
    (Team, "slug"),
)
_GONE = "(not in the directory)"


def names_in(organization_id: UUID, rows: Collection[Data]) -> dict[UUID, str]:
    """The names behind the ids in activity data: at most one query per kind, none when there is no id."""
    wanted = {found for data in rows for found in _ids(data)}
    names: dict[UUID, str] = {}
    for model, label in _DIRECTORY:
        missing = wanted - names.keys()
        if not missing:
            break
        names.update(model.within(organization_id).filter(id__in=missing).values_list("id", label))
    return names


def what(action: str, data: Data, names: Names) -> str:
    """What a row tells; one without a form of its own (or with other data) shows its action and details."""
    said = _named(data, names)
    try:
        return _FORMS[action](said)
    except KeyError:
        # Sorted: one engine keeps the order of the keys, the other does not.
        details = "; ".join(
            f"{key}: {_plain(value)}" for key, value in sorted(said.items()) if value is not None
        )
        return f"{action}: {details}" if details else action


def _claim_ended(data: Data) -> str:
    if data.get("cause"):
        return f"claim ended: {data['user']} ({data['cause']})"
    return f"claim released: {data['user']}"


def _metadata(data: Data) -> str:
    value = data["value"]
    return f"metadata {data['slug']}: {'cleared' if value is None else value}"


def _board_move(data: Data) -> str:
    if data.get("from") is None and data.get("to") is None:
        return f"owner board: {data['from_board']} -> {data['to_board']}"
    return f"moved from {data['from_board']} / {data['from']} to {data['to_board']} / {data['to']}"


def _changed(label: str) -> Callable[[Data], str]:
    return lambda data: f"{label}: {data['from'] or 'none'} -> {data['to'] or 'none'}"


_FORMS: dict[str, Callable[[Data], str]] = {
    Action.CREATE: lambda data: "created",
    Action.UPDATE: lambda data: f"edited {' and '.join(data['fields'])} (version {data['version']})",
    Action.DELETE: lambda data: "archived",
    Action.RESTORE: lambda data: "restored",
    Action.RENAME: lambda data: f"renamed {data['from']} -> {data['to']}",
    Action.TRANSITION: lambda data: f"moved from {data['from']} to {data['to']}",
    Action.CANCEL: lambda data: (
        f"cancelled: moved from {data['from']} to {data['to']}. Reason: {data['reason']}"
    ),
    Action.BOARD_MOVE: _board_move,
    Action.CLAIM: lambda data: f"claim taken: {data['user']}",
    Action.HAND_OFF: lambda data: f"claim handed off: {data['from'] or 'none'} -> {data['to']}",
    Action.RELEASE: _claim_ended,
    Action.WORK_CLASS: _changed("lane"),
    Action.LIFECYCLE: _changed("lifecycle"),
    Action.REPOSITORY: _changed("repository"),
    Action.METADATA: _metadata,
    Action.STATE: lambda data: f"state changed: {', '.join(data['fields'])}",
    Action.RELATIONSHIP_ADD: lambda data: f"link added: {_edge(data)}",
    Action.RELATIONSHIP_REMOVE: lambda data: f"link removed: {_edge(data)}",
}


def _edge(data: Data) -> str:
    return f"{data['relationship']} {data['source']} -> {data['target']}"


def _ids(value: Any) -> Iterator[UUID]:
    if isinstance(value, str):
        if (found := as_uuid(value)) is not None:
            yield found
    elif isinstance(value, dict):
        yield from _ids(list(value.values()))
    elif isinstance(value, list):
        for entry in value:
            yield from _ids(entry)


def _named(value: Any, names: Names) -> Any:
    """The same data with names in the place of ids."""
    if isinstance(value, str):
        found = as_uuid(value)
        return value if found is None else names.get(found, _GONE)
    if isinstance(value, dict):
        return {key: _named(entry, names) for key, entry in value.items()}
    return [_named(entry, names) for entry in value] if isinstance(value, list) else value


def _plain(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(_plain(entry) for entry in value)
    if isinstance(value, dict):
        return ", ".join(f"{key} {_plain(entry)}" for key, entry in sorted(value.items()))
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
