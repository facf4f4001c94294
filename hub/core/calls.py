"""The call: who asks, through which surface, on which connection. Made by the adapter."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from enum import StrEnum
from uuid import UUID

from hub.core.principals import Principal


class Surface(StrEnum):
    """The ways in."""

    MCP = "mcp"
    REST = "rest"
    PAGE = "page"
    ADMIN = "admin"
    COMMAND = "command"
    SYSTEM = "system"


def new_request_id() -> str:
    """An id that joins the log line, the answer header and the activity rows of one request."""
    return secrets.token_hex(8)


@dataclass(frozen=True, slots=True)
class Call:
    """One call of one operation. A plain value; it holds no request, socket or transaction."""

    principal: Principal
    surface: Surface
    connection_id: UUID | None = None
    active_session_id: UUID | None = None
    retry_key: str | None = None
    request_id: str = field(default_factory=new_request_id)

    @property
    def organization_id(self) -> UUID:
        """The tenant. Every query of an operation starts from it."""
        return self.principal.organization_id
