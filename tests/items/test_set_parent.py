"""set_parent: one parent, replaced at once."""

from __future__ import annotations

from typing import Any

import pytest

from hub.core import operations, schemas
from hub.core.codes import Code
from items import locking
from items.operations import set_parent as module
from tests.items import acting
from tests.world import World, scoped


@pytest.mark.rule("set_parent.01", "set_parent.16")
def test_both_arguments_are_required_and_parent_may_be_null(world: World) -> None:
    schema = schemas.published(operations.get("set_parent").input)
    types = {name: part["type"] for name, part in schema["properties"].items()}
    assert types == {"short_code": "string", "parent": ["string", "null"]}
    assert (schema["required"], schema["additionalProperties"]) == (["short_code", "parent"], False)
    task = world.task(parent=(initiative := world.create("initiative")))
    refusal = world.alice.refused(Code.VALIDATION, "set_parent", short_code=task)
    assert refusal.field == "parent"
    assert refusal.message.startswith('The call does not have the argument "parent".')
    assert acting.edges(task) == {f"{initiative} -[parent]-> {task}"}


@pytest.mark.rule("set_parent.02")
def test_a_strategy_is_above_an_initiative_and_an_initiative_above_a_task(world: World) -> None:
    strategy, initiative, task = world.create("strategy"), world.create("initiative"), world.task()
    assert world.alice.text("set_parent", short_code=initiative, parent=strategy) == (
        f"Parent of {initiative}: none -> {strategy}."
    )
    world.alice.run("set_parent", short_code=task, parent=initiative)
    assert acting.edges(initiative) == {
        f"{strategy} -[parent]-> {initiative}",
        f"{initiative} -[parent]-> {task}",
    }


@pytest.mark.rule("set_parent.03", "set_parent.14", "set_parent.15", "get_history.34")
def test_the_new_parent_replaces_the_old_one(world: World) -> None:
    strategy, old, new = world.create("strategy"), world.create("initiative"), world.create("initiative")
    world.alice.run("set_parent", short_code=new, parent=strategy)
    task = world.task(parent=old)
    assert world.alice.text("set_parent", short_code=task, parent=new) == f"Parent of {task}: {old} -> {new}."
    assert acting.edges(task) == {f"{new} -[parent]-> {task}"}
    chain = [found.short_code for found in world.alice.result("get_item", short_code=task).relationships]
    assert chain == [new, strategy]
    assert world.alice.result("get_item", short_code=old).relationships == ()
    removed = ("relationship_remove", {"relationship": "parent", "source": old, "target": task})
    added = ("relationship_add", {"relationship": "parent", "source": new, "target": task})
    assert acting.activity(task)[-2:] == [removed, added]
    assert (acting.activity(old)[-1], acting.activity(new)[-1]) == (removed, added)


@pytest.mark.rule("set_parent.05", "set_parent.06")
def test_null_removes_the_parent_and_may_be_sent_again(world: World) -> None:
    initiative = world.create("initiative")
    task = world.task(parent=initiative)
    assert (
        world.alice.text("set_parent", short_code=task, parent=None)
        == f"Parent of {task}: {initiative} -> none."
    )
    assert acting.edges(task) == set()
    rows = acting.activity(task)
    assert (
        world.alice.text("set_parent", short_code=task, parent=None)
        == f"Parent of {task}: none. Nothing changed."
    )
    assert acting.activity(task) == rows


@pytest.mark.rule("set_parent.07", "conventions.retired_codes.08")
def test_a_retired_code_finds_the_parent(world: World) -> None:
    initiative, task = world.create("initiative"), world.task()
    acting.retire(initiative, "NEW-I-0001")
    assert world.alice.text("set_parent", short_code=task, parent=initiative) == (
        f"Parent of {task}: none -> NEW-I-0001.\n{initiative} is now NEW-I-0001"
    )
    assert acting.edges(task) == {f"NEW-I-0001 -[parent]-> {task}"}


@pytest.mark.rule("set_parent.09")
def test_the_creator_of_a_task_chooses_its_parent(world: World) -> None:
    old, new = world.create("initiative"), world.create("initiative")
    task = world.task(by=world.carol)
    for parent in (old, new, None):
        world.carol.run("set_parent", short_code=task, parent=parent)
    assert acting.edges(task) == set()


@pytest.mark.rule("set_parent.08", "set_parent.10", "set_parent.11", "set_parent.24")
def test_each_edge_that_changes_needs_a_right_on_one_end(world: World) -> None:
    old = world.create("initiative")
    acting.grant(world.carol, "manage_initiatives", "initiatives")
    new = world.create("initiative", by=world.carol)
    acting.revoke(world.carol, "initiatives")
    task = world.task(parent=old)
    refusal = world.carol.refused(Code.FORBIDDEN, "set_parent", short_code=task, parent=new)
    assert acting.edges(task) == {f"{old} -[parent]-> {task}"}
    assert refusal.details["any_of"] == [
        {"board_id": str(acting.board("initiatives").id), "required_capability": "manage_initiatives"},
        {"board_id": str(acting.board("web-delivery").id), "required_capability": "manage_tasks"},
    ]
    world.carol.refused(Code.FORBIDDEN, "set_parent", short_code=task, parent=None)
    world.carol.run("set_parent", short_code=world.task(), parent=new)
    acting.grant(world.carol, "manage_initiatives", "initiatives")
    world.carol.run("set_parent", short_code=task, parent=new)
    assert acting.edges(task) == {f"{new} -[parent]-> {task}"}


