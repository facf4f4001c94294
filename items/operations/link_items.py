"""link_items: an edge between two items, of a type that joins theirs."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.inputs import KeyedInput, Maybe, Result, Text
from hub.core.operations import operation
from hub.core.refusals import validation
from items import edges, linking
from items.authorization import require_link
from items.linking import RelationshipName, SourceRef, TargetRef
from items.people import warn_of_claim


class LinkInput(KeyedInput):
    source: SourceRef
    target: TargetRef
    relationship: RelationshipName
    label: Maybe[Annotated[Text, Field(max_length=200)]] = Field(
        default=None, description="For external only."
    )


class Linked(Result):
    """The new edge, by the current codes of its ends."""

    source: str
    relationship: str
    target: str


def as_text(result: Linked) -> str:
    """The answer of the tool: one line."""
    return f"Linked {result.source} -[{result.relationship}]-> {result.target}."


@operation(
    name="link_items",
    profile="work",
    text=as_text,
    refuses=(
        Code.VALIDATION,
        Code.FORBIDDEN,
        Code.KEY_SCOPE,
        Code.RELATIONSHIP_RULE,
        Code.CYCLE_DETECTED,
        Code.ALREADY_LINKED,
        Code.PARENT_EXISTS,
        Code.REQUEST_KEY_REUSED,
    ),
)
def link_items(call: Call, request: LinkInput) -> Linked:
    """Link source to target: parent (strategy -> initiative; initiative -> task),
    supports (strategy, initiative, task -> document, adr),
    informs (document, adr -> strategy, initiative, task; task -> task),
    supersedes (adr -> adr), amends (adr -> adr),
    blocks (strategy, initiative, task -> strategy, initiative, task).
    A parent, a blocks or an amends edge must not make a cycle.
    """
    relationship = linking.relationship_of(request.relationship)
    if request.sent("label"):
        raise validation(f"The argument label is for external only, not for {relationship}.", "label")
    source, target = linking.ends(call, request.source, request.target)
    edges.require_types(relationship, source, target)
    require_link(call, relationship, source, target)
    edges.add(call, relationship, source, target)
    for item in (source, target):
        warn_of_claim(call, item)
    return Linked(source=source.code, relationship=relationship, target=target.code)
