"""list_teams: the live teams by slug, in parts."""

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from kairos_boards.models import Team
from tests.world import World


def test_lists_the_live_teams_with_boards_and_members(world: World) -> None:
    Team.objects.filter(slug="core").update(archived_at=timezone.now())
    world.alice.run("add_team_member", team="web", user="carol")
    shown = world.depot.result("list_teams")
    assert [(row.slug, row.members, row.boards) for row in shown.results] == [
        ("initiative-initiatives", 0, ("initiatives",)),
        ("strategy-strategy", 0, ("strategy",)),
        ("web", 2, ("web-adrs", "web-delivery")),
    ]
    part = world.depot.result("list_teams", limit=1, offset=2)
    assert ([row.slug for row in part.results], part.total) == (["web"], 3)


def test_the_number_of_queries_does_not_grow(world: World) -> None:
    with CaptureQueriesContext(connection) as few:
        world.bob.run("list_teams")
    for number in range(3):
        world.alice.run("create_team", name="T", slug=f"team-{number}", code_prefix=f"T{number}")
    with CaptureQueriesContext(connection) as many:
        world.bob.run("list_teams")
    assert len(many) == len(few)
