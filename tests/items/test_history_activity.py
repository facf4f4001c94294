"""The activity lines of get_history: one form per kind, in names."""

from __future__ import annotations

import re
from typing import Any

import pytest
import time_machine

from hub.core.models import Action, Activity
from tests.items import rows
from tests.world import World

NOW = "2026-10-17T10:00:00Z"
BY_ALICE = f" — {NOW} by Alice"


def lines(world: World, code: str) -> list[str]:
    """The activity of an item, newest first, without the bullets."""
    text = world.alice.text("get_history", short_code=code, limit=200)
    return [line.removeprefix("- ") for line in text.split("## Activity\n\n")[1].splitlines()]


def newest(world: World, code: str, action: str, data: dict[str, Any]) -> str:
    """What a row with this data shows, without who and when."""
    with time_machine.travel(NOW, tick=False):
        rows.log(rows.item(code), action, world.alice, **data)
    return lines(world, code)[0].removesuffix(BY_ALICE)


@pytest.mark.rule("get_history.20", "get_history.23", "get_history.26")
def test_a_move_and_the_claim_that_it_gives_and_ends(world: World) -> None:
    code = world.task(world.bob)
    with time_machine.travel(NOW, tick=False):
        world.move(code, "Todo", by=world.bob)
        world.move(code, "Active", by=world.robo)
        world.move(code, "Completed", by=world.alice)
    assert lines(world, code)[:-1] == [
        f"claim ended: Bob (transition){BY_ALICE}",
        f"moved from Active to Completed{BY_ALICE}",
        f"claim taken: Bob — {NOW} by Bob (agent)",
        f"moved from Todo to Active — {NOW} by Bob (agent)",
        f"moved from Backlog to Todo — {NOW} by Bob",
    ]


@pytest.mark.rule("get_history.21")
def test_a_cancel_has_the_reason(world: World) -> None:
    shown = newest(
        world, world.task(), Action.CANCEL, {"from": "Todo", "to": "Completed", "reason": "Not needed."}
    )
    assert shown == "cancelled: moved from Todo to Completed. Reason: Not needed."


@pytest.mark.rule("get_history.22")
def test_a_board_move_names_boards_and_columns(world: World) -> None:
    ids = {name: str(rows.board(name).id) for name in ("web-delivery", "web-adrs")}
    shown = newest(
        world,
        world.task(),
        Action.BOARD_MOVE,
        {"from_board": ids["web-delivery"], "from": "Todo", "to_board": ids["web-adrs"], "to": "Draft"},
    )
    assert shown == "moved from web-delivery / Todo to web-adrs / Draft"


@pytest.mark.rule("get_history.24", "get_history.25")
def test_a_hand_off_and_a_release_name_the_people(world: World) -> None:
    alice, bob = str(world.alice.principal.user_id), str(world.bob.principal.user_id)
    code = world.task()
    assert newest(world, code, Action.HAND_OFF, {"from": alice, "to": bob}) == (
        "claim handed off: Alice -> Bob"
    )
    assert newest(world, code, Action.HAND_OFF, {"from": None, "to": bob}) == (
        "claim handed off: none -> Bob"
    )
    assert (
        newest(world, code, Action.RELEASE, {"user": bob, "by_agent": False, "cause": None})
        == "claim released: Bob"
    )


@pytest.mark.parametrize(
    ("action", "data", "shown"),
    [
        pytest.param(
            Action.WORK_CLASS,
            {"from": "planned", "to": "support"},
            "lane: planned -> support",
            marks=pytest.mark.rule("get_history.27"),
        ),
        pytest.param(
            Action.METADATA,
            {"slug": "priority", "value": "high"},
            "metadata priority: high",
            marks=pytest.mark.rule("get_history.28"),
        ),
        pytest.param(
            Action.METADATA,
            {"slug": "priority", "value": None},
            "metadata priority: cleared",
            marks=pytest.mark.rule("get_history.29"),
        ),
        (Action.REPOSITORY, {"from": None, "to": "fidius"}, "repository: none -> fidius"),
        (Action.LIFECYCLE, {"from": "draft", "to": "review"}, "lifecycle: draft -> review"),
        (Action.BOARD_MOVE, {"from_board": "a", "to_board": "b"}, "owner board: a -> b"),
        (Action.RENAME, {"from": "A-T-0001", "to": "B-T-0001"}, "renamed A-T-0001 -> B-T-0001"),
        (Action.DELETE, {}, "archived"),
        (Action.RESTORE, {}, "restored"),
    ],
)
def test_a_change_has_its_form(world: World, action: Action, data: dict[str, Any], shown: str) -> None:
    assert newest(world, world.task(), action, data) == shown


