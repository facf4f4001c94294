"""What two people do at once to the people of an organization."""

from __future__ import annotations

from functools import partial

import pytest

from hub.core.calls import Surface
from hub.core.codes import Code
from hub.core.operations import Outcome
from hub.core.refusals import Refusal
from hub.identity.authentication import principal_of_user
from hub.identity.members import set_password_url
from hub.identity.models import Agent, Credential, Role, User
from items.models import Item
from tests.identity.rest import persona_user
from tests.racing import race, rounds
from tests.world import Persona, World, person


def code(result: object) -> Code | None:
    """The refusal of a racer; None when it was answered."""
    assert isinstance(result, (Outcome, Refusal)), result
    return result.code if isinstance(result, Refusal) else None  # type: ignore[return-value]


def demote_everyone(world: World) -> None:
    """Nobody but the people of the round is an admin."""
    User.within(world.alice.principal.organization_id).filter(kind="person").update(role=Role.MEMBER)


def admins(organization: str) -> int:
    return User.objects.filter(
        organization__slug=organization, role=Role.ADMIN, kind="person", left_at=None
    ).count()


@pytest.mark.race
@pytest.mark.rule("people.01")
def test_two_admins_who_demote_each_other_leave_one(live_world: World) -> None:
    for number in range(rounds(40)):
        demote_everyone(live_world)
        one = person("acme", f"one{number}", role=Role.ADMIN)
        two = person("acme", f"two{number}", role=Role.ADMIN)
        results = race(
            lambda one=one, number=number: one.run("update_member", user=f"two{number}", role="member"),
            lambda two=two, number=number: two.run("update_member", user=f"one{number}", role="member"),
        )
        assert sorted(map(str, map(code, results))) == sorted([str(None), str(Code.FORBIDDEN)])
        assert admins("acme") == 1


@pytest.mark.race
def test_two_admins_who_remove_each_other_leave_one(live_world: World) -> None:
    for number in range(rounds(20)):
        demote_everyone(live_world)
        one = person("acme", f"one{number}", role=Role.ADMIN)
        two = person("acme", f"two{number}", role=Role.ADMIN)
        results = race(
            lambda one=one, number=number: one.run("remove_member", user=f"two{number}"),
            lambda two=two, number=number: two.run("remove_member", user=f"one{number}"),
        )
        assert [code(result) for result in results].count(None) == 1
        assert {code(result) for result in results} <= {None, Code.FORBIDDEN, Code.UNAUTHORIZED}
        assert admins("acme") == 1


@pytest.mark.race
def test_two_admins_who_step_down_at_once_leave_one(live_world: World) -> None:
    for number in range(rounds(20)):
        demote_everyone(live_world)
        pair = [person("acme", f"admin{number}-{half}", role=Role.ADMIN) for half in "ab"]
        results = race(*[lambda one=one: one.run("update_member", user="me", role="member") for one in pair])
        assert sorted(map(str, map(code, results))) == sorted([str(None), str(Code.LAST_ADMIN)])
        assert admins("acme") == 1


@pytest.mark.race
def test_one_of_two_takes_a_name_and_an_email(live_world: World) -> None:
    for number in range(rounds(20)):
        results = race(
            *[
                lambda name=name, number=number: live_world.alice.run(
                    "create_member", user_name=name, email=f"new{number}@example.com"
                )
                for name in (f"new{number}", f"new{number}-b")
            ]
        )
        assert sorted(map(str, map(code, results))) == sorted([str(None), str(Code.CONFLICT)])


@pytest.mark.race
def test_one_of_two_rotations_makes_the_key(live_world: World) -> None:
    for number in range(rounds(20)):
        prefix = live_world.bob.result("create_agent_key", agent=f"agent{number}").prefix
        results = race(*[lambda prefix=prefix: live_world.bob.run("rotate_agent_key", prefix=prefix)] * 2)
        assert sorted(map(str, map(code, results))) == sorted([str(None), str(Code.CONFLICT)])
        assert Credential.objects.filter(agent__name=f"agent{number}", revoked_at=None).count() == 1


@pytest.mark.race
def test_two_first_keys_of_an_agent_are_of_one_agent(live_world: World) -> None:
    for number in range(rounds(20)):
        name = f"agent{number}"
        results = race(*[lambda name=name: live_world.bob.run("create_agent_key", agent=name)] * 2)
        assert [code(result) for result in results] == [None, None]
        assert Agent.objects.filter(name=name).count() == 1


@pytest.mark.race
@pytest.mark.rule("people.03")
def test_a_link_that_is_used_twice_at_once_works_once(live_world: World) -> None:
    for _ in range(rounds(20)):
        bob = persona_user(live_world.bob)
        token = set_password_url(bob).split("/")[-2]
        holder = Persona(principal_of_user(bob), Surface.PAGE)
        run = partial(holder.run, "set_password", link_token=token)
        results = race(
            partial(run, new_password="first long password"),
            partial(run, new_password="second long password"),
        )
        assert sorted(map(str, map(code, results))) == sorted([str(None), str(Code.NOT_FOUND)])


@pytest.mark.race
@pytest.mark.rule("people.04")
def test_a_claim_that_is_taken_while_leaving_is_not_kept(live_world: World) -> None:
    task = live_world.task()
    live_world.move(task, "Todo")
    for number in range(rounds(40)):
        leaver = person("acme", f"leaver{number}")
        live_world.alice.run("add_team_member", team="web", user=f"leaver{number}")
        results = race(
            lambda leaver=leaver: leaver.run("transition_item", short_code=task, to_column="Active"),
            lambda number=number: live_world.alice.run("remove_member", user=f"leaver{number}"),
        )
        assert code(results[1]) is None
        assert code(results[0]) in (None, Code.FORBIDDEN, Code.UNAUTHORIZED)
        item = Item.objects.get(code=task)
        assert item.claim_user_id is None
        if code(results[0]) is None:
            live_world.move(task, "Blocked", "Todo")
