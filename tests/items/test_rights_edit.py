"""The edit rule: creator, manage_<type> on the authorization board, admin."""

from __future__ import annotations

from typing import Any

import pytest

from hub.core.codes import Code
from tests.items import rows
from tests.items.test_create_item import BOARDS
from tests.world import Persona, World, scoped

MANAGES = {
    "strategy": "manage_strategies",
    "initiative": "manage_initiatives",
    "task": "manage_tasks",
    "document": "manage_documents",
    "adr": "manage_adrs",
}
# What the edit rule decides of the operations there are.
EDITS: list[tuple[str, dict[str, Any]]] = [
    ("update_item", {"content": "b", "version": 1}),
    ("edit_item", {"search": "a", "replace": "b"}),
    ("append_note", {"text": "x"}),
]


def edits(persona: Persona, code: str) -> bool:
    """Whether an edit of a fresh note is allowed."""
    return bool(persona.result("append_note", short_code=code, text="x").note_id)


def forbidden(persona: Persona, code: str, tool: str = "append_note", **arguments: Any) -> Any:
    """The refusal of an edit."""
    return persona.refused(Code.FORBIDDEN, tool, short_code=code, **(arguments or {"text": "x"}))


@pytest.mark.rule("rights.edit.06")
@pytest.mark.parametrize(("tool", "arguments"), EDITS, ids=[tool for tool, _ in EDITS])
def test_decides_title_content_and_notes(world: World, tool: str, arguments: dict[str, Any]) -> None:
    for persona in (world.depot, world.carol, world.alice):
        code = world.task(world.depot, content="a")
        if persona is world.carol:
            forbidden(persona, code, tool, **arguments)
            rows.grant(persona, "web-delivery", "manage_tasks")
        persona.run(tool, short_code=code, **arguments)


@pytest.mark.rule("rights.edit.01", "get_item.15")
def test_the_creator_passes_without_capability_and_team(world: World) -> None:
    code = world.task(world.carol)
    assert world.carol.result("get_item", short_code=code).created_by.user_name == "carol"
    assert edits(world.carol, code)


@pytest.mark.rule("rights.edit.02", "rights.edit.03", "rights.edit.04", "rights.edit.25", "rights.edit.19")
@pytest.mark.parametrize("item_type", MANAGES)
def test_the_capability_of_the_type_on_its_board_passes_and_no_other(world: World, item_type: str) -> None:
    board = BOARDS[item_type]
    code = world.create(item_type, board=board)
    assert edits(world.alice, code)
    for other in (*(set(MANAGES.values()) - {MANAGES[item_type]}), "transition_items"):
        rows.grant(world.carol, board, other)
    for elsewhere in set(BOARDS.values()) - {board}:
        rows.grant(world.carol, elsewhere, MANAGES[item_type])
    refusal = forbidden(world.carol, code)
    assert f'the capability "{MANAGES[item_type]}"' in refusal.message
    assert refusal.details == {
        "required_capability": MANAGES[item_type],
        "board_id": str(rows.board(board).id),
    }
    rows.grant(world.carol, board, MANAGES[item_type])
    assert edits(world.carol, code)


@pytest.mark.rule("rights.edit.20")
def test_the_owner_board_decides_for_a_document(world: World) -> None:
    parent = world.task()
    code = world.create("document", board="initiatives", parent=parent)
    forbidden(world.bob, code)
    rows.grant(world.bob, "initiatives", "manage_documents")
    assert edits(world.bob, code)


@pytest.mark.parametrize(("item_type", "board"), [("strategy", "strategy"), ("initiative", "initiatives")])
def test_the_member_grant_passes_on_its_board(world: World, item_type: str, board: str) -> None:
    code = world.create(item_type, board=board)
    other = "initiatives" if board == "strategy" else "strategy"
    rows.grant(world.carol, other, "member")
    forbidden(world.carol, code)
    rows.grant(world.carol, board, "member")
    world.carol.run("update_item", short_code=code, content="x", version=1)


@pytest.mark.rule("rights.edit.21")
def test_an_adr_on_no_board_is_for_its_creator_and_an_admin(world: World) -> None:
    code = world.create("adr", world.bob, board="web-adrs")
    rows.item(code).change(board=None, column=None)
    rows.grant(world.carol, "web-adrs", "manage_adrs")
    refusal = forbidden(world.carol, code)
    assert refusal.details == {"required_capability": "manage_adrs", "board_id": None}
    assert edits(world.bob, code)
    assert edits(world.alice, code)
    world.bob.refused(Code.ITEM_NOT_ON_BOARD, "transition_item", short_code=code, to_column="Discussion")


@pytest.mark.rule("rights.edit.16", "rights.edit.17")
def test_the_claim_alone_allows_the_state_only(world: World) -> None:
    code = world.task(content="a")
    rows.grant(world.carol, "web-delivery", "transition_items")
    world.move(code, "Todo", "Active", by=world.carol)
    world.carol.run("set_state", short_code=code, branch="x")
    for tool, arguments in EDITS:
        forbidden(world.carol, code, tool, **arguments)
    forbidden(world.depot, code, "set_state", branch="y")
    rows.grant(world.depot, "web-delivery", "manage_tasks")
    for persona in (world.depot, world.alice):
        persona.run("set_state", short_code=code, branch=persona.principal.user_name)
    own = world.task(world.carol)
    world.carol.run("set_state", short_code=own, branch="x")


@pytest.mark.rule("rights.edit.26")
def test_an_agent_key_passes_as_its_person_does(world: World) -> None:
    by_key, by_person = world.create("document", world.robo, board="web-delivery"), world.task(world.bob)
    assert world.alice.result("get_item", short_code=by_key).created_by.user_name == "bob"
    rows.leave_team(world.bob)
    for persona in (world.bob, world.robo):
        for code in (by_key, by_person):
            assert edits(persona, code)
    forbidden(world.robo, world.task())


def test_the_scope_of_a_key_narrows_the_rule(world: World) -> None:
    code, own = world.task(), world.task(world.carol)
    board, other = rows.board("web-delivery").id, rows.board("initiatives").id
    assert edits(scoped(world.robo, ["manage_tasks"], [board]), code)
    for persona in (scoped(world.robo, ["transition_items"], [board]), scoped(world.robo, None, [other])):
        persona.refused(Code.KEY_SCOPE, "append_note", short_code=code, text="x")
    assert edits(scoped(world.carol, ["member"], [board]), own)
    scoped(world.carol, ["transition_items"]).refused(Code.KEY_SCOPE, "append_note", short_code=own, text="x")


def test_a_move_of_the_team_board_takes_the_right_of_the_old_team(world: World) -> None:
    """The row is moved as move_item will: the new board decides, and the creator still passes."""
    world.alice.run("create_team", name="Skadi", slug="skadi", code_prefix="SKADI")
    code, own = world.task(), world.task(world.carol)
    for one in (code, own):
        rows.item(one).change(
            board=rows.board("skadi-delivery"), column=rows.column("skadi-delivery", "Backlog")
        )
    forbidden(world.bob, code)
    assert edits(world.carol, own)
    rows.grant(world.bob, "skadi-delivery", "manage_tasks")
    assert edits(world.bob, code)
