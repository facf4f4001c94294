"""What the tests read of boards: names, positions, moves, grants and activity, straight from the tables."""

from __future__ import annotations

from typing import Any

from hub.core.models import Activity
from kairos_boards.models import Board, Column, Grant, StructureGrant, Team, TeamMember, Transition
from tests.world import Persona


def board(slug: str, organization: str = "acme") -> Board:
    return Board.objects.get(slug=slug, organization__slug=organization, archived_at=None)


def team(slug: str) -> Team:
    return Team.objects.get(slug=slug, organization__slug="acme", archived_at=None)


def column(slug: str, name: str) -> Column:
    return Column.objects.get(board=board(slug), name=name, removed_at=None)


def columns(slug: str) -> list[str]:
    """The names of the live columns, by position; the positions are 0, 1, 2, …"""
    rows = list(Column.objects.filter(board=board(slug), removed_at=None).order_by("position"))
    assert [row.position for row in rows] == list(range(len(rows)))
    return [row.name for row in rows]


def moves(slug: str) -> list[tuple[str, str]]:
    rows = Transition.objects.filter(board=board(slug)).order_by("id")
    return list(rows.values_list("from_column__name", "to_column__name"))


def grants(persona: Persona, slug: str) -> set[str]:
    rows = Grant.objects.filter(board=board(slug), user_id=persona.principal.user_id)
    return set(rows.values_list("capability", flat=True))


def structure_grants(persona: Persona) -> set[str | None]:
    """Board slugs, and None for the organization."""
    rows = StructureGrant.objects.filter(user_id=persona.principal.user_id)
    return set(rows.values_list("board__slug", flat=True))


def members(slug: str) -> set[str]:
    rows = TeamMember.objects.filter(team=team(slug))
    return set(rows.values_list("user__name", flat=True))


def last_activity() -> int:
    newest = Activity.objects.order_by("-id").first()
    return newest.id if newest else 0


def activity_since(last: int) -> list[tuple[str, str, bool, Any]]:
    """(action, user name, by an agent, data) of the rows after one."""
    rows = Activity.objects.filter(id__gt=last).order_by("id")
    return list(rows.values_list("action", "user__name", "by_agent", "data"))


def grant(world: Any, persona: Persona, capability: str, slug: str | None = None) -> None:
    """Let alice grant a capability; with no board, on the organization."""
    where = {"board": slug} if slug else {}
    world.alice.run("grant_capability", user=persona.principal.user_name, capability=capability, **where)
