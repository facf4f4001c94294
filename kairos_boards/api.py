"""REST routes of teams, boards, grants, refusal counts. `{board}` and `{team}` take a slug or a UUID."""

from __future__ import annotations

from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.refusals import Refusal
from hub.core.rest import Arguments, Route, urls
from kairos_boards.models import Transition
from kairos_boards.references import BOARD
from kairos_boards.vocabulary import MANAGE_STRUCTURE


def structure_grant(call: Call, arguments: Arguments) -> Arguments:
    """The route grants `manage_structure`, whatever else may be granted elsewhere."""
    return {"capability": MANAGE_STRUCTURE, **arguments}


def allowed(call: Call, arguments: Arguments) -> Arguments:
    """A POST adds the transition of its body."""
    return {"allowed": True, **arguments}


def stopped(call: Call, arguments: Arguments) -> Arguments:
    """A DELETE removes the transition of that id, which `GET /api/boards/{board}` lists."""
    board = BOARD.subject(call, arguments["board"], "board")
    rows = Transition.within(call.organization_id).filter(board=board, id=arguments.pop("transition_id"))
    columns = rows.values_list("from_column_id", "to_column_id").first()
    if columns is None:
        raise Refusal(
            Code.NOT_FOUND, f"The board {board.slug} has no transition of that id.", field="transition_id"
        )
    return {"from_column": str(columns[0]), "to_column": str(columns[1]), "allowed": False, **arguments}


_BOARD = "api/boards/<str:board>"

urlpatterns = urls(
    [
        Route("GET", "api/whoami", "whoami"),
        Route("GET", "api/members", "list_members"),
        Route("GET", "api/teams", "list_teams"),
        Route("POST", "api/teams", "create_team", 201),
        Route("PATCH", "api/teams/<str:team>", "update_team"),
        Route("GET", "api/teams/<str:team>/members", "list_members"),
        Route("POST", "api/teams/<str:team>/members", "add_team_member", 201),
        Route("DELETE", "api/teams/<str:team>/members/<str:user>", "remove_team_member"),
        Route("GET", "api/boards", "my_boards"),
        Route("POST", "api/boards", "create_board", 201),
        Route("GET", _BOARD, "get_board"),
        Route("PATCH", _BOARD, "set_board_policy"),
        Route("GET", f"{_BOARD}/members", "list_members"),
        Route("POST", f"{_BOARD}/members", "grant_capability", 201),
        Route("PATCH", f"{_BOARD}/members/<str:user>", "set_board_capabilities"),
        Route("POST", f"{_BOARD}/columns", "add_column", 201),
        Route("PATCH", f"{_BOARD}/columns/<str:column>", "update_column"),
        Route("DELETE", f"{_BOARD}/columns/<str:column>", "remove_column"),
        Route("POST", f"{_BOARD}/transitions", "set_transition", 201, allowed),
        Route("DELETE", f"{_BOARD}/transitions/<int:transition_id>", "set_transition", 200, stopped),
        Route("GET", f"{_BOARD}/agent-triage", "get_agent_triage"),
        Route("PUT", f"{_BOARD}/agent-triage", "set_agent_triage"),
        Route("POST", "api/structure-grants", "grant_capability", 201, structure_grant),
        Route("DELETE", "api/structure-grants", "revoke_structure"),
        Route("GET", "api/refusal-counts", "refusal_counts"),
    ]
)
