"""Capabilities, globs and what gives them (`spec/facts.md` 1.2)."""

from __future__ import annotations

from kairos_boards.models import Level

MANAGE_STRUCTURE = "manage_structure"
MEMBER = "member"
TRANSITION_ITEMS = "transition_items"
CONFIGURE_BOARDS = "configure_boards"
ADMINISTER_MEMBERS = "administer_members"
FILE_BACKLOG = "file_backlog"

BOARD_CAPABILITIES = (
    "manage_strategies",
    "manage_initiatives",
    "manage_tasks",
    "manage_documents",
    "manage_adrs",
    TRANSITION_ITEMS,
    CONFIGURE_BOARDS,
    ADMINISTER_MEMBERS,
    "approve_proposals",
    "purge",
    MEMBER,
)
GLOBS = ("*", "manage_*", "configure_*", "transition_*")
GRANTABLE = (*BOARD_CAPABILITIES, *GLOBS)

TEAM_GIVES = ("manage_tasks", "manage_documents", TRANSITION_ITEMS)
TEAM_GIVES_ON_ADR_BOARD = ("manage_tasks", "manage_documents", "manage_adrs", TRANSITION_ITEMS)
BOARD_MEMBER_GIVES = {
    Level.STRATEGY: ("manage_strategies", "manage_documents", TRANSITION_ITEMS),
    Level.INITIATIVE: ("manage_initiatives", "manage_documents", TRANSITION_ITEMS),
}


def covers(grant: str, capability: str) -> bool:
    """Whether a stored grant (a value or a glob) gives a board capability. `member` covers itself only."""
    if grant == capability:
        return True
    if capability in (MANAGE_STRUCTURE, MEMBER) or grant not in GLOBS:
        return False
    return capability.startswith(grant.removesuffix("*"))


def covering(capability: str) -> tuple[str, ...]:
    """Every grant that gives a capability: what a query looks for."""
    return tuple(grant for grant in GRANTABLE if covers(grant, capability))


def given_by_team(level: str) -> tuple[str, ...]:
    """What membership of the owner team gives on a board of that level, with no grant."""
    return TEAM_GIVES_ON_ADR_BOARD if level == Level.ADR else TEAM_GIVES


def given_by_board_membership(level: str) -> tuple[str, ...]:
    """What the `member` grant gives on a board of that level."""
    return BOARD_MEMBER_GIVES.get(Level(level), ())
