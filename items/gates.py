"""The board policies that stand between a task and a column (set_board_policy), and their warnings."""

from __future__ import annotations

from hub.core import units
from hub.core.codes import Code
from hub.core.refusals import Refusal
from items.blockers import open_blockers
from items.models import Edge, Item, ItemType, Relationship
from kairos_boards.models import Board, Column

ACTIVE = "active"
MONITORING = "monitoring"
ACTIVE_COLUMNS = (ACTIVE, MONITORING)


def parent_of(item: Item) -> Item | None:
    """The live parent of an item, with its board and column."""
    edge = (
        Edge.within(item.organization_id)
        .filter(target=item, relationship=Relationship.PARENT, source__archived_at=None)
        .select_related("source__column", "source__board")
        .defer("source__content")
        .first()
    )
    return edge.source if edge else None


def is_active(initiative: Item) -> bool:
    """A bucket, or an initiative in Active or Monitoring."""
    column = initiative.column.name.casefold() if initiative.column else ""
    return initiative.bucket_type is not None or column in ACTIVE_COLUMNS


def check_parent(item: Item, board: Board, column: Column, parent: Item | None) -> None:
    """`parent_gate`: a task goes into a claims column only under an active initiative."""
    if not (board.parent_gate and column.claims and parent and item.type is ItemType.TASK):
        return
    if is_active(parent):
        return
    where = parent.column.name if parent.column else "no column"
    message = (
        f"{item.code or 'The task'} cannot go into {column.name}: its initiative {parent.code} is not active "
        f"(it is in {where}). Move {parent.code} to Active first"
    )
    if parent.owner_id is None and parent.board is not None and parent.board.owner_gate:
        fix = f"transition_item {parent.code} Active claim: true"
        raise Refusal(
            Code.PARENT_NOT_ACTIVE,
            f"{message}. It has no owner and its board requires one: take the owner and move it in one call, "
            f"{fix} (a move goes one column at a time).",
            initiative=parent.code,
            owner_needed=True,
            fix=fix,
        )
    raise Refusal(Code.PARENT_NOT_ACTIVE, f"{message}, with transition_item.", initiative=parent.code)


def check_owner(item: Item, board: Board, column: Column) -> None:
    """`owner_gate`: an initiative goes into Active only with an owner."""
    gated = board.owner_gate and item.type is ItemType.INITIATIVE and column.name.casefold() == ACTIVE
    if gated and item.owner_id is None:
        raise Refusal(
            Code.OWNER_REQUIRED,
            f"{item.code} has no owner, and the board {board.slug} requires one in {column.name}. "
            "Send claim: true to become the owner in the same move, or claim_item first.",
        )


def check_release(item: Item, board: Board, column: Column) -> None:
    """`owner_gate`: the owner of an initiative in Active or Monitoring stays; a hand-off changes it."""
    gated = board.owner_gate and item.type is ItemType.INITIATIVE and column.name.casefold() in ACTIVE_COLUMNS
    if gated:
        raise Refusal(
            Code.OWNER_REQUIRED,
            f"{item.code} is in {column.name}, and the board {board.slug} requires an owner there. "
            "Give it to another member of the board with hand_off_item.",
        )


def check_blockers(item: Item, board: Board, column: Column) -> None:
    """`blockers_gate`: BLOCKED when it is on, a warning when it is off; claims and done columns only."""
    if item.type is not ItemType.TASK or not (column.claims or column.is_done):
        return
    blockers = [blocker.code for blocker in open_blockers(item)]
    if not blockers:
        return
    listed = ", ".join(f"{code} (open)" for code in blockers)
    if board.blockers_gate:
        raise Refusal(
            Code.BLOCKED,
            f"{item.code} is blocked by {listed}. The board {board.slug} lets it into {column.name} only "
            "without open blockers. Complete them, or remove the blocks links with unlink_items.",
            blockers=blockers,
        )
    units.warn(f"Warning: {item.code} is blocked by {listed}. Your move into {column.name} is recorded.")


def warn_of_wip(item: Item, column: Column) -> None:
    """A column over its WIP limit warns and never refuses."""
    if column.wip_limit is None:
        return
    count = Item.within(item.organization_id).filter(column=column, archived_at=None).count()
    if count > column.wip_limit:
        units.warn(
            f"Warning: the column {column.name} has {count} items, over its WIP limit of {column.wip_limit}. "
            f"Your move of {item.code} is recorded."
        )
