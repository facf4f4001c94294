"""transition_item: where an item may go, and who may move it."""

from __future__ import annotations

import pytest

from hub.core import operations, schemas
from hub.core.codes import Code
from items.models import Item, ItemVersion
from tests.items import acting
from tests.world import Persona, World, agent, scoped

# What a call may leave out, and the answer to each.
REQUIRED = [
    pytest.param("short_code", marks=pytest.mark.rule("transition_item.01")),
    pytest.param("to_column", marks=pytest.mark.rule("transition_item.02")),
]


def refused_move(persona: Persona, code: Code, task: str, to: str, **more: object) -> str:
    """The message of a refused move."""
    return persona.refused(code, "transition_item", short_code=task, to_column=to, **more).message


@pytest.mark.parametrize("argument", REQUIRED)
def test_needs_the_item_and_the_column(world: World, argument: str) -> None:
    arguments = {"short_code": world.task(), "to_column": "Todo"}
    del arguments[argument]
    assert world.alice.refused(Code.VALIDATION, "transition_item", **arguments).field == argument


@pytest.mark.rule("transition_item.03", "conventions.references.04")
def test_a_column_is_named_in_any_case_or_by_uuid(world: World) -> None:
    for name in ("todo", "TODO", " Todo ", str(acting.column("web-delivery", "Todo").id)):
        task = world.task()
        answer = world.alice.text("transition_item", short_code=task, to_column=name)
        assert answer == f"Moved {task}: Backlog -> Todo."


@pytest.mark.rule("transition_item.05")
def test_moves_the_item_on_its_board_and_writes_no_version(world: World) -> None:
    task = world.task()
    board = acting.item(task).board_id
    world.move(task, "Todo")
    moved = acting.item(task)
    assert (moved.column and moved.column.name, moved.board_id, moved.version) == ("Todo", board, 1)
    assert ItemVersion.objects.filter(item=moved).count() == 1


@pytest.mark.rule("transition_item.06", "refusal_codes.12")
def test_needs_transition_items_on_the_board(world: World) -> None:
    refusal = world.carol.refused(
        Code.FORBIDDEN, "transition_item", short_code=world.task(), to_column="Todo"
    )
    board = acting.board("web-delivery")
    assert refusal.details == {"board_id": str(board.id), "required_capability": "transition_items"}
    assert '"transition_items" on the board web-delivery' in refusal.message
    acting.grant(world.carol, "transition_items", "web-delivery")
    world.move(world.task(), "Todo", by=world.carol)


@pytest.mark.parametrize(
    ("item_type", "board", "column", "capability"),
    [
        ("task", "web-delivery", "Todo", "manage_tasks"),
        ("initiative", "initiatives", "Design", "manage_initiatives"),
        ("strategy", "strategy", "Review", "manage_strategies"),
        ("adr", "web-adrs", "Discussion", "manage_adrs"),
    ],
)
@pytest.mark.rule("transition_item.07")
def test_the_right_to_edit_is_no_right_to_move(
    world: World, item_type: str, board: str, column: str, capability: str
) -> None:
    code = world.create(item_type, board=board)
    acting.grant(world.carol, capability, board)
    assert '"transition_items"' in refused_move(world.carol, Code.FORBIDDEN, code, column)


@pytest.mark.rule("transition_item.08")
def test_the_creator_gets_no_right_to_move(world: World) -> None:
    acting.grant(world.carol, "manage_tasks", "web-delivery")
    task = world.task(by=world.carol)
    assert not acting.item(task).is_request
    refused_move(world.carol, Code.FORBIDDEN, task, "Todo")


@pytest.mark.rule("transition_item.09", "transition_item.25", "refusal_codes.21")
def test_goes_along_the_transitions_of_the_board_only(world: World) -> None:
    task = world.task()
    refusal = world.alice.refused(
        Code.INVALID_TRANSITION, "transition_item", short_code=task, to_column="Active"
    )
    assert "From Backlog it can move to: Todo." in refusal.message
    assert refusal.details["allowed"] == ["Todo"]
    world.move(task, "Todo")
    assert acting.column_of(task) == "Todo"


