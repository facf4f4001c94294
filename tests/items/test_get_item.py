"""get_item: the lines of an item, and what is absent."""

from __future__ import annotations

import pytest
import time_machine

from hub.core.codes import Code
from tests.counting import counted
from tests.items import rows
from tests.world import World

AT = "2026-10-16T22:04:24Z"


def facts(world: World, code: str) -> list[str]:
    """The lines between the title and the first section, without the bullets."""
    text = world.alice.text("get_item", short_code=code)
    block = text.split("\n\n## ", 1)[0].split("\n\n")[-1]
    return [line.removeprefix("- ") for line in block.splitlines()]


def fact(world: World, code: str, name: str) -> str | None:
    """The one line that begins with a name; None when there is none."""
    found = [line for line in facts(world, code) if line.startswith(f"{name}:")]
    assert len(found) <= 1
    return found[0] if found else None


@pytest.mark.rule("get_item.01")
def test_refuses_a_call_without_a_code(world: World) -> None:
    refusal = world.alice.refused(Code.VALIDATION, "get_item")
    assert refusal.message.startswith('The call does not have the argument "short_code".')


@pytest.mark.rule("get_item.71")
@pytest.mark.parametrize("code", ["WEB-T-9999", "nothing", ""])
def test_refuses_a_code_that_names_nothing(world: World, code: str) -> None:
    refusal = world.alice.refused(Code.NOT_FOUND, "get_item", short_code=code)
    assert refusal.message == f'No item has the short code "{code.upper()}".'
    assert refusal.field == "short_code"


@pytest.mark.rule("get_item.02", "get_item.03", "get_item.10", "get_item.14", "get_item.49", "get_item.59")
def test_shows_a_task_from_the_top(world: World) -> None:
    with time_machine.travel(AT, tick=False):
        code = world.task(world.robo, title="Fix — it", task_type="bug", content="# Why\n\nBecause.")
    assert world.alice.text("get_item", short_code=code.lower()) == (
        f"# {code} — Fix — it\n\n"
        "- type: task\n"
        "- board: web-delivery / column: Backlog · next: Todo\n"
        "- version: 1\n"
        "- created by: Bob (bob) on 2026-10-16T22:04:24Z\n"
        "- task type: bug\n"
        "- lane: planned\n\n"
        "## Content\n\n"
        "# Why\n\nBecause."
    )


@pytest.mark.rule("get_item.10", "get_item.11", "get_item.12")
def test_next_has_the_live_columns_of_the_transitions_in_board_order(world: World) -> None:
    code = world.task()
    world.move(code, "Todo")
    place = "board: web-delivery / column:"
    assert fact(world, code, "board") == f"{place} Todo · next: Active, Blocked"
    rows.column("web-delivery", "Active").change(position=99)
    assert fact(world, code, "board") == f"{place} Todo · next: Blocked, Active"
    blocked = rows.column("web-delivery", "Blocked")
    blocked.change(removed_at=blocked.board.created_at)
    assert fact(world, code, "board") == f"{place} Todo · next: Active"
    world.move(code, "Active", "Completed")
    assert fact(world, code, "board") == f"{place} Completed · next: none"


@pytest.mark.rule("get_item.13", "get_item.39", "get_item.40")
def test_an_archived_card_says_when_and_where_it_was_put_away(world: World) -> None:
    code = world.task()
    world.move(code, "Todo")
    with time_machine.travel(AT, tick=False):
        rows.archive(code)
    column = rows.column("web-delivery", "Todo")
    column.change(removed_at=column.board.created_at)
    assert facts(world, code)[1:3] == [
        "board: web-delivery / column: Todo",
        "archived: 2026-10-16T22:04:24Z. restore_item brings it back.",
    ]


@pytest.mark.rule("get_item.16", "get_item.17")
def test_a_document_shows_its_owner_board(world: World) -> None:
    code = world.create("document", board="web-delivery")
    for _ in range(2):
        assert facts(world, code)[1] == "owner board: web-delivery"
        assert fact(world, code, "board") is None
        rows.archive(code)


@pytest.mark.rule("get_item.27", "get_item.28", "get_item.29")
def test_a_task_shows_its_claim_in_the_columns_that_hold_one(world: World) -> None:
    code = world.task(world.bob)
    free = "claim: none. The task is free: claim_item takes it, and a move to Active gives it."
    assert fact(world, code, "claim") is None
    world.move(code, "Todo", by=world.bob)
    assert fact(world, code, "claim") is None
    with time_machine.travel("2026-10-09T10:00:00Z", tick=False):
        world.move(code, "Active", by=world.robo)
    assert fact(world, code, "claim") == "claim: Bob (agent) since 2026-10-09T10:00:00Z"
    rows.item(code).change(claim_by_agent=False)
    world.move(code, "Blocked", by=world.bob)
    assert fact(world, code, "claim") == "claim: Bob since 2026-10-09T10:00:00Z"
    rows.item(code).change(claim_user=None, claim_since=None)
    assert fact(world, code, "claim") == free
    world.move(code, "Active")
    rows.item(code).change(claim_user=None, claim_since=None)
    assert fact(world, code, "claim") == free
    world.move(code, "Completed")
    assert fact(world, code, "claim") is None


