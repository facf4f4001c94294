"""transition_item: one column along one transition of the item's own board."""

from __future__ import annotations

from pydantic import Field

from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.inputs import CodeRef, KeyedInput, Ref, Result
from hub.core.models import Action
from hub.core.operations import operation
from hub.core.refusals import Refusal, validation
from items import claims, moving
from items.authorization import require_move, triage_mark
from items.models import Item, ItemType
from items.moving import Placed
from items.people import Holding, claim_of_caller, owner_of, warn_of_claim
from items.references import live_subject
from kairos_boards.models import Column
from kairos_boards.references import column_of


class TransitionInput(KeyedInput):
    short_code: CodeRef = Field(description="The item, e.g. ACME-T-0012.")
    to_column: Ref = Field(description="Target column on its board: name or UUID.")
    claim: bool = Field(default=False, description="Initiatives: become the owner in the same move.")


class Transitioned(Result):
    """The move. `claim` is there when a task is held now, `owner` when this call made one."""

    short_code: str
    from_column: str
    to_column: str
    claim: Holding | None = None
    owner: Holding | None = None


def as_text(result: Transitioned) -> str:
    """The answer of the tool."""
    lines = [f"Moved {result.short_code}: {result.from_column} -> {result.to_column}."]
    if result.claim is not None:
        lines.append(f"- claim: {result.claim.line}")
    if result.owner is not None:
        lines.append(f"- owner: {result.owner.line}")
    return "\n".join(lines)


@operation(
    name="transition_item",
    profile="work",
    text=as_text,
    refuses=(
        Code.NOT_FOUND,
        Code.VALIDATION,
        Code.FORBIDDEN,
        Code.KEY_SCOPE,
        Code.CONFLICT,
        Code.ITEM_NOT_ON_BOARD,
        Code.INVALID_TRANSITION,
        Code.AGENT_TRIAGE_OFF,
        Code.PARENT_NOT_ACTIVE,
        Code.OWNER_REQUIRED,
        Code.BLOCKED,
        Code.REQUEST_KEY_REUSED,
    ),
)
def transition_item(call: Call, request: TransitionInput) -> Transitioned:
    """Move an item to another column of its board, one transition at a time.
    A person who moves a task into a claims column gets its claim.
    """
    subject = live_subject(call, request.short_code)
    _require_placement(subject)
    placed = moving.locked(call, subject, moves=True)
    item, board, source = placed.item, placed.board, placed.column
    require_move(call, item, board, in_entry_column=placed.in_entry_column)
    target = column_of(board, placed.columns, request.to_column, "to_column")
    what = f"moved from {source.name} to {target.name}"
    mark = triage_mark(call, item, board, what, in_entry_column=placed.in_entry_column)
    _require_transition(placed, target)
    took = request.claim and _own(call, placed)
    moving.check_entry(item, board, target)
    had_claim = item.claim_user_id
    warn_of_claim(call, item)
    moving.enter(call, placed, target, Action.TRANSITION, **mark)
    return Transitioned(
        short_code=item.code,
        from_column=source.name,
        to_column=target.name,
        claim=claim_of_caller(call, item) if item.claim_user_id not in (None, had_claim) else None,
        owner=owner_of(item) if took else None,
    )


def _require_placement(item: Item) -> None:
    if item.type is ItemType.DOCUMENT:
        raise Refusal(
            Code.ITEM_NOT_ON_BOARD,
            f"{item.code} is a document: it has no column. set_lifecycle changes its lifecycle.",
        )
    if item.board_id is None or item.column_id is None:
        raise Refusal(
            Code.ITEM_NOT_ON_BOARD, f"{item.code} is on no board, so it has no column to move from."
        )


def _require_transition(placed: Placed, target: Column) -> None:
    allowed = moving.allowed_targets(placed)
    if target in allowed:
        return
    names = [column.name for column in allowed]
    item, source = placed.item, placed.column
    if target.id == source.id:
        raise Refusal(
            Code.INVALID_TRANSITION,
            f"{item.code} is in {source.name} already. {_ways_out(item, source, names)}",
            allowed=names,
            path=[],
            field="to_column",
        )
    path = [column.name for column in moving.shortest_path(placed, target)]
    parts = [f"{item.code} cannot move from {source.name} to {target.name}.", _ways_out(item, source, names)]
    if path:
        parts.append(
            f"The shortest path is: {' -> '.join([source.name, *path])}. Call transition_item for each step."
        )
    raise Refusal(Code.INVALID_TRANSITION, " ".join(parts), allowed=names, path=path, field="to_column")


def _ways_out(item: Item, source: Column, names: list[str]) -> str:
    if names:
        return f"From {source.name} it can move to: {', '.join(names)}."
    return f"No transition leads out of {source.name}. {_out_of_a_dead_end(item, source)}"


def _out_of_a_dead_end(item: Item, source: Column) -> str:
    if item.type is ItemType.TASK:
        if source.is_done:
            return "reopen_item brings a done task back."
        return "Ask a holder of configure_boards to add a transition (set_transition)."
    return "reopen_item does not move it: that is for tasks only."


def _own(call: Call, placed: Placed) -> bool:
    """`claim: true`: the caller becomes the owner of an initiative; True when this call made the owner."""
    item = placed.item
    if item.type is ItemType.TASK:
        return False
    if item.type is not ItemType.INITIATIVE:
        raise validation(f"{item.code} is no initiative: claim is for a move of an initiative only.", "claim")
    if item.owner_id == call.principal.user_id:
        return False
    claims.take_ownership(call, item, placed.board)
    return True
