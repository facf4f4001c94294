"""One namespace of names per organization, compared as people see them."""

from __future__ import annotations

import uuid

import pytest

from hub.core.codes import Code
from hub.core.refusals import Refusal
from hub.identity.names import RESERVED, fold, reserve
from tests.identity.rest import signed_in
from tests.world import World


@pytest.mark.parametrize(
    "name",
    ["hub", "HUB", "ｈｕｂ", "h\u200bub", "hu\u00adb", "h\u202eub", " hub", "human", "local", "Forge", "me"],
)
@pytest.mark.rule("people.02")
def test_a_reserved_name_is_refused_however_it_is_written(world: World, name: str) -> None:
    with pytest.raises(Refusal) as caught:
        reserve(world.alice.principal.organization_id, name, uuid.uuid4(), "user_name")
    assert caught.value.code is Code.VALIDATION


@pytest.mark.parametrize("name", ["bob", "BOB", "ｂｏｂ", "b\u200bo\u2060b", "robo", "Robo", "depot"])
@pytest.mark.rule("people.02")
def test_a_taken_name_is_refused_however_it_is_written(world: World, name: str) -> None:
    with pytest.raises(Refusal) as caught:
        reserve(world.alice.principal.organization_id, name, uuid.uuid4(), "user_name")
    assert caught.value.code is Code.CONFLICT
    assert caught.value.field == "user_name"


def test_a_name_without_a_visible_character_is_refused(world: World) -> None:
    with pytest.raises(Refusal) as caught:
        reserve(world.alice.principal.organization_id, "\u200b\u2060", uuid.uuid4(), "user_name")
    assert caught.value.code is Code.VALIDATION


def test_the_same_name_is_free_in_another_organization(world: World) -> None:
    reserve(world.mallory.principal.organization_id, "bob", uuid.uuid4(), "user_name")


def test_reserved_names_are_folded() -> None:
    assert {fold(name) for name in RESERVED} == RESERVED


@pytest.mark.parametrize("name", ["hub", "me", "HUB", "ｈｕｂ", "h\u200bub", "forge"])
@pytest.mark.rule("people.02")
def test_no_route_takes_a_reserved_name(world: World, name: str) -> None:
    world.alice.refused(Code.VALIDATION, "create_member", user_name=name, email="x@example.com")
    world.alice.refused(Code.VALIDATION, "create_service_account", user_name=name)
    world.bob.refused(Code.VALIDATION, "create_agent_key", agent=name)


@pytest.mark.parametrize("name", ["bob", "robo", "depot", "alice"])
@pytest.mark.rule("people.02")
def test_people_service_accounts_and_agents_share_their_names(world: World, name: str) -> None:
    world.alice.refused(Code.CONFLICT, "create_member", user_name=name, email="x@example.com")
    world.alice.refused(Code.CONFLICT, "create_service_account", user_name=name)
    world.carol.refused(Code.CONFLICT, "create_agent_key", agent=name)


def test_a_name_of_the_form_of_a_uuid_is_refused(world: World) -> None:
    name = str(uuid.uuid4())
    world.alice.refused(Code.VALIDATION, "create_member", user_name=name, email="x@example.com")


@pytest.mark.parametrize("shown", ["\u200b", "Al\u202eice", "Ali\u200bce", "A\x07"])
def test_a_display_name_shows_all_of_itself(world: World, shown: str) -> None:
    refusal = world.alice.refused(
        Code.VALIDATION, "create_member", user_name="dora", email="d@example.com", display_name=shown
    )
    assert refusal.field == "display_name"


def test_the_name_of_who_left_stays_taken(world: World) -> None:
    world.alice.run("remove_member", user="carol")
    answer = signed_in(world.alice).post("/api/members", {"user_name": "carol", "email": "c2@example.com"})
    assert answer.status_code == 409
