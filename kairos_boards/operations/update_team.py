"""update_team: the name, the slug, the type and the published site of a team."""

from __future__ import annotations

from typing import Literal

from django.db import IntegrityError, transaction
from pydantic import Field

from hub.core import activity
from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.inputs import Input, Maybe, Name, Ref, Result
from hub.core.models import Action
from hub.core.operations import operation
from hub.core.refusals import validation
from kairos_boards import making
from kairos_boards.authorization import require_structure
from kairos_boards.making import Slug
from kairos_boards.models import Team
from kairos_boards.references import TEAM

FIELDS = ("name", "slug", "team_type", "site_enabled")


class UpdateTeamInput(Input):
    team: Ref = Field(description="Slug or UUID.")
    name: Maybe[Name] = Field(default=None, description="New name.")
    slug: Maybe[Slug] = Field(default=None, description="New slug; the slugs of its boards stay.")
    team_type: Maybe[Literal["stream_aligned", "platform", "enabling", "complicated_subsystem"]] = Field(
        default=None, description="What the team is for."
    )
    site_enabled: Maybe[bool] = Field(default=None, description="Published site of the team: on or off.")


class TeamUpdated(Result):
    """The team after the call; `changed` names what the call changed."""

    slug: str
    name: str
    team_type: str
    site_enabled: bool
    changed: tuple[str, ...]


def as_text(result: TeamUpdated) -> str:
    """The answer of the tool: one line."""
    site = "on" if result.site_enabled else "off"
    what = f"Changed: {', '.join(result.changed)}." if result.changed else "Nothing changed."
    return f"Team {result.slug} ({result.name}, {result.team_type}, site {site}). {what}"


@operation(
    name="update_team",
    profile="admin",
    text=as_text,
    idempotent=True,
    refuses=(Code.VALIDATION, Code.CONFLICT, Code.FORBIDDEN, Code.KEY_SCOPE),
)
def update_team(call: Call, request: UpdateTeamInput) -> TeamUpdated:
    """Change a team; what you leave out stays."""
    sent = {name: getattr(request, name) for name in FIELDS if request.sent(name)}
    if not sent:
        raise validation(f"The call changes nothing. Send at least one of: {', '.join(FIELDS)}.", FIELDS[0])
    require_structure(call)
    found = TEAM.named(call, request.team, "team")
    team = Team.within(call.organization_id).select_for_update().get(id=found.id)
    changes = {name: value for name, value in sent.items() if value != getattr(team, name)}
    if changes:
        _apply(call, team, changes)
    return TeamUpdated(
        slug=team.slug,
        name=team.name,
        team_type=team.team_type,
        site_enabled=team.site_enabled,
        changed=tuple(changes),
    )


def _apply(call: Call, team: Team, changes: dict[str, str | bool]) -> None:
    try:
        with transaction.atomic():
            team.change(**changes)
    except IntegrityError:  # the slug is the only value that must be free
        raise making.slug_taken(str(changes["slug"])) from None
    activity.record(call, Action.UPDATE, "team", team.id, team=team.slug, changed=changes)