@pytest.mark.rule("transition_item.10")
@pytest.mark.parametrize("column", ["Backlog", "Todo", "Active", "Blocked", "Completed"])
def test_get_item_tells_the_columns_that_it_accepts(world: World, column: str) -> None:
    told = world.alice.result("get_item", short_code=acting.on(world, column, world.task())).next
    accepted = []
    for name in ("Backlog", "Todo", "Active", "Blocked", "Completed"):
        task = acting.on(world, column, world.task())
        if name in told:
            world.move(task, name)
            accepted.append(name)
        else:
            refused_move(world.alice, Code.INVALID_TRANSITION, task, name)
    assert tuple(accepted) == tuple(told)


@pytest.mark.rule("transition_item.19")
def test_an_unknown_item_is_not_found(world: World) -> None:
    refused_move(world.alice, Code.NOT_FOUND, "WEB-T-9999", "Todo")


@pytest.mark.rule("transition_item.20")
def test_an_archived_item_is_not_found(world: World) -> None:
    task = world.task()
    acting.archive(task)
    assert refused_move(world.alice, Code.NOT_FOUND, task, "Todo") == (
        f"{task} is archived. restore_item brings it back."
    )


@pytest.mark.rule("conventions.retired_codes.06")
def test_a_retired_code_is_refused_with_the_current_one(world: World) -> None:
    task = world.task()
    acting.retire(task, "NEW-T-0001")
    message = refused_move(world.alice, Code.NOT_FOUND, task, "Todo")
    assert (
        message
        == f"The code {task} is retired. The current code of this item is NEW-T-0001. Use the current code."
    )


@pytest.mark.rule("transition_item.21", "refusal_codes.22")
def test_an_item_on_no_board_has_no_column_to_leave(world: World) -> None:
    adr = world.create("adr", board="web-adrs")
    Item.objects.filter(code=adr).update(board=None, column=None)
    refused_move(world.alice, Code.ITEM_NOT_ON_BOARD, adr, "Discussion")


@pytest.mark.rule("transition_item.22")
@pytest.mark.parametrize("column", ["Todo", "published", ""])
def test_a_document_has_no_column_and_is_told_of_set_lifecycle(world: World, column: str) -> None:
    document = world.create("document", board="web-delivery")
    assert "set_lifecycle" in refused_move(world.alice, Code.ITEM_NOT_ON_BOARD, document, column)


@pytest.mark.rule("transition_item.23")
def test_an_unknown_column_is_refused_with_the_columns_of_the_board(world: World) -> None:
    refusal = world.alice.refused(
        Code.VALIDATION, "transition_item", short_code=world.task(), to_column="Done"
    )
    assert refusal.field == "to_column"
    assert refusal.message.endswith("Its columns are: Backlog, Todo, Active, Blocked, Completed.")


@pytest.mark.rule("transition_item.24")
def test_a_column_of_another_board_is_no_column_of_this_one(world: World) -> None:
    elsewhere = str(acting.column("core-delivery", "Todo").id)
    message = refused_move(world.alice, Code.VALIDATION, world.task(), elsewhere)
    assert message.endswith("Its columns are: Backlog, Todo, Active, Blocked, Completed.")


@pytest.mark.rule("transition_item.26", "transition_item.27")
def test_the_refusal_gives_the_shortest_path_and_it_leads_there(world: World) -> None:
    task = world.task()
    refusal = world.alice.refused(
        Code.INVALID_TRANSITION, "transition_item", short_code=task, to_column="completed"
    )
    assert refusal.details["path"] == ["Todo", "Active", "Completed"]
    assert "The shortest path is: Backlog -> Todo -> Active -> Completed." in refusal.message
    world.move(task, *refusal.details["path"])
    assert acting.column_of(task) == "Completed"


