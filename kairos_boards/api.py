"""REST routes of teams, boards and grants."""

from __future__ import annotations

from hub.core.rest import Route, urls

urlpatterns = urls(
    [
        Route("POST", "api/teams", "create_team", 201),
        Route("POST", "api/boards", "create_board", 201),
    ]
)
