"""Making teams and boards: what create_team, create_board and bootstrap share."""

from __future__ import annotations

from django.db import IntegrityError, transaction

from hub.core import activity, clock
from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.inputs import slug_type
from hub.core.models import Action
from hub.core.refusals import Refusal, validation
from kairos_boards import defaults
from kairos_boards.models import Board, Column, Level, Team, TeamType, Transition

SLUG_PATTERN = r"^[a-z][a-z0-9_-]{1,62}$"
PREFIX_PATTERN = r"^[A-Z][A-Z0-9]{1,9}$"
LONGEST_SLUG = 63
Slug = slug_type(SLUG_PATTERN)


def team(call: Call, slug: str, name: str, team_type: TeamType = TeamType.STREAM_ALIGNED) -> Team:
    """A live team with a free slug, or CONFLICT."""
    if Team.within(call.organization_id).filter(slug=slug, archived_at=None).exists():
        raise slug_taken(slug)
    try:
        with transaction.atomic():
            made = Team.add(
                organization_id=call.organization_id,
                slug=slug,
                name=name,
                team_type=team_type,
                created_at=clock.now(),
            )
    except IntegrityError:  # another writer took the slug meanwhile
        raise slug_taken(slug) from None
    activity.record(call, Action.CREATE, "team", made.id, slug=slug, name=name)
    return made


def slug_taken(slug: str) -> Refusal:
    """CONFLICT: another live team has the slug."""
    return Refusal(Code.CONFLICT, f'A live team has the slug "{slug}". Choose another slug.', field="slug")


def board(call: Call, level: Level, slug: str, name: str, prefix: str, owner: Team | None) -> Board:
    """A live board with the columns and transitions of its level, or the refusal of what is taken."""
    _refuse_taken(call, level, slug, prefix, owner)
    try:
        with transaction.atomic():
            made = Board.add(
                organization_id=call.organization_id,
                slug=slug,
                name=name,
                level=level,
                prefix=prefix,
                team=owner,
                created_at=clock.now(),
            )
    except IntegrityError:  # another writer took the slug, the prefix or the place meanwhile
        raise Refusal(
            Code.CONFLICT, "A board that was made at the same time is in the way. Try again."
        ) from None
    _furnish(made, level)
    activity.record(
        call, Action.CREATE, "board", made.id, board_id=made.id, slug=slug, name=name, level=level
    )
    return made


def derived_slug(slug: str, ending: str) -> str:
    """The slug of a team's own board; VALIDATION on the team's slug when it gets too long."""
    derived = f"{slug}{ending}"
    if len(derived) > LONGEST_SLUG:
        raise validation(
            f'The slug "{slug}" is too long: its board would be "{derived}", and a board slug has '
            f"{LONGEST_SLUG} characters at most.",
            "slug",
        )
    return derived


def _refuse_taken(call: Call, level: Level, slug: str, prefix: str, owner: Team | None) -> None:
    live = Board.within(call.organization_id).filter(archived_at=None)
    if owner is not None and level in (Level.DELIVERY, Level.ADR):
        other = live.filter(team=owner, level=level).first()
        if other is not None:
            code = Code.TEAM_HAS_DELIVERY_BOARD if level is Level.DELIVERY else Code.TEAM_HAS_ADR_BOARD
            word = "a delivery board" if level is Level.DELIVERY else "an ADR board"
            raise Refusal(code, f"The team {owner.slug} has {word} already: {other.slug}.", board=other.slug)
    if live.filter(slug=slug).exists():
        raise Refusal(
            Code.CONFLICT, f'A live board has the slug "{slug}". Choose another slug.', field="slug"
        )
    if live.filter(level=level, prefix=prefix).exists():
        raise Refusal(
            Code.CONFLICT,
            f'A live {level} board has the prefix "{prefix}". Choose another prefix.',
            field="code_prefix",
        )


def _furnish(made: Board, level: Level) -> None:
    columns = Column.add_many(
        Column(
            organization_id=made.organization_id,
            board=made,
            name=column.name,
            position=position,
            is_done=column.is_done,
            claims=column.claims,
            keeps_claims=column.keeps_claims,
        )
        for position, column in enumerate(defaults.COLUMNS[level])
    )
    by_name = {column.name: column for column in columns}
    Transition.add_many(
        Transition(
            organization_id=made.organization_id,
            board=made,
            from_column=by_name[start],
            to_column=by_name[end],
        )
        for start, end in defaults.moves(level)
    )
