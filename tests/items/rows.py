"""Rows that operations of a later part write (archive, rename, repositories, boards' settings), for tests."""

from __future__ import annotations

from typing import Any

from hub.core import clock
from hub.core.codes import Code
from hub.core.models import Action, Activity
from hub.core.refusals import Refusal
from hub.identity.models import Organization, User
from items.models import Edge, Item, Note, Repository, ShortCode
from kairos_boards.models import Board, Column, Grant, Team, TeamMember
from tests.world import Persona


def item(code: str) -> Item:
    """The item of a current code of acme."""
    return Item.objects.select_related("column", "board").get(organization__slug="acme", code=code)


def board(slug: str) -> Board:
    """A board of acme, live or archived."""
    return Board.objects.get(organization__slug="acme", slug=slug)


def column(board_slug: str, name: str) -> Column:
    """A column of a board of acme, live or removed."""
    return Column.objects.get(board=board(board_slug), name=name)


def team_slugs() -> list[str]:
    """The slugs of the live teams of acme, in order."""
    teams = Team.objects.filter(organization__slug="acme", archived_at=None)
    return list(teams.order_by("slug").values_list("slug", flat=True))


def any_user() -> User:
    """Some member of acme, where it does not matter who."""
    return User.objects.get(organization__slug="acme", name="alice")


def grant(to: Persona, board_slug: str, capability: str) -> None:
    """One capability of a person on a board."""
    where = board(board_slug)
    Grant.add(
        organization_id=where.organization_id,
        board=where,
        user_id=to.principal.user_id,
        capability=capability,
        created_at=clock.now(),
    )


def archive(code: str) -> None:
    """Put an item away, where it is."""
    item(code).change(archived_at=clock.now())


def rename(code: str, new: str, by: Persona) -> str:
    """Give an item a new code and retire the old one, as a move with `rename` does; returns the new one."""
    row = item(code)
    ShortCode.objects.filter(organization_id=row.organization_id, text=code).update(retired_at=clock.now())
    ShortCode.add(organization_id=row.organization_id, text=new, item=row)
    row.change(code=new)
    log(row, Action.RENAME, by, **{"from": code, "to": new})
    return new


def log(row: Item, action: str, by: Persona, **data: Any) -> None:
    """One activity row about an item."""
    Activity.add(
        organization_id=row.organization_id,
        action=action,
        subject_type="item",
        subject_id=row.id,
        board_id=row.board_id,
        user_id=by.principal.user_id,
        agent_id=by.principal.agent_id,
        by_agent=by.principal.agent_id is not None,
        surface="mcp",
        request_id="test",
        data=data,
        created_at=clock.now(),
    )


def repository(slug: str, team: str = "web", *, organization: str = "acme", live: bool = True) -> Repository:
    """A repository of the directory."""
    owner = Organization.objects.get(slug=organization)
    return Repository.add(
        organization=owner,
        slug=slug,
        forge="github",
        full_name=f"acme/{slug}",
        url=f"https://example.com/acme/{slug}",
        default_branch="main",
        team=Team.objects.get(organization=owner, slug=team),
        created_at=clock.now(),
        archived_at=None if live else clock.now(),
    )


def edges(code: str) -> list[tuple[str, str, str]]:
    """The edges that lead into an item: relationship, source, target."""
    into = Edge.objects.filter(target__code=code).order_by("id")
    return list(into.values_list("relationship", "source__code", "target__code"))


def refuse(*_: Any) -> None:
    """What an edge that cannot be written does."""
    raise Refusal(Code.ALREADY_LINKED, "The edge is there.")


def copy_board(slug: str, new_slug: str, *, archived: bool = False, prefix: str = "COPY") -> Board:
    """A second board like an existing one, with one column; without a team it is the organization's."""
    like = board(slug)
    made = Board.add(
        organization_id=like.organization_id,
        slug=new_slug,
        name=new_slug,
        level=like.level,
        prefix=prefix,
        created_at=clock.now(),
        archived_at=clock.now() if archived else None,
    )
    Column.add(organization_id=like.organization_id, board=made, name="First", position=0)
    return made


def promote(code: str, number: int, became: str) -> None:
    """Mark a note as promoted."""
    Note.objects.filter(item=item(code), number=number).update(promoted_to=item(became))


def purge(code: str) -> None:
    """Delete an item for good; its code stays."""
    item(code).delete()


def leave_team(who: Persona) -> None:
    """Take a person out of every team."""
    TeamMember.objects.filter(user_id=who.principal.user_id).delete()
