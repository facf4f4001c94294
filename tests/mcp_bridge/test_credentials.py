"""Who may call: one answer to every credential that is not valid, on MCP and REST."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from hub.core import clock
from hub.core.secrets import digest
from hub.identity.models import Credential, User
from mcp_bridge.endpoint import McpEndpoint
from tests.mcp_bridge import probes
from tests.mcp_bridge.conftest import Callers
from tests.mcp_bridge.requests import MODERN, Answer, Headers, Site
from tests.world import Persona

METADATA = "/.well-known/oauth-protected-resource"
BODY = (
    b'{"error":{"code":"UNAUTHORIZED","message":"unauthenticated: the call carries no valid credential. '
    b'Send a key or a token in the header Authorization: Bearer <token>, never in the address.",'
    b'"details":{}}}'
)


def change(persona: Persona, **values: object) -> None:
    Credential.objects.filter(digest=digest(persona.token)).update(**values)


@pytest.fixture
def refused(callers: Callers) -> dict[str, Headers]:
    """The headers of each credential that is not valid."""
    change(callers.spare, revoked_at=clock.now())
    change(callers.other, expires_at=clock.now() - timedelta(seconds=1))
    User.objects.filter(id=callers.mallory.principal.user_id).update(left_at=clock.now())
    good = f"Bearer {callers.robo.token}".encode()
    values = {
        "missing": [],
        "unknown": [b"Bearer kairos_sk_acme_" + b"x" * 43],
        "revoked": [f"Bearer {callers.spare.token}".encode()],
        "expired": [f"Bearer {callers.other.token}".encode()],
        "of someone who left": [f"Bearer {callers.mallory.token}".encode()],
        "malformed": [b"Bearer"],
        "another scheme": [good.replace(b"Bearer", b"Basic")],
        "no scheme": [callers.robo.token.encode()],
        "not text": [b"Bearer \xff\x00\xfe"],
        "two tokens in one": [good + b" " + good],
        "doubled": [good, good],
    }
    return {name: [(b"authorization", value) for value in given] for name, given in values.items()}


def without_request_id(answer: Answer) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
    return answer.status, [pair for pair in answer.headers if pair[0] != b"x-request-id"], answer.body


@pytest.mark.rule("connecting.03", "credentials.01", "credentials.02")
@pytest.mark.parametrize("version", [None, "2025-11-25", MODERN])
def test_each_invalid_credential_gets_the_same_answer(
    site: Site, refused: dict[str, Headers], version: str | None
) -> None:
    nobody = replace(site, token=None, version=version)
    answers = {name: nobody.rpc("tools/list", headers=headers) for name, headers in refused.items()}
    assert {name: without_request_id(answer) for name, answer in answers.items()} == dict.fromkeys(
        refused,
        (
            401,
            [
                (b"content-type", b"application/json"),
                (b"content-length", str(len(BODY)).encode()),
                (b"www-authenticate", f'Bearer resource_metadata="http://127.0.0.1:8000{METADATA}"'.encode()),
                (b"cache-control", b"no-store"),
            ],
            BODY,
        ),
    )
    assert len({answer.header("x-request-id") for answer in answers.values()}) == len(refused)


@pytest.mark.rule("credentials.01", "credentials.02")
@pytest.mark.urls("tests.mcp_bridge.rest_urls")
@pytest.mark.usefixtures("endpoint")
def test_rest_answers_alike(refused: dict[str, Headers]) -> None:
    answers = []
    for headers in refused.values():
        value = b", ".join(value for _, value in headers).decode("latin-1")
        answers.append(Client().get("/probe", headers={"Authorization": value} if headers else {}))
    heads = [{**answer.headers, "X-Request-Id": ""} for answer in answers]
    assert [(answer.status_code, answer.content) for answer in answers] == [(401, BODY)] * len(refused)
    assert heads == [heads[0]] * len(refused)
    assert heads[0]["Content-Type"] == "application/json"
    assert heads[0]["WWW-Authenticate"] == f'Bearer resource_metadata="http://127.0.0.1:8000{METADATA}"'


@pytest.mark.rule("connecting.03")
def test_nothing_is_read_or_run_for_an_invalid_credential(site: Site) -> None:
    site.token = "kairos_sk_acme_unknown"
    for method in ("initialize", "tools/list", "resources/read", "notifications/initialized"):
        answer = site.rpc(method)
        assert (answer.status, answer.read) == (401, 0)
    assert site.send(method="DELETE").status == 401
    assert probes.RAN == []


@pytest.mark.rule("credentials.03")
@pytest.mark.parametrize("named", ["access_token", "token", "KEY", "profile", "x"])
@pytest.mark.parametrize("with_header", [True, False])
def test_a_token_in_the_address_is_refused(
    site: Site, named: str, with_header: bool, caplog: pytest.LogCaptureFixture
) -> None:
    token = site.token
    assert token is not None
    caplog.set_level(logging.DEBUG)
    scope: dict[str, object] = {}
    caller = site if with_header else replace(site, token=None)
    answer = caller.rpc("tools/list", query=f"profile=work&{named}={token}", scope=scope)
    assert (answer.status, answer.body) == (401, BODY)
    assert token not in caplog.text
    assert scope["query_string"] == b"", "an access log is written from the scope"


def test_a_token_in_the_address_is_seen_through_escapes(site: Site) -> None:
    assert site.rpc("tools/list", query="x=kairos%5Fsk%5Facme%5Fabc").status == 401
    assert site.rpc("tools/list", query="Access%5FToken=of-another-form").status == 401
    assert site.rpc("tools/list", query="profile=work&trace=1").status == 200


@pytest.mark.rule("tenancy.02", "conventions.tenant.03")
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ([], 200),
        ([(b"x-tenant", b"acme")], 200),
        ([(b"x-tenant", b"globex")], 401),
        ([(b"x-tenant", b"nowhere")], 401),
        ([(b"x-tenant", b"")], 401),
        ([(b"x-tenant", b"acme"), (b"x-tenant", b"globex")], 401),
        ([(b"x-tenant", b"globex"), (b"x-tenant", b"acme")], 401),
        ([(b"x-tenant", b"acme, globex")], 401),
        ([(b"x_tenant", b"globex")], 200),
        ([(b"x_tenant", b"acme"), (b"x-tenant", b"globex")], 401),
    ],
)
def test_a_header_may_only_agree_with_the_token(site: Site, headers: Headers, status: int) -> None:
    answer = site.rpc("tools/list", headers=headers)
    assert answer.status == status
    assert (answer.body == BODY) is (status == 401)


@pytest.mark.rule("tenancy.02", "conventions.tenant.02")
def test_a_host_may_only_agree_with_the_token(site: Site, settings: Settings) -> None:
    settings.BASE_DOMAIN = "hub.example"
    assert site.rpc("tools/list", host=b"acme.hub.example").status == 200
    assert site.rpc("tools/list", host=b"globex.hub.example").body == BODY
    agreeing = [(b"x-tenant", b"acme")]
    assert site.rpc("tools/list", host=b"globex.hub.example", headers=agreeing).body == BODY


def test_a_revoked_key_ends_at_the_next_request(site: Site, callers: Callers) -> None:
    assert site.call("probe_echo", text="x").status == 200
    change(callers.robo, revoked_at=clock.now())
    assert site.call("probe_echo", text="x").body == BODY


@pytest.mark.rule("credentials.02")
@pytest.mark.parametrize("version", ["2025-11-25", MODERN])
def test_a_key_that_is_revoked_while_the_call_runs_gets_the_401(site: Site, version: str) -> None:
    answer = replace(site, version=version).call("probe_ended")
    assert (answer.status, answer.body) == (401, BODY)


@pytest.mark.rule("connecting.02")
def test_a_token_is_one_agent(site: Site, callers: Callers) -> None:
    actors = [
        replace(site, token=persona.token).call("probe_hub", text="x").result["structuredContent"]["actor"]
        for persona in (callers.robo, callers.spare, callers.other, callers.mallory)
    ]
    assert actors == ["robo", "robo", "other", "spy"]


@pytest.mark.parametrize("path", [METADATA, f"{METADATA}/mcp"])
def test_the_metadata_document_is_public(path: str, settings: Settings) -> None:
    settings.PUBLIC_URL = "https://hub.example.com"
    answer = Client().get(path, headers={"X-Forwarded-Host": "evil.example"})
    assert answer.json() == {
        "resource": "https://hub.example.com/mcp",
        "resource_name": "Kairos Hub",
        "bearer_methods_supported": ["header"],
    }
    assert Client().post(path).status_code == 405


def test_an_answer_and_its_call_share_the_request_id(endpoint: McpEndpoint, callers: Callers) -> None:
    answer = Site(endpoint, token=callers.robo.token).call("probe_echo", text="x")
    assert [call.request_id for call in probes.RAN] == [answer.header("x-request-id")]
