"""Refusals that several tools of items share: who is not found, what is malformed, which right is missing."""

from __future__ import annotations

from typing import Any

import pytest

from hub.core.codes import Code
from tests.items import acting
from tests.world import World

BOARDS = {
    "strategy": "strategy",
    "initiative": "initiatives",
    "task": "web-delivery",
    "document": "web-delivery",
    "adr": "web-adrs",
}
# Every write on one item, with arguments that would do on a live one.
WRITES: dict[str, dict[str, Any]] = {
    "transition_item": {"to_column": "Todo"},
    "claim_item": {},
    "hand_off_item": {"to": "alice"},
    "release_item": {},
    "cancel_item": {"reason": "No."},
    "reopen_item": {},
    "set_state": {"branch": "x"},
    "set_parent": {"parent": None},
    "update_item": {"content": "Text", "version": 1},
    "edit_item": {"search": "a", "replace": "b"},
    "append_note": {"text": "Text"},
}


@pytest.mark.parametrize("tool", WRITES)
@pytest.mark.rule("refusal_codes.04")
def test_a_write_finds_live_items_only(world: World, tool: str) -> None:
    task = world.task()
    acting.archive(task)
    refusal = world.alice.refused(Code.NOT_FOUND, tool, short_code=task, **WRITES[tool])
    assert refusal.message == f"{task} is archived. restore_item brings it back."
    assert (refusal.field, refusal.details["archived"]) == ("short_code", True)


@pytest.mark.parametrize("tool", WRITES)
@pytest.mark.rule("conventions.retired_codes.06")
def test_a_write_takes_the_current_code_only(world: World, tool: str) -> None:
    task = world.task()
    acting.retire(task, "NEW-T-0001")
    refusal = world.alice.refused(Code.NOT_FOUND, tool, short_code=task, **WRITES[tool])
    assert refusal.message == (
        f"The code {task} is retired. The current code of this item is NEW-T-0001. Use the current code."
    )


@pytest.mark.parametrize("tool", WRITES)
def test_another_organization_finds_nothing(world: World, tool: str) -> None:
    task, arguments = world.task(), {**WRITES[tool]}
    there = world.mallory.refused(Code.NOT_FOUND, tool, short_code=task, **arguments)
    nowhere = world.mallory.refused(Code.NOT_FOUND, tool, short_code="WEB-T-9999", **arguments)
    assert there.message.replace(task, "") == nowhere.message.replace("WEB-T-9999", "")
    assert there.details == nowhere.details


@pytest.mark.rule("refusal_codes.06")
@pytest.mark.parametrize(
    ("tool", "arguments", "field"),
    [
        ("transition_item", {"to_column": 7}, "to_column"),
        ("transition_item", {"to_column": "Todo", "claim": "yes"}, "claim"),
        ("hand_off_item", {"to": ["bob"]}, "to"),
        ("set_state", {"pr_url": "not an address"}, "pr_url"),
        ("set_parent", {"parent": 7}, "parent"),
    ],
)
def test_a_malformed_argument_is_named(
    world: World, tool: str, arguments: dict[str, Any], field: str
) -> None:
    assert world.alice.refused(Code.VALIDATION, tool, short_code=world.task(), **arguments).field == field


@pytest.mark.rule("refusal_codes.07")
def test_a_value_outside_its_vocabulary_is_named(world: World) -> None:
    refusal = world.alice.refused(
        Code.VALIDATION, "link_items", source=world.task(), target=world.task(), relationship="likes"
    )
    assert refusal.field == "relationship"
    refusal = world.alice.refused(Code.VALIDATION, "create_item", item_type="epic", title="A")
    assert refusal.field == "item_type"


@pytest.mark.rule("refusal_codes.08")
def test_an_argument_of_another_type_is_named(world: World) -> None:
    strategy = world.create("strategy")
    refusal = world.alice.refused(
        Code.VALIDATION, "transition_item", short_code=strategy, to_column="Review", claim=True
    )
    assert refusal.field == "claim"
    refusal = world.alice.refused(
        Code.VALIDATION, "create_item", item_type="strategy", title="A", task_type="bug"
    )
    assert refusal.field == "task_type"


@pytest.mark.rule("refusal_codes.10", "rights.edit.25")
@pytest.mark.parametrize(
    ("item_type", "capability"),
    [
        ("strategy", "manage_strategies"),
        ("initiative", "manage_initiatives"),
        ("task", "manage_tasks"),
        ("document", "manage_documents"),
        ("adr", "manage_adrs"),
    ],
)
def test_an_edit_needs_the_creator_or_the_capability_of_the_type(
    world: World, item_type: str, capability: str
) -> None:
    code = world.create(item_type, board=BOARDS[item_type])
    refusal = world.carol.refused(Code.FORBIDDEN, "append_note", short_code=code, text="Text")
    assert f'"{capability}" on the board {BOARDS[item_type]}' in refusal.message
    assert refusal.details == {
        "board_id": str(acting.board(BOARDS[item_type]).id),
        "required_capability": capability,
    }


@pytest.mark.rule("refusal_codes.17")
def test_planned_work_for_another_team_is_forbidden(world: World) -> None:
    refusal = world.carol.refused(
        Code.FORBIDDEN,
        "create_item",
        item_type="task",
        title="A",
        board="web-delivery",
        work_class="planned",
    )
    assert refusal.details["required_capability"] == "manage_tasks"
