"""The rights on boards: who may do what, and the refusal that names what is missing.

A decision has two halves: the right of the person (or service account), and the scope of
the agent key. A right that the person lacks is FORBIDDEN; one that the scope takes away is
KEY_SCOPE. Both are decided here, in one check per act.
"""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q

from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.prepared import Prepared
from hub.core.principals import Scope
from hub.core.refusals import Refusal
from kairos_boards.models import Board, Grant, StructureGrant, TeamMember
from kairos_boards.vocabulary import (
    ADMINISTER_MEMBERS,
    MANAGE_STRUCTURE,
    MEMBER,
    covers,
    given_by_board_membership,
    given_by_team,
)


@dataclass(frozen=True, slots=True)
class Rights:
    """What one user holds on one board, before the scope of a key."""

    is_admin: bool
    grants: frozenset[str]
    in_team: bool
    level: str

    def give(self, capability: str) -> bool:
        """Whether the capability is given by the role, a grant, the team or board membership."""
        return (
            self.is_admin
            or any(covers(grant, capability) for grant in self.grants)
            or (self.in_team and capability in given_by_team(self.level))
            or (MEMBER in self.grants and capability in given_by_board_membership(self.level))
        )


def rights_of(user_id: UUID, is_admin: bool, board: Board) -> Rights:
    """The rights of a user on a board; no query for an admin."""
    if is_admin:
        return Rights(True, frozenset(), False, board.level)
    grants = frozenset(capability for (capability,) in _grants(board.organization_id, board.id, user_id))
    in_team = board.team_id is not None and bool(_memberships(board.organization_id, board.team_id, user_id))
    return Rights(False, grants, in_team, board.level)


_grants: Prepared[tuple[str]] = Prepared(
    lambda org, board_id, user_id: (
        Grant.within(org).filter(board_id=board_id, user_id=user_id).values_list("capability")
    ),
    UUID,
    UUID,
    UUID,
)
_memberships: Prepared[tuple[int]] = Prepared(
    lambda org, team_id, user_id: (
        TeamMember.within(org)
        .filter(team_id=team_id, team__archived_at=None, user_id=user_id)
        .values_list("id")
    ),
    UUID,
    UUID,
    UUID,
)


def holds(call: Call, capability: str, board: Board) -> bool:
    """Whether the caller's person holds a capability on a board, whatever the scope of the key."""
    return rights_of(call.principal.user_id, call.principal.is_admin, board).give(capability)


def is_board_member(user_id: UUID, board: Board) -> bool:
    """Whether a person has any grant on the board (claims and owners of strategies and initiatives)."""
    return Grant.within(board.organization_id).filter(board=board, user_id=user_id).exists()


def allows(call: Call, capability: str, board: Board) -> bool:
    """Whether the caller may use a capability on a board: the right, within the scope."""
    return holds(call, capability, board) and in_scope(call.principal.scope, capability, board.id)


def require(call: Call, capability: str, board: Board) -> None:
    """Refuse with FORBIDDEN what the person may not, and with KEY_SCOPE what the key may not."""
    if not holds(call, capability, board):
        raise forbidden(capability, board)
    require_scope(call, capability, board)


def require_scope(call: Call, capability: str, board: Board | None) -> None:
    """Refuse with KEY_SCOPE an act that the scope of the agent key does not contain."""
    if not in_scope(call.principal.scope, capability, board.id if board else None):
        where = f" on the board {board.slug}" if board else ""
        raise Refusal(
            Code.KEY_SCOPE,
            f'The scope of this agent key does not contain the capability "{capability}"{where}. '
            "Ask the person of the key for a key with a wider scope.",
            board_id=str(board.id) if board else None,
            required_capability=capability,
        )


def in_scope(scope: Scope | None, capability: str, board_id: UUID | None) -> bool:
    """Whether a scope contains a capability on a board; no scope contains everything."""
    if scope is None:
        return True
    if scope.boards is not None and board_id not in scope.boards:
        return False
    return scope.capabilities is None or any(covers(grant, capability) for grant in scope.capabilities)


def forbidden(capability: str, board: Board) -> Refusal:
    """FORBIDDEN for a missing board capability."""
    return Refusal(
        Code.FORBIDDEN,
        f'This action requires the capability "{capability}" on the board {board.slug}, '
        "or the organization admin role. Ask an organization admin or a holder of "
        '"administer_members" on the board for it.',
        board_id=str(board.id),
        required_capability=capability,
    )


def require_structure(call: Call) -> None:
    """The admin role or `manage_structure` on the organization."""
    if not call.principal.is_admin and not _has_structure_grant(call, None):
        raise Refusal(
            Code.FORBIDDEN,
            f'This action requires the capability "{MANAGE_STRUCTURE}" on the organization, or the '
            f'organization admin role. A grant of "{MANAGE_STRUCTURE}" on one board does not give it. Ask an '
            f'organization admin to do this, or to grant you "{MANAGE_STRUCTURE}" on the organization.',
            board_id=None,
            required_capability=MANAGE_STRUCTURE,
            scope="organization",
        )
    require_scope(call, MANAGE_STRUCTURE, None)


def require_granting(call: Call, board: Board) -> None:
    """What a grant of a board capability needs: `administer_members`, or `manage_structure`."""
    structures = call.principal.is_admin or _structures(call, board)
    administers = holds(call, ADMINISTER_MEMBERS, board)
    usable = [
        name for name, has in ((ADMINISTER_MEMBERS, administers), (MANAGE_STRUCTURE, structures)) if has
    ]
    if not usable:
        raise Refusal(
            Code.FORBIDDEN,
            f'This action requires the capability "{ADMINISTER_MEMBERS}" on the board {board.id}, or the '
            f'capability "{MANAGE_STRUCTURE}" on that board or on the organization. '
            "Ask an organization admin for one of them.",
            board_id=str(board.id),
            or_capability=MANAGE_STRUCTURE,
            required_capability=ADMINISTER_MEMBERS,
        )
    if not any(in_scope(call.principal.scope, capability, board.id) for capability in usable):
        require_scope(call, usable[0], board)


def _structures(call: Call, board: Board) -> bool:
    rows = StructureGrant.within(call.organization_id).filter(user_id=call.principal.user_id)
    return rows.filter(Q(board=board) | Q(board=None)).exists()


def _has_structure_grant(call: Call, board: Board | None) -> bool:
    rows = StructureGrant.within(call.organization_id).filter(user_id=call.principal.user_id)
    return rows.filter(board=board).exists()
