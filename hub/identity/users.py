"""Making people, service accounts, agents and their credentials: what several operations share."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import Any

from django.contrib.auth.hashers import make_password

from hub.core import activity, clock
from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.events import publish
from hub.core.models import Action
from hub.core.principals import UserKind
from hub.core.refusals import Refusal
from hub.core.secrets import Token, new_token
from hub.identity import names
from hub.identity.events import AgentCreated
from hub.identity.models import Agent, Credential, Role, User


def make_user(
    call: Call,
    kind: UserKind,
    name: str,
    display_name: str,
    *,
    email: str = "",
    role: Role,
    password: str | None,
) -> User:
    """A new member; without a password nobody can sign in as them yet."""
    email = email.lower()
    if email and User.within(call.organization_id).filter(email=email, left_at=None).exists():
        raise Refusal(Code.CONFLICT, f'A member has the email "{email}" already.', field="email")
    user_id = uuid.uuid4()
    names.reserve(call.organization_id, name, user_id, "user_name")
    user = User.add(
        id=user_id,
        organization_id=call.organization_id,
        login=f"{call.principal.organization_slug}/{name}",
        name=name,
        display_name=display_name,
        email=email,
        kind=kind,
        role=role,
        password=make_password(password),
        created_at=clock.now(),
    )
    activity.record(call, Action.CREATE, "member", user.id, user_name=name, role=role, kind=kind)
    return user


def agent_for(call: Call, user: User, name: str, display_name: str | None) -> Agent:
    """The user's agent of that name, made when it is new; CONFLICT when the name belongs to someone else."""
    found = Agent.within(call.organization_id).filter(name=name, user=user).first()
    if found is not None:
        return found
    agent_id = uuid.uuid4()
    names.reserve(call.organization_id, name, agent_id, "agent")
    agent = Agent.add(
        id=agent_id,
        organization_id=call.organization_id,
        name=name,
        display_name=display_name or name,
        user=user,
        created_at=clock.now(),
    )
    activity.record(call, Action.CREATE, "agent", agent.id, agent=name)
    publish(AgentCreated(agent))
    return agent


def issue(
    call: Call,
    user: User,
    agent: Agent | None,
    *,
    label: str = "",
    scope: dict[str, Any] | None = None,
    expires_at: datetime | None = None,
    replaces: Credential | None = None,
) -> tuple[Credential, Token]:
    """A fresh credential and its token, shown once: an agent key, or with no agent a person token."""
    token = new_token("sk" if agent else "pt", call.principal.organization_slug)
    credential_id = uuid.uuid4()
    credential = Credential.add(
        id=credential_id,
        organization_id=call.organization_id,
        user=user,
        agent=agent,
        digest=token.digest,
        prefix=token.prefix,
        label=label,
        lineage=replaces.lineage if replaces else credential_id,
        scope=scope,
        expires_at=expires_at,
        created_at=clock.now(),
    )
    subject = "agent_key" if agent else "person_token"
    activity.record(
        call, Action.CREATE, subject, credential.id, prefix=token.prefix, agent=agent.name if agent else None
    )
    return credential, token
