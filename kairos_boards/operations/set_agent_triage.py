"""set_agent_triage: whether an agent decides the triage of intake on a board, or proposes."""

from __future__ import annotations

from pydantic import Field

from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.inputs import Input, Ref, Result
from hub.core.operations import operation
from hub.core.refusals import Refusal
from kairos_boards.operations.configuring import configurable, tell
from kairos_boards.references import BOARD


class SetTriageInput(Input):
    board: Ref = Field(description="Slug or UUID.")
    agents_decide: bool = Field(
        description="true: an agent decides. false: an agent proposes, a person decides."
    )


class TriageInput(Input):
    board: Ref = Field(description="Slug or UUID.")


class Triage(Result):
    """The setting of the board."""

    board: str
    agents_decide: bool


def as_text(result: Triage) -> str:
    """The answer of the tool: one line."""
    who = "an agent decides" if result.agents_decide else "an agent proposes, and a person decides"
    return f"Triage of intake on the board {result.board}: {who}."


@operation(
    name="set_agent_triage",
    profile="admin",
    text=as_text,
    idempotent=True,
    refuses=(Code.VALIDATION, Code.NOT_FOUND, Code.AGENT_TRIAGE_OFF, Code.FORBIDDEN, Code.KEY_SCOPE),
)
def set_agent_triage(call: Call, request: SetTriageInput) -> Triage:
    """Set who decides the triage of intake on a board. An agent cannot do this while a person decides."""
    board = configurable(call, request.board)
    if call.principal.is_agent and not board.agents_decide:
        raise Refusal(
            Code.AGENT_TRIAGE_OFF,
            f"On the board {board.slug} a person decides the triage of intake, and a person can change that. "
            "Ask a holder of configure_boards, or an organization admin, at their own sign-in.",
            board_id=str(board.id),
        )
    if board.agents_decide is not request.agents_decide:
        board.change(agents_decide=request.agents_decide)
        tell(call, board, "agent_triage", agents_decide=request.agents_decide)
    return Triage(board=board.slug, agents_decide=board.agents_decide)


@operation(name="get_agent_triage", text=as_text, writes=False, refuses=(Code.NOT_FOUND, Code.VALIDATION))
def get_agent_triage(call: Call, request: TriageInput) -> Triage:
    """Show who decides the triage of intake on a board."""
    board = BOARD.subject(call, request.board, "board")
    return Triage(board=board.slug, agents_decide=board.agents_decide)
