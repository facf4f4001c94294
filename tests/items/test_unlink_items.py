"""unlink_items: one edge goes, and it is told who may remove it."""

from __future__ import annotations

import pytest

from hub.core import operations, schemas
from hub.core.codes import Code
from tests.items import acting
from tests.world import World

VOCABULARY = "parent, supports, informs, supersedes, amends, blocks, impacts, external"


def linked(world: World, relationship: str = "blocks") -> dict[str, str]:
    """The arguments of an edge between two tasks of alice that is there."""
    arguments = {"source": world.task(), "target": world.task(), "relationship": relationship}
    world.alice.run("link_items", **arguments)
    return arguments


def drawn(arguments: dict[str, str]) -> str:
    return f"{arguments['source']} -[{arguments['relationship']}]-> {arguments['target']}"


@pytest.mark.parametrize(
    "argument",
    [
        pytest.param("source", marks=pytest.mark.rule("unlink_items.01")),
        pytest.param("target", marks=pytest.mark.rule("unlink_items.02")),
        "relationship",
    ],
)
def test_needs_both_ends_and_the_relationship(world: World, argument: str) -> None:
    arguments = linked(world)
    del arguments[argument]
    assert world.alice.refused(Code.VALIDATION, "unlink_items", **arguments).field == argument


@pytest.mark.rule("unlink_items.04")
def test_the_relationship_is_one_of_the_eight(world: World) -> None:
    properties = schemas.published(operations.get("unlink_items").input)["properties"]
    assert properties["relationship"]["enum"] == VOCABULARY.split(", ")
    arguments = linked(world)
    for value in ("relates_to", "BLOCKS"):
        refusal = world.alice.refused(Code.VALIDATION, "unlink_items", **{**arguments, "relationship": value})
        assert refusal.field == "relationship"
        assert f"The values are: {VOCABULARY}." in refusal.message
    del arguments["relationship"]
    assert world.alice.refused(Code.VALIDATION, "unlink_items", **arguments).field == "relationship"


@pytest.mark.rule("unlink_items.05")
def test_there_is_no_label(world: World) -> None:
    arguments = linked(world)
    refusal = world.alice.refused(Code.VALIDATION, "unlink_items", **arguments, label="x")
    assert refusal.details == {"allowed": ["source", "target", "relationship"], "field": "label"}
    assert acting.edges(arguments["source"]) == {drawn(arguments)}


@pytest.mark.rule("unlink_items.06")
def test_just_the_named_edge_goes(world: World) -> None:
    arguments = linked(world)
    informs = {**arguments, "relationship": "informs"}
    world.alice.run("link_items", **informs)
    assert world.alice.text("unlink_items", **arguments) == f"Unlinked {drawn(arguments)}."
    assert acting.edges(arguments["source"]) == {drawn(informs)}
    row = ("relationship_remove", {name: arguments[name] for name in ("relationship", "source", "target")})
    for end in ("source", "target"):
        assert acting.activity(arguments[end])[-1] == row


@pytest.mark.rule("unlink_items.07", "rights.link.08")
def test_a_right_on_one_end_is_enough_for_blocks_too(world: World) -> None:
    for own in ("source", "target"):
        arguments = {"source": world.task(), "target": world.task(), "relationship": "blocks"}
        arguments[own] = world.task(by=world.carol)
        world.alice.run("link_items", **arguments)
        world.carol.run("unlink_items", **arguments)
        assert acting.edges(arguments["source"]) == set()


@pytest.mark.rule("unlink_items.08", "rights.link.05")
def test_a_document_decides_what_it_is_supported_by(world: World) -> None:
    document = world.create("document", board="web-delivery")
    arguments = {"source": world.task(by=world.carol), "target": document, "relationship": "supports"}
    world.carol.run("link_items", **arguments)
    refusal = world.carol.refused(Code.FORBIDDEN, "unlink_items", **arguments)
    assert refusal.details == {
        "board_id": str(acting.board("web-delivery").id),
        "required_capability": "manage_documents",
    }
    assert acting.edges(document) == {drawn(arguments)}
    acting.grant(world.carol, "manage_documents", "web-delivery")
    world.carol.run("unlink_items", **arguments)
    assert acting.edges(document) == set()


