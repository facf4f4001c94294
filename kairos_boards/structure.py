"""What the forms of a board, a team and a person's capabilities show, as marks that tell a stale form."""

from __future__ import annotations

from uuid import UUID

from hub.core.staleness import mark
from kairos_boards.descriptions import policies_of
from kairos_boards.models import Board, Grant, Team, TeamMember, Transition
from kairos_boards.references import columns_of


def mark_of_board(board: Board) -> str:
    """Columns with their flags, transitions, policies, triage; not the cards, which move all day."""
    columns = [
        (column.id, column.name, column.is_done, column.claims, column.keeps_claims, column.wip_limit)
        for column in columns_of(board)
    ]
    return mark(columns, sorted(moves_of(board).values()), policies_of(board), board.agents_decide)


def moves_of(board: Board) -> dict[int, tuple[str, str]]:
    """The transitions of a board by their id: from and to, as ids of columns."""
    rows = Transition.within(board.organization_id).filter(board=board).order_by("id")
    return {
        row_id: (str(start), str(end))
        for row_id, start, end in rows.values_list("id", "from_column_id", "to_column_id")
    }


def mark_of_team(team: Team) -> str:
    """The values of a team and who is in it."""
    members = TeamMember.within(team.organization_id).filter(team=team).values_list("user_id", flat=True)
    return mark(team.name, team.slug, team.team_type, team.site_enabled, sorted(map(str, members)))


def mark_of_capabilities(board: Board, user_id: UUID) -> str:
    """The grants of one person on one board."""
    grants = Grant.within(board.organization_id).filter(board=board, user_id=user_id)
    return mark(sorted(grants.values_list("capability", flat=True)))
