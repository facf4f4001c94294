"""get_item: the section of the relationships."""

from __future__ import annotations

import re

import pytest

from tests.items import rows
from tests.world import World


def relationships(world: World, code: str) -> dict[str, str]:
    """Label -> what stands after it."""
    text = world.alice.text("get_item", short_code=code)
    if "## Relationships" not in text:
        return {}
    block = text.split("## Relationships\n\n", 1)[1].split("\n\n## ")[0]
    labelled = (re.fullmatch(r"- ([a-z ]+(?: \(.*?\))?): (.*)", line) for line in block.splitlines())
    return {line[1]: line[2] for line in labelled if line}


def link(world: World, source: str, relationship: str, target: str) -> None:
    world.alice.run("link_items", source=source, relationship=relationship, target=target)


def blocking(world: World) -> tuple[str, str]:
    """A task that blocks another."""
    source, target = world.task(title="Blocker"), world.task(title="Blocked")
    link(world, source, "blocks", target)
    return source, target


@pytest.mark.rule("get_item.05", "get_item.06")
def test_shows_the_parent_chain_and_the_children(world: World) -> None:
    strategy = world.create("strategy", title="S")
    initiative = world.create("initiative", title="I", parent=strategy)
    first, second = world.task(title="A", parent=initiative), world.task(title="B", parent=initiative)
    assert relationships(world, first)["parent"] == f"{initiative} — I; {strategy} — S"
    shown = relationships(world, initiative)
    assert (shown["parent"], shown["children"]) == (f"{strategy} — S", f"{first} — A; {second} — B")
    assert relationships(world, strategy)["children"] == f"{initiative} — I"


@pytest.mark.rule("get_item.08")
def test_shows_the_documents_and_adrs_that_support_it(world: World) -> None:
    code = world.task()
    document = world.create("document", board="web-delivery", title="D", parent=code)
    adr = world.create("adr", board="web-adrs", title="A", parent=code)
    assert relationships(world, code)["supported by"] == f"{document} — D; {adr} — A"
    assert relationships(world, adr) == {"supports": f"{code} — A task"}


@pytest.mark.rule("get_item.24", "get_item.25", "get_item.26")
def test_an_amended_adr_lists_its_changes_in_the_order_of_the_edges(world: World) -> None:
    base, *changes = (world.create("adr", board="web-adrs", title=title) for title in ("Base", "One", "Two"))
    for change in reversed(changes):
        link(world, change, "amends", base)
    world.move(changes[0], "Discussion", "Decided")
    assert relationships(world, base)["amended by"] == f"{changes[1]} — Two; {changes[0]} — One"
    assert relationships(world, changes[0])["amends"] == f"{base} — Base"


@pytest.mark.rule("get_item.38")
def test_teams_come_from_the_tasks(world: World) -> None:
    world.alice.run("create_team", name="Skadi", slug="skadi", code_prefix="SKADI")
    strategy = world.create("strategy")
    initiative = world.create("initiative", parent=strategy)
    tasks = [world.task(parent=initiative, board=board) for board in ("web-delivery", "skadi-delivery")]
    for code in (strategy, initiative):
        assert relationships(world, code)["teams"] == "skadi (from tasks); web (from tasks)"
    for code in (
        *tasks,
        world.create("document", board="web-delivery", parent=initiative),
        world.create("adr", board="web-adrs", parent=initiative),
    ):
        assert "teams" not in relationships(world, code)


@pytest.mark.rule("get_item.37")
@pytest.mark.parametrize("item_type", ["strategy", "initiative"])
def test_no_team_is_said(world: World, item_type: str) -> None:
    assert relationships(world, world.create(item_type)) == {
        "teams": "none (no task on a team board, and no team set by hand)"
    }


@pytest.mark.rule("get_item.07", "get_item.41")
def test_shows_every_blocks_edge_of_both_directions(world: World) -> None:
    source, target = blocking(world)
    assert relationships(world, source) == {"blocks": f"{target} — Blocked"}
    assert relationships(world, target) == {"blocked by": f"{source} — Blocker"}
    world.move(source, "Todo", "Active", "Completed")
    assert relationships(world, target)["blocked by"].startswith(source)


@pytest.mark.rule("get_item.42", "get_item.45", "get_item.46")
def test_a_done_end_is_marked_and_resolves_the_labels_of_its_own_item(world: World) -> None:
    source, target = blocking(world)
    world.move(source, "Todo", "Active", "Completed")
    assert relationships(world, target) == {"blocked by": f"{source} — Blocker [done]"}
    assert relationships(world, source) == {"blocks (resolved: this item is done)": f"{target} — Blocked"}
    world.move(target, "Todo", "Active", "Completed")
    assert relationships(world, source) == {
        "blocks (resolved: this item is done)": f"{target} — Blocked [done]"
    }
    assert relationships(world, target) == {
        "blocked by (resolved: this item is done)": f"{source} — Blocker [done]"
    }


@pytest.mark.rule("get_item.43")
def test_an_archived_end_is_marked(world: World) -> None:
    source, target = blocking(world)
    world.alice.run("cancel_item", short_code=source, reason="No.")
    rows.archive(source)
    assert relationships(world, target) == {"blocked by": f"{source} — Blocker [archived]"}
    source, target = blocking(world)
    rows.archive(target)
    assert relationships(world, source) == {"blocks": f"{target} — Blocked [archived]"}


@pytest.mark.rule("get_item.44", "get_item.46")
def test_a_cancelled_blocker_is_marked_and_still_blocks(world: World) -> None:
    source, target = blocking(world)
    world.alice.run("cancel_item", short_code=source, reason="No.")
    assert relationships(world, target) == {"blocked by": f"{source} — Blocker [cancelled]"}
    assert relationships(world, source) == {"blocks": f"{target} — Blocked"}
    source, target = blocking(world)
    world.alice.run("cancel_item", short_code=target, reason="No.")
    assert relationships(world, source) == {"blocks": f"{target} — Blocked [done]"}
    assert relationships(world, target) == {"blocked by (resolved: this item is done)": f"{source} — Blocker"}
