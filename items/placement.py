"""Where a new item goes, by which right, and what may be its parent (create_item)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.refusals import Refusal, validation
from items.authorization import MANAGES
from items.models import Item, ItemType, Relationship, TaskType, WorkClass
from items.references import linked
from kairos_boards import boards
from kairos_boards.authorization import allows, forbidden, holds, require, require_scope
from kairos_boards.models import Board, Level
from kairos_boards.references import BOARD, TEAM
from kairos_boards.vocabulary import MEMBER

if TYPE_CHECKING:
    from items.operations.create_item import CreateInput

# The arguments that belong to one type; the page's table says "Tasks only" and the like.
ONLY = {
    "task_type": ItemType.TASK,
    "repository": ItemType.TASK,
    "work_class": ItemType.TASK,
    "from_team": ItemType.TASK,
    "hypothesis": ItemType.STRATEGY,
    "complexity": ItemType.INITIATIVE,
    "bucket_type": ItemType.INITIATIVE,
    "decision_maker": ItemType.ADR,
    "decision_date": ItemType.ADR,
}
LEVEL_OF = {
    ItemType.STRATEGY: Level.STRATEGY,
    ItemType.INITIATIVE: Level.INITIATIVE,
    ItemType.TASK: Level.DELIVERY,
    ItemType.ADR: Level.ADR,
}
_PARENTS = {
    ItemType.STRATEGY: (),
    ItemType.INITIATIVE: (ItemType.STRATEGY,),
    ItemType.TASK: (ItemType.INITIATIVE,),
    ItemType.DOCUMENT: (ItemType.STRATEGY, ItemType.INITIATIVE, ItemType.TASK),
    ItemType.ADR: (ItemType.STRATEGY, ItemType.INITIATIVE, ItemType.TASK),
}
_NO_OWNER_BOARD = (
    "The call has no `board`. Each document must have an owner board. Send `board`: the slug or the id of "
    "the board that owns the document. The code of the document gets the prefix of that board."
)


@dataclass(frozen=True, slots=True)
class Place:
    """The board of a new item; for a task its lane, and whether it is a request."""

    board: Board
    work_class: WorkClass | None = None
    is_request: bool = False


def refuse_foreign_arguments(request: CreateInput, item_type: ItemType) -> None:
    """Refuse an argument that belongs to another type."""
    for name, owner in ONLY.items():
        if request.sent(name) and item_type is not owner:
            hint = (
                " An impacts link says which repository it is about: link_items."
                if name == "repository"
                else ""
            )
            raise validation(
                f"The argument {name} is for item_type {owner} only, not for {item_type}.{hint}", name
            )


def resolve(call: Call, request: CreateInput, item_type: ItemType) -> Place:
    """The board, by the caller's right to create there."""
    board = _board(call, request.board, item_type)
    if item_type is ItemType.TASK:
        return _place_of_task(call, request, board)
    require_creation(call, board, item_type)
    if item_type is not ItemType.DOCUMENT:
        _require_level(board, item_type)
    return Place(board)


def require_creation(call: Call, board: Board, item_type: ItemType) -> None:
    """`manage_<type>` on the board. A task is everyone's: without `manage_tasks` it becomes a request."""
    if item_type is not ItemType.TASK:
        require(call, MANAGES[item_type], board)


def parent_for(call: Call, request: CreateInput, item_type: ItemType) -> Item | None:
    """The parent, a live item of a type that this type may have."""
    if request.parent is None:
        return None
    allowed = _PARENTS[item_type]
    if not allowed:
        raise validation(f"A {item_type} has no parent: leave parent out.", "parent")
    parent = linked(call, request.parent, "parent")
    if parent.type not in allowed:
        raise validation(
            f"The parent of {either((item_type,))} must be {either(allowed)}. "
            f"{parent.code} is {either((parent.type,))}.",
            "parent",
        )
    return parent


def lock(call: Call, place: Place, parent: Item | None) -> Board:
    """The board of a new item under its lock, taken with that of the parent's, whose page changes too."""
    beside = {parent.board_id} if parent is not None and parent.board_id is not None else set()
    board = boards.lock_all(call, {place.board.id, *beside})[place.board.id]
    if board.archived_at is not None:
        raise Refusal(Code.NOT_FOUND, BOARD.unknown(call, board.slug), field="board")
    return board


def either(types: tuple[ItemType, ...]) -> str:
    """`a strategy, an initiative or a task`."""
    words = [f"an {name}" if name[0] in "ai" else f"a {name}" for name in types]
    return " or ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]


def edge_to_parent(item_type: ItemType) -> Relationship:
    """A document and an ADR support their parent; the others are children of it."""
    return Relationship.SUPPORTS if item_type in (ItemType.DOCUMENT, ItemType.ADR) else Relationship.PARENT


def _board(call: Call, text: str | None, item_type: ItemType) -> Board:
    if text is not None:
        return BOARD.subject(call, text, "board")
    if item_type is ItemType.DOCUMENT:
        raise Refusal(Code.VALIDATION, _NO_OWNER_BOARD, argument="board", field="board")
    level = LEVEL_OF[item_type]
    found = list(
        Board.within(call.organization_id)
        .filter(level=level, archived_at=None)
        .select_related("team")
        .order_by("slug")
    )
    if len(found) == 1:
        return found[0]
    if not found:
        raise validation(
            f"The organization has no live board of the level {level}. create_board makes one.", "board"
        )
    slugs = ", ".join(board.slug for board in found)
    raise validation(
        f"The organization has several boards of the level {level}. Send board, one of: {slugs}.", "board"
    )


def _require_level(board: Board, item_type: ItemType) -> None:
    level = LEVEL_OF[item_type]
    if board.level != level:
        raise validation(
            f"The board {board.slug} has the level {board.level}. "
            f"{either((item_type,)).capitalize()} goes on a board of the level {level}.",
            "board",
        )


def _place_of_task(call: Call, request: CreateInput, board: Board) -> Place:
    capability = MANAGES[ItemType.TASK]
    manages = allows(call, capability, board)
    if board.level != Level.DELIVERY and not manages:
        require(call, capability, board)
    _require_level(board, ItemType.TASK)
    foreign = False
    if request.from_team is not None:
        foreign = TEAM.named(call, request.from_team, "from_team").id != board.team_id
    if foreign or not manages:
        return _request(call, request, board, manages)
    support = request.task_type == TaskType.SUPPORT.value
    lane = request.work_class or (WorkClass.SUPPORT if support else WorkClass.PLANNED)
    return Place(board, WorkClass(lane))


def _request(call: Call, request: CreateInput, board: Board, manages: bool) -> Place:
    """A task of someone without `manage_tasks`, or from another team: always in the support lane."""
    capability = MANAGES[ItemType.TASK]
    if request.work_class == WorkClass.PLANNED.value:
        if manages:
            raise validation(
                "work_class planned and a from_team that is not the team of the board exclude each other: "
                "a request is always support.",
                "work_class",
            )
        if not holds(call, capability, board):
            raise forbidden(capability, board)
        require_scope(call, capability, board)
    if not manages:
        require_scope(call, MEMBER, board)
    return Place(board, WorkClass.SUPPORT, is_request=True)
