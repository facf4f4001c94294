"""set_board_capabilities: the whole set of one member's grants on one board."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.inputs import Input, Ref, Result
from hub.core.operations import operation
from hub.identity.references import PERSON
from kairos_boards import boards
from kairos_boards.authorization import require_granting
from kairos_boards.holdings import in_order
from kairos_boards.models import Grant
from kairos_boards.operations.grants import BoardCapability, give, take
from kairos_boards.references import BOARD


class SetCapabilitiesInput(Input):
    board: Ref = Field(description="Slug or UUID.")
    user: Ref = Field(description="me, user id, email, user name or service-account name.")
    capabilities: Annotated[list[BoardCapability], Field(max_length=100)] = Field(
        description="The full set; it replaces the present one. [] revokes all."
    )


class CapabilitiesSet(Result):
    """The set after the call, and what the call changed."""

    board: str
    user: str
    capabilities: tuple[str, ...]
    granted: tuple[str, ...]
    revoked: tuple[str, ...]


def as_text(result: CapabilitiesSet) -> str:
    """The answer of the tool: one line."""
    parts = (
        (f"Grants of {result.user} on the board {result.board}", result.capabilities),
        ("Granted", result.granted),
        ("Revoked", result.revoked),
    )
    return " ".join(f"{label}: {', '.join(names) or 'none'}." for label, names in parts)


@operation(
    name="set_board_capabilities",
    profile="admin",
    text=as_text,
    idempotent=True,
    destructive=True,
    refuses=(Code.VALIDATION, Code.NOT_FOUND, Code.FORBIDDEN, Code.KEY_SCOPE),
)
def set_board_capabilities(call: Call, request: SetCapabilitiesInput) -> CapabilitiesSet:
    """Replace the grants of a member on a board."""
    board = BOARD.subject(call, request.board, "board")
    require_granting(call, board)
    user = PERSON.named(call, request.user, "user")
    board = boards.lock(call, board.id)  # two sets of one person must not mix
    rows = Grant.within(call.organization_id).filter(board=board, user=user)
    present, wanted = set(rows.values_list("capability", flat=True)), set(request.capabilities)
    granted, revoked = in_order(wanted - present), in_order(present - wanted)
    for capability in revoked:
        take(call, board, user.id, capability)
    for capability in granted:
        give(call, board, user.id, capability)
    return CapabilitiesSet(
        board=board.slug, user=user.name, capabilities=in_order(wanted), granted=granted, revoked=revoked
    )
