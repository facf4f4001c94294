"""Request keys: the same call again writes nothing and answers alike."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine

from hub.core import operations
from hub.core.codes import Code
from hub.core.inputs import KeyedInput
from items.models import Item, Note
from tests.items import rows
from tests.racing import race, rounds
from tests.world import World, agent, nothing_written

KEY = "6f1a1f9e-0000-4000-8000-000000000001"
KEYED = {
    "create_item",
    "append_note",
    "link_items",
    "propose_edge",
    "promote_note",
    "transition_item",
    "move_item",
    "edit_item",
    "add_repository",
    "create_team",
    "create_board",
    "add_column",
    "create_team_page",
    "create_dispatch_rule",
    "send_notice",
}
TASK: dict[str, Any] = {"item_type": "task", "title": "T", "board": "web-delivery"}


@pytest.mark.rule("conventions.request_keys.01")
def test_exactly_the_tools_of_the_page_take_a_request_key(world: World) -> None:
    tools = {one.name: one for one in operations.every() if one.family == "boards" and one.profile}
    assert {name for name, one in tools.items() if one.keyed} == KEYED & set(tools)
    for name, one in tools.items():
        if not issubclass(one.input, KeyedInput):
            refusal = world.alice.refused(Code.VALIDATION, name, request_key=KEY)
            assert refusal.message.startswith('The call has the argument "request_key".')


@pytest.mark.rule("conventions.request_keys.02")
def test_without_a_key_the_same_call_writes_again(world: World) -> None:
    assert [world.alice.result("create_item", **TASK).short_code for _ in range(2)] == [
        "WEB-T-0001",
        "WEB-T-0002",
    ]


@pytest.mark.rule("conventions.request_keys.03")
def test_a_key_has_eight_to_a_hundred_and_twenty_eight_characters(world: World) -> None:
    for key in ("k" * 8, "k" * 128):
        world.alice.run("create_item", **TASK, request_key=key)
    for key in ("k" * 7, "k" * 129, ""):
        refusal = world.alice.refused(Code.VALIDATION, "create_item", **TASK, request_key=key)
        assert refusal.field == "request_key"


@pytest.mark.rule("conventions.request_keys.04", "conventions.request_keys.05")
def test_a_key_is_of_letters_digits_and_four_signs(world: World) -> None:
    for key in (KEY, "Az09._:-"):
        world.alice.run("create_item", **TASK, request_key=key)
    for key in ("has blank", "has/slash", "umlaut-ä", "newline-\n", "nul-\x00-nul"):
        refusal = world.alice.refused(Code.VALIDATION, "create_item", **TASK, request_key=key)
        assert refusal.field == "request_key"


@pytest.mark.rule("conventions.request_keys.06", "conventions.request_keys.07")
def test_the_second_call_writes_nothing_and_says_when_the_first_was(world: World) -> None:
    with time_machine.travel("2026-10-09T10:00:00Z", tick=False) as clock:
        first = world.alice.text("create_item", **TASK, request_key=KEY)
        clock.shift(timedelta(minutes=5))
        with nothing_written():
            # The order of the arguments makes no other call.
            again = world.alice.text("create_item", **dict(reversed(TASK.items())), request_key=KEY)
    assert again == (
        f"{first}\nReplayed: the call with this request_key at 2026-10-09T10:00:00Z applied the write. "
        "Nothing new was written."
    )


@pytest.mark.rule("conventions.request_keys.08")
def test_the_answer_is_that_of_the_first_call_whatever_happened_since(world: World) -> None:
    code = world.task(world.bob, content="a")
    world.move(code, "Todo", "Active", by=world.bob)
    call = {"short_code": code, "search": "a", "replace": "b", "request_key": KEY}
    first = world.alice.text("edit_item", **call)
    assert "Warning: Bob has the claim" in first
    world.alice.run("update_item", short_code=code, content="other", version=2)
    world.move(code, "Completed")
    assert world.alice.text("edit_item", **call).startswith(f"{first}\nReplayed: ")


@pytest.mark.rule("conventions.request_keys.09")
def test_a_key_belongs_to_one_person_and_one_agent_key(world: World) -> None:
    second = agent(world.bob, "second")
    codes = [
        persona.result("create_item", **TASK, request_key=KEY).short_code
        for persona in (world.alice, world.bob, world.robo, second)
    ]
    assert codes == [f"WEB-T-000{number}" for number in range(1, 5)]
    assert world.robo.run("create_item", **TASK, request_key=KEY).replayed_at is not None


@pytest.mark.rule("conventions.request_keys.10")
def test_a_key_is_free_again_after_a_day(world: World) -> None:
    with time_machine.travel("2026-10-09T10:00:00Z", tick=False) as clock:
        world.alice.run("create_item", **TASK, request_key=KEY)
        clock.shift(timedelta(hours=24) - timedelta(seconds=1))
        assert world.alice.run("create_item", **TASK, request_key=KEY).replayed_at is not None
        clock.shift(timedelta(seconds=1))
        outcome = world.alice.run("create_item", **TASK, request_key=KEY)
        assert outcome.replayed_at is None
        assert world.alice.run("create_item", **TASK, request_key=KEY).result == outcome.result


@pytest.mark.parametrize(
    ("tool", "changed"),
    [
        pytest.param(
            "create_item", {"title": "Other"}, marks=pytest.mark.rule("conventions.request_keys.12")
        ),
        pytest.param("create_item", {"content": ""}, marks=pytest.mark.rule("conventions.request_keys.12")),
        pytest.param(
            "create_board",
            {"name": "B", "slug": "bee", "board_level": "adr", "code_prefix": "BEE"},
            marks=pytest.mark.rule("conventions.request_keys.11"),
        ),
    ],
)
def test_a_key_of_another_call_is_refused(world: World, tool: str, changed: dict[str, Any]) -> None:
    arguments = {**TASK, **changed} if tool == "create_item" else changed
    with time_machine.travel("2026-10-09T10:00:00Z", tick=False):
        world.alice.run("create_item", **TASK, request_key=KEY)
        refusal = world.alice.refused(Code.REQUEST_KEY_REUSED, tool, **arguments, request_key=KEY)
    assert refusal.message == (
        "The request_key was sent at 2026-10-09T10:00:00Z with a different call. "
        "Send a new key with each new request."
    )
    assert refusal.field == "request_key"


@pytest.mark.rule("conventions.request_keys.13")
def test_a_refused_call_keeps_no_key(world: World) -> None:
    world.alice.refused(Code.NOT_FOUND, "create_item", **{**TASK, "board": "nowhere"}, request_key=KEY)
    code = world.task(world.alice)
    world.carol.refused(Code.FORBIDDEN, "append_note", short_code=code, text="x", request_key=KEY)
    rows.grant(world.carol, "web-delivery", "manage_tasks")
    assert world.carol.run("append_note", short_code=code, text="x", request_key=KEY).replayed_at is None
    assert world.alice.run("create_item", **TASK, request_key=KEY).replayed_at is None


@pytest.mark.race
def test_twins_in_parallel_write_once_and_answer_alike(live_world: World) -> None:
    for turn in range(rounds(20)):
        call = {**TASK, "request_key": f"parallel-{turn}"}
        outcomes = race(*[lambda call=call: live_world.robo.run("create_item", **call)] * 8)
        assert len({outcome.result.short_code for outcome in outcomes}) == 1
        assert sum(outcome.replayed_at is None for outcome in outcomes) == 1
        assert Item.objects.filter(board__slug="web-delivery").count() == turn + 1


@pytest.mark.race
def test_of_two_different_calls_with_one_key_one_is_refused(live_world: World) -> None:
    code = live_world.task(live_world.bob)
    for turn in range(rounds(20)):
        key = f"two-calls-{turn}"
        results = race(
            *(
                lambda text=text, key=key: live_world.robo.run(
                    "append_note", short_code=code, text=text, request_key=key
                )
                for text in ("one", "two")
            )
        )
        refused = [one for one in results if isinstance(one, Exception)]
        assert [one.code for one in refused] == [Code.REQUEST_KEY_REUSED]  # type: ignore[attr-defined]
        assert Note.objects.count() == turn + 1
