"""set_parent: the one parent of an initiative or a task, replaced in one transaction."""

from __future__ import annotations

from pydantic import Field

from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.inputs import CodeRef, Input, Result
from hub.core.operations import operation
from hub.core.refusals import validation
from items import edges
from items.authorization import require_link
from items.locking import lock
from items.models import Edge, Item, ItemType, Relationship
from items.people import warn_of_claim
from items.placement import either
from items.references import linked, live_subject


class SetParentInput(Input):
    short_code: CodeRef = Field(description="The initiative or the task.")
    parent: CodeRef | None = Field(
        description="New parent's code: a strategy for an initiative, an initiative for a task; null removes."
    )


class ParentSet(Result):
    """The parent before and now; the same when nothing changed."""

    short_code: str
    former: str | None
    parent: str | None


def as_text(result: ParentSet) -> str:
    """The answer of the tool: one line."""
    now = result.parent or "none"
    if result.former == result.parent:
        return f"Parent of {result.short_code}: {now}. Nothing changed."
    return f"Parent of {result.short_code}: {result.former or 'none'} -> {now}."


@operation(
    name="set_parent",
    profile="work",
    text=as_text,
    idempotent=True,
    refuses=(
        Code.VALIDATION,
        Code.NOT_FOUND,
        Code.RELATIONSHIP_RULE,
        Code.FORBIDDEN,
        Code.KEY_SCOPE,
        Code.PARENT_EXISTS,
    ),
)
def set_parent(call: Call, request: SetParentInput) -> ParentSet:
    """Set or remove the parent of an initiative or a task. The item keeps its board and its column."""
    item = live_subject(call, request.short_code)
    if item.type not in (ItemType.INITIATIVE, ItemType.TASK):
        raise validation(
            f"{item.code} is {either((item.type,))}: it has no parent. "
            "An initiative has a strategy as its parent, a task has an initiative.",
            "short_code",
        )
    parent = linked(call, request.parent, "parent") if request.parent is not None else None
    if parent is not None:
        edges.require_types(Relationship.PARENT, parent, item, swap=False)
    seen = edges.parent_edge(item)
    former = seen.source if seen else None
    if former != parent:
        _replace(call, item, seen, parent)
    return ParentSet(
        short_code=item.code,
        former=former.code if former else None,
        parent=parent.code if parent else None,
    )


def _replace(call: Call, item: Item, seen: Edge | None, parent: Item | None) -> None:
    """Change the edges under the locks of all ends; PARENT_EXISTS when another write was faster."""
    (item, *others), _ = lock(call, item, *([seen.source] if seen else []), *([parent] if parent else []))
    if item.archived_at is not None:
        live_subject(call, item.code)
    present = edges.parent_edge(item)
    parent = others[-1] if parent else None
    if present is not None and (seen is None or present.source_id != seen.source_id):
        raise edges.parent_exists(item, present.source)
    if parent is not None and parent.archived_at is not None:
        linked(call, parent.code, "parent")
    ends = [end for end in (present.source if present else None, parent) if end is not None]
    for end in ends:
        require_link(call, Relationship.PARENT, end, item)
    if present is not None:
        edges.remove(call, present)
    if parent is not None:
        edges.add(call, Relationship.PARENT, parent, item)
    warn_of_claim(call, item)
