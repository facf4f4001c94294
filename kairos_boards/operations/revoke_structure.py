"""revoke_structure: take back a grant of manage_structure. It has no tool; admins do it over REST."""

from __future__ import annotations

from pydantic import Field

from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.inputs import Input, Maybe, Ref, Result
from hub.core.models import Action
from hub.core.operations import operation
from hub.core.refusals import Refusal
from hub.identity.authorization import require_admin
from hub.identity.references import PERSON
from kairos_boards.models import StructureGrant
from kairos_boards.operations.grants import tell
from kairos_boards.references import BOARD
from kairos_boards.vocabulary import MANAGE_STRUCTURE


class RevokeInput(Input):
    user: Ref = Field(description="me, user id, email, user name or service-account name.")
    board: Maybe[Ref] = Field(default=None, description="Slug or UUID; the organization when left out.")


class Revoked(Result):
    """The grant that is gone; `board` is None for the organization."""

    user: str
    board: str | None


def as_text(result: Revoked) -> str:
    """One line."""
    where = f"the board {result.board}" if result.board else "the organization"
    return f"Revoked {MANAGE_STRUCTURE} on {where} from {result.user}."


@operation(
    name="revoke_structure",
    text=as_text,
    destructive=True,
    refuses=(Code.VALIDATION, Code.NOT_FOUND, Code.FORBIDDEN, Code.KEY_SCOPE),
)
def revoke_structure(call: Call, request: RevokeInput) -> Revoked:
    """Take back a grant of manage_structure. Organization admins only."""
    require_admin(call, f'revoke the capability "{MANAGE_STRUCTURE}"')
    board = BOARD.subject(call, request.board, "board") if request.board is not None else None
    user = PERSON.named(call, request.user, "user")
    removed, _ = StructureGrant.within(call.organization_id).filter(user=user, board=board).delete()
    if not removed:
        where = f"the board {board.slug}" if board else "the organization"
        raise Refusal(
            Code.NOT_FOUND, f"{user.name} has no grant of {MANAGE_STRUCTURE} on {where}.", field="user"
        )
    tell(call, Action.CAPABILITY_REVOKE, board, user.id, MANAGE_STRUCTURE)
    return Revoked(user=user.name, board=board.slug if board else None)
