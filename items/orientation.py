"""What items add to the answers about structure: repositories in whoami, counts in my_boards."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from uuid import UUID

from django.db.models import Count

from hub.core.calls import Call
from items.models import Item, Repository
from kairos_boards.contributions import Section, column_counts, whoami_sections


@whoami_sections.contribute
def repositories(call: Call, teams: Sequence[UUID]) -> Section:
    """The live repositories that the teams own."""
    rows = Repository.within(call.organization_id).filter(team__in=teams, archived_at=None)
    return Section(
        title="Repositories of your teams",
        lines=tuple(
            f"{row.slug} — {row.forge} {row.full_name} (team {row.team.slug})"
            for row in rows.select_related("team").order_by("slug")
        ),
    )


@column_counts.contribute
def live_items(call: Call, columns: Collection[UUID]) -> Mapping[UUID, int]:
    """The live items of each column that has any."""
    rows = Item.within(call.organization_id).filter(column__in=columns, archived_at=None)
    return dict(rows.order_by().values_list("column_id").annotate(Count("id")))
