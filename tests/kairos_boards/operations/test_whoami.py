"""whoami: identity, role, teams, repositories, boards, structure, scope."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from hub.core.codes import Code
from items.models import Repository
from tests.kairos_boards.reading import board, grant, team
from tests.world import Persona, World, agent, scoped


def section(persona: Persona, title: str) -> list[str] | None:
    """The lines of a section; None when it is not there."""
    for part in persona.text("whoami").split("\n\n"):
        heading, *lines = part.splitlines()
        if heading.lstrip("# ") == title:
            return [line.removeprefix("- ") for line in lines]
    return None


def repository(slug: str, owner: str, **values: Any) -> None:
    Repository.add(
        organization_id=team(owner).organization_id,
        slug=slug,
        forge="github",
        full_name=f"acme/{slug}",
        url=f"https://github.example.com/acme/{slug}",
        default_branch="main",
        team=team(owner),
        created_at=timezone.now(),
        **values,
    )


@pytest.mark.rule("whoami.01", "whoami.02", "whoami.13")
def test_says_who_calls(world: World) -> None:
    assert section(world.bob, "Bob") == [
        "user name: bob",
        "email: bob@example.com",
        "kind: person",
        "organization: acme (Acme)",
        "role: member",
    ]
    assert section(world.alice, "Alice") == [
        "user name: alice",
        "email: alice@example.com",
        "kind: person",
        "organization: acme (Acme)",
        "role: admin",
    ]
    assert "kind: service account" in world.depot.text("whoami")
    assert "agent: robo" in world.robo.text("whoami")


@pytest.mark.rule("whoami.03")
def test_lists_the_teams(world: World) -> None:
    world.alice.run("add_team_member", team="core", user="bob")
    assert section(world.bob, "Teams") == ["core — Core", "web — Web"]
    assert section(world.carol, "Teams") == ["none"]


@pytest.mark.rule("whoami.04")
def test_lists_the_repositories_of_the_teams(world: World) -> None:
    repository("shop", "web")
    repository("api", "web")
    repository("kernel", "core")
    repository("old", "web", archived_at=timezone.now())
    assert section(world.bob, "Repositories of your teams") == [
        "api — github acme/api (team web)",
        "shop — github acme/shop (team web)",
    ]
    assert section(world.carol, "Repositories of your teams") == ["none"]


@pytest.mark.rule("whoami.05", "whoami.07", "whoami.08")
def test_lists_the_boards_where_the_caller_can_write(world: World) -> None:
    grant(world, world.bob, "purge", "web-delivery")
    grant(world, world.bob, "member", "strategy")
    grant(world, world.bob, "manage_*", "initiatives")
    assert section(world.bob, "Boards where you can write") == [
        "initiatives: manage_* (grant)",
        "strategy: member (grant); manage_strategies, manage_documents, "
        "transition_items (board member, no grant)",
        "web-adrs: manage_tasks, manage_documents, manage_adrs, transition_items (team web, no grant)",
        "web-delivery: purge (grant); manage_tasks, manage_documents, transition_items (team web, no grant)",
    ]
    assert section(world.carol, "Boards where you can write") == ["none"]
    assert section(world.alice, "Boards where you can write") == [
        "every board: each capability (organization admin)"
    ]


@pytest.mark.rule("whoami.06", "capabilities.28")
def test_says_what_every_member_may(world: World) -> None:
    expected = ["file_backlog: create a task on any delivery board, as a request"]
    assert section(world.carol, "Every member") == expected
    assert world.carol.result("whoami").implicit == ("file_backlog",)


@pytest.mark.rule("whoami.09")
def test_gives_the_grants_of_manage_structure(world: World) -> None:
    assert section(world.carol, "Structure (manage_structure)") == ["none"]
    grant(world, world.carol, "manage_structure")
    grant(world, world.carol, "manage_structure", "web-delivery")
    assert section(world.carol, "Structure (manage_structure)") == [
        "the board web-delivery",
        "the organization",
    ]


@pytest.mark.rule("whoami.10")
def test_gives_the_scope_of_the_key(world: World) -> None:
    boards = [str(board(slug).id) for slug in ("web-delivery", "strategy")]
    key = agent(world.bob, "narrow", {"capabilities": ["manage_tasks", "member"], "boards": boards})
    assert section(key, "Agent key scope") == [
        "capabilities: manage_tasks, member",
        "boards: strategy, web-delivery",
    ]
    only = agent(world.bob, "narrower", {"capabilities": []})
    assert section(only, "Agent key scope") == ["capabilities: none", "boards: all"]


@pytest.mark.rule("whoami.11")
def test_says_that_a_key_has_no_scope(world: World) -> None:
    assert section(world.robo, "Agent key scope") == ["The key has no scope: it has all the rights of bob."]


@pytest.mark.rule("whoami.12")
def test_has_no_scope_without_a_key(world: World) -> None:
    for persona in (world.alice, world.bob, world.depot):
        assert section(persona, "Agent key scope") is None


@pytest.mark.rule("whoami.16")
def test_has_no_arguments(world: World) -> None:
    refusal = world.bob.refused(Code.VALIDATION, "whoami", verbose=True)
    assert refusal.message == 'The call has the argument "verbose". This tool has no arguments.'
    assert refusal.details == {"allowed": [], "field": "verbose"}


@pytest.mark.rule("whoami.17")
def test_every_principal_may_call_it(world: World) -> None:
    for persona in (world.alice, world.carol, world.depot, world.robo, scoped(world.robo, [], [])):
        assert persona.result("whoami").user_name == persona.principal.user_name


def test_the_number_of_queries_does_not_grow(world: World) -> None:
    key = agent(world.bob, "narrow", {"boards": [str(board("strategy").id)]})
    with CaptureQueriesContext(
        connection,
    ) as few:
        key.run("whoami")
    for number in range(3):
        world.alice.run("create_team", name="T", slug=f"team-{number}", code_prefix=f"T{number}")
        world.alice.run("add_team_member", team=f"team-{number}", user="bob")
        grant(world, world.bob, "purge", f"team-{number}-delivery")
    with CaptureQueriesContext(connection) as many:
        key.run("whoami")
    assert len(many) == len(few) <= 8