@pytest.mark.rule("set_parent.12")
def test_the_same_parent_changes_nothing_and_needs_no_right(world: World) -> None:
    initiative = world.create("initiative")
    task = world.task(parent=initiative)
    rows = acting.activity(task)
    assert world.carol.text("set_parent", short_code=task, parent=initiative) == (
        f"Parent of {task}: {initiative}. Nothing changed."
    )
    assert acting.activity(task) == rows


@pytest.mark.rule("set_parent.13")
def test_it_is_no_move(world: World) -> None:
    initiative, task = world.create("initiative"), acting.claimed(world)
    world.bob.run("set_parent", short_code=task, parent=initiative)
    found = acting.item(task)
    assert (acting.column_of(task), found.board and found.board.slug, acting.holder(task)) == (
        "Active",
        "web-delivery",
        "bob",
    )


@pytest.mark.rule("set_parent.17")
@pytest.mark.parametrize(
    ("item_type", "board"), [("strategy", "strategy"), ("document", "web-delivery"), ("adr", "web-adrs")]
)
def test_other_items_have_no_parent(world: World, item_type: str, board: str) -> None:
    code = world.create(item_type, board=board)
    for parent in (world.create("initiative"), None):
        refusal = world.alice.refused(Code.VALIDATION, "set_parent", short_code=code, parent=parent)
        assert "it has no parent" in refusal.message


@pytest.mark.rule("set_parent.18", "set_parent.19", "set_parent.26")
def test_a_parent_that_is_no_live_item_is_refused(world: World) -> None:
    archived = world.create("initiative")
    acting.archive(archived)
    for parent in ("ACME-I-9999", archived, ""):
        refusal = world.alice.refused(Code.VALIDATION, "set_parent", short_code=world.task(), parent=parent)
        assert refusal.field == "parent"


@pytest.mark.rule("set_parent.20", "set_parent.21", "set_parent.22")
def test_an_item_that_is_not_live_under_its_code_is_not_found(world: World) -> None:
    initiative, archived, renamed = world.create("initiative"), world.task(), world.task()
    acting.archive(archived)
    acting.retire(renamed, "NEW-T-0001")
    for code in ("WEB-T-9999", archived):
        world.alice.refused(Code.NOT_FOUND, "set_parent", short_code=code, parent=initiative)
    refusal = world.alice.refused(Code.NOT_FOUND, "set_parent", short_code=renamed, parent=initiative)
    assert refusal.details["current_code"] == "NEW-T-0001"


@pytest.mark.rule("set_parent.23")
def test_a_parent_of_the_wrong_type_is_refused(world: World) -> None:
    strategy, initiative, task = world.create("strategy"), world.create("initiative"), world.task()
    goes = "A parent edge goes from a strategy to an initiative or from an initiative to a task."
    for item, parent, pair in (
        (task, strategy, "strategy to task"),
        (task, world.task(), "task to task"),
        (initiative, world.create("initiative"), "initiative to initiative"),
        (initiative, task, "task to initiative"),
    ):
        refusal = world.alice.refused(Code.RELATIONSHIP_RULE, "set_parent", short_code=item, parent=parent)
        assert refusal.message == f"A parent edge cannot go from {pair}. {goes}"


@pytest.mark.rule("set_parent.25")
def test_a_parent_that_another_write_gave_meanwhile_is_told(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other write is done between the first look and the lock; test_races_of_edges.py has real ones."""
    first, second, task = world.create("initiative"), world.create("initiative"), world.task()
    locks = locking.lock

    def late(*arguments: Any) -> Any:
        monkeypatch.setattr(module, "lock", locks)
        operations.get("set_parent").function(world.alice.call(), other)
        return locks(*arguments)

    other = module.SetParentInput(short_code=task, parent=first)
    monkeypatch.setattr(module, "lock", late)
    refusal = world.alice.refused(Code.PARENT_EXISTS, "set_parent", short_code=task, parent=second)
    assert refusal.details == {"item": task, "parent": first}


def test_a_key_links_within_its_scope_only(world: World) -> None:
    narrow = scoped(world.robo, capabilities=["transition_items"])
    narrow.refused(Code.KEY_SCOPE, "set_parent", short_code=world.task(), parent=world.create("initiative"))


def test_a_parent_beside_a_claim_warns(world: World) -> None:
    task = acting.claimed(world)
    since = world.bob.result("get_item", short_code=task).claim.since
    assert world.alice.result("set_parent", short_code=task, parent=world.create("initiative")).warnings == (
        f"Warning: Bob has the claim on {task} (since {since}). Your change is recorded.",
    )


def test_both_boards_change(world: World) -> None:
    initiative, task = world.create("initiative"), world.task()
    before = {slug: acting.board(slug).revision for slug in ("initiatives", "web-delivery")}
    world.alice.run("set_parent", short_code=task, parent=initiative)
    assert {slug: acting.board(slug).revision - before[slug] for slug in before} == {
        "initiatives": 1,
        "web-delivery": 1,
    }
