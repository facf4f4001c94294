"""create_team: a team, its delivery board, its ADR board; all or nothing."""

import pytest
from django.utils import timezone

from hub.core.codes import Code
from kairos_boards.models import Board, Grant, Team
from tests.kairos_boards.reading import board, columns, grant, members, moves, team
from tests.world import World

HOME = {"name": "Home operations", "slug": "home-ops", "code_prefix": "OPS"}


@pytest.mark.rule("create_team.01", "create_team.15", "create_team.18", "create_team.20")
def test_makes_a_team_with_its_delivery_board(world: World) -> None:
    assert world.alice.text("create_team", **HOME) == (
        "Created team home-ops (Home operations, stream_aligned). "
        "Delivery board: home-ops-delivery (prefix OPS).\n"
        "The board has no members. Use add_team_member and grant_capability."
    )
    made = team("home-ops")
    assert (made.name, made.team_type) == ("Home operations", "stream_aligned")
    assert Board.objects.filter(team=made).count() == 1


@pytest.mark.rule("create_team.02", "create_team.04", "columns.22")
def test_the_delivery_board_is_an_ordinary_one_of_the_team(world: World) -> None:
    world.alice.run("create_team", **HOME)
    made = board("home-ops-delivery")
    assert (made.level, made.prefix, made.team) == ("delivery", "OPS", team("home-ops"))
    assert columns("home-ops-delivery") == columns("web-delivery")
    assert moves("home-ops-delivery") == moves("web-delivery")
    assert not Board.objects.filter(team=team("home-ops"), level="adr").exists()


@pytest.mark.rule("create_team.03", "create_team.19", "columns.24")
def test_makes_the_adr_board_too_when_asked(world: World) -> None:
    text = world.alice.text("create_team", **HOME, adr_board=True)
    assert text.splitlines()[0] == (
        "Created team home-ops (Home operations, stream_aligned). "
        "Delivery board: home-ops-delivery (prefix OPS). ADR board: home-ops-adrs."
    )
    made = board("home-ops-adrs")
    assert (made.level, made.prefix, made.team) == ("adr", "OPS", team("home-ops"))
    world.alice.run("create_team", name="Ops", slug="ops", code_prefix="OPT")
    world.alice.run(
        "create_board", name="Ops ADRs", slug="ops-adrs", board_level="adr", code_prefix="OPT", team="ops"
    )
    assert columns("home-ops-adrs") == columns("ops-adrs")
    assert moves("home-ops-adrs") == moves("ops-adrs")


@pytest.mark.parametrize(
    "missing",
    [
        pytest.param("name", marks=pytest.mark.rule("create_team.05")),
        pytest.param("slug", marks=pytest.mark.rule("create_team.06")),
        pytest.param("code_prefix", marks=pytest.mark.rule("create_team.11")),
    ],
)
def test_needs_name_slug_and_prefix(world: World, missing: str) -> None:
    values = {name: value for name, value in HOME.items() if name != missing}
    assert world.alice.refused(Code.VALIDATION, "create_team", **values).field == missing


@pytest.mark.rule("create_team.07", "create_team.09")
@pytest.mark.parametrize(
    "slug",
    ["Home", "1home", "-home", "_home", "home ops", "h", "h" * 64, "b1a2c3d4-0000-4000-8000-000000000001"],
)
def test_refuses_a_slug_without_the_form(world: World, slug: str) -> None:
    refusal = world.alice.refused(Code.VALIDATION, "create_team", **{**HOME, "slug": slug})
    assert refusal.field == "slug"


@pytest.mark.rule("create_team.08")
@pytest.mark.parametrize("slug", ["ho", "h" * 54])
def test_takes_the_shortest_and_the_longest_slug(world: World, slug: str) -> None:
    world.alice.run("create_team", **{**HOME, "slug": slug})
    assert board(f"{slug}-delivery").team == team(slug)


@pytest.mark.rule("create_team.10")
def test_refuses_a_slug_that_makes_a_board_slug_too_long(world: World) -> None:
    refusal = world.alice.refused(Code.VALIDATION, "create_team", **{**HOME, "slug": "h" * 55})
    assert refusal.field == "slug"


@pytest.mark.rule("create_team.12")
@pytest.mark.parametrize("prefix", ["ops", "1OPS", "O-PS", "O", "O" * 11])
def test_refuses_a_prefix_without_the_form(world: World, prefix: str) -> None:
    refusal = world.alice.refused(Code.VALIDATION, "create_team", **{**HOME, "code_prefix": prefix})
    assert refusal.field == "code_prefix"


@pytest.mark.rule("create_team.13")
@pytest.mark.parametrize("prefix", ["OP", "O" * 10])
def test_takes_the_shortest_and_the_longest_prefix(world: World, prefix: str) -> None:
    world.alice.run("create_team", **{**HOME, "code_prefix": prefix})
    assert board("home-ops-delivery").prefix == prefix


