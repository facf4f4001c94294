"""get_item: one item in full, as markdown that an agent reads top down."""

from __future__ import annotations

from pydantic import Field

from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.inputs import CodeRef, Input
from hub.core.operations import operation
from items.details import ItemDetail, NoteShown, detail_of
from items.models import ItemType
from items.references import read_subject
from items.relations import ORDER

OWNED = (ItemType.STRATEGY, ItemType.INITIATIVE)


class GetInput(Input):
    short_code: CodeRef = Field(description="The item, e.g. ACME-T-0012.")


def as_text(item: ItemDetail) -> str:
    """The answer of the tool, section by section; what the item does not have is absent."""
    lines = [f"# {item.short_code} — {item.title}", ""]
    if item.retired_code:
        lines += [
            f"> **RETIRED CODE** The code {item.retired_code} is retired. The current code of this item is "
            f"{item.short_code}. Use the current code.",
            "",
        ]
    lines += [f"- {line}" for line in _facts(item)]
    lines += _section("Relationships", _relationships(item))
    lines += _section("Notes", [_note_line(note) for note in item.notes])
    lines += ["", "## Content", "", item.content]
    for note in item.notes:
        lines += ["", f"## Note {note.id} ({note.date}, {note.author.name})", "", note.text]
        if note.promoted_to:
            lines += ["", f"Promoted to {note.promoted_to}."]
    return "\n".join(lines)


@operation(
    name="get_item", profile="work", text=as_text, writes=False, refuses=(Code.NOT_FOUND, Code.VALIDATION)
)
def get_item(call: Call, request: GetInput) -> ItemDetail:
    """Show one item in full: where it is and may go, claim or owner, relationships, notes, content."""
    return detail_of(read_subject(call, request.short_code))


def _facts(item: ItemDetail) -> list[str]:
    facts = [f"type: {item.type}", _place(item)]
    if item.archived_at:
        facts.append(f"archived: {item.archived_at}. restore_item brings it back.")
    facts.append(f"version: {item.version}")
    creator = item.created_by
    facts.append(f"created by: {creator.name} ({creator.user_name}) on {item.created_at}")
    facts += [f"{name}: {value}" for name, value in item.fields.items()]
    facts += _holders(item)
    if item.cancelled:
        facts.append(
            f"cancelled: {item.cancelled.at} by {item.cancelled.by.name}. Reason: {item.cancelled.reason}"
        )
    if item.state:
        facts.append(f"state: {item.state.line}")
    if item.retired_codes:
        facts.append(f"retired codes: {', '.join(item.retired_codes)}")
    return facts


def _place(item: ItemDetail) -> str:
    if item.type == ItemType.DOCUMENT:
        return f"owner board: {item.board}"
    if item.column is None:
        return "board: none"
    place = f"board: {item.board} / column: {item.column}"
    return place if item.archived_at else f"{place} · next: {', '.join(item.next) or 'none'}"


def _holders(item: ItemDetail) -> list[str]:
    if item.holds_claims:
        free = "none. The task is free: claim_item takes it, and a move to Active gives it."
        return [f"claim: {item.claim.line if item.claim else free}"]
    if item.type in OWNED:
        free = "none. A member of the board can claim it (claim_item)."
        return [f"owner: {item.owner.line if item.owner else free}"]
    return []


def _relationships(item: ItemDetail) -> list[str]:
    """One line per label, the items of a label in the order of their edges."""
    lines = _teams(item)
    for label in ORDER:
        there = "; ".join(related.line for related in item.relationships if related.label == label)
        if there:
            lines.append(f"{label_of(item, label)}: {there}")
    return lines


def _teams(item: ItemDetail) -> list[str]:
    if item.type not in OWNED:
        return []
    slugs = "; ".join(f"{slug} (from tasks)" for slug in item.teams)
    return [f"teams: {slugs or 'none (no task on a team board, and no team set by hand)'}"]


def label_of(item: ItemDetail, label: str) -> str:
    """A label of edges with what the state of the item makes of it."""
    resolved = item.done and (label == "blocked by" or (label == "blocks" and item.cancelled is None))
    return f"{label} (resolved: this item is done)" if resolved else label


def _note_line(note: NoteShown) -> str:
    first = note.text.strip().splitlines()[0] if note.text.strip() else ""
    return f"{note.id} ({note.date}, {note.author.name}): {first}"


def _section(title: str, lines: list[str]) -> list[str]:
    return ["", f"## {title}", "", *(f"- {line}" for line in lines)] if lines else []
