"""How many queries a move costs, whatever lies on the board."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from django.test.utils import CaptureQueriesContext

from hub.core import clock
from items.models import Item, ItemType
from tests.items import acting
from tests.world import World

MOST = 20
FRAMES = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "ROLLBACK")


@contextmanager
def counted(most: int) -> Iterator[list[str]]:
    """At most so many queries, the frames of transactions apart."""
    queries: list[str] = []
    with CaptureQueriesContext(connection) as captured:
        yield queries
    queries += [query["sql"] for query in captured if not query["sql"].startswith(FRAMES)]
    assert len(queries) <= most, "\n".join(queries)


def fill(world: World, cards: int) -> None:
    """Cards in the Active column of web-delivery."""
    board, column, now = acting.board("web-delivery"), acting.column("web-delivery", "Active"), clock.now()
    Item.objects.bulk_create(
        Item(
            organization_id=board.organization_id,
            item_type=ItemType.TASK,
            type_rank=ItemType.TASK.rank,
            code=f"BULK-T-{number:05d}",
            title="A card",
            board=board,
            column=column,
            created_by_id=world.alice.principal.user_id,
            created_at=now,
            updated_at=now,
        )
        for number in range(cards)
    )


def test_a_move_costs_20_queries_with_10_and_with_10000_cards(world: World) -> None:
    """A request key, a claim, a parent under the gate, blockers, and a WIP limit that is passed."""
    acting.flags("web-delivery", "Active", wip_limit=1)
    initiative = acting.on(world, "Active", world.create("initiative"))
    tasks = [acting.on(world, "Todo", world.task(parent=initiative)) for _ in range(2)]
    for task in tasks:
        for _ in range(3):
            world.alice.run("link_items", source=world.task(), target=task, relationship="blocks")
    counts = []
    for task, cards in zip(tasks, (10, 10_000), strict=True):
        Item.objects.filter(code__startswith="BULK-").delete()
        fill(world, cards)
        with counted(MOST) as queries:
            answer = world.robo.text(
                "transition_item", short_code=task, to_column="Active", request_key=f"a-move-with-{cards}"
            )
        counts.append(len(queries))
        _, claim, blocked, wip = answer.splitlines()
        assert claim.startswith("- claim: Bob (agent) since ")
        assert blocked.startswith(f"Warning: {task} is blocked by ")
        assert wip.startswith("Warning: the column Active has ")
    assert counts[0] == counts[1]
