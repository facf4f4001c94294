"""create_item: who may create what where, and what becomes a request."""

from __future__ import annotations

from typing import Any

import pytest

from hub.core.codes import Code
from tests.items import rows
from tests.items.test_create_item import BOARDS
from tests.world import World, scoped

MANAGES = {
    "strategy": "manage_strategies",
    "initiative": "manage_initiatives",
    "document": "manage_documents",
    "adr": "manage_adrs",
}


@pytest.mark.rule("create_item.96", "create_item.54")
@pytest.mark.parametrize("item_type", MANAGES)
def test_needs_the_capability_of_the_type_on_the_board(world: World, item_type: str) -> None:
    board, capability = BOARDS[item_type], MANAGES[item_type]
    arguments = {"item_type": item_type, "title": "T", "board": board}
    elsewhere = next(other for other in BOARDS.values() if other != board)
    rows.grant(world.carol, elsewhere, capability)
    rows.grant(world.carol, board, "transition_items")
    refusal = world.carol.refused(Code.FORBIDDEN, "create_item", **arguments)
    assert f'"{capability}"' in refusal.message
    assert refusal.details == {"required_capability": capability, "board_id": str(rows.board(board).id)}
    rows.grant(world.carol, board, capability)
    assert world.carol.result("create_item", **arguments).board == board


@pytest.mark.rule("create_item.42", "create_item.44", "create_item.54")
@pytest.mark.parametrize(
    ("item_type", "parent_type"),
    [("initiative", "strategy"), ("task", "initiative"), ("document", "initiative"), ("adr", "task")],
)
def test_the_parent_needs_no_right_and_gives_none(world: World, item_type: str, parent_type: str) -> None:
    parent = world.create(parent_type, board=BOARDS[parent_type])
    board = (
        "web-adrs" if item_type == "adr" else "initiatives" if item_type == "document" else BOARDS[item_type]
    )
    arguments = {"item_type": item_type, "title": "T", "board": board, "parent": parent}
    if item_type != "task":
        rows.grant(world.depot, BOARDS[parent_type], f"manage_{parent_type}s")
        world.depot.refused(Code.FORBIDDEN, "create_item", **arguments)
        rows.grant(world.carol, board, MANAGES[item_type])
    assert world.carol.result("create_item", **arguments).parent == parent


@pytest.mark.rule("create_item.43")
def test_a_member_of_the_team_creates_on_its_adr_board_without_a_grant(world: World) -> None:
    assert world.bob.result("create_item", item_type="adr", title="T", board="web-adrs").board == "web-adrs"
    world.carol.refused(Code.FORBIDDEN, "create_item", item_type="adr", title="T", board="web-adrs")


@pytest.mark.rule("create_item.63", "create_item.65", "create_item.99", "items.12", "items.16")
def test_any_member_sends_a_request_to_any_team(world: World) -> None:
    for persona in (world.carol, world.depot):
        for task_type in ("task", "bug", "tech_debt", "support"):
            for lane in ({}, {"work_class": "support"}):
                arguments: dict[str, Any] = {"task_type": task_type, **lane}
                created = persona.result(
                    "create_item", item_type="task", title="T", board="web-delivery", **arguments
                )
                item = rows.item(created.short_code)
                assert (created.request, created.column) == (True, "Backlog")
                assert (item.is_request, item.work_class, item.task_type) == (True, "support", task_type)


def test_the_answer_says_that_it_is_a_request(world: World) -> None:
    initiative = world.create("initiative")
    text = world.carol.text(
        "create_item", item_type="task", title="Help", board="web-delivery", parent=initiative
    )
    assert text == (
        "Created task WEB-T-0001: Help (version 1), on web-delivery / Backlog.\n"
        f"- parent: {initiative}\n"
        "It is a request: the team of the board web-delivery moves it."
    )


@pytest.mark.rule("create_item.66")
def test_a_request_may_have_a_repository(world: World) -> None:
    rows.repository("fidius")
    assert rows.item(world.task(world.carol)).repository is None
    linked = rows.item(world.task(world.carol, repository="fidius"))
    assert (linked.is_request, linked.repository and linked.repository.slug) == (True, "fidius")


