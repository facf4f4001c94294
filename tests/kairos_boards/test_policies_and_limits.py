"""What policies and WIP limits do to creates and moves, and what they leave alone."""

import pytest

from hub.core.codes import Code
from tests.items import acting
from tests.world import World

WEB = "web-delivery"


def claims_at_entry(world: World) -> None:
    """Make Backlog of web-delivery a claims column."""
    world.alice.run("update_column", board=WEB, column="Backlog", claims=True)


@pytest.mark.rule("policies.15")
def test_parent_gate_looks_at_a_create_into_a_claims_column(world: World) -> None:
    initiative = world.create("initiative")
    claims_at_entry(world)
    values = {"item_type": "task", "title": "T", "board": WEB, "parent": initiative}
    world.bob.refused(Code.PARENT_NOT_ACTIVE, "create_item", **values)
    acting.on(world, "Active", initiative)
    world.bob.run("create_item", **values)
    acting.on(world, "Design", initiative)
    world.alice.run("set_board_policy", board=WEB, parent_gate=False)
    world.bob.run("create_item", **values)


@pytest.mark.rule("policies.16")
def test_a_task_in_active_stays_there_whatever_parent_gate_would_say(world: World) -> None:
    initiative = acting.on(world, "Active", world.create("initiative"))
    world.alice.run("set_board_policy", board=WEB, parent_gate=False)
    task, other = world.task(parent=initiative), world.task()
    for code in (task, other):
        world.move(code, "Todo", "Active", by=world.bob)
    world.alice.run("set_board_policy", board="initiatives", owner_gate=False)
    world.move(initiative, "Monitoring", "Completed")
    world.alice.run("set_parent", short_code=other, parent=world.create("initiative"))
    world.alice.run("set_board_policy", board=WEB, parent_gate=True)
    for code in (task, other):
        assert (acting.column_of(code), acting.holder(code)) == ("Active", "bob")


@pytest.mark.rule("policies.24")
def test_an_initiative_in_active_without_an_owner_stays_when_owner_gate_is_turned_on(world: World) -> None:
    initiative = world.create("initiative")
    world.alice.run("set_board_policy", board="initiatives", owner_gate=False)
    world.move(initiative, "Design", "Ready", "Decompose", "Active")
    world.alice.run("set_board_policy", board="initiatives", owner_gate=True)
    assert (acting.column_of(initiative), acting.holder(initiative)) == ("Active", None)


@pytest.mark.rule("policies.34")
def test_a_task_in_active_stays_when_it_gets_a_blocker_and_when_blockers_gate_is_turned_on(
    world: World,
) -> None:
    task, blocker = world.task(), world.task()
    world.move(task, "Todo", "Active", by=world.bob)
    world.alice.run("link_items", source=blocker, target=task, relationship="blocks")
    assert (acting.column_of(task), acting.holder(task)) == ("Active", "bob")
    world.alice.run("set_board_policy", board=WEB, blockers_gate=True)
    assert (acting.column_of(task), acting.holder(task)) == ("Active", "bob")


@pytest.mark.rule("wip_limit.01", "wip_limit.02", "wip_limit.07", "columns.16")
def test_a_move_over_the_limit_warns_and_goes(world: World) -> None:
    world.alice.run("update_column", board=WEB, column="Todo", wip_limit=1)
    first, second, third = world.task(), world.task(), world.task()
    answers = [
        world.bob.text("transition_item", short_code=code, to_column="Todo")
        for code in (first, second, third)
    ]
    moved = [f"Moved {code}: Backlog -> Todo." for code in (first, second, third)]
    warned = "Warning: the column Todo has {} items, over its WIP limit of 1. Your move of {} is recorded."
    assert answers == [
        moved[0],
        f"{moved[1]}\n{warned.format(2, second)}",
        f"{moved[2]}\n{warned.format(3, third)}",
    ]
    assert {acting.column_of(code) for code in (first, second, third)} == {"Todo"}


@pytest.mark.rule("wip_limit.07")
def test_archived_items_do_not_count_and_a_column_without_a_limit_never_warns(world: World) -> None:
    world.alice.run("update_column", board=WEB, column="Todo", wip_limit=1)
    first, second = world.task(), world.task()
    world.move(first, "Todo")
    acting.archive(first)
    assert world.bob.text("transition_item", short_code=second, to_column="Todo") == (
        f"Moved {second}: Backlog -> Todo."
    )
    world.alice.run("update_column", board=WEB, column="Todo", no_wip_limit=True)
    third = world.task()
    assert "Warning" not in world.bob.text("transition_item", short_code=third, to_column="Todo")


@pytest.mark.rule("wip_limit.04", "columns.16")
def test_a_create_over_the_limit_of_the_entry_column_warns_and_creates(world: World) -> None:
    world.alice.run("update_column", board=WEB, column="Backlog", wip_limit=1)
    values = {"item_type": "task", "title": "T", "board": WEB}
    assert world.bob.text("create_item", **values) == (
        "Created task WEB-T-0001: T (version 1), on web-delivery / Backlog."
    )
    assert world.bob.text("create_item", **values) == (
        "Created task WEB-T-0002: T (version 1), on web-delivery / Backlog.\n"
        "Warning: the column Backlog has 2 items, over its WIP limit of 1. "
        "Your move of WEB-T-0002 is recorded."
    )
