"""Claims and moves at the same time: one winner, and no state that two calls made together."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from hub.core.codes import Code
from hub.core.operations import Outcome
from hub.core.refusals import Refusal
from items.models import Item
from tests.items import acting
from tests.racing import race, rounds
from tests.world import Persona, World, person

pytestmark = pytest.mark.race

RACERS = 16


def outcome(answer: Any) -> str:
    """`ok`, or the code of the refusal; anything else fails the test."""
    if isinstance(answer, Outcome):
        return "ok"
    assert isinstance(answer, Refusal), repr(answer)
    return answer.code.name


def calling(persona: Persona, operation: str, **arguments: Any) -> Any:
    return lambda: persona.run(operation, **arguments)


def movers(count: int) -> list[Persona]:
    """People who may move tasks of web-delivery."""
    people = [person("acme", f"racer-{number}") for number in range(count)]
    for persona in people:
        acting.grant(persona, "transition_items", "web-delivery")
    return people


def test_one_of_16_claims_wins(live_world: World) -> None:
    people = movers(RACERS)
    for _ in range(rounds(20)):
        task = acting.on(live_world, "Active", live_world.task())
        answers = race(*(calling(persona, "claim_item", short_code=task) for persona in people))
        assert Counter(map(outcome, answers)) == {"ok": 1, Code.CLAIMED.name: RACERS - 1}
        winner = next(
            persona for persona, answer in zip(people, answers, strict=True) if outcome(answer) == "ok"
        )
        assert acting.holder(task) == winner.principal.user_name
        assert acting.actions(task).count("claim") == 1


def test_one_of_16_owners_wins(live_world: World) -> None:
    people = movers(RACERS)
    for persona in people:
        acting.grant(persona, "member", "initiatives")
    initiative = live_world.create("initiative")
    answers = race(*(calling(persona, "claim_item", short_code=initiative) for persona in people))
    assert Counter(map(outcome, answers)) == {"ok": 1, Code.CONFLICT.name: RACERS - 1}
    assert acting.actions(initiative).count("claim") == 1


def test_a_transition_and_a_cancel_are_one_after_the_other(live_world: World) -> None:
    for _ in range(rounds(100)):
        task = acting.claimed(live_world)
        move = calling(live_world.alice, "transition_item", short_code=task, to_column="Blocked")
        cancel = calling(live_world.bob, "cancel_item", short_code=task, reason="No.")
        moved, cancelled = map(outcome, race(move, cancel))
        assert cancelled == "ok"
        assert moved in ("ok", Code.INVALID_TRANSITION.name)
        found = Item.objects.get(code=task)
        assert (acting.column_of(task), found.cancel_reason, found.claim_user) == ("Completed", "No.", None)
        moves = [data for action, data in acting.activity(task) if action in ("transition", "cancel")]
        assert all(before["to"] == after["from"] for before, after in pairwise(moves))


def test_a_hand_off_and_a_release_are_one_after_the_other(live_world: World) -> None:
    for _ in range(rounds(100)):
        task = acting.claimed(live_world)
        hand_off = calling(live_world.bob, "hand_off_item", short_code=task, to="alice")
        release = calling(live_world.bob, "release_item", short_code=task)
        assert [*map(outcome, race(hand_off, release))] == ["ok", "ok"]
        holders: list[str | None] = [str(live_world.bob.principal.user_id)]
        for action, data in acting.activity(task):
            if action == "hand_off":
                assert data["from"] == holders[-1]
                holders.append(data["to"])
            if action == "release":
                assert data["user"] == holders[-1]
                holders.append(None)
        now = acting.item(task).claim_user_id
        assert (str(now) if now else None) == holders[-1]


def test_the_last_place_under_a_wip_limit_warns_one_of_two(live_world: World) -> None:
    acting.flags("web-delivery", "Blocked", wip_limit=1)
    for _ in range(rounds(100)):
        Item.objects.filter(column=acting.column("web-delivery", "Blocked")).update(
            column=acting.column("web-delivery", "Completed")
        )
        tasks = [acting.on(live_world, "Todo", live_world.task()) for _ in range(2)]
        answers = race(
            *(
                calling(live_world.alice, "transition_item", short_code=task, to_column="Blocked")
                for task in tasks
            )
        )
        assert [*map(outcome, answers)] == ["ok", "ok"]
        assert sorted(len(answer.result.warnings) for answer in answers) == [0, 1]


def test_two_patches_of_one_state_with_one_expectation_have_one_winner(live_world: World) -> None:
    task = live_world.task()
    live_world.alice.run("set_state", short_code=task, branch="x")
    for number in range(rounds(100)):
        read = live_world.alice.result("get_item", short_code=task).state.updated_at
        answers = race(
            *(
                calling(
                    live_world.alice, "set_state", short_code=task, commit=commit, expected_updated_at=read
                )
                for commit in (f"a{number}", f"b{number}")
            )
        )
        assert Counter(map(outcome, answers)) == {"ok": 1, Code.CONFLICT.name: 1}
