"""update_team: what is left out stays; boards keep their slugs."""

from typing import Any

import pytest

from hub.core.codes import Code
from kairos_boards.models import Board
from tests.kairos_boards.reading import activity_since, grant, last_activity, team
from tests.world import World


@pytest.mark.rule("update_team.01")
def test_takes_slug_or_id_and_lists_the_teams_of_an_unknown_one(world: World) -> None:
    world.alice.run("update_team", team=str(team("web").id), name="One")
    world.alice.run("update_team", team="web", name="Two")
    assert team("web").name == "Two"
    refusal = world.alice.refused(Code.VALIDATION, "update_team", team="Two", name="X")
    assert refusal.message.endswith("The slugs are: core, initiative-initiatives, strategy-strategy, web.")


@pytest.mark.rule("update_team.02", "update_team.03", "update_team.07")
@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"name": "Site"}, "Team web (Site, stream_aligned, site off). Changed: name."),
        ({"team_type": "platform"}, "Team web (Web, platform, site off). Changed: team_type."),
        ({"site_enabled": True}, "Team web (Web, stream_aligned, site on). Changed: site_enabled."),
    ],
)
def test_changes_what_the_call_sends(world: World, change: dict[str, Any], text: str) -> None:
    before = {"name": "Web", "slug": "web", "team_type": "stream_aligned", "site_enabled": False}
    assert world.alice.text("update_team", team="web", **change) == text
    row = team("web")
    assert {name: getattr(row, name) for name in before} == before | change


@pytest.mark.rule("update_team.07")
def test_turns_the_site_off_again(world: World) -> None:
    world.alice.run("update_team", team="web", site_enabled=True)
    world.alice.run("update_team", team="web", site_enabled=False)
    assert team("web").site_enabled is False


@pytest.mark.rule("update_team.04")
def test_a_new_slug_replaces_the_old_one_and_boards_keep_theirs(world: World) -> None:
    world.alice.run("update_team", team="web", slug="site")
    world.alice.refused(Code.VALIDATION, "update_team", team="web", name="X")
    world.alice.run("update_team", team="site", name="Site")
    boards = Board.objects.filter(team=team("site")).order_by("slug")
    assert list(boards.values_list("slug", "prefix")) == [("web-adrs", "WEB"), ("web-delivery", "WEB")]


@pytest.mark.rule("update_team.05")
def test_refuses_a_slug_without_the_form_or_of_another_team(world: World) -> None:
    for slug in ("Web", "1web", "w", "w" * 64, "b1a2c3d4-0000-4000-8000-000000000001"):
        assert world.alice.refused(Code.VALIDATION, "update_team", team="web", slug=slug).field == "slug"
    refusal = world.alice.refused(Code.CONFLICT, "update_team", team="web", slug="core", name="X")
    assert refusal.message == 'A live team has the slug "core". Choose another slug.'


@pytest.mark.rule("update_team.06")
def test_takes_the_four_types_and_no_other(world: World) -> None:
    refusal = world.alice.refused(Code.VALIDATION, "update_team", team="web", team_type="squad", name="X")
    assert refusal.details["expected"] == (
        "one of these values: stream_aligned, platform, enabling, complicated_subsystem"
    )
    for kind in ("platform", "enabling", "complicated_subsystem", "stream_aligned"):
        world.alice.run("update_team", team="web", team_type=kind)
        assert team("web").team_type == kind


@pytest.mark.rule("update_team.08")
def test_a_value_that_the_team_has_changes_nothing(world: World) -> None:
    last = last_activity()
    text = world.alice.text("update_team", team="web", name="Web", slug="web", site_enabled=False)
    assert text == "Team web (Web, stream_aligned, site off). Nothing changed."
    assert activity_since(last) == []
    world.alice.run("update_team", team="web", name="Site", slug="web")
    changes = [("update", "alice", False, {"team": "web", "changed": {"name": "Site"}})]
    assert activity_since(last) == changes


@pytest.mark.rule("update_team.09")
def test_a_call_must_change_something(world: World) -> None:
    refusal = world.alice.refused(Code.VALIDATION, "update_team", team="web")
    assert refusal.message == (
        "The call changes nothing. Send at least one of: name, slug, team_type, site_enabled."
    )


@pytest.mark.rule("update_team.10")
def test_needs_manage_structure_on_the_organization(world: World) -> None:
    grant(world, world.carol, "manage_structure", "web-delivery")
    for persona in (world.bob, world.carol):
        persona.refused(Code.FORBIDDEN, "update_team", team="web", name="X")
    grant(world, world.carol, "manage_structure")
    world.carol.run("update_team", team="web", name="X")
