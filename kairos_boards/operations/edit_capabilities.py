"""edit_capabilities, revoke_grants: what the forms of grants do. They have no tools."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hub.core import staleness
from hub.core.calls import Call, Surface
from hub.core.codes import Code
from hub.core.inputs import LARGEST, Input, Ref, Result, Text
from hub.core.operations import operation
from hub.core.refusals import Refusal
from hub.identity.references import PERSON
from kairos_boards import boards, structure
from kairos_boards.authorization import require_granting
from kairos_boards.models import Grant
from kairos_boards.operations.grants import BoardCapability, take
from kairos_boards.operations.set_board_capabilities import (
    CapabilitiesSet,
    SetCapabilitiesInput,
    as_text,
    set_board_capabilities,
)
from kairos_boards.references import BOARD


class EditCapabilitiesInput(Input):
    board: Ref = Field(description="Slug or UUID.")
    user: Ref = Field(description="me, user id, email, user name or service-account name.")
    seen: Text = Field(max_length=64, description="The mark of what the form showed.")
    capabilities: Annotated[list[BoardCapability], Field(max_length=100)] = Field(
        description="The full set; it replaces the present one. None revokes all."
    )


class RevokeGrantsInput(Input):
    grants: Annotated[list[Annotated[int, Field(ge=1, le=LARGEST)]], Field(min_length=1, max_length=200)] = (
        Field(description="Ids of grants.")
    )


class GrantsRevoked(Result):
    """What is gone: capability, person, board."""

    revoked: tuple[str, ...]


def revoked_text(result: GrantsRevoked) -> str:
    """One line."""
    return f"Revoked: {'; '.join(result.revoked)}."


@operation(
    name="edit_capabilities",
    text=as_text,
    surfaces=frozenset({Surface.ADMIN}),
    refuses=(Code.VALIDATION, Code.NOT_FOUND, Code.CONFLICT, Code.FORBIDDEN, Code.REQUEST_KEY_REUSED),
)
def edit_capabilities(call: Call, request: EditCapabilitiesInput) -> CapabilitiesSet:
    """Replace the grants of a member on a board, when they are still those that the form showed."""
    board = BOARD.subject(call, request.board, "board")
    require_granting(call, board)
    user = PERSON.named(call, request.user, "user")
    board = boards.lock(call, board.id)
    present = structure.mark_of_capabilities(board, user.id)
    staleness.require_fresh(request.seen, present, f"What {user.name} holds on the board {board.slug}")
    return set_board_capabilities(
        call,
        SetCapabilitiesInput(board=str(board.id), user=str(user.id), capabilities=request.capabilities),
    )


@operation(
    name="revoke_grants",
    text=revoked_text,
    destructive=True,
    surfaces=frozenset({Surface.ADMIN}),
    refuses=(Code.VALIDATION, Code.NOT_FOUND, Code.FORBIDDEN, Code.REQUEST_KEY_REUSED),
)
def revoke_grants(call: Call, request: RevokeGrantsInput) -> GrantsRevoked:
    """Revoke some grants: all of them, or none when one is not there any more."""
    wanted = set(request.grants)
    found = Grant.within(call.organization_id).filter(id__in=wanted)
    boards.lock_all(call, found.values_list("board_id", flat=True))
    rows = list(found.select_related("board", "user").order_by("board__slug", "user__name", "capability"))
    if len(rows) != len(wanted):
        raise Refusal(
            Code.NOT_FOUND,
            "A grant of these is not there any more, so none was revoked. Open the list again.",
            field="grants",
        )
    for row in rows:
        require_granting(call, row.board)
        take(call, row.board, row.user_id, row.capability)
    return GrantsRevoked(
        revoked=tuple(f"{row.capability} of {row.user.name} on {row.board.slug}" for row in rows)
    )
