"""A fresh install in one idempotent step: organization, admin, agent key, boards, project."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from hub.core import operations
from hub.core.calls import Call, Surface
from hub.identity.authentication import principal_of_user
from hub.identity.operations.founding import found
from hub.identity.organizations import system_actor

FIRST_AGENT = "first-agent"


@dataclass(frozen=True, slots=True)
class Bootstrapped:
    """What `manage.py bootstrap --json` prints; password and key are None on a second run."""

    organization: str
    admin: str
    password: str | None
    agent: str
    key: str | None
    boards: tuple[str, ...]
    project: str

    def as_json(self) -> dict[str, Any]:
        """The object of the interface document."""
        return {
            "organization": self.organization,
            "url": settings.PUBLIC_URL,
            "mcp_url": f"{settings.PUBLIC_URL}/mcp",
            "admin": {"user_name": self.admin, "password": self.password},
            "agent": {"id": self.agent, "key": self.key},
            "boards": list(self.boards),
            "project": self.project,
        }


def prefix_of(slug: str) -> str:
    """The organization's slug in capitals, letters and digits only, a letter first, 2 to 10 characters."""
    letters = re.sub(r"^[0-9]+", "", re.sub(r"[^A-Z0-9]", "", slug.upper()))[:10]
    return letters if len(letters) >= 2 else f"{letters}ORG"[:10]


def bootstrap(slug: str, name: str, admin: str, email: str) -> Bootstrapped:
    """Make what is missing; change nothing that exists."""
    organization = found(slug, name)
    call = Call(principal_of_user(system_actor(organization)), Surface.COMMAND)
    identity: Any = (
        operations.get("bootstrap_identity")
        .run(call, {"user_name": admin, "email": email, "agent": FIRST_AGENT})
        .result
    )
    first = {"prefix": prefix_of(slug), "member": identity.user_name}
    structure: Any = operations.get("bootstrap_structure").run(call, first).result
    return Bootstrapped(
        organization=organization.slug,
        admin=identity.user_name,
        password=identity.password,
        agent=identity.agent,
        key=identity.key,
        boards=structure.boards,
        project=structure.project,
    )