@pytest.mark.rule("create_team.14")
def test_no_tool_changes_a_prefix(world: World) -> None:
    refusal = world.alice.refused(Code.VALIDATION, "update_team", team="web", code_prefix="NEW")
    assert refusal.details == {
        "allowed": ["team", "name", "slug", "team_type", "site_enabled"],
        "field": "code_prefix",
    }


@pytest.mark.rule("create_team.16")
def test_takes_the_four_types_and_no_other(world: World) -> None:
    refusal = world.alice.refused(Code.VALIDATION, "create_team", **HOME, team_type="squad")
    assert refusal.message == (
        "The value of team_type must be one of these values: stream_aligned, platform, enabling, "
        'complicated_subsystem. The call gives "squad".'
    )
    for number, kind in enumerate(("stream_aligned", "platform", "enabling", "complicated_subsystem")):
        values = {"name": kind, "slug": f"team-{number}", "code_prefix": f"T{number}"}
        world.alice.run("create_team", **values, team_type=kind)
        assert team(f"team-{number}").team_type == kind


@pytest.mark.rule("create_team.17")
def test_nobody_is_a_member_of_the_new_team(world: World) -> None:
    world.alice.run("create_team", **HOME, adr_board=True)
    assert members("home-ops") == set()
    assert not Grant.objects.filter(board__team=team("home-ops")).exists()


@pytest.mark.rule("create_team.21")
def test_admins_and_holders_of_manage_structure_make_teams(world: World) -> None:
    world.bob.refused(Code.FORBIDDEN, "create_team", **HOME)
    grant(world, world.bob, "manage_structure")
    world.bob.run("create_team", **HOME)


@pytest.mark.rule("create_team.28", "create_team.29")
def test_says_what_is_missing(world: World) -> None:
    grant(world, world.carol, "manage_structure", "web-delivery")
    for persona in (world.bob, world.carol):
        refusal = persona.refused(Code.FORBIDDEN, "create_team", **HOME)
        assert refusal.message == (
            'This action requires the capability "manage_structure" on the organization, or the organization '
            'admin role. A grant of "manage_structure" on one board does not give it. '
            "Ask an organization admin "
            'to do this, or to grant you "manage_structure" on the organization.'
        )
        assert list(refusal.details.items()) == [
            ("board_id", None),
            ("required_capability", "manage_structure"),
            ("scope", "organization"),
        ]


@pytest.mark.rule("create_team.22", "create_team.30")
def test_refuses_the_slug_of_a_live_team(world: World) -> None:
    values = {**HOME, "slug": "web", "request_key": "again-and-again"}
    assert world.alice.refused(Code.CONFLICT, "create_team", **values).field == "slug"


@pytest.mark.rule("create_team.23")
def test_the_slug_of_a_deleted_team_is_free(world: World) -> None:
    Board.objects.filter(team=team("web")).update(archived_at=timezone.now())
    Team.objects.filter(slug="web").update(archived_at=timezone.now())
    world.alice.run("create_team", name="Web", slug="web", code_prefix="WEB")
    assert Team.objects.filter(slug="web", organization__slug="acme").count() == 2


@pytest.mark.rule("create_team.24")
def test_refuses_when_a_board_has_the_slug_of_the_delivery_board(world: World) -> None:
    world.alice.run(
        "create_board", name="X", slug="home-ops-delivery", board_level="strategy", code_prefix="XX"
    )
    world.alice.refused(Code.CONFLICT, "create_team", **HOME)


@pytest.mark.rule("create_team.25")
def test_refuses_when_a_board_has_the_slug_of_the_adr_board(world: World) -> None:
    world.alice.run("create_board", name="X", slug="home-ops-adrs", board_level="strategy", code_prefix="XX")
    world.alice.refused(Code.CONFLICT, "create_team", **HOME, adr_board=True)


@pytest.mark.rule("create_team.26")
def test_refuses_the_prefix_of_a_live_delivery_board(world: World) -> None:
    refusal = world.alice.refused(Code.CONFLICT, "create_team", **{**HOME, "code_prefix": "WEB"})
    assert refusal.field == "code_prefix"


@pytest.mark.rule("create_team.27")
def test_takes_a_prefix_that_only_boards_of_other_levels_have(world: World) -> None:
    world.alice.run("create_team", **{**HOME, "code_prefix": "ACME"})
    assert board("strategy").prefix == board("home-ops-delivery").prefix == "ACME"


@pytest.mark.rule("create_team.31")
def test_a_repeat_with_the_key_makes_no_second_team(world: World) -> None:
    first = world.alice.text("create_team", **HOME, request_key="make-home-ops")
    again = world.alice.text("create_team", **HOME, request_key="make-home-ops")
    *lines, replayed = again.splitlines()
    assert "\n".join(lines) == first
    assert replayed.startswith("Replayed: the call with this request_key at ")
    assert Team.objects.filter(slug="home-ops").count() == 1
