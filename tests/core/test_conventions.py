"""What holds for every tool: the text of a refusal, the weight of a list."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hub.core import operations
from hub.core.codes import Code
from hub.core.inputs import Input
from hub.core.refusals import Refusal
from mcp_bridge import styles
from tests.world import World


def refusal_text(tool: str, refusal: Refusal) -> str:
    """What an agent reads."""
    operation = operations.get(tool)
    answer = styles.of(operation).refused(refusal)
    assert answer["isError"] is True
    (block,) = answer["content"]
    return str(block["text"])


@pytest.mark.rule("conventions.errors.01", "conventions.errors.03")
def test_a_refusal_is_its_code_its_message_and_its_details(world: World) -> None:
    code = world.task(content='Says "hi"')
    stale = world.alice.refused(Code.CONFLICT, "update_item", short_code=code, content="x", version=2)
    first, second = refusal_text("update_item", stale).split("\n")
    assert first == f"CONFLICT: {stale.message}"
    assert second == (
        'details: {"current":{"content":"Says \\"hi\\"","title":"A task","version":1},"field":"version"}'
    )
    unknown = world.alice.refused(Code.VALIDATION, "get_item", short_code=code, column="Todo")
    assert refusal_text("get_item", unknown) == (
        'VALIDATION: The call has the argument "column". This tool does not accept that argument. '
        "The arguments of this tool are: short_code.\n"
        'details: {"allowed":["short_code"],"field":"column"}'
    )
    assert refusal_text("get_item", Refusal(Code.NOT_FOUND, "Nothing.")) == "NOT_FOUND: Nothing."


@pytest.mark.rule("conventions.errors.04")
def test_the_field_of_a_refusal_is_the_argument_that_it_is_about(world: World) -> None:
    code = world.task(content="a")
    for tool, arguments, field in (
        ("get_item", {"short_code": "WEB-T-9999"}, "short_code"),
        ("board_items", {"board": "nowhere"}, "board"),
        ("board_items", {"board": "web-delivery", "team": "x"}, "team"),
        ("get_history", {"short_code": code, "version": 7}, "version"),
        ("edit_item", {"short_code": code, "search": "b", "replace": ""}, "search"),
        (
            "create_item",
            {"item_type": "task", "title": "T", "parent": "X", "board": "web-delivery"},
            "parent",
        ),
        ("transition_item", {"short_code": code, "to_column": "Nowhere"}, "to_column"),
    ):
        sent: dict[str, Any] = dict(arguments)
        with pytest.raises(Refusal) as caught:
            world.alice.run(tool, **sent)
        assert caught.value.field == field


@pytest.mark.rule("conventions.lists.01", "conventions.lists.02")
def test_the_content_of_an_item_comes_from_get_item_and_from_a_version_only(world: World) -> None:
    """Every reading tool is called with the names it may take; one that needs others is told here."""
    secret = "The words of the content"
    parent = world.create("initiative", content=secret, bucket_type="bug")
    code = world.task(content=secret, parent=parent)
    world.move(code, "Todo", "Active")
    known = {"short_code": code, "board": "web-delivery", "team": "web", "q": "words"}
    seen = set()
    for operation in operations.every():
        if operation.family != "boards" or operation.profile is None or operation.writes:
            continue
        needed = [name for name, field in fields(operation.input) if field.is_required()]
        if set(needed) <= known.keys():
            seen.add(operation.name)
            arguments = {name: known[name] for name in needed}
            outcome = operation.run(world.alice.call(), arguments)
            shown = operation.render(outcome) + json.dumps(outcome.result.model_dump(mode="json"))
            assert (secret in shown) is (operation.name == "get_item"), operation.name
    assert {"board_items", "get_history", "get_item"} <= seen
    assert secret in world.alice.text("get_history", short_code=code, version=1)


def fields(model: type[Input]) -> list[tuple[str, Any]]:
    """The arguments of an operation by their names in Python, which are the published ones here."""
    return list(model.model_fields.items())
