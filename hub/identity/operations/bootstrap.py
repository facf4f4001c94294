"""The first admin and the first agent key of a fresh install; run by `manage.py bootstrap` only."""

from __future__ import annotations

import secrets

from pydantic import Field

from hub.core.calls import Call, Surface
from hub.core.inputs import Input, Name, Result
from hub.core.operations import operation
from hub.core.principals import UserKind
from hub.identity.models import Credential, Role, User
from hub.identity.users import agent_for, issue, make_user


class FirstAdminInput(Input):
    user_name: Name = Field(description="User name of the admin.")
    email: str = Field(default="", description="Email of the admin.")
    agent: Name = Field(description="Name of the first agent.")


class FirstAdmin(Result):
    """The admin and the agent. `password` and `key` are there only when this call made them."""

    user_name: str
    password: str | None
    agent: str
    key: str | None


def as_text(result: FirstAdmin) -> str:
    """One line for a log; the command prints the rest."""
    return f"Admin {result.user_name}, agent {result.agent}."


@operation(name="bootstrap_identity", text=as_text, surfaces=frozenset({Surface.COMMAND}), idempotent=True)
def bootstrap_identity(call: Call, request: FirstAdminInput) -> FirstAdmin:
    """Make the first admin with a password and the first agent with a key; nothing that exists changes."""
    admin = User.within(call.organization_id).filter(name=request.user_name).first()
    password = None
    if admin is None:
        password = secrets.token_urlsafe(12)
        admin = make_user(
            call,
            UserKind.PERSON,
            request.user_name,
            request.user_name.capitalize(),
            email=request.email,
            role=Role.ADMIN,
            password=password,
        )
    key = None
    if not Credential.within(call.organization_id).filter(agent__name=request.agent).exists():
        agent = agent_for(call, admin, request.agent, None)
        key = issue(call, admin, agent, label="first key")[1].text
    return FirstAdmin(user_name=admin.name, password=password, agent=request.agent, key=key)
