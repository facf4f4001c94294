"""The organization of a call: the token's own, with which host and header may only agree."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator

from hub.asgi import django_application
from hub.core import operations, schemas, unauthorized
from hub.core.codes import Code
from hub.identity.tenancy import named_tenants
from tests.identity.rest import Rest, person_token
from tests.world import World, nothing_written

PATH = "/api/me/agent-keys"
Headers = list[tuple[bytes, bytes]]


def asked(token: str, *headers: tuple[bytes, bytes], host: bytes = b"127.0.0.1:8000") -> tuple[int, bytes]:
    """Status and body of a GET with exactly these headers, as a server passes them on."""
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": PATH,
        "raw_path": PATH.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(b"host", host), (b"authorization", f"Bearer {token}".encode()), *headers],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 8000),
    }

    async def send() -> tuple[int, bytes]:
        communicator = ApplicationCommunicator(django_application, scope)
        await communicator.send_input({"type": "http.request", "body": b"", "more_body": False})
        start = await communicator.receive_output(30)
        body = await communicator.receive_output(30)
        return start["status"], body.get("body", b"")

    return asyncio.run(send())


@pytest.mark.rule("tenancy.02", "conventions.tenant.03")
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ([], 200),
        ([(b"x-tenant", b"acme")], 200),
        ([(b"x-tenant", b"globex")], 401),
        ([(b"x-tenant", b"nowhere")], 401),
        ([(b"x-tenant", b"")], 401),
        ([(b"x-tenant", b"ACME")], 401),
        ([(b"x-tenant", b"acme"), (b"x-tenant", b"acme")], 200),
        ([(b"x-tenant", b"acme"), (b"x-tenant", b"globex")], 401),
        ([(b"x-tenant", b"globex"), (b"x-tenant", b"acme")], 401),
        ([(b"x_tenant", b"globex")], 200),
        ([(b"x_tenant", b"acme"), (b"x-tenant", b"globex")], 401),
        ([(b"x-tenant", b"acme"), (b"x_tenant", b"globex")], 200),
        ([(b"x-forwarded-host", b"globex.example.test")], 200),
    ],
)
def test_a_header_may_only_agree_with_the_key(live_world: World, headers: Headers, status: int) -> None:
    answered, body = asked(live_world.robo.token, *headers)
    assert answered == status
    if status == 401:
        assert body == unauthorized.encoded()
    else:
        assert [key["agent"] for key in json.loads(body)["results"]] == ["robo"]


@pytest.mark.rule("tenancy.02", "conventions.tenant.02")
@pytest.mark.parametrize(
    ("host", "tenant", "status"),
    [
        (b"acme.example.test", None, 200),
        (b"acme.example.test:8000", None, 200),
        (b"ACME.Example.Test", None, 200),
        (b"globex.example.test", None, 401),
        (b"nowhere.example.test", None, 401),
        (b"acme.example.test", b"globex", 401),
        (b"globex.example.test", b"acme", 401),
        (b"127.0.0.1:8000", None, 200),
    ],
)
def test_a_host_may_only_agree_with_the_key(
    live_world: World, settings: Any, host: bytes, tenant: bytes | None, status: int
) -> None:
    settings.BASE_DOMAIN = "example.test"
    settings.ALLOWED_HOSTS = [".example.test", "127.0.0.1"]
    headers = [] if tenant is None else [(b"x-tenant", tenant)]
    answered, body = asked(live_world.robo.token, *headers, host=host)
    assert answered == status
    if status == 401:
        assert body == unauthorized.encoded()


def test_the_one_organization_of_a_deployment_is_named_by_its_setting(settings: Any) -> None:
    settings.SINGLE_TENANT = "acme"
    assert named_tenants([]) == {"acme"}
    assert named_tenants([(b"x-tenant", b"globex")]) == {"acme", "globex"}


@pytest.mark.rule("agent_keys.01")
def test_a_key_works_in_its_own_organization_only(world: World) -> None:
    for token, members in ((world.robo.token, "bob"), (person_token(world.mallory), "mallory")):
        names = [one["user_name"] for one in Rest(token).get("/api/members").json()["results"]]
        assert members in names
        assert not {"bob", "mallory"} <= set(names)


@pytest.mark.rule("conventions.tenant.01")
def test_no_tool_has_a_tenant_argument(world: World) -> None:
    tools = [operation for operation in operations.every() if operation.profile is not None]
    assert len(tools) > 10
    for operation in tools:
        assert {"tenant", "organization"}.isdisjoint(schemas.published(operation.input)["properties"])
        for name in ("tenant", "organization"):
            refusal = world.alice.refused(Code.VALIDATION, operation.name, **{name: "globex"})
            assert refusal.field == name, operation.name


@pytest.mark.rule("conventions.identity.01")
def test_a_call_without_a_credential_runs_nothing(world: World) -> None:
    with nothing_written():
        for method, path, body in (
            ("POST", "/api/teams", {"name": "Ops", "slug": "ops", "code_prefix": "OPS"}),
            ("POST", "/api/tasks", {"title": "x", "board": "web-delivery"}),
            ("POST", "/api/members", {"user_name": "dora", "email": "dora@example.com"}),
            ("GET", "/api/teams", None),
            ("GET", PATH, None),
        ):
            answer = Rest().send(method, path, body)
            assert (answer.status_code, answer.content) == (401, unauthorized.encoded())