def test_a_move_to_where_it_is_says_so(world: World) -> None:
    task = acting.on(world, "Todo", world.task())
    refusal = world.alice.refused(
        Code.INVALID_TRANSITION, "transition_item", short_code=task, to_column="Todo"
    )
    assert refusal.message.startswith(
        f"{task} is in Todo already. From Todo it can move to: Active, Blocked."
    )
    assert refusal.details["path"] == []


@pytest.mark.rule("transition_item.28")
def test_a_done_task_without_a_way_out_is_told_of_reopen_item(world: World) -> None:
    task = acting.on(world, "Completed", world.task())
    assert "reopen_item brings a done task back." in refused_move(
        world.alice, Code.INVALID_TRANSITION, task, "Todo"
    )


@pytest.mark.rule("transition_item.29")
@pytest.mark.parametrize(
    ("item_type", "board", "last", "target"),
    [
        ("strategy", "strategy", "Completed", "Active"),
        ("initiative", "initiatives", "Completed", "Active"),
        ("adr", "web-adrs", "Superseded", "Draft"),
    ],
)
def test_other_items_without_a_way_out_are_not_sent_to_reopen_item(
    world: World, item_type: str, board: str, last: str, target: str
) -> None:
    code = acting.on(world, last, world.create(item_type, board=board))
    message = refused_move(world.alice, Code.INVALID_TRANSITION, code, target)
    assert "reopen_item does not move it: that is for tasks only." in message


def test_a_move_is_in_the_activity_with_both_columns(world: World) -> None:
    task = world.task()
    world.move(task, "Todo")
    assert acting.activity(task)[1:] == [("transition", {"from": "Backlog", "to": "Todo"})]


def test_a_move_raises_the_revision_of_the_board_once(world: World) -> None:
    task = world.task()
    before = acting.board("web-delivery").revision
    world.move(task, "Todo")
    assert acting.board("web-delivery").revision == before + 1


def test_the_boards_that_wait_look_different_when_a_blocker_is_done(world: World) -> None:
    acting.other_team(world)
    blocker, waiting = acting.claimed(world), world.create("task", board="platform-delivery")
    world.alice.run("link_items", source=blocker, target=waiting, relationship="blocks")
    before = acting.board("platform-delivery").revision
    world.move(blocker, "Blocked", "Active")
    assert acting.board("platform-delivery").revision == before
    world.move(blocker, "Completed")
    assert acting.board("platform-delivery").revision == before + 1


@pytest.mark.rule("agent_keys.14", "agent_keys.15")
def test_a_key_moves_within_its_scope_only(world: World) -> None:
    task = world.task()
    board = acting.board("web-delivery").id
    for narrow in (
        scoped(world.robo, capabilities=["manage_tasks"]),
        scoped(world.robo, boards=[acting.board("core-delivery").id]),
    ):
        refused_move(narrow, Code.KEY_SCOPE, task, "Todo")
    world.move(task, "Todo", by=scoped(world.robo, capabilities=["transition_*"], boards=[board]))


@pytest.mark.rule("agent_keys.16")
def test_a_scope_gives_no_right_that_the_person_lacks(world: World) -> None:
    key = agent(world.carol, "carols", {"capabilities": ["transition_items"]})
    refused_move(key, Code.FORBIDDEN, world.task(), "Todo")


def test_another_organization_sees_nothing(world: World) -> None:
    refused_move(world.mallory, Code.NOT_FOUND, world.task(), "Todo")


@pytest.mark.rule("transition_item.04")
def test_claim_is_a_boolean_with_the_default_false(world: World) -> None:
    schema = schemas.published(operations.get("transition_item").input)["properties"]["claim"]
    assert (schema["type"], schema["default"]) == ("boolean", False)
    for sent in ({}, {"claim": False}):
        initiative = world.create("initiative")
        answer = world.alice.text("transition_item", short_code=initiative, to_column="Design", **sent)
        assert answer == f"Moved {initiative}: Discovery -> Design."
        assert acting.holder(initiative) is None
