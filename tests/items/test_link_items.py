"""link_items: which edges are possible, what they close, how they are told."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from hub.core import operations, schemas
from hub.core.codes import Code
from items import edges
from items.blockers import open_blockers
from items.models import ItemType, Relationship
from tests.items import acting
from tests.world import World

BOARDS = {
    "strategy": "strategy",
    "initiative": "initiatives",
    "task": "web-delivery",
    "document": "web-delivery",
    "adr": "web-adrs",
}
TYPES = tuple(BOARDS)
WORK, KNOWLEDGE = ("strategy", "initiative", "task"), ("document", "adr")
VOCABULARY = "parent, supports, informs, supersedes, amends, blocks, impacts, external"

# The table of the page, pair by pair.
POSSIBLE = {
    "parent": {("strategy", "initiative"), ("initiative", "task")},
    "supports": {(source, target) for source in WORK for target in KNOWLEDGE},
    "informs": {(source, target) for source in KNOWLEDGE for target in WORK} | {("task", "task")},
    "supersedes": {("adr", "adr")},
    "amends": {("adr", "adr")},
    "blocks": {(source, target) for source in WORK for target in WORK},
}


def make(world: World, item_type: str) -> str:
    return world.create(item_type, board=BOARDS[item_type])


def link(world: World, source: str, relationship: str, target: str) -> str:
    return world.alice.text("link_items", source=source, target=target, relationship=relationship)


def refused(world: World, code: Code, source: str, relationship: str, target: str) -> str:
    """The message of a refused edge."""
    return world.alice.refused(
        code, "link_items", source=source, target=target, relationship=relationship
    ).message


@pytest.mark.parametrize(
    "argument",
    [
        pytest.param("source", marks=pytest.mark.rule("link_items.01")),
        pytest.param("target", marks=pytest.mark.rule("link_items.02")),
        pytest.param("relationship", marks=pytest.mark.rule("link_items.05")),
    ],
)
def test_needs_both_ends_and_the_relationship(world: World, argument: str) -> None:
    arguments = {"source": world.task(), "target": world.task(), "relationship": "blocks"}
    del arguments[argument]
    assert world.alice.refused(Code.VALIDATION, "link_items", **arguments).field == argument


@pytest.mark.rule("link_items.06", "link_items.07")
def test_the_schema_has_the_eight_relationships_and_an_optional_label() -> None:
    schema = schemas.published(operations.get("link_items").input)
    assert schema["properties"]["relationship"]["enum"] == VOCABULARY.split(", ")
    assert "default" not in schema["properties"]["label"]
    assert schema["required"] == ["source", "target", "relationship"]


@pytest.mark.rule("link_items.03")
def test_an_edge_runs_from_source_to_target(world: World) -> None:
    blocker, blocked = world.task(), world.task()
    assert link(world, blocker, "blocks", blocked) == f"Linked {blocker} -[blocks]-> {blocked}."
    assert (
        f"- blocked by: {blocker} — A task" in world.alice.text("get_item", short_code=blocked).splitlines()
    )
    assert f"- blocks: {blocked} — A task" in world.alice.text("get_item", short_code=blocker).splitlines()


@pytest.mark.parametrize(
    "relationship",
    [
        pytest.param("parent", marks=pytest.mark.rule("link_items.09", "link_items.10")),
        pytest.param("supports", marks=pytest.mark.rule("link_items.11")),
        pytest.param("informs", marks=pytest.mark.rule("link_items.12", "link_items.13")),
        pytest.param("supersedes", marks=pytest.mark.rule("link_items.14")),
        pytest.param("amends", marks=pytest.mark.rule("link_items.15")),
        pytest.param("blocks", marks=pytest.mark.rule("link_items.16")),
    ],
)
@pytest.mark.rule("link_items.19", "refusal_codes.33")
def test_a_relationship_joins_the_pairs_of_the_table_and_no_other(world: World, relationship: str) -> None:
    for source_type in TYPES:
        for target_type in TYPES:
            source, target = make(world, source_type), make(world, target_type)
            if (source_type, target_type) in POSSIBLE[relationship]:
                assert (
                    link(world, source, relationship, target)
                    == f"Linked {source} -[{relationship}]-> {target}."
                )
                assert acting.edges(source) == {f"{source} -[{relationship}]-> {target}"}
            else:
                message = refused(world, Code.RELATIONSHIP_RULE, source, relationship, target)
                swap = "swap source and target." in message
                assert swap is ((target_type, source_type) in POSSIBLE[relationship])


def test_the_description_has_the_table_that_the_server_applies() -> None:
    description = operations.get("link_items").description
    told = {
        Relationship(name): tuple(
            tuple(tuple(ItemType(word) for word in side.split(", ")) for side in row.split(" -> "))
            for row in rows.split("; ")
        )
        for name, rows in re.findall(r"(\w+) \(([^)]*->[^)]*)\)", description)
    }
    assert told == edges.JOINS


@pytest.mark.rule("link_items.21")
def test_an_amended_adr_stays_in_force(world: World) -> None:
    source, target = make(world, "adr"), acting.on(world, "Decided", make(world, "adr"))
    link(world, source, "amends", target)
    assert f"- amends: {target} — A adr" in world.alice.text("get_item", short_code=source).splitlines()
    assert f"- amended by: {source} — A adr" in world.alice.text("get_item", short_code=target).splitlines()
    assert acting.column_of(target) == "Decided"


@pytest.mark.rule("link_items.22")
def test_supersedes_is_an_edge_of_its_own(world: World) -> None:
    source, target = make(world, "adr"), make(world, "adr")
    for relationship in ("supersedes", "amends"):
        link(world, source, relationship, target)
    assert len(acting.edges(source)) == 2
    world.alice.run("unlink_items", source=source, target=target, relationship="amends")
    assert acting.edges(source) == {f"{source} -[supersedes]-> {target}"}


@pytest.mark.rule("link_items.23")
def test_parent_closes_no_cycle(world: World) -> None:
    """The types alone forbid one; an edge that no call writes shows that the check is there."""
    strategy, initiative = make(world, "strategy"), make(world, "initiative")
    acting.draw(initiative, "parent", strategy)
    refused(world, Code.CYCLE_DETECTED, strategy, "parent", initiative)


@pytest.mark.rule("link_items.24", "refusal_codes.35")
def test_blocks_closes_no_cycle(world: World) -> None:
    tasks = [world.task() for _ in range(4)]
    for source, target in pairwise(tasks):
        link(world, source, "blocks", target)
    for start in (1, 3):
        message = refused(world, Code.CYCLE_DETECTED, tasks[start], "blocks", tasks[0])
        assert message.startswith(f"{tasks[start]} -[blocks]-> {tasks[0]} would close a cycle")


@pytest.mark.rule("link_items.25")
def test_amends_closes_no_cycle(world: World) -> None:
    first, second = make(world, "adr"), make(world, "adr")
    link(world, first, "amends", second)
    refused(world, Code.CYCLE_DETECTED, second, "amends", first)


@pytest.mark.rule("link_items.26")
def test_the_other_relationships_may_go_round(world: World) -> None:
    for item_type, relationship in (("task", "informs"), ("adr", "supersedes")):
        first, second = make(world, item_type), make(world, item_type)
        link(world, first, relationship, second)
        link(world, second, relationship, first)
        assert len(acting.edges(first)) == 2


@pytest.mark.rule("link_items.27", "link_items.28")
def test_a_pair_that_fits_the_other_way_is_told_to_swap(world: World) -> None:
    document, initiative = make(world, "document"), make(world, "initiative")
    assert refused(world, Code.RELATIONSHIP_RULE, document, "supports", initiative) == (
        "A supports edge cannot go from document to initiative. A supports edge goes from a strategy, "
        "an initiative or a task to a document or an adr. "
        "The edge is possible in the other direction: swap source and target."
    )


@pytest.mark.rule("link_items.29")
def test_a_pair_that_fits_neither_way_is_not(world: World) -> None:
    assert refused(world, Code.RELATIONSHIP_RULE, make(world, "document"), "blocks", world.task()) == (
        "A blocks edge cannot go from document to task. A blocks edge goes from a strategy, an initiative "
        "or a task to a strategy, an initiative or a task."
    )


@pytest.mark.rule("link_items.30")
@pytest.mark.parametrize("value", ["cites", "Blocks", ""])
def test_a_word_outside_the_vocabulary_is_refused_with_the_vocabulary(world: World, value: str) -> None:
    refusal = world.alice.refused(
        Code.VALIDATION, "link_items", source=world.task(), target=world.task(), relationship=value
    )
    assert (
        refusal.message
        == f'The value "{value}" is not a value of relationship. The values are: {VOCABULARY}.'
    )
    assert refusal.details == {"expected": f"one of these values: {VOCABULARY}", "field": "relationship"}


@pytest.mark.rule("link_items.31")
def test_relates_to_is_told_what_is_nearest(world: World) -> None:
    assert refused(world, Code.VALIDATION, world.task(), "relates_to", world.task()) == (
        f'The value "relates_to" is not a value of relationship. The values are: {VOCABULARY}. For a '
        "reference to a document or an adr, or from a task to a task, use informs. "
        "For work that must wait for other work, use blocks."
    )


def test_a_word_for_the_other_direction_is_told_to_swap(world: World) -> None:
    message = refused(world, Code.VALIDATION, world.task(), "depends_on", world.task())
    assert message.endswith("For work that waits for other work, use blocks: the source blocks the target.")


@pytest.mark.parametrize("relationship", ["impacts", "external"])
def test_what_is_not_there_yet_says_so(world: World, relationship: str) -> None:
    message = refused(world, Code.VALIDATION, make(world, "document"), relationship, "https://a.test/")
    assert message == (
        f"The relationship {relationship} is not available in this version. "
        "The relationships between two items are: parent, supports, informs, supersedes, amends, blocks."
    )


@pytest.mark.rule("link_items.42", "link_items.43", "link_items.44", "link_items.45")
def test_blocks_counts_while_both_ends_can_move(world: World) -> None:
    blocker, cancelled, done, waiting = (world.task() for _ in range(4))
    acting.on(world, "Completed", done)
    world.alice.run("cancel_item", short_code=cancelled, reason="No.")
    for source in (blocker, cancelled, done):
        link(world, source, "blocks", waiting)
    assert [found.code for found in open_blockers(acting.item(waiting))] == [blocker, cancelled]
    acting.on(world, "Completed", blocker)
    assert [found.code for found in open_blockers(acting.item(waiting))] == [cancelled]
    lines = world.alice.text("get_item", short_code=waiting).splitlines()
    assert (
        f"- blocked by: {blocker} — A task [done]; {cancelled} — A task [cancelled]; {done} — A task [done]"
        in lines
    )
    acting.on(world, "Completed", waiting)
    link(world, world.task(), "blocks", waiting)
    assert acting.has_line(
        world.alice.text("get_item", short_code=waiting), "- blocked by (resolved: this item is done)"
    )


@pytest.mark.parametrize(
    "argument",
    [
        pytest.param("source", marks=pytest.mark.rule("link_items.46")),
        pytest.param("target", marks=pytest.mark.rule("link_items.47")),
    ],
)
@pytest.mark.rule("refusal_codes.05")
def test_an_end_that_is_no_live_item_is_refused(world: World, argument: str) -> None:
    archived = world.task()
    acting.archive(archived)
    for code, message in (
        ("WEB-T-9999", 'No item has the short code "WEB-T-9999".'),
        (archived, f"{archived} is archived. restore_item brings it back."),
    ):
        arguments = {"source": world.task(), "target": world.task(), "relationship": "blocks", argument: code}
        refusal = world.alice.refused(Code.VALIDATION, "link_items", **arguments)
        assert (refusal.field, refusal.message) == (argument, message)


@pytest.mark.rule("link_items.48")
def test_an_item_is_not_linked_to_itself(world: World) -> None:
    task = world.task()
    refused(world, Code.VALIDATION, task, "blocks", task.lower())


@pytest.mark.rule("link_items.53", "refusal_codes.36")
def test_an_edge_is_there_once(world: World) -> None:
    for source, relationship, target in (
        (make(world, "initiative"), "parent", world.task()),
        (world.task(), "blocks", world.task()),
        (world.task(), "supports", make(world, "document")),
    ):
        link(world, source, relationship, target)
        assert refused(world, Code.ALREADY_LINKED, source, relationship, target) == (
            f"{source} -[{relationship}]-> {target} is there already."
        )


@pytest.mark.rule("link_items.54")
def test_an_item_has_one_parent(world: World) -> None:
    first, second, task = make(world, "initiative"), make(world, "initiative"), world.task()
    link(world, first, "parent", task)
    refusal = world.alice.refused(
        Code.PARENT_EXISTS, "link_items", source=second, target=task, relationship="parent"
    )
    assert "set_parent" in refusal.message
    assert refusal.details == {"item": task, "parent": first}
    assert acting.edges(task) == {f"{first} -[parent]-> {task}"}


@pytest.mark.rule("link_items.59")
def test_a_label_is_for_external_only(world: World) -> None:
    refusal = world.alice.refused(
        Code.VALIDATION,
        "link_items",
        source=world.task(),
        target=world.task(),
        relationship="blocks",
        label="RFC",
    )
    assert refusal.field == "label"


@pytest.mark.rule("conventions.item_codes.03", "conventions.references.07")
def test_a_code_is_found_in_any_case_and_between_blanks(world: World) -> None:
    source, target = world.task(), world.task()
    assert (
        link(world, f" {source.lower()} ", "blocks", f" {target.lower()} ")
        == f"Linked {source} -[blocks]-> {target}."
    )


def test_both_retired_ends_are_followed_and_named(world: World) -> None:
    source, target = world.task(), world.task()
    acting.retire(source, "NEW-T-0001")
    acting.retire(target, "NEW-T-0002")
    assert link(world, source, "blocks", target).splitlines() == [
        "Linked NEW-T-0001 -[blocks]-> NEW-T-0002.",
        f"{source} is now NEW-T-0001",
        f"{target} is now NEW-T-0002",
    ]


def test_an_edge_is_in_the_activity_of_both_ends(world: World) -> None:
    source, target = world.task(), world.task()
    link(world, source, "blocks", target)
    row = ("relationship_add", {"relationship": "blocks", "source": source, "target": target})
    assert (acting.activity(source)[-1], acting.activity(target)[-1]) == (row, row)


def test_an_edge_at_a_claimed_task_warns(world: World) -> None:
    task = acting.claimed(world)
    since = world.bob.result("get_item", short_code=task).claim.since
    assert link(world, world.task(), "blocks", task).splitlines()[1:] == [
        f"Warning: Bob has the claim on {task} (since {since}). Your change is recorded."
    ]


def test_a_request_key_links_once(world: World) -> None:
    source, target = world.task(), world.task()
    arguments = {"source": source, "target": target, "relationship": "blocks", "request_key": "one-link"}
    first = world.alice.text("link_items", **arguments)
    second = world.alice.text("link_items", **arguments)
    assert second.splitlines()[0] == first
    assert second.splitlines()[1].startswith("Replayed: ")
    assert acting.actions(source).count("relationship_add") == 1
