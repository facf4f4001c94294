"""Giving and taking one board capability; what grant_capability, set_board_capabilities and leaving share."""

from __future__ import annotations

from typing import Annotated, Any
from uuid import UUID

from pydantic import AfterValidator, Field

from hub.core import activity, clock
from hub.core.calls import Call
from hub.core.inputs import unexpected
from hub.core.models import Action
from kairos_boards.models import Board, Grant
from kairos_boards.vocabulary import GRANTABLE, MANAGE_STRUCTURE


def one_of(values: tuple[str, ...]) -> Any:
    """A capability of a vocabulary, which the published schema lists."""

    def check(text: str) -> str:
        if text not in values:
            raise unexpected(f"one of these values: {', '.join(values)}")
        return text

    return Annotated[str, Field(json_schema_extra={"enum": list(values)}), AfterValidator(check)]


BoardCapability = one_of(GRANTABLE)
AnyCapability = one_of((*GRANTABLE, MANAGE_STRUCTURE))


def give(call: Call, board: Board, user_id: UUID, capability: str) -> bool:
    """Store the grant; False when the user has it already."""
    _, made = Grant.within(call.organization_id).get_or_create(
        organization_id=call.organization_id,
        board=board,
        user_id=user_id,
        capability=capability,
        defaults={"created_at": clock.now()},
    )
    if made:
        tell(call, Action.CAPABILITY_GRANT, board, user_id, capability)
    return made


def take(call: Call, board: Board, user_id: UUID, capability: str) -> None:
    """Delete the grant that the user has."""
    rows = Grant.within(call.organization_id).filter(board=board, user_id=user_id, capability=capability)
    rows.delete()
    tell(call, Action.CAPABILITY_REVOKE, board, user_id, capability)


def tell(call: Call, action: Action, board: Board | None, user_id: UUID, capability: str) -> None:
    """The activity row of one grant or revoke; `board` None is the organization."""
    activity.record(
        call,
        action,
        "member",
        user_id,
        board_id=board.id if board else None,
        capability=capability,
        board=board.slug if board else None,
        scope="board" if board else "organization",
    )
