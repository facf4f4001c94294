"""list_members: the people and service accounts of the organization, of a team, or of a board."""

from __future__ import annotations

from collections import defaultdict
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet
from pydantic import BaseModel, Field

from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.inputs import Input, Limit, Maybe, Offset, Ref, Result
from hub.core.operations import operation
from hub.core.principals import UserKind
from hub.core.refusals import validation
from hub.identity.models import User
from hub.identity.organizations import HUB
from hub.identity.references import members
from kairos_boards.holdings import Held, held, listed
from kairos_boards.models import Board, Grant, TeamMember
from kairos_boards.references import BOARD, TEAM

MOST = 200
ABOUT_ADMINS = (
    "An organization admin holds each capability on each board. "
    "`list_members` with no argument gives the role of each member."
)


class ListMembersInput(Input):
    team: Maybe[Ref] = Field(default=None, description="Members of this team: slug or UUID.")
    board: Maybe[Ref] = Field(
        default=None, description="Members of this board, with capabilities: slug or UUID."
    )
    limit: Limit = Field(default=50, description="At most 200.")
    offset: Offset = Field(default=0, description="Members to skip.")


class MemberShown(BaseModel):
    """A member: `role` in the list of the organization, `capabilities` in the list of a board."""

    user_name: str
    display_name: str
    email: str
    kind: UserKind
    role: str | None = None
    capabilities: tuple[Held, ...] | None = None

    @property
    def line(self) -> str:
        """`robin — Robin Park <robin@example.com> · person · role: member`."""
        address = f" <{self.email}>" if self.email else ""
        parts = [f"{self.user_name} — {self.display_name}{address}", self.kind.label]
        if self.role is not None:
            parts.append(f"role: {self.role}")
        if self.capabilities is not None:
            parts.append(f"capabilities: {listed(self.capabilities)}")
        return " · ".join(parts)


class MembersShown(Result):
    """A part of a list of members; `of` says whose they are."""

    of: str
    about_admins: bool
    results: tuple[MemberShown, ...]
    total: int
    limit: int
    offset: int

    @property
    def part(self) -> str | None:
        """The line of a list that is not complete."""
        shown = len(self.results)
        if shown == self.total:
            return None
        line = f"Members: {self.total}. Shown: {shown} (limit {self.limit}, offset {self.offset})."
        after = self.offset + shown
        return f"{line} Call again with offset {after} for the next part." if after < self.total else line


def as_text(result: MembersShown) -> str:
    """The answer of the tool: a heading and a line per member."""
    lines = [f"# Members of the {result.of}"]
    if result.about_admins:
        lines.append(ABOUT_ADMINS)
    if result.part:
        lines.append(result.part)
    lines += [f"- {member.line}" for member in result.results]
    return "\n".join(lines if result.total else [*lines, "No members."])


@operation(
    name="list_members", profile="work", text=as_text, writes=False, refuses=(Code.VALIDATION, Code.NOT_FOUND)
)
def list_members(call: Call, request: ListMembersInput) -> MembersShown:
    """List the members of the organization, of a team or of a board, by user name."""
    if request.team is not None and request.board is not None:
        raise validation("The call has team and board. Send one of them.", "board")
    everyone = members(call).exclude(kind=UserKind.SYSTEM, name=HUB)
    if request.board is not None:
        return _of_board(call, request, BOARD.subject(call, request.board, "board"), everyone)
    if request.team is not None:
        team = TEAM.named(call, request.team, "team")
        users = everyone.filter(
            id__in=TeamMember.within(call.organization_id).filter(team=team).values("user")
        )
        return _part(request, f"team {team.slug} ({team.name})", users, lambda user: {})
    me = User.within(call.organization_id).select_related("organization").get(id=call.principal.user_id)
    organization = me.organization
    return _part(
        request,
        f"organization {organization.slug} ({organization.name})",
        everyone,
        lambda user: {"role": user.role},
    )


def _of_board(call: Call, request: ListMembersInput, board: Board, everyone: QuerySet[User]) -> MembersShown:
    team = board.team if board.team and board.team.archived_at is None else None
    granted = Grant.within(call.organization_id).filter(board=board)
    through_team = TeamMember.within(call.organization_id).filter(team=team)
    users = everyone.filter(Q(id__in=granted.values("user")) | Q(id__in=through_team.values("user")))
    grants: dict[UUID, set[str]] = defaultdict(set)
    for user_id, capability in granted.values_list("user_id", "capability"):
        grants[user_id].add(capability)
    in_team = set(through_team.values_list("user_id", flat=True)) if team else set()

    def capabilities(user: User) -> dict[str, Any]:
        slug = team.slug if team and user.id in in_team else None
        return {"capabilities": held(board.level, grants.get(user.id, ()), slug)}

    return _part(request, f"board {board.slug} ({board.name})", users, capabilities, about_admins=True)


def _part(
    request: ListMembersInput, of: str, users: QuerySet[User], extra: Any, about_admins: bool = False
) -> MembersShown:
    limit = min(request.limit, MOST)
    page = users.order_by("name", "id")[request.offset : request.offset + limit]
    shown = (
        MemberShown(
            user_name=user.name,
            display_name=user.display_name,
            email=user.email,
            kind=UserKind(user.kind),
            **extra(user),
        )
        for user in page
    )
    return MembersShown(
        of=of,
        about_admins=about_admins,
        results=tuple(shown),
        total=users.count(),
        limit=limit,
        offset=request.offset,
    )
