"""The permission matrix at the pages: each form that writes an item, by each person of the matrix."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils.html import escape

from hub.core.refusals import Refusal
from tests.contract.permissions import MATRIX, arranged
from tests.pages import browser, lines, press
from tests.world import Persona, World, nothing_written

PEOPLE = ("alice", "bob", "carol")
ITEM = "/items/{short_code}/"
# The tool of each form -> its address.
FORMS = {
    "create_item": "/boards/web-delivery/create/",
    "update_item": f"{ITEM}edit/",
    "append_note": f"{ITEM}notes/",
    "set_state": f"{ITEM}state/",
    "set_parent": f"{ITEM}parent/",
    "transition_item": f"{ITEM}move/",
    "claim_item": f"{ITEM}claim/",
    "hand_off_item": f"{ITEM}hand-off/",
    "release_item": f"{ITEM}release/",
    "cancel_item": f"{ITEM}cancel/",
    "reopen_item": f"{ITEM}reopen/",
    "unlink_items": "/items/WEB-T-0004/links/remove/",
}


def posted(who: Persona, name: str) -> Any:
    """The answer to the form, filled in as the matrix calls the tool."""
    arguments = MATRIX[name].arguments
    address = FORMS[name].format(short_code=arguments.get("short_code"))
    fields = {key: value for key, value in arguments.items() if key not in ("short_code", "board")}
    return press(browser(who), address, **fields)


ALLOWED = [(name, who) for name in FORMS for who in PEOPLE if who in MATRIX[name].may]
DENIED = [(name, who) for name in FORMS for who in PEOPLE if who not in MATRIX[name].may]


@pytest.mark.parametrize(("name", "who"), DENIED)
def test_a_form_refuses_whom_its_tool_refuses(world: World, name: str, who: str) -> None:
    arranged(world)
    persona: Persona = getattr(world, who)
    with pytest.raises(Refusal) as caught:
        persona.run(name, **MATRIX[name].arguments)
    with nothing_written():
        answer = posted(persona, name)
    assert (answer.status_code, lines(answer)) == (422, [escape(caught.value.message)])


@pytest.mark.parametrize(("name", "who"), ALLOWED)
def test_a_form_serves_whom_its_tool_serves(world: World, name: str, who: str) -> None:
    arranged(world)
    assert posted(getattr(world, who), name).status_code == 200


@pytest.mark.parametrize(("name", "card"), [("transition_item", "move"), ("claim_item", "claim")])
def test_the_forms_of_a_board_serve_whom_their_tools_serve(world: World, name: str, card: str) -> None:
    arranged(world)
    fields = {**MATRIX[name].arguments, **({"from_column": "Backlog"} if card == "move" else {})}
    with pytest.raises(Refusal) as caught:
        world.carol.run(name, **MATRIX[name].arguments)
    with nothing_written():
        answer = press(browser(world.carol), f"/boards/web-delivery/{card}/", **fields)
    assert (answer.status_code, lines(answer)) == (422, [escape(caught.value.message)])
    assert press(browser(world.bob), f"/boards/web-delivery/{card}/", **fields).status_code == 200
