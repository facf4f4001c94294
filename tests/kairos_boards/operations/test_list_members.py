"""list_members: of the organization, of a team, of a board."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from hub.core.codes import Code
from hub.identity.models import User
from tests.kairos_boards.reading import board, grant, team
from tests.world import World, person

BOARD_HEAD = [
    "# Members of the board web-delivery (Web)",
    "An organization admin holds each capability on each board. "
    "`list_members` with no argument gives the role of each member.",
]


@pytest.mark.rule("list_members.01", "list_members.06", "list_members.07", "list_members.08")
def test_the_members_of_the_organization_with_roles(world: World) -> None:
    User.objects.filter(name="depot").update(email="")
    assert world.carol.text("list_members").splitlines() == [
        "# Members of the organization acme (Acme)",
        "- alice — Alice <alice@example.com> · person · role: admin",
        "- bob — Bob <bob@example.com> · person · role: member",
        "- carol — Carol <carol@example.com> · person · role: member",
        "- depot — Depot · service account · role: member",
        "- forge — Forge · system actor · role: admin",
    ]


@pytest.mark.rule("list_members.02", "list_members.18")
def test_the_members_of_a_team(world: World) -> None:
    world.alice.run("add_team_member", team="web", user="depot")
    expected = [
        "# Members of the team web (Web)",
        "- bob — Bob <bob@example.com> · person",
        "- depot — Depot <depot@example.com> · service account",
    ]
    assert world.carol.text("list_members", team="web").splitlines() == expected
    assert world.carol.text("list_members", team=str(team("web").id)).splitlines() == expected
    assert world.carol.text("list_members", team="core").splitlines() == [
        "# Members of the team core (Core)",
        "No members.",
    ]


@pytest.mark.rule(
    "list_members.03",
    "list_members.09",
    "list_members.10",
    "list_members.11",
    "list_members.12",
    "list_members.13",
    "list_members.15",
    "list_members.19",
)
def test_the_members_of_a_board_with_capabilities(world: World) -> None:
    grant(world, world.carol, "manage_tasks", "web-delivery")
    expected = [
        *BOARD_HEAD,
        "- bob — Bob <bob@example.com> · person · capabilities: "
        "manage_tasks, manage_documents, transition_items (team web, no grant)",
        "- carol — Carol <carol@example.com> · person · capabilities: manage_tasks (grant)",
    ]
    assert world.depot.text("list_members", board="web-delivery").splitlines() == expected
    assert world.depot.text("list_members", board=str(board("web-delivery").id)).splitlines() == expected


@pytest.mark.rule("list_members.16")
def test_each_source_is_a_group_with_its_mark(world: World) -> None:
    for capability in ("purge", "configure_boards"):
        grant(world, world.bob, capability, "web-delivery")
    assert world.bob.text("list_members", board="web-delivery").splitlines()[2] == (
        "- bob — Bob <bob@example.com> · person · capabilities: configure_boards, purge (grant); "
        "manage_tasks, manage_documents, transition_items (team web, no grant)"
    )


@pytest.mark.rule("list_members.14")
@pytest.mark.parametrize(
    ("slug", "gives"), [("strategy", "manage_strategies"), ("initiatives", "manage_initiatives")]
)
def test_the_member_grant_shows_what_it_gives(world: World, slug: str, gives: str) -> None:
    grant(world, world.carol, "member", slug)
    assert world.bob.text("list_members", board=slug).splitlines()[2] == (
        "- carol — Carol <carol@example.com> · person · capabilities: member (grant); "
        f"{gives}, manage_documents, transition_items (board member, no grant)"
    )


@pytest.mark.rule("list_members.17")
def test_an_admin_is_no_member_of_a_board_by_the_role(world: World) -> None:
    assert [row.user_name for row in world.bob.result("list_members", board="web-delivery").results] == [
        "bob"
    ]
    grant(world, world.alice, "purge", "web-delivery")
    shown = world.bob.result("list_members", board="web-delivery").results[0]
    assert (shown.user_name, [held.line for held in shown.capabilities]) == ("alice", ["purge (grant)"])


@pytest.mark.rule("list_members.04")
def test_every_member_reads_the_three_lists(world: World) -> None:
    for persona in (world.alice, world.bob, world.carol, world.depot, world.robo):
        persona.run("list_members")
        persona.run("list_members", team="web")
        persona.run("list_members", board="web-delivery")


@pytest.mark.rule("list_members.20", "list_members.22", "list_members.23", "list_members.24")
def test_a_part_of_the_list_says_how_it_goes_on(world: World) -> None:
    assert len(world.bob.text("list_members", limit=5).splitlines()) == 6
    first = world.bob.text("list_members", limit=2).splitlines()
    assert first[:3] == [
        "# Members of the organization acme (Acme)",
        "Members: 5. Shown: 2 (limit 2, offset 0). Call again with offset 2 for the next part.",
        "- alice — Alice <alice@example.com> · person · role: admin",
    ]
    last = world.bob.text("list_members", limit=2, offset=4).splitlines()
    assert last[1:] == [
        "Members: 5. Shown: 1 (limit 2, offset 4).",
        "- forge — Forge · system actor · role: admin",
    ]
    names = [
        row.user_name
        for offset in (0, 2, 4)
        for row in world.bob.result("list_members", limit=2, offset=offset).results
    ]
    assert names == ["alice", "bob", "carol", "depot", "forge"]
    grant(world, world.carol, "purge", "web-delivery")
    assert world.bob.text("list_members", board="web-delivery", limit=1).splitlines()[:3] == [
        *BOARD_HEAD,
        "Members: 2. Shown: 1 (limit 1, offset 0). Call again with offset 1 for the next part.",
    ]


@pytest.mark.rule("list_members.20", "list_members.21")
def test_the_limit_is_50_by_default_and_200_at_most(world: World) -> None:
    alice = world.alice.user
    User.objects.bulk_create(
        User(
            organization_id=alice.organization_id,
            login=f"acme/member-{number:03}",
            name=f"member-{number:03}",
            display_name="Member",
            kind="person",
            password="!",
            created_at=timezone.now(),
        )
        for number in range(200)
    )
    assert len(world.bob.result("list_members").results) == 50
    assert len(world.bob.result("list_members", limit=201).results) == 200
    assert "Shown: 200 (limit 200, offset 0). Call again with offset 200" in world.bob.text(
        "list_members", limit=10**9
    )


@pytest.mark.rule("list_members.21", "list_members.22")
@pytest.mark.parametrize(("name", "value"), [("limit", 0), ("limit", -1), ("offset", -1)])
def test_refuses_a_limit_below_one_and_a_negative_offset(world: World, name: str, value: int) -> None:
    assert world.bob.refused(Code.VALIDATION, "list_members", **{name: value}).field == name


@pytest.mark.rule("list_members.25")
def test_refuses_a_team_and_a_board(world: World) -> None:
    refusal = world.bob.refused(Code.VALIDATION, "list_members", team="web", board="web-delivery")
    assert refusal.message == "The call has team and board. Send one of them."


@pytest.mark.rule("list_members.26", "list_members.27")
def test_an_unknown_team_is_invalid_and_an_unknown_board_not_found(world: World) -> None:
    for reference in ("nowhere", "Web", "WEB"):
        assert world.bob.refused(Code.VALIDATION, "list_members", team=reference).field == "team"
        assert world.bob.refused(Code.NOT_FOUND, "list_members", board=reference).field == "board"


@pytest.mark.rule("list_members.28")
def test_refuses_an_unknown_argument(world: World) -> None:
    refusal = world.bob.refused(Code.VALIDATION, "list_members", role="admin")
    assert refusal.details == {"allowed": ["team", "board", "limit", "offset"], "field": "role"}


def test_who_left_is_no_member(world: World) -> None:
    grant(world, world.carol, "purge", "web-delivery")
    User.objects.filter(name="carol").update(left_at=timezone.now())
    for arguments in ({}, {"board": "web-delivery"}):
        names = [row.user_name for row in world.bob.result("list_members", **arguments).results]
        assert "carol" not in names


@pytest.mark.parametrize("arguments", [{}, {"team": "web"}, {"board": "web-delivery"}])
def test_the_number_of_queries_does_not_grow(world: World, arguments: dict[str, str]) -> None:
    with CaptureQueriesContext(connection) as few:
        world.bob.run("list_members", **arguments)
    for name in ("dora", "erik"):
        person("acme", name)
        world.alice.run("add_team_member", team="web", user=name)
        world.alice.run("grant_capability", user=name, capability="purge", board="web-delivery")
    with CaptureQueriesContext(connection) as many:
        world.bob.run("list_members", **arguments)
    assert len(many) == len(few) <= 6