@pytest.mark.rule("get_item.30", "get_item.31", "get_item.32", "items.19")
@pytest.mark.parametrize(
    ("item_type", "board", "steps"),
    [
        ("strategy", "strategy", ("Review", "Active", "Monitoring", "Completed")),
        (
            "initiative",
            "initiatives",
            ("Design", "Ready", "Decompose", "Active", "Monitoring", "Completed"),
        ),
    ],
)
def test_a_strategy_and_an_initiative_show_their_owner_everywhere(
    world: World, item_type: str, board: str, steps: tuple[str, ...]
) -> None:
    code = world.create(item_type, board=board)
    assert fact(world, code, "owner") == "owner: none. A member of the board can claim it (claim_item)."
    with time_machine.travel("2026-10-12T10:00:00Z", tick=False):
        world.alice.run("claim_item", short_code=code)
    for step in steps:
        assert fact(world, code, "owner") == "owner: Alice since 2026-10-12T10:00:00Z"
        world.move(code, step)
    rows.archive(code)
    assert fact(world, code, "owner") == "owner: Alice since 2026-10-12T10:00:00Z"


@pytest.mark.rule("get_item.32")
def test_no_other_item_has_an_owner(world: World) -> None:
    for code in (
        world.task(),
        world.create("document", board="web-delivery"),
        world.create("adr", board="web-adrs"),
    ):
        assert fact(world, code, "owner") is None


@pytest.mark.rule("get_item.33")
def test_a_cancelled_task_says_when_who_and_why(world: World) -> None:
    code = world.task(world.bob)
    with time_machine.travel("2026-10-09T10:00:00Z", tick=False):
        world.robo.run("cancel_item", short_code=code, reason="The customer does not need it.")
    assert fact(world, code, "cancelled") == (
        "cancelled: 2026-10-09T10:00:00Z by Bob (agent). Reason: The customer does not need it."
    )


@pytest.mark.rule("get_item.34", "get_item.35", "set_state.15")
def test_a_state_shows_the_fields_with_a_value(world: World) -> None:
    code = world.task(world.bob)
    assert fact(world, code, "state") is None
    with time_machine.travel("2026-10-09T10:00:00Z", tick=False):
        world.robo.run(
            "set_state",
            short_code=code,
            branch="acme-t-0012",
            commit="abc1234",
            pushed=True,
            pr_url="https://example.com/pull/12",
            next_step="Wait for CI",
        )
    with time_machine.travel("2026-10-09T10:05:00Z", tick=False):
        assert fact(world, code, "state") == (
            "state: branch acme-t-0012 at abc1234, pushed, PR https://example.com/pull/12. "
            "Next: Wait for CI. (updated 5 min ago by Bob (agent))"
        )
        for fields, shown in (
            (
                {"next_step": "Done."},
                "branch acme-t-0012 at abc1234, pushed, PR https://example.com/pull/12. Next: Done.",
            ),
            (
                {"pr_url": None, "next_step": None, "pushed": False},
                "branch acme-t-0012 at abc1234, not pushed.",
            ),
            ({"branch": None}, "commit abc1234, not pushed."),
            ({"commit": None}, "not pushed."),
        ):
            world.bob.run("set_state", short_code=code, **fields)
            assert fact(world, code, "state") == f"state: {shown} (updated just now by Bob)"


@pytest.mark.rule("get_item.47", "get_item.48", "get_item.50", "conventions.retired_codes.03", "codes.13")
def test_a_retired_code_finds_the_item_and_says_so(world: World) -> None:
    first = world.task(title="Find the downloads")
    rows.rename(first, "MIDDLE-T-0001", world.alice)
    code = rows.rename("MIDDLE-T-0001", "SKADI-T-0577", world.alice)
    for retired in (first, "middle-t-0001"):
        text = world.alice.text("get_item", short_code=retired)
        assert text.startswith(
            "# SKADI-T-0577 — Find the downloads\n\n"
            f"> **RETIRED CODE** The code {retired.upper()} is retired. The current code of this item is "
            "SKADI-T-0577. Use the current code.\n\n- type: task\n"
        )
        assert fact(world, retired, "retired codes") == f"retired codes: {first}, MIDDLE-T-0001"
    assert "RETIRED CODE" not in world.alice.text("get_item", short_code=code)
    assert fact(world, code, "retired codes") == f"retired codes: {first}, MIDDLE-T-0001"
    assert fact(world, world.task(), "retired codes") is None


@pytest.mark.rule("get_item.62")
def test_a_promoted_note_names_what_it_became(world: World) -> None:
    code, adr = world.task(), world.create("adr", board="web-adrs")
    world.alice.run("append_note", short_code=code, text="The decision")
    rows.promote(code, 1, adr)
    assert world.alice.text("get_item", short_code=code).endswith(
        f"Alice)\n\nThe decision\n\nPromoted to {adr}."
    )


def test_an_adr_on_no_board_is_shown(world: World) -> None:
    code = world.create("adr", board="web-adrs")
    rows.item(code).change(board=None, column=None)
    assert facts(world, code)[:2] == ["type: adr", "board: none"]


@pytest.mark.parametrize("size", [1, 30])
def test_asks_at_most_eight_queries(world: World, size: int) -> None:
    strategy = world.create("strategy")
    initiative = world.create("initiative", parent=strategy)
    task = world.task(parent=initiative)
    for _ in range(size):
        other = world.task(parent=initiative)
        world.alice.run("link_items", source=other, relationship="blocks", target=task)
        world.alice.run("append_note", short_code=task, text="A note")
        world.alice.run("append_note", short_code=initiative, text="A note")
    world.alice.run("set_state", short_code=task, branch="x")
    for code in (strategy, initiative, task):
        with counted() as statements:
            world.alice.text("get_item", short_code=code)
        assert len(statements) <= 8
