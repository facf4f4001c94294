"""Short codes: form, prefix, sequences, and what becomes of a retired one."""

from __future__ import annotations

import re
from typing import Any

import pytest

from hub.core import counters, operations
from hub.core.codes import Code
from items.codes import sequence
from items.models import ItemType, ShortCode
from tests.items import rows
from tests.items.test_create_item import BOARDS, CODES
from tests.world import World


@pytest.mark.rule("codes.01", "conventions.item_codes.01")
@pytest.mark.parametrize("item_type", BOARDS)
def test_a_code_is_prefix_letter_and_four_digits(world: World, item_type: str) -> None:
    code = world.create(item_type, board=BOARDS[item_type])
    assert code == CODES[item_type]
    assert re.fullmatch(r"[A-Z][A-Z0-9]{1,9}-[SITDA]-\d{4}", code)


@pytest.mark.rule("codes.02")
def test_the_number_grows_beyond_four_digits(world: World) -> None:
    organization = world.alice.principal.organization_id
    counters.raise_to(organization, sequence("WEB", ItemType.TASK), 9_998)
    assert [world.task(), world.task(), world.task()] == ["WEB-T-9999", "WEB-T-10000", "WEB-T-10001"]
    assert world.alice.result("get_item", short_code="web-t-10000").short_code == "WEB-T-10000"


@pytest.mark.rule("codes.03")
def test_the_prefix_is_that_of_the_board_or_of_the_owner_board(world: World) -> None:
    world.alice.run("create_team", name="Skadi", slug="skadi", code_prefix="SKADI")
    parent = world.create("initiative")
    assert world.task(board="skadi-delivery", parent=parent) == "SKADI-T-0001"
    for board, code in (("skadi-delivery", "SKADI-D-0001"), ("strategy", "ACME-D-0001")):
        assert world.create("document", board=board, parent=parent) == code


@pytest.mark.rule("codes.07", "codes.09", "codes.10")
def test_boards_of_one_prefix_share_a_sequence_per_letter(world: World) -> None:
    owners = ("web-delivery", "web-adrs", "web-delivery")
    assert [world.create("document", board=board) for board in owners] == [
        "WEB-D-0001",
        "WEB-D-0002",
        "WEB-D-0003",
    ]
    assert (world.task(), world.create("adr", board="web-adrs")) == ("WEB-T-0001", "WEB-A-0001")


@pytest.mark.rule("codes.04")
@pytest.mark.parametrize("prefix", ["W", "ABCDEFGHIJK", "1WEB", "web", "WEb", "WE-B", "WE B", "ÄÖ", ""])
def test_refuses_a_prefix_of_another_form(world: World, prefix: str) -> None:
    team = world.alice.refused(Code.VALIDATION, "create_team", name="S", slug="skadi", code_prefix=prefix)
    board = world.alice.refused(
        Code.VALIDATION, "create_board", name="S", slug="skadi", board_level="adr", code_prefix=prefix
    )
    assert (team.field, board.field) == ("code_prefix", "code_prefix")


@pytest.mark.rule("codes.04")
def test_takes_the_shortest_and_the_longest_prefix(world: World) -> None:
    for slug, prefix in (("short", "A1"), ("long", "ABCDEFGHI9")):
        world.alice.run("create_team", name=slug, slug=slug, code_prefix=prefix)
        assert world.task(board=f"{slug}-delivery") == f"{prefix}-T-0001"


@pytest.mark.rule("codes.08")
def test_two_live_boards_of_a_level_do_not_share_a_prefix(world: World) -> None:
    refusal = world.alice.refused(
        Code.CONFLICT, "create_board", name="S", slug="second", board_level="adr", code_prefix="WEB"
    )
    assert refusal.field == "code_prefix"


@pytest.mark.rule("codes.11", "codes.15", "conventions.retired_codes.02")
def test_no_number_is_given_again(world: World) -> None:
    first, second, third = world.task(), world.task(), world.task()
    rows.archive(first)
    rows.rename(second, "SKADI-T-0001", world.alice)
    rows.purge(third)
    board = rows.board("web-delivery")
    board.change(archived_at=board.created_at)
    rows.copy_board("web-delivery", "web-again", prefix=board.prefix)
    assert world.task(board="web-again") == "WEB-T-0004"
    kept = ShortCode.objects.filter(text__in=[first, second, third])
    assert kept.count() == 3


