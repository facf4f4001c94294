"""Reading the text of board_items, and filling a board the fast way."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from hub.core import clock
from items.models import Item, ItemType
from tests.items import rows
from tests.world import Persona


def listing(persona: Persona, board: str = "web-delivery", **arguments: Any) -> dict[str, list[str]]:
    """Heading -> card lines, both without their marks."""
    text = persona.text("board_items", board=board, **arguments)
    columns: dict[str, list[str]] = {}
    for line in text.splitlines():
        if line.startswith("## "):
            columns[line.removeprefix("## ")] = []
        elif line.startswith("- "):
            columns[list(columns)[-1]].append(line.removeprefix("- "))
    return columns


def card(persona: Persona, code: str, board: str = "web-delivery", **arguments: Any) -> str:
    """The one line of a card."""
    cards = [line for lines in listing(persona, board, **arguments).values() for line in lines]
    (found,) = [line for line in cards if line.startswith(f"{code} ")]
    return found


def fill(board_slug: str, column: str, count: int, *, prefix: str = "BULK", **fields: Any) -> None:
    """Insert tasks as rows: no code sequence, version or activity, which no listing of cards reads."""
    where, now = rows.board(board_slug), clock.now()
    creator, into = rows.any_user(), rows.column(board_slug, column)
    Item.objects.bulk_create(
        [
            Item(
                organization_id=where.organization_id,
                item_type=ItemType.TASK,
                type_rank=ItemType.TASK.rank,
                task_type="task",
                work_class="planned",
                code=f"{prefix}-T-{number:05d}",
                title=f"Task {number}",
                content="SECRET-CONTENT " * 100,
                board=where,
                column=into,
                created_by=creator,
                created_at=now,
                updated_at=now - timedelta(days=1),
                **fields,
            )
            for number in range(1, count + 1)
        ],
        batch_size=500,
    )
