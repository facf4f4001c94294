"""The ends and the relationship of an edge as link_items and unlink_items name them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from hub.core.arguments import shown
from hub.core.calls import Call
from hub.core.inputs import CodeRef, Text, Url
from hub.core.refusals import validation
from items.locking import lock
from items.models import Item, Relationship
from items.references import linked

VOCABULARY = (*Relationship.values, "impacts", "external")
_VALUES = ", ".join(VOCABULARY)
_LATER = ("impacts", "external")
_NEAREST: Mapping[str, str] = {
    name: hint
    for names, hint in (
        (
            ("relates_to", "related_to", "relates", "references"),
            "For a reference to a document or an adr, or from a task to a task, use informs. "
            "For work that must wait for other work, use blocks.",
        ),
        (
            ("depends_on", "blocked_by"),
            "For work that waits for other work, use blocks: the source blocks the target.",
        ),
        (
            ("child", "child_of", "children"),
            "For a child, use parent: the source is the parent of the target.",
        ),
        (("replaces",), "For an adr that replaces another, use supersedes."),
    )
    for name in names
}

SourceRef = Annotated[CodeRef, Field(description="Source item's code.")]
TargetRef = Annotated[Url, Field(description="Target item's code.")]
RelationshipName = Annotated[Text, Field(json_schema_extra={"enum": list(VOCABULARY)})]


def relationship_of(text: str) -> Relationship:
    """A relationship between two items, or VALIDATION with the vocabulary and the nearest value."""
    if text in _LATER:
        raise validation(
            f"The relationship {text} is not available in this version. "
            f"The relationships between two items are: {', '.join(Relationship.values)}.",
            "relationship",
        )
    if text not in Relationship.values:
        hint = f" {_NEAREST[text]}" if text in _NEAREST else ""
        raise validation(
            f'The value "{shown(text)}" is not a value of relationship. The values are: {_VALUES}.{hint}',
            "relationship",
            expected=f"one of these values: {_VALUES}",
        )
    return Relationship(text)


def ends(call: Call, source: str, target: str) -> tuple[Item, Item]:
    """Both items of the call, live and two, locked with their boards; retired codes are followed."""
    named = linked(call, source, "source"), linked(call, target.strip().upper(), "target")
    if named[0].id == named[1].id:
        raise validation(f"The source and the target are the same item, {named[0].code}.", "target")
    (first, second), _ = lock(call, *named)
    for item, argument in ((first, "source"), (second, "target")):
        if item.archived_at is not None:
            linked(call, item.code, argument)  # refuses what was archived meanwhile
    return first, second
