"""board_items: what follows the title of a card."""

from __future__ import annotations

from datetime import datetime

import pytest
import time_machine

from tests.items import rows
from tests.items.boards import card
from tests.world import World


@pytest.mark.rule("board_items.46", "board_items.47", "board_items.48")
def test_a_claim_names_the_person(world: World) -> None:
    code, free = world.task(world.bob), world.task()
    world.move(code, "Todo", "Active", by=world.bob)
    world.move(free, "Todo", "Active", by=world.alice)
    assert card(world.alice, code) == f"{code} [task] A task [claimed by Bob]"
    rows.item(code).change(claim_by_agent=True)
    assert card(world.alice, code) == f"{code} [task] A task [claimed by Bob (agent)]"
    rows.item(free).change(claim_user=None, claim_since=None)
    assert card(world.alice, free) == f"{free} [task] A task"


@pytest.mark.rule("board_items.49")
def test_an_owner_is_named(world: World) -> None:
    for item_type, board in (("strategy", "strategy"), ("initiative", "initiatives")):
        code = world.create(item_type, board=board)
        assert card(world.alice, code, board) == f"{code} [{item_type}] A {item_type}"
        row = rows.item(code)
        row.change(owner_id=world.bob.principal.user_id, owner_since=row.created_at)
        assert card(world.alice, code, board) == f"{code} [{item_type}] A {item_type} [owner: Bob]"


@pytest.mark.rule("board_items.50")
def test_a_cancelled_card_has_the_mark(world: World) -> None:
    code = world.task()
    world.alice.run("cancel_item", short_code=code, reason="Not needed.")
    assert card(world.alice, code, column="Completed") == f"{code} [task] A task [cancelled]"


@pytest.mark.rule("board_items.51", "board_items.52")
def test_a_state_shows_branch_next_step_and_age(world: World) -> None:
    code = world.task()
    start = datetime.fromisoformat("2026-10-09T10:00:00+00:00")
    with time_machine.travel(start, tick=False):
        world.alice.run("set_state", short_code=code, branch="x", next_step="Wait\nfor CI", commit="abc1234")
    with time_machine.travel("2026-10-11T11:00:00Z", tick=False):
        assert card(world.alice, code) == (
            f"{code} [task] A task [state: branch x; next: Wait for CI; 2 days ago]"
        )
    with time_machine.travel(start, tick=False):
        world.alice.run("set_state", short_code=code, branch=None)
        assert card(world.alice, code) == f"{code} [task] A task [state: next: Wait for CI; just now]"
        world.alice.run("set_state", short_code=code, branch="y", next_step=None)
        assert card(world.alice, code) == f"{code} [task] A task [state: branch y; just now]"
        world.alice.run("set_state", short_code=code, branch=None, commit=None)
        assert card(world.alice, code) == f"{code} [task] A task"


@pytest.mark.rule("board_items.35", "board_items.60")
def test_details_end_the_line_with_the_day_of_the_last_change(world: World) -> None:
    with time_machine.travel("2026-10-08T23:59:59Z", tick=False):
        code = world.task(world.bob, title="Refunds lose the currency", task_type="bug")
        world.move(code, "Todo", "Active", by=world.bob)
    assert card(world.alice, code) == f"{code} [bug] Refunds lose the currency [claimed by Bob]"
    assert card(world.alice, code, details=True) == (
        f"{code} [bug] Refunds lose the currency [claimed by Bob] {{updated 2026-10-08}}"
    )


def blocks(world: World, source: str, target: str) -> None:
    world.alice.run("link_items", source=source, relationship="blocks", target=target)


def tags(world: World, code: str) -> str:
    """What follows the title of a card, archived ones too."""
    return card(world.alice, code, include_deleted=True).split(" A task", 1)[1].strip()


@pytest.mark.rule("board_items.61", "board_items.62", "board_items.63")
def test_open_blockers_and_blocked_items_are_counted(world: World) -> None:
    a, b, c = world.task(), world.task(), world.task()
    blocks(world, a, b)
    blocks(world, a, c)
    blocks(world, b, c)
    assert [tags(world, code) for code in (a, b, c)] == [
        "[blocks 2]",
        "[blocked by 1] [blocks 1]",
        "[blocked by 2]",
    ]


@pytest.mark.rule("board_items.64", "board_items.67")
def test_an_edge_with_a_done_end_does_not_count(world: World) -> None:
    a, b, c = world.task(), world.task(), world.task()
    blocks(world, a, b)
    blocks(world, b, c)
    world.move(b, "Todo", "Active", "Completed")
    assert [tags(world, code) for code in (a, b, c)] == ["", "", ""]
    world.alice.run("cancel_item", short_code=c, reason="No.")
    d = world.task()
    blocks(world, d, c)
    assert tags(world, d) == ""


@pytest.mark.rule("board_items.65")
def test_a_cancelled_blocker_still_counts_and_carries_no_tag(world: World) -> None:
    a, b = world.task(), world.task()
    blocks(world, a, b)
    world.alice.run("cancel_item", short_code=a, reason="No.")
    assert tags(world, a) == "[cancelled]"
    assert tags(world, b) == "[blocked by 1]"


@pytest.mark.rule("board_items.66")
def test_an_edge_to_an_archived_item_does_not_count(world: World) -> None:
    a, b, c = world.task(), world.task(), world.task()
    blocks(world, a, b)
    blocks(world, b, c)
    world.alice.run("cancel_item", short_code=a, reason="No.")
    rows.archive(a)
    rows.archive(c)
    assert tags(world, b) == ""