@pytest.mark.rule("codes.13", "conventions.retired_codes.01")
def test_a_read_follows_a_retired_code(world: World) -> None:
    old = world.task()
    rows.rename(old, "SKADI-T-0001", world.alice)
    for tool in ("get_item", "get_history"):
        result = world.alice.result(tool, short_code=old)
        assert (result.short_code, result.retired_code) == ("SKADI-T-0001", old)


WRITES: list[tuple[str, dict[str, Any]]] = [
    ("update_item", {"content": "x", "version": 1}),
    ("edit_item", {"search": "a", "replace": "b"}),
    ("append_note", {"text": "x"}),
    ("transition_item", {"to_column": "Todo"}),
    ("cancel_item", {"reason": "No."}),
    ("claim_item", {}),
    ("hand_off_item", {"to": "me"}),
    ("release_item", {}),
    ("reopen_item", {}),
    ("set_parent", {"parent": None}),
    ("set_state", {"branch": "x"}),
]


@pytest.mark.rule("codes.14", "conventions.retired_codes.06")
@pytest.mark.parametrize(("tool", "arguments"), WRITES, ids=[tool for tool, _ in WRITES])
def test_a_write_refuses_a_retired_code_with_the_current_one(
    world: World, tool: str, arguments: dict[str, Any]
) -> None:
    old = world.task(content="a")
    rows.rename(old, "SKADI-T-0001", world.alice)
    refusal = world.alice.refused(Code.NOT_FOUND, tool, short_code=old, **arguments)
    assert refusal.message == (
        f"The code {old} is retired. The current code of this item is SKADI-T-0001. Use the current code."
    )
    assert refusal.details == {"current_code": "SKADI-T-0001", "field": "short_code"}


@pytest.mark.rule("conventions.retired_codes.06")
def test_no_writing_tool_is_left_out_of_the_list_above() -> None:
    writing = {
        one.name
        for one in operations.every()
        if one.profile is not None and one.writes and "short_code" in one.input.model_fields
    }
    assert writing == {tool for tool, _ in WRITES}


@pytest.mark.rule("conventions.retired_codes.07", "conventions.retired_codes.08")
def test_a_reference_of_a_write_follows_a_retired_code_and_says_so(world: World) -> None:
    olds = [world.create("initiative"), world.task(), world.task()]
    news = [rows.rename(old, old.replace("-", "-9", 1).replace("-9", "9-"), world.alice) for old in olds]
    initiative, source, target = olds
    said = [f"{old} is now {new}" for old, new in zip(olds, news, strict=True)]
    edge = {"source": source, "relationship": "blocks", "target": target}
    for tool in ("link_items", "unlink_items"):
        assert world.alice.text(tool, **edge).splitlines()[1:] == said[1:]
    made = world.alice.text(
        "create_item", item_type="task", title="T", board="web-delivery", parent=initiative
    )
    assert made.splitlines()[-1] == said[0]
    moved = world.alice.text("set_parent", short_code=news[1], parent=initiative)
    assert moved.splitlines()[-1] == said[0]
    assert rows.edges(news[1]) == [("parent", news[0], news[1])]


@pytest.mark.rule("conventions.item_codes.02")
@pytest.mark.parametrize("tool", ["get_item", "get_history", "append_note"])
def test_an_id_or_a_title_does_not_name_an_item(world: World, tool: str) -> None:
    code = world.task(title="The title")
    arguments = {"text": "x"} if tool == "append_note" else {}
    for reference in (str(rows.item(code).id), "The title"):
        world.alice.refused(Code.NOT_FOUND, tool, short_code=reference, **arguments)
        parent = {"item_type": "document", "title": "T", "board": "web-delivery", "parent": reference}
        world.alice.refused(Code.VALIDATION, "create_item", **parent)


@pytest.mark.rule("conventions.item_codes.03")
def test_a_code_is_changed_to_capital_letters(world: World) -> None:
    code, parent = world.task(content="a"), world.create("initiative")
    low = f" {code.lower()} "
    assert world.alice.result("get_item", short_code=low).short_code == code
    assert world.alice.result("get_history", short_code=low).short_code == code
    assert world.alice.result("append_note", short_code=low, text="x").short_code == code
    assert world.alice.result("edit_item", short_code=low, search="a", replace="b").short_code == code
    made = world.alice.result(
        "create_item", item_type="task", title="T", board="web-delivery", parent=parent.lower()
    )
    assert made.parent == parent
