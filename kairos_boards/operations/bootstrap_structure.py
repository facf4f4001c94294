"""The boards, the team and the project of a fresh install; run by `manage.py bootstrap` only."""

from __future__ import annotations

from pydantic import Field

from hub.core import activity, clock
from hub.core.calls import Call, Surface
from hub.core.inputs import Input, Maybe, Name, Ref, Result
from hub.core.models import Action
from hub.core.operations import operation
from hub.identity.models import User
from hub.identity.references import PERSON
from hub.projects.models import Project
from kairos_boards import making
from kairos_boards.models import Board, Level, Team, TeamMember

CORE = "core"
MAIN = "main"


class StructureInput(Input):
    prefix: Name = Field(description="Prefix of the organization's own boards.")
    member: Maybe[Ref] = Field(default=None, description="Who starts in the first team.")


class FirstStructure(Result):
    """The live boards by slug, and the first project."""

    boards: tuple[str, ...]
    project: str


def as_text(result: FirstStructure) -> str:
    """One line for a log; the command prints the rest."""
    return f"Boards: {', '.join(result.boards)}. Project: {result.project}."


@operation(name="bootstrap_structure", text=as_text, surfaces=frozenset({Surface.COMMAND}), idempotent=True)
def bootstrap_structure(call: Call, request: StructureInput) -> FirstStructure:
    """Make the first boards: strategy, initiatives, those of the first team, and the project of its board."""
    boards = Board.within(call.organization_id).filter(archived_at=None)
    if not boards.exists():
        project = _first_project(call)
        for level, slug in ((Level.STRATEGY, "strategy"), (Level.INITIATIVE, "initiatives")):
            owner = making.team(call, f"{level}-{slug}", slug.capitalize())
            making.board(call, level, slug, slug.capitalize(), request.prefix, owner)
        core = making.team(call, CORE, "Core")
        if request.member is not None:
            _join(call, core, PERSON.named(call, request.member, "member"))
        delivery = making.board(call, Level.DELIVERY, f"{CORE}-delivery", "Core", CORE.upper(), core)
        delivery.change(project=project)
        making.board(call, Level.ADR, f"{CORE}-adrs", "Core ADRs", CORE.upper(), core)
    slugs = tuple(boards.order_by("created_at").values_list("slug", flat=True))
    return FirstStructure(boards=slugs, project=MAIN)


def _join(call: Call, team: Team, user: User) -> None:
    TeamMember.add(organization_id=call.organization_id, team=team, user=user, created_at=clock.now())
    activity.record(call, Action.UPDATE, "team", team.id, team=team.slug, member_added=str(user.id))


def _first_project(call: Call) -> Project:
    project = Project.add(
        organization_id=call.organization_id, slug=MAIN, display_name="Main", created_at=clock.now()
    )
    activity.record(call, Action.CREATE, "project", project.id, slug=MAIN)
    return project
