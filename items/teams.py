"""The teams of a strategy or an initiative: those of the boards of the live tasks below it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from hub.core.prepared import Prepared
from items.models import Edge, ItemType, Relationship

TEAMED = (ItemType.STRATEGY, ItemType.INITIATIVE)


def teams_of(organization_id: UUID, ids: Collection[UUID]) -> dict[UUID, tuple[str, ...]]:
    """Slugs of the teams by item, in one query; an item without a team is absent."""
    if not ids:
        return {}
    return _by_item(_pairs(organization_id, source_id__in=ids))


def teams_on(organization_id: UUID, board_id: UUID) -> dict[UUID, tuple[str, ...]]:
    """The same for every item of a board."""
    return _by_item(_pairs_on_board(organization_id, board_id))


def _by_item(pairs: Iterable[tuple[UUID, str]]) -> dict[UUID, tuple[str, ...]]:
    found: dict[UUID, list[str]] = defaultdict(list)
    for item_id, team in pairs:
        found[item_id].append(team)
    return {item_id: tuple(sorted(slugs)) for item_id, slugs in found.items()}


def has_team(organization_id: UUID, team_id: UUID | None = None) -> Q:
    """A condition on items: one that has the team, or with no team named any."""
    one, two = _to_teams(organization_id)
    if team_id is not None:
        one = one.filter(**{f"{_TASK}board__team": team_id})
        two = two.filter(**{f"{_BELOW}board__team": team_id})
    here = OuterRef("pk")
    return Q(Exists(one.filter(source=here))) | Q(Exists(two.filter(source=here)))


_TASK = "target__"
_BELOW = "target__edges_out__target__"


def _pairs(organization_id: UUID, **of: Any) -> QuerySet[Edge, tuple[UUID, str]]:
    """Item and slug of a team, once each. `of` says which items, by lookups of an edge."""
    one, two = (edges.filter(**of) for edges in _to_teams(organization_id))
    slug = "board__team__slug"
    straight = one.values_list("source_id", f"{_TASK}{slug}")
    return straight.union(two.values_list("source_id", f"{_BELOW}{slug}"))


_pairs_on_board: Prepared[tuple[UUID, str]] = Prepared(
    lambda organization_id, board_id: _pairs(organization_id, source__board_id=board_id), UUID, UUID
)


def _to_teams(organization_id: UUID) -> tuple[QuerySet[Edge], QuerySet[Edge]]:
    """The edges from an item to a live task of a team: straight, and by way of a live initiative."""
    edges = Edge.within(organization_id).filter(relationship=Relationship.PARENT)
    two = Q(target__archived_at=None, target__edges_out__relationship=Relationship.PARENT)
    return edges.filter(_gives_team(_TASK)), edges.filter(two & _gives_team(_BELOW))


def _gives_team(task: str) -> Q:
    return Q(
        **{
            f"{task}item_type": ItemType.TASK,
            f"{task}archived_at": None,
            f"{task}board__archived_at": None,
            f"{task}board__team__isnull": False,
            f"{task}board__team__archived_at": None,
        }
    )
