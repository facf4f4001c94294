"""unlink_items: remove one edge; other edges between the two items stay."""

from __future__ import annotations

from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.inputs import Input, Result
from hub.core.operations import operation
from hub.core.refusals import Refusal
from items import edges, linking
from items.authorization import require_link
from items.linking import RelationshipName, SourceRef, TargetRef
from items.people import warn_of_claim


class UnlinkInput(Input):
    source: SourceRef
    target: TargetRef
    relationship: RelationshipName


class Unlinked(Result):
    """The edge that is gone, by the current codes of its ends."""

    source: str
    relationship: str
    target: str


def as_text(result: Unlinked) -> str:
    """The answer of the tool: one line."""
    return f"Unlinked {result.source} -[{result.relationship}]-> {result.target}."


@operation(
    name="unlink_items",
    profile="work",
    text=as_text,
    destructive=True,
    refuses=(Code.VALIDATION, Code.NOT_FOUND, Code.FORBIDDEN, Code.KEY_SCOPE),
)
def unlink_items(call: Call, request: UnlinkInput) -> Unlinked:
    """Remove an edge between two items. A supports edge of a document: only who can edit the document."""
    relationship = linking.relationship_of(request.relationship)
    source, target = linking.ends(call, request.source, request.target)
    require_link(call, relationship, source, target, removes=True)
    edge = edges.between(relationship, source, target)
    if edge is None:
        raise Refusal(
            Code.NOT_FOUND,
            f"There is no edge {source.code} -[{relationship}]-> {target.code}. get_item lists the edges.",
        )
    edges.remove(call, edge)
    for item in (source, target):
        warn_of_claim(call, item)
    return Unlinked(source=source.code, relationship=relationship, target=target.code)