@pytest.mark.rule("get_history.35")
def test_each_kind_that_the_page_names_has_a_row(world: World) -> None:
    code = world.task()
    for action, data in (
        (Action.REPOSITORY, {"from": None, "to": "fidius"}),
        (Action.LIFECYCLE, {"from": "draft", "to": "review"}),
        (Action.BOARD_MOVE, {"from_board": "a", "to_board": "b"}),
        (Action.RENAME, {"from": "A-T-0001", "to": code}),
        (Action.DELETE, {}),
        (Action.RESTORE, {}),
    ):
        rows.log(rows.item(code), action, world.alice, **data)
    assert [line.split(" — ")[0] for line in lines(world, code)] == [
        "restored",
        "archived",
        f"renamed A-T-0001 -> {code}",
        "owner board: a -> b",
        "lifecycle: draft -> review",
        "repository: none -> fidius",
        "created",
    ]


@pytest.mark.rule("get_history.30", "get_history.31")
def test_a_state_write_names_the_fields_that_changed_and_no_value(world: World) -> None:
    code = world.task()
    world.alice.run("set_state", short_code=code, branch="secret-branch", commit="abc1234")
    with time_machine.travel(NOW, tick=False):
        world.alice.run("set_state", short_code=code, branch="secret-branch", commit="def5678", pushed=True)
    assert lines(world, code)[0] == f"state changed: commit, pushed{BY_ALICE}"
    text = world.alice.text("get_history", short_code=code)
    assert not any(value in text for value in ("secret-branch", "abc1234", "def5678"))


@pytest.mark.rule("get_history.32", "get_history.33", "get_history.34")
def test_a_link_is_in_the_activity_of_both_ends(world: World) -> None:
    source, target = world.task(), world.task()
    with time_machine.travel(NOW, tick=False):
        world.alice.run("link_items", source=source, relationship="blocks", target=target)
        world.alice.run("unlink_items", source=source, relationship="blocks", target=target)
    for code in (source, target):
        assert lines(world, code)[:2] == [
            f"link removed: blocks {source} -> {target}{BY_ALICE}",
            f"link added: blocks {source} -> {target}{BY_ALICE}",
        ]


@pytest.mark.rule("get_history.36")
@pytest.mark.parametrize(
    ("action", "data", "shown"),
    [
        (Action.PURGE, {"title": "Old", "gone": True}, "purge: gone: yes; title: Old"),
        (Action.PURGE, {}, "purge"),
        (Action.UPDATE, {"complexity": "l", "was": ["m", "s"]}, "update: complexity: l; was: m, s"),
        (Action.TRANSITION, {"to": "Todo"}, "transition: to: Todo"),
    ],
)
def test_a_row_without_a_form_of_its_own_shows_its_action_and_details(
    world: World, action: Action, data: dict[str, Any], shown: str
) -> None:
    assert newest(world, world.task(), action, data) == shown


@pytest.mark.rule("get_history.37")
def test_names_stand_in_the_place_of_ids_wherever_they_are(world: World) -> None:
    ids = [
        world.bob.principal.user_id,
        rows.board("web-delivery").id,
        rows.column("web-delivery", "Todo").id,
        rows.repository("fidius").id,
    ]
    code = world.task()
    shown = newest(
        world,
        code,
        Action.PURGE,
        {"all": [str(one) for one in ids], "deep": {"of": str(ids[0])}, "gone": str(rows.item(code).id)},
    )
    assert shown == "purge: all: Bob, web-delivery, Todo, fidius; deep: of Bob; gone: (not in the directory)"
    text = world.alice.text("get_history", short_code=code)
    assert re.search(r"[0-9a-f]{8}-[0-9a-f]{4}", text) is None


def test_a_name_of_another_organization_is_not_in_the_directory(world: World) -> None:
    shown = newest(world, world.task(), Action.PURGE, {"person": str(world.mallory.principal.user_id)})
    assert shown == "purge: person: (not in the directory)"


def test_an_agents_triage_has_its_line_beside_the_move(world: World) -> None:
    code = world.task()
    with time_machine.travel(NOW, tick=False):
        rows.log(
            rows.item(code),
            Action.TRANSITION,
            world.alice,
            **{"from": "Backlog", "to": "Todo", "agent_triage": "agent_triage: moved from Backlog to Todo"},
        )
    assert lines(world, code)[:2] == [
        f"moved from Backlog to Todo{BY_ALICE}",
        f"agent_triage: moved from Backlog to Todo{BY_ALICE}",
    ]


@pytest.mark.rule("get_history.41")
def test_an_item_without_activity_says_so(world: World) -> None:
    code = world.task()
    Activity.objects.filter(subject_id=rows.item(code).id).delete()
    assert lines(world, code) == ["No activity is recorded for this item."]
