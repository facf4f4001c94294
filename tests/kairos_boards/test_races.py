"""Two writers of the structure at once: one order, one winner."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from hub.core.operations import Outcome
from hub.core.refusals import Refusal
from items.models import Item
from kairos_boards.models import Grant, StructureGrant, Team
from tests.kairos_boards.reading import board, columns, grants
from tests.racing import race, rounds
from tests.world import Persona, World

pytestmark = pytest.mark.race


def calls(persona: Persona, tool: str, **arguments: Any) -> Callable[[], Outcome]:
    return lambda: persona.run(tool, **arguments)


def codes(answers: list[Any]) -> Counter[str]:
    """How often the racers got through, and which refusals the others got."""
    for answer in answers:
        assert isinstance(answer, Outcome | Refusal), repr(answer)
    return Counter("ok" if isinstance(answer, Outcome) else answer.code.name for answer in answers)


def test_columns_that_come_first_at_once_have_places_of_their_own(live_world: World) -> None:
    alice = live_world.alice
    for turn in range(rounds(20)):
        names = [f"First {turn}-{number}" for number in range(4)]
        before = columns("web-delivery")
        answers = race(
            *(calls(alice, "add_column", board="web-delivery", name=name, position=0) for name in names)
        )
        assert codes(answers) == {"ok": 4}
        after = columns("web-delivery")  # asserts the positions 0, 1, 2, …
        assert sorted(after[:4]) == names
        assert after[4:] == before


def test_columns_that_move_at_once_have_places_of_their_own(live_world: World) -> None:
    names = columns("web-delivery")
    for _ in range(rounds(20)):
        moves = [
            calls(live_world.alice, "update_column", board="web-delivery", column=name, position=0)
            for name in names
        ]
        assert codes(race(*moves)) == {"ok": len(names)}
        assert sorted(columns("web-delivery")) == sorted(names)


def test_a_column_name_is_given_once(live_world: World) -> None:
    for turn in range(rounds(20)):
        adding = [
            calls(live_world.alice, "add_column", board="web-delivery", name=name)
            for name in (f"Column {turn}", f"COLUMN {turn}")
        ]
        assert codes(race(*adding)) == {"ok": 1, "DUPLICATE_COLUMN_NAME": 1}


def test_a_team_slug_is_given_once(live_world: World) -> None:
    for turn in range(rounds(20)):
        making = [
            calls(
                live_world.alice, "create_team", name="T", slug=f"team-{turn}", code_prefix=f"{letter}{turn}"
            )
            for letter in "AB"
        ]
        assert codes(race(*making)) == {"ok": 1, "CONFLICT": 1}
        assert Team.objects.filter(slug=f"team-{turn}").count() == 1


def test_a_new_slug_is_given_to_one_team(live_world: World) -> None:
    for turn in range(rounds(20)):
        renaming = [
            calls(live_world.alice, "update_team", team=str(team.id), slug=f"team-{turn}")
            for team in Team.objects.filter(name__in=("Web", "Core"), organization__slug="acme")
        ]
        assert codes(race(*renaming)) == {"ok": 1, "CONFLICT": 1}


@pytest.mark.parametrize("where", [{}, {"board": "web-delivery"}])
def test_a_grant_is_given_once(live_world: World, where: dict[str, str]) -> None:
    values = {"user": "carol", "capability": "manage_structure", **where}
    for _ in range(rounds(20)):
        StructureGrant.objects.all().delete()
        granting = [calls(live_world.alice, "grant_capability", **values) for _ in range(4)]
        assert codes(race(*granting)) == {"ok": 1, "CONFLICT": 3}


def test_two_sets_of_capabilities_do_not_mix(live_world: World) -> None:
    sets = (["manage_tasks", "purge"], ["configure_boards", "administer_members"])
    values = {"board": "web-delivery", "user": "carol"}
    for _ in range(rounds(20)):
        Grant.objects.all().delete()
        setting = [
            calls(live_world.alice, "set_board_capabilities", **values, capabilities=names) for names in sets
        ]
        assert codes(race(*setting)) == {"ok": 2}
        assert grants(live_world.carol, "web-delivery") in [set(names) for names in sets]


def test_no_item_lands_in_a_column_that_is_removed_at_once(live_world: World) -> None:
    alice = live_world.alice
    for turn in range(rounds(40)):
        alice.run("add_column", board="web-delivery", name=f"Entry {turn}", position=0)
        made, removed = race(
            calls(live_world.bob, "create_item", item_type="task", title="T", board="web-delivery"),
            calls(alice, "remove_column", board="web-delivery", column=f"Entry {turn}"),
        )
        assert codes([made]) == {"ok": 1}
        assert codes([removed]) in ({"ok": 1}, {"COLUMN_NOT_EMPTY": 1})
        assert not Item.objects.filter(column__removed_at__isnull=False).exists()
        assert board("web-delivery").archived_at is None
