"""set_board_policy: what stands between an item and a column, on or off per board."""

from __future__ import annotations

from pydantic import Field

from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.inputs import Input, Maybe, Ref, Result
from hub.core.operations import operation
from hub.core.refusals import validation
from kairos_boards.descriptions import POLICIES, policies_of
from kairos_boards.models import Level
from kairos_boards.operations.configuring import configurable, tell

NAMES = ("parent_gate", "owner_gate", "blockers_gate")


class SetPolicyInput(Input):
    board: Ref = Field(description="Slug or UUID.")
    parent_gate: Maybe[bool] = Field(
        default=None, description="Delivery: a task enters a claims column only under an active initiative."
    )
    owner_gate: Maybe[bool] = Field(
        default=None,
        description="Initiative: Active only with an owner, who cannot be released there or in Monitoring.",
    )
    blockers_gate: Maybe[bool] = Field(
        default=None,
        description="Delivery: a task with open blockers enters no claims or done column; off warns.",
    )


class PoliciesSet(Result):
    """The policies of the board after the call."""

    board: str
    policies: dict[str, bool]


def as_text(result: PoliciesSet) -> str:
    """The answer of the tool: one line."""
    shown = (f"{name} {'on' if is_on else 'off'}" for name, is_on in result.policies.items())
    return f"Policies of the board {result.board}: {'; '.join(shown)}."


@operation(
    name="set_board_policy",
    profile="admin",
    text=as_text,
    idempotent=True,
    refuses=(Code.VALIDATION, Code.NOT_FOUND, Code.FORBIDDEN, Code.KEY_SCOPE),
)
def set_board_policy(call: Call, request: SetPolicyInput) -> PoliciesSet:
    """Turn policies of a board on or off; what you leave out stays."""
    sent = {name: bool(getattr(request, name)) for name in NAMES if request.sent(name)}
    if not sent:
        raise validation(f"The call sets no policy. Send at least one of: {', '.join(NAMES)}.", NAMES[0])
    board = configurable(call, request.board)
    present = policies_of(board)
    for name in sent:
        if name not in present:
            level = next(level for level, meanings in POLICIES.items() if name in meanings)
            raise validation(_wrong_level(name, level, board.slug, board.level), name)
    changes = {name: value for name, value in sent.items() if value is not present[name]}
    if changes:
        board.change(**changes)
        tell(call, board, "policy", **changes)
    return PoliciesSet(board=board.slug, policies=policies_of(board))


def _wrong_level(name: str, level: Level, slug: str, actual: str) -> str:
    return f"{name} is a policy of a board of the level {level}. The board {slug} has the level {actual}."
