"""The people and boards of the tests: made through operations, as a real install is.

alice (organization admin), bob (member of team web), carol (member without a team), robo
(bob's agent), mallory (admin of another organization), depot (a service account).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from hub.core import activity, operations, units
from hub.core.calls import Call, Surface
from hub.core.codes import Code, HubCode
from hub.core.operations import Outcome
from hub.core.principals import Principal, Scope, UserKind
from hub.core.refusals import Refusal
from hub.core.transactions import write
from hub.identity.authentication import principal_of_token, principal_of_user
from hub.identity.models import Role, User
from hub.identity.operations.founding import found
from hub.identity.organizations import system_actor
from hub.identity.users import agent_for, issue, make_user

NO_TENANTS: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Persona:
    """A principal that calls operations in tests; `token` where a request needs a bearer."""

    principal: Principal
    surface: Surface = Surface.MCP
    token: str = ""

    def call(self, **values: Any) -> Call:
        return Call(self.principal, self.surface, **values)

    def run(self, operation: str, /, **arguments: Any) -> Outcome:
        """Run an operation with these arguments."""
        return operations.get(operation).run(self.call(), arguments)

    def result(self, operation: str, /, **arguments: Any) -> Any:
        """The result of an operation."""
        return self.run(operation, **arguments).result

    def text(self, operation: str, /, **arguments: Any) -> str:
        """The markdown answer of an operation."""
        return operations.get(operation).render(self.run(operation, **arguments))

    def refused(self, code: Code | HubCode, operation: str, /, **arguments: Any) -> Refusal:
        """Run an operation that must be refused with this code and must write nothing."""
        with nothing_written(), pytest.raises(Refusal) as caught:
            self.run(operation, **arguments)
        assert caught.value.code is code, caught.value
        return caught.value

    @property
    def user(self) -> User:
        return User.objects.get(id=self.principal.user_id)


@dataclass(frozen=True)
class World:
    """One organization with team web, and its neighbour."""

    alice: Persona
    bob: Persona
    carol: Persona
    robo: Persona
    depot: Persona
    mallory: Persona

    def task(self, by: Persona | None = None, **arguments: Any) -> str:
        """The code of a new task on web-delivery."""
        return self.create("task", by, **{"board": "web-delivery", **arguments})

    def create(self, item_type: str, by: Persona | None = None, **arguments: Any) -> str:
        """The code of a new item (of alice unless said)."""
        values = {"item_type": item_type, "title": f"A {item_type}", **arguments}
        code: str = (by or self.alice).result("create_item", **values).short_code
        return code

    def move(self, code: str, *columns: str, by: Persona | None = None) -> None:
        """Move an item along these columns."""
        for column in columns:
            (by or self.alice).run("transition_item", short_code=code, to_column=column)


def person(
    organization: str, name: str, *, role: Role = Role.MEMBER, kind: UserKind = UserKind.PERSON
) -> Persona:
    """A member of an organization, at their own sign-in; no password, since most tests need none."""
    user = _as_system(
        organization,
        lambda call: make_user(
            call, kind, name, name.capitalize(), email=f"{name}@example.com", role=role, password=None
        ),
    )
    return Persona(principal_of_user(User.objects.select_related("organization").get(id=user.id)))


def agent(owner: Persona, name: str, scope: dict[str, Any] | None = None) -> Persona:
    """An agent key of a persona; `scope` as it is stored."""
    slug = owner.principal.organization_slug
    token = _as_system(
        slug,
        lambda call: issue(call, owner.user, agent_for(call, owner.user, name, None), scope=scope)[1],
    )
    principal = principal_of_token(token.text, NO_TENANTS)
    assert principal is not None
    return Persona(principal, token=token.text)


def scoped(owner: Persona, capabilities: list[str] | None = None, boards: list[Any] | None = None) -> Persona:
    """The same caller through a key with a scope (the value, without a stored key)."""
    scope = Scope(
        None if capabilities is None else frozenset(capabilities),
        None if boards is None else frozenset(boards),
    )
    values = {name: getattr(owner.principal, name) for name in Principal.__slots__} | {"scope": scope}
    return Persona(Principal(**values))


def build() -> World:
    """Make both organizations through operations."""
    acme = found("acme", "Acme")
    hub = Persona(principal_of_user(system_actor(acme)), Surface.COMMAND)
    hub.run("bootstrap_structure", prefix="ACME")
    globex = found("globex", "Globex")
    Persona(principal_of_user(system_actor(globex)), Surface.COMMAND).run(
        "bootstrap_structure", prefix="GLOBEX"
    )
    alice = person("acme", "alice", role=Role.ADMIN)
    bob = person("acme", "bob")
    alice.run("create_team", name="Web", slug="web", code_prefix="WEB", adr_board=True)
    alice.run("add_team_member", team="web", user="bob")
    return World(
        alice=alice,
        bob=bob,
        carol=person("acme", "carol"),
        robo=agent(bob, "robo"),
        depot=person("acme", "depot", kind=UserKind.SERVICE_ACCOUNT),
        mallory=person("globex", "mallory", role=Role.ADMIN),
    )


@contextmanager
def nothing_written() -> Iterator[None]:
    """Every table of ours is the same before and after (the count of refusals apart)."""
    before = fingerprint()
    yield
    assert fingerprint() == before, "something was written"


def fingerprint() -> dict[str, str]:
    """A digest per table of ours."""
    digests = {}
    for model in apps.get_models():
        if model._meta.app_label not in OURS or model.__name__ in ("RefusedCall", "RateWindow"):
            continue
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT * FROM {model._meta.db_table} ORDER BY 1")
            digests[model._meta.label] = hashlib.sha256(repr(cursor.fetchall()).encode()).hexdigest()
    return digests


OURS = {"core", "identity", "projects", "kairos_boards", "items", "mcp_bridge"}


def _as_system(organization: str, body: Any) -> Any:
    actor = User.objects.select_related("organization").get(login=f"{organization}/hub")
    call = Call(principal_of_user(actor), Surface.SYSTEM)
    from hub.core import events  # noqa: PLC0415

    def run() -> Any:
        made = body(call)
        events.deliver(call)
        activity.flush()
        return made

    with units.opened():
        return write(run)