@pytest.mark.rule("unlink_items.09", "rights.link.06")
def test_an_adr_does_not(world: World) -> None:
    adr = world.create("adr", board="web-adrs")
    arguments = {"source": world.task(by=world.carol), "target": adr, "relationship": "supports"}
    world.carol.run("link_items", **arguments)
    world.carol.run("unlink_items", **arguments)
    assert acting.edges(adr) == set()


@pytest.mark.rule("unlink_items.10", "unlink_items.11", "rights.link.12")
def test_the_last_supports_edge_of_a_document_goes_and_its_board_stays(world: World) -> None:
    document = world.create("document", board="web-delivery")
    for task in (world.task(), world.task()):
        world.alice.run("link_items", source=task, target=document, relationship="supports")
    for edge in sorted(acting.edges(document)):
        world.alice.run("unlink_items", source=edge.split()[0], target=document, relationship="supports")
    assert acting.edges(document) == set()
    assert acting.item(document).board == acting.board("web-delivery")


@pytest.mark.rule("unlink_items.17")
def test_an_end_that_is_no_live_item_is_refused(world: World) -> None:
    arguments = linked(world)
    acting.archive(archived := world.task())
    for end in ("source", "target"):
        for code in ("WEB-T-9999", archived):
            refusal = world.alice.refused(Code.VALIDATION, "unlink_items", **{**arguments, end: code})
            assert refusal.field == end
    world.alice.refused(Code.VALIDATION, "unlink_items", **{**arguments, "relationship": "relates_to"})


@pytest.mark.rule("unlink_items.18")
def test_a_right_on_neither_end_names_both_capabilities(world: World) -> None:
    initiative, task = world.create("initiative"), world.task()
    arguments = {"source": initiative, "target": task, "relationship": "parent"}
    world.alice.run("link_items", **arguments)
    refusal = world.carol.refused(Code.FORBIDDEN, "unlink_items", **arguments)
    assert '"manage_initiatives" on the board initiatives' in refusal.message
    assert '"manage_tasks" on the board web-delivery' in refusal.message
    assert acting.edges(task) == {drawn(arguments)}


@pytest.mark.rule("unlink_items.19", "refusal_codes.02")
def test_an_edge_that_is_not_there_is_not_found(world: World) -> None:
    arguments = linked(world)
    turned = {**arguments, "source": arguments["target"], "target": arguments["source"]}
    world.alice.refused(Code.NOT_FOUND, "unlink_items", **turned)
    world.alice.refused(Code.NOT_FOUND, "unlink_items", **{**arguments, "relationship": "informs"})
    assert acting.edges(arguments["source"]) == {drawn(arguments)}


@pytest.mark.rule("conventions.retired_codes.07")
def test_retired_codes_are_followed_in_each_reference(world: World) -> None:
    arguments = {"source": world.task(), "target": world.task(), "relationship": "blocks"}
    acting.retire(arguments["source"], "NEW-T-0001")
    acting.retire(arguments["target"], "NEW-T-0002")
    followed = [f"{arguments['source']} is now NEW-T-0001", f"{arguments['target']} is now NEW-T-0002"]
    linked_lines = world.alice.text("link_items", **arguments).splitlines()
    assert linked_lines == ["Linked NEW-T-0001 -[blocks]-> NEW-T-0002.", *followed]
    unlinked_lines = world.alice.text("unlink_items", **arguments).splitlines()
    assert unlinked_lines == ["Unlinked NEW-T-0001 -[blocks]-> NEW-T-0002.", *followed]
    initiative = world.create("initiative")
    acting.retire(initiative, "NEW-I-0001")
    line = f"{initiative} is now NEW-I-0001"
    assert line in world.alice.result("set_parent", short_code=world.task(), parent=initiative).warnings
    created = world.alice.result(
        "create_item", item_type="task", title="A", board="web-delivery", parent=initiative
    )
    assert created.warnings == (line,)


def test_an_edge_at_a_claimed_task_warns(world: World) -> None:
    task = acting.claimed(world)
    arguments = {"source": world.task(), "target": task, "relationship": "blocks"}
    world.bob.run("link_items", **arguments)
    since = world.bob.result("get_item", short_code=task).claim.since
    assert world.alice.result("unlink_items", **arguments).warnings == (
        f"Warning: Bob has the claim on {task} (since {since}). Your change is recorded.",
    )
