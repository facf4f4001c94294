"""The rights on items: the edit rule, the right to move, the link rule, the triage rule."""

from __future__ import annotations

from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.refusals import Refusal
from items.models import Item, ItemType, Relationship
from kairos_boards.authorization import forbidden, holds, in_scope, require, require_scope
from kairos_boards.models import Board
from kairos_boards.vocabulary import MEMBER, TRANSITION_ITEMS

MANAGES = {
    ItemType.STRATEGY: "manage_strategies",
    ItemType.INITIATIVE: "manage_initiatives",
    ItemType.TASK: "manage_tasks",
    ItemType.DOCUMENT: "manage_documents",
    ItemType.ADR: "manage_adrs",
}


def capability_of(item: Item) -> str:
    """`manage_<type>`: what an edit of the item needs beside being its creator."""
    return MANAGES[item.type]


def may_edit(call: Call, item: Item) -> bool:
    """The edit rule: creator, manage_<type> on the authorization board, or admin; within the scope."""
    return _edit_refusal(call, item) is None


def require_edit(call: Call, item: Item) -> None:
    """Refuse an edit that the edit rule does not allow."""
    refusal = _edit_refusal(call, item)
    if refusal is not None:
        raise refusal


def require_state_write(call: Call, item: Item) -> None:
    """The edit rule for the live state, which the holder of the claim passes too."""
    refusal = _edit_refusal(call, item)
    if refusal is None:
        return
    if item.claim_user_id != call.principal.user_id or item.board is None:
        raise refusal
    require_scope(call, TRANSITION_ITEMS, item.board)


def require_link(
    call: Call, relationship: Relationship, source: Item, target: Item, *, removes: bool = False
) -> None:
    """The link rule: an edit right on one end is enough, except for the two edges that one end decides."""
    ends = (target, source) if relationship is Relationship.BLOCKS else (source, target)
    decider = _deciding_end(relationship, target, removes)
    refusals = []
    for item in (decider,) if decider else ends:
        refusal = _edit_refusal(call, item)
        if refusal is None:
            return
        refusals.append(refusal)
    for refusal in refusals:
        if refusal.code is Code.KEY_SCOPE:
            raise refusal
    if decider is not None and (removes or may_edit(call, source)):
        raise _decided_by(relationship, decider, removes)
    raise _no_end(ends)


def _deciding_end(relationship: Relationship, target: Item, removes: bool) -> Item | None:
    """The document decides that a support of it goes; the blocked item decides that it is blocked."""
    if removes:
        supports_document = relationship is Relationship.SUPPORTS and target.type is ItemType.DOCUMENT
        return target if supports_document else None
    return target if relationship is Relationship.BLOCKS else None


def _decided_by(relationship: Relationship, item: Item, removes: bool) -> Refusal:
    act = "To remove" if removes else "To create"
    role = "document" if relationship is Relationship.SUPPORTS else "blocked item"
    capability, board = capability_of(item), item.board
    return Refusal(
        Code.FORBIDDEN,
        f"{act} a {relationship} edge, you must be able to edit {item.code}, the {role}: "
        f"hold {_right_to_edit(item)}, be its creator, or be an organization admin.",
        board_id=str(board.id) if board else None,
        required_capability=capability,
    )


def _no_end(ends: tuple[Item, Item]) -> Refusal:
    first, second = ends
    return Refusal(
        Code.FORBIDDEN,
        f"You can edit neither {first.code} nor {second.code}, and an edge needs the right on one of them: "
        f"{_right_to_edit(first)} ({first.code}), or {_right_to_edit(second)} ({second.code}). "
        "The creator of an item and an organization admin have it too.",
        any_of=[
            {
                "board_id": str(item.board_id) if item.board_id else None,
                "required_capability": capability_of(item),
            }
            for item in ends
        ],
    )


def _right_to_edit(item: Item) -> str:
    where = f" on the board {item.board.slug}" if item.board else ""
    return f'the capability "{capability_of(item)}"{where}'


def _edit_refusal(call: Call, item: Item) -> Refusal | None:
    capability, principal = capability_of(item), call.principal
    is_creator = item.created_by_id == principal.user_id
    if item.board is None:
        return None if is_creator or principal.is_admin else _admin_only(item, capability)
    if not is_creator and not holds(call, capability, item.board):
        return _edit_forbidden(item, item.board, capability)
    needed = (capability, MEMBER) if is_creator else (capability,)
    if any(in_scope(principal.scope, wanted, item.board.id) for wanted in needed):
        return None
    try:
        require_scope(call, capability, item.board)
    except Refusal as refusal:
        return refusal
    return None


def _edit_forbidden(item: Item, board: Board, capability: str) -> Refusal:
    return Refusal(
        Code.FORBIDDEN,
        f'You did not create {item.code}, and an edit of it by others requires the capability "{capability}" '
        f"on the board {board.slug}, or the organization admin role. Ask an organization admin for it.",
        board_id=str(board.id),
        required_capability=capability,
    )


def _admin_only(item: Item, capability: str) -> Refusal:
    return Refusal(
        Code.FORBIDDEN,
        f"{item.code} is on no board: only its creator and an organization admin can edit it "
        f'(it has no board for "{capability}").',
        board_id=None,
        required_capability=capability,
    )


def require_move(call: Call, item: Item, board: Board, *, in_entry_column: bool) -> None:
    """`transition_items` on the board. Creatorship gives nothing; the sender of a request is told why."""
    if not holds(call, TRANSITION_ITEMS, board):
        raise move_forbidden(call, item, board, TRANSITION_ITEMS, in_entry_column)
    require_scope(call, TRANSITION_ITEMS, board)


def require_board_moves(call: Call, board: Board) -> None:
    """The right to move that a whole board is asked for: `require_move` without an item."""
    require(call, TRANSITION_ITEMS, board)


def move_forbidden(call: Call, item: Item, board: Board, capability: str, in_entry_column: bool) -> Refusal:
    """FORBIDDEN for a move: the longer message for the sender of a request that still waits."""
    if not (item.is_request and in_entry_column and item.created_by_id == call.principal.user_id):
        return forbidden(capability, board)
    return Refusal(
        Code.FORBIDDEN,
        f"{item.code} is a request that you sent. The team of the board {board.slug} moves it. "
        "You can edit, link and archive it. "
        f'A move requires the capability "{capability}" on the board {board.slug}.',
        board_id=str(board.id),
        required_capability=capability,
    )


def is_intake(item: Item, in_entry_column: bool) -> bool:
    """A task in the support lane, in the entry column of its board."""
    return item.type is ItemType.TASK and item.work_class == "support" and in_entry_column


def triage_mark(call: Call, item: Item, board: Board, what: str, *, in_entry_column: bool) -> dict[str, str]:
    """Refuse like `require_triage`; for an agent's triage that is allowed, the line of its activity row."""
    triaged = require_triage(call, item, board, in_entry_column=in_entry_column)
    return {"agent_triage": f"agent_triage: {what}"} if triaged else {}


def require_triage(call: Call, item: Item, board: Board, *, in_entry_column: bool) -> bool:
    """Refuse an agent's triage of intake while a person decides; True for one that is allowed."""
    if not is_intake(item, in_entry_column) or not call.principal.is_agent:
        return False
    if not board.agents_decide:
        raise Refusal(
            Code.AGENT_TRIAGE_OFF,
            f"{item.code} is intake of the board {board.slug}, and a person decides its triage. "
            "Write your proposal with append_note: planned backlog, work now, another team, or won't do, "
            "and why.",
            board_id=str(board.id),
        )
    return True