@pytest.mark.rule("create_item.25", "create_item.26", "create_item.27", "items.12")
def test_a_foreign_team_makes_a_request_of_everyones_task(world: World) -> None:
    world.alice.run("create_team", name="Skadi", slug="skadi", code_prefix="SKADI")
    for persona in (world.bob, world.alice):
        sent = rows.item(world.task(persona, from_team="skadi", task_type="bug"))
        assert (sent.is_request, sent.work_class, sent.column and sent.column.name) == (
            True,
            "support",
            "Backlog",
        )
        own = rows.item(world.task(persona, from_team="web", task_type="bug"))
        assert (own.is_request, own.work_class) == (False, "planned")
        support = rows.item(world.task(persona, from_team="web", task_type="support"))
        assert (support.is_request, support.work_class) == (False, "support")


@pytest.mark.rule("create_item.28")
def test_the_sending_team_is_kept_nowhere(world: World) -> None:
    world.alice.run("create_team", name="Skadi", slug="skadi", code_prefix="SKADI")
    code = world.task(from_team="skadi")
    shown = [
        world.alice.text("get_item", short_code=code),
        world.alice.text("get_history", short_code=code),
        world.alice.text("board_items", board="web-delivery", details=True),
        world.alice.result("get_item", short_code=code).model_dump_json(),
    ]
    assert not any("skadi" in text.lower() for text in shown)


@pytest.mark.rule("create_item.97")
@pytest.mark.parametrize("board", ["strategy", "initiatives", "web-adrs"])
def test_a_request_goes_to_a_delivery_board(world: World, board: str) -> None:
    refusal = world.carol.refused(Code.FORBIDDEN, "create_item", item_type="task", title="T", board=board)
    assert refusal.details["required_capability"] == "manage_tasks"


@pytest.mark.rule("create_item.98")
def test_a_request_is_not_planned(world: World) -> None:
    refusal = world.carol.refused(
        Code.FORBIDDEN, "create_item", item_type="task", title="T", board="web-delivery", work_class="planned"
    )
    assert refusal.details == {
        "required_capability": "manage_tasks",
        "board_id": str(rows.board("web-delivery").id),
    }


def test_the_scope_of_a_key_narrows_what_its_person_may(world: World) -> None:
    board = rows.board("web-delivery").id
    arguments: dict[str, Any] = {"item_type": "task", "title": "T", "board": "web-delivery"}
    assert not world_request(scoped(world.robo, ["manage_tasks"], [board]), arguments)
    assert world_request(scoped(world.robo, ["member"], [board]), arguments)
    for narrow in (scoped(world.robo, ["manage_adrs"]), scoped(world.robo, None, [])):
        narrow.refused(Code.KEY_SCOPE, "create_item", **arguments)
    planned = {**arguments, "work_class": "planned"}
    scoped(world.robo, ["member"]).refused(Code.KEY_SCOPE, "create_item", **planned)
    rows.grant(world.bob, "web-adrs", "manage_tasks")
    scoped(world.robo, ["member"]).refused(
        Code.KEY_SCOPE, "create_item", **{**arguments, "board": "web-adrs"}
    )


def world_request(persona: Any, arguments: dict[str, Any]) -> bool:
    """Whether the task of this call became a request."""
    made: bool = persona.result("create_item", **arguments).request
    return made


@pytest.mark.rule("items.14")
def test_the_sender_of_a_request_edits_it_and_does_not_move_it(world: World) -> None:
    code = world.task(world.carol)
    world.carol.run("update_item", short_code=code, content="x", version=1)
    refusal = world.carol.refused(Code.FORBIDDEN, "transition_item", short_code=code, to_column="Todo")
    assert refusal.message == (
        f"{code} is a request that you sent. The team of the board web-delivery moves it. "
        "You can edit, link and archive it. "
        'A move requires the capability "transition_items" on the board web-delivery.'
    )
