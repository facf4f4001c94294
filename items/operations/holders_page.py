"""The people whom hand_off_item may name for an item, for the choice on its page."""

from __future__ import annotations

from django.db.models import Q, QuerySet
from pydantic import BaseModel

from hub.core.calls import Call, Surface
from hub.core.codes import Code
from hub.core.inputs import Result
from hub.core.operations import operation
from hub.core.principals import UserKind
from hub.identity.models import Role, User
from hub.identity.references import members
from items.models import ItemType
from items.operations.get_item import GetInput
from items.references import live_subject
from kairos_boards.models import Board, Grant, TeamMember

MOST = 200


class Choice(BaseModel):
    """A person by user name and display name."""

    user_name: str
    name: str


class HoldersPage(Result):
    """The people around the item's board, by name; hand_off_item decides who may hold it."""

    short_code: str
    people: tuple[Choice, ...]


def as_text(result: HoldersPage) -> str:
    """The code, for a log."""
    return result.short_code


@operation(
    name="holders_page",
    text=as_text,
    writes=False,
    surfaces=frozenset({Surface.PAGE}),
    refuses=(Code.NOT_FOUND, Code.VALIDATION),
)
def holders_page(call: Call, request: GetInput) -> HoldersPage:
    """Show whom an item may be handed to."""
    item = live_subject(call, request.short_code)
    present = item.claim_user_id if item.type is ItemType.TASK else item.owner_id
    people = _around(call, item.board).order_by("display_name", "id")[: MOST + 1] if item.board else []
    return HoldersPage(
        short_code=item.code,
        people=tuple(
            Choice(user_name=user.name, name=user.display_name) for user in people if user.id != present
        ),
    )


def _around(call: Call, board: Board) -> QuerySet[User]:
    """People with a grant on the board, in its team, or admin: who can hold anything there."""
    granted = Grant.within(call.organization_id).filter(board=board).values("user")
    team = (
        TeamMember.within(call.organization_id)
        .filter(team=board.team_id, team__archived_at=None)
        .values("user")
    )
    near = Q(id__in=granted) | Q(id__in=team) | Q(role=Role.ADMIN)
    return members(call).filter(near, kind=UserKind.PERSON)
