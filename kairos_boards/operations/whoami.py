"""whoami: who the caller is, and where the caller may write. The board half of the answer."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel

from hub.core.calls import Call
from hub.core.inputs import Input, Result
from hub.core.operations import operation
from hub.core.principals import UserKind
from hub.identity.models import User
from kairos_boards.contributions import Section, whoami_sections
from kairos_boards.holdings import Held, held, listed
from kairos_boards.models import Board, Grant, StructureGrant, Team
from kairos_boards.vocabulary import FILE_BACKLOG

ORGANIZATION = "the organization"


class WhoamiInput(Input):
    """No arguments."""


class BoardHeld(BaseModel):
    """A board, and what the caller holds on it by source."""

    slug: str
    capabilities: tuple[Held, ...]


class KeyScope(BaseModel):
    """The scope of the agent key; None does not narrow."""

    capabilities: tuple[str, ...] | None = None
    boards: tuple[str, ...] | None = None


class Whoami(Result):
    """The caller. `agent` is set when an agent key made the call; its `scope` is None when it has none."""

    display_name: str
    email: str
    kind: UserKind
    organization: str
    organization_name: str
    role: str
    user_name: str
    agent: str | None
    teams: tuple[str, ...]
    sections: tuple[Section, ...]
    boards: tuple[BoardHeld, ...]
    implicit: tuple[str, ...] = (FILE_BACKLOG,)
    structure: tuple[str, ...]
    scope: KeyScope | None


def as_text(result: Whoami) -> str:
    """The answer of the tool, section by section."""
    boards = [f"{board.slug}: {listed(board.capabilities)}" for board in result.boards]
    if result.role == "admin":
        boards.insert(0, "every board: each capability (organization admin)")
    sections = [
        ("Teams", result.teams),
        *((section.title, section.lines) for section in result.sections),
        ("Boards where you can write", boards),
        (
            "Every member",
            [f"{name}: create a task on any delivery board, as a request" for name in result.implicit],
        ),
        ("Structure (manage_structure)", result.structure),
    ]
    if result.agent is not None:
        sections.append(("Agent key scope", _scope_lines(result)))
    parts = ["\n".join([f"# {result.display_name}", *(f"- {line}" for line in _facts(result))])]
    parts += [
        "\n".join([f"## {title}", *(f"- {line}" for line in lines or ("none",))]) for title, lines in sections
    ]
    return "\n\n".join(parts)


@operation(name="whoami", profile="work", text=as_text, writes=False)
def whoami(call: Call, request: WhoamiInput) -> Whoami:
    """Show who you are: organization, role, teams, their repositories, and where you can write."""
    principal = call.principal
    user = User.within(call.organization_id).select_related("organization").get(id=principal.user_id)
    teams = _teams(call)
    structure = StructureGrant.within(call.organization_id).filter(user=user).select_related("board")
    return Whoami(
        display_name=user.display_name,
        email=user.email,
        kind=principal.kind,
        organization=user.organization.slug,
        organization_name=user.organization.name,
        role=user.role,
        user_name=user.name,
        agent=principal.agent_name,
        teams=tuple(f"{team.slug} — {team.name}" for team in teams),
        sections=tuple(whoami_sections.collect(call, [team.id for team in teams])),
        boards=_boards(call, teams),
        structure=tuple(
            sorted(f"the board {row.board.slug}" if row.board else ORGANIZATION for row in structure)
        ),
        scope=_scope(call),
    )


def _teams(call: Call) -> list[Team]:
    teams = Team.within(call.organization_id).filter(archived_at=None, members__user=call.principal.user_id)
    return list(teams.order_by("slug"))


def _boards(call: Call, teams: Sequence[Team]) -> tuple[BoardHeld, ...]:
    granted: dict[Board, set[str]] = {}
    grants = Grant.within(call.organization_id).filter(user=call.principal.user_id, board__archived_at=None)
    for grant in grants.select_related("board"):
        granted.setdefault(grant.board, set()).add(grant.capability)
    slugs = {team.id: team.slug for team in teams}
    owned = Board.within(call.organization_id).filter(team__in=slugs, archived_at=None)
    boards = sorted({*granted, *owned}, key=lambda board: board.slug)
    return tuple(
        BoardHeld(
            slug=board.slug,
            capabilities=held(
                board.level, granted.get(board, ()), slugs.get(board.team_id) if board.team_id else None
            ),
        )
        for board in boards
    )


def _scope(call: Call) -> KeyScope | None:
    scope = call.principal.scope
    if scope is None:
        return None
    boards = None
    if scope.boards is not None:
        rows = (
            Board.within(call.organization_id).filter(id__in=scope.boards, archived_at=None).order_by("slug")
        )
        boards = tuple(rows.values_list("slug", flat=True))
    return KeyScope(
        capabilities=None if scope.capabilities is None else tuple(sorted(scope.capabilities)), boards=boards
    )


def _facts(result: Whoami) -> list[str]:
    facts = [
        f"user name: {result.user_name}",
        f"email: {result.email or 'none'}",
        f"kind: {result.kind.label}",
        f"organization: {result.organization} ({result.organization_name})",
        f"role: {result.role}",
    ]
    return [*facts, f"agent: {result.agent}"] if result.agent else facts


def _scope_lines(result: Whoami) -> list[str]:
    if result.scope is None:
        return [f"The key has no scope: it has all the rights of {result.user_name}."]
    capabilities, boards = result.scope.capabilities, result.scope.boards
    return [
        f"capabilities: {'all' if capabilities is None else ', '.join(capabilities) or 'none'}",
        f"boards: {'all' if boards is None else ', '.join(boards) or 'none'}",
    ]
