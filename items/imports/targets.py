"""Where an import puts each type: the delivery board that the caller names, and the boards beside it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.refusals import Refusal, validation
from items.models import ItemType
from kairos_boards import boards
from kairos_boards.models import Board, Column, Level
from kairos_boards.references import BOARD, columns_of


@dataclass(frozen=True, slots=True)
class Target:
    """A locked board and its live columns."""

    board: Board
    columns: tuple[Column, ...]

    def column_named(self, name: str) -> Column | None:
        """The column of that name, in any case."""
        return next((column for column in self.columns if column.name.casefold() == name.casefold()), None)


Targets = Mapping[ItemType, "Target | str"]


def locked(
    call: Call, delivery: str, chosen: Mapping[Level, str | None], item_types: Collection[ItemType]
) -> Targets:
    """The target of each type, its board locked, or the reason why the type has none.

    Refuses what the caller can put right: a board of another level, or several to choose from.
    """
    board = _delivery_board(call, delivery)
    found: dict[ItemType, Board | str] = {ItemType.TASK: board, ItemType.DOCUMENT: board}
    if ItemType.ADR in item_types:
        found[ItemType.ADR] = _adr_board(board)
    for item_type, level in ((ItemType.STRATEGY, Level.STRATEGY), (ItemType.INITIATIVE, Level.INITIATIVE)):
        if item_type in item_types:
            found[item_type] = _only_board(call, level, chosen[level])
    fresh = boards.lock_all(call, {where.id for where in found.values() if isinstance(where, Board)})
    targets = {board_id: Target(board, tuple(columns_of(board))) for board_id, board in fresh.items()}
    return {
        item_type: where if isinstance(where, str) else targets[where.id]
        for item_type, where in found.items()
    }


def _delivery_board(call: Call, text: str) -> Board:
    board = BOARD.find(call, text)
    if board is not None and board.level == Level.DELIVERY:
        return board
    slugs = ", ".join(other.slug for other in _live(call, Level.DELIVERY)) or "none yet"
    if board is None:
        raise Refusal(
            Code.NOT_FOUND,
            f'No board has the slug "{text}". The delivery boards are: {slugs}.',
            field="board",
        )
    raise Refusal(
        Code.NOT_DELIVERY_BOARD,
        f"The board {board.slug} has the level {board.level}. An import goes to a delivery board; "
        f"these are: {slugs}.",
        field="board",
    )


def _adr_board(delivery: Board) -> Board | str:
    if delivery.team is None:
        return f"The board {delivery.slug} has no team, so there is no ADR board for it."
    found = Board.within(delivery.organization_id).filter(
        team=delivery.team, level=Level.ADR, archived_at=None
    )
    return found.first() or f"The team {delivery.team.slug} has no ADR board. Make one and import again."


def _only_board(call: Call, level: Level, chosen: str | None) -> Board | str:
    argument = f"{level}_board"
    if chosen is not None:
        board = BOARD.named(call, chosen, argument)
        if board.level != level:
            raise validation(
                f"The board {board.slug} has the level {board.level}. "
                f"--{level}-board takes one of the level {level}.",
                argument,
            )
        return board
    found = _live(call, level)
    if len(found) > 1:
        slugs = ", ".join(board.slug for board in found)
        raise validation(
            f"There are several boards of the level {level}: {slugs}. Choose one with --{level}-board.",
            argument,
        )
    return found[0] if found else f"There is no board of the level {level}. Make one and import again."


def _live(call: Call, level: Level) -> list[Board]:
    return list(Board.within(call.organization_id).filter(level=level, archived_at=None).order_by("slug"))
