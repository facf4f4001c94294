"""grant_capability: one capability of one member, on a board or (manage_structure) on the organization."""

from __future__ import annotations

from pydantic import Field

from hub.core import clock
from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.inputs import Input, Maybe, Ref, Result
from hub.core.models import Action
from hub.core.operations import operation
from hub.core.refusals import Refusal, validation
from hub.identity.authorization import require_admin
from hub.identity.models import User
from hub.identity.references import PERSON
from kairos_boards.authorization import require_granting
from kairos_boards.models import Board, StructureGrant
from kairos_boards.operations.grants import AnyCapability, give, tell
from kairos_boards.references import BOARD
from kairos_boards.vocabulary import MANAGE_STRUCTURE


class GrantInput(Input):
    user: Ref = Field(description="me, user id, email, user name or service-account name.")
    capability: AnyCapability = Field(description="manage_structure: organization admins only.")
    board: Maybe[Ref] = Field(
        default=None,
        description="Slug or UUID; required, except that manage_structure without it is organization-wide.",
    )


class Granted(Result):
    """The new grant; `board` is None for the organization."""

    user: str
    capability: str
    board: str | None


def as_text(result: Granted) -> str:
    """The answer of the tool: one line."""
    where = f"the board {result.board}" if result.board else "the organization"
    return f"Granted {result.capability} on {where} to {result.user}."


@operation(
    name="grant_capability",
    profile="admin",
    text=as_text,
    refuses=(Code.VALIDATION, Code.NOT_FOUND, Code.CONFLICT, Code.FORBIDDEN, Code.KEY_SCOPE),
)
def grant_capability(call: Call, request: GrantInput) -> Granted:
    """Grant one capability to a member."""
    structure = request.capability == MANAGE_STRUCTURE
    if request.board is None and not structure:
        raise validation(f"The capability {request.capability} is a grant on one board. Send board.", "board")
    board = BOARD.subject(call, request.board, "board") if request.board is not None else None
    if structure:
        require_admin(call, f'grant the capability "{MANAGE_STRUCTURE}"')
    elif board is not None:
        require_granting(call, board)
    user = PERSON.named(call, request.user, "user")
    made = (
        give(call, board, user.id, request.capability)
        if board and not structure
        else _structure(call, board, user)
    )
    granted = Granted(user=user.name, capability=request.capability, board=board.slug if board else None)
    if not made:
        where = f"the board {board.slug}" if board else "the organization"
        raise Refusal(
            Code.CONFLICT,
            f"{user.name} has the grant {request.capability} on {where} already.",
            field="capability",
        )
    return granted


def _structure(call: Call, board: Board | None, user: User) -> bool:
    _, made = StructureGrant.within(call.organization_id).get_or_create(
        organization_id=call.organization_id, board=board, user=user, defaults={"created_at": clock.now()}
    )
    if made:
        tell(call, Action.CAPABILITY_GRANT, board, user.id, MANAGE_STRUCTURE)
    return made
