"""Credentials that are not valid, and what may never be written down."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Any

import pytest

from hub.core import clock, unauthorized
from hub.core.logs import redacted
from hub.identity.models import Credential
from tests.identity.rest import PASSWORD, Rest, persona_user, signed_in, with_password
from tests.world import World, agent, nothing_written

PATH = "/api/me/agent-keys"


@pytest.mark.rule("credentials.02")
def test_every_credential_that_is_not_valid_gets_one_answer(world: World) -> None:
    revoked, expired = agent(world.bob, "revoked"), agent(world.bob, "expired")
    now = clock.now()
    Credential.objects.get(agent__name="revoked").change(revoked_at=now)
    Credential.objects.get(agent__name="expired").change(expires_at=now - timedelta(seconds=1))
    tokens = [
        revoked.token,
        expired.token,
        "kairos_sk_acme_" + "A" * 43,
        "kairos_sk_nowhere_" + "A" * 43,
        world.robo.token[:-1],
        world.robo.token + "A",
        world.robo.token.upper(),
        "nonsense",
        "",
        "\u00ff",
    ]
    given = [{"Authorization": f"Bearer {token}"} for token in tokens]
    given += [{}, {"Authorization": f"Basic {world.robo.token}"}, {"Authorization": world.robo.token}]
    with nothing_written():
        answers = [Rest(headers=headers).get(PATH) for headers in given]
    seen = {
        (
            answer.status_code,
            answer.content,
            tuple(sorted((name, value) for name, value in answer.headers.items() if name != "X-Request-Id")),
        )
        for answer in answers
    }
    assert len(seen) == 1
    answer = answers[0]
    assert (answer.status_code, answer.content) == (401, unauthorized.encoded())
    assert answer["WWW-Authenticate"] == (
        'Bearer resource_metadata="http://127.0.0.1:8000/.well-known/oauth-protected-resource"'
    )


def test_the_scheme_is_read_in_any_case(world: World) -> None:
    assert Rest(headers={"Authorization": f"bearer {world.robo.token}"}).get(PATH).status_code == 200


@pytest.mark.rule("credentials.03")
@pytest.mark.parametrize("name", ["access_token", "token", "api_key", "limit", "x"])
def test_a_token_in_the_address_is_refused_and_not_logged(world: World, caplog: Any, name: str) -> None:
    path = f"{PATH}?{name}={world.robo.token}"
    with caplog.at_level(logging.INFO), nothing_written():
        for rest in (Rest(), Rest(world.robo.token)):
            for answer in (rest.get(path), rest.post(path, {"agent": "claude"})):
                assert (answer.status_code, answer.content) == (401, unauthorized.encoded())
    lines = [redacted(None, "", {"event": record.getMessage()})["event"] for record in caplog.records]
    assert lines
    assert not any(world.robo.token[len("kairos_sk_acme_") :] in line for line in lines)


@pytest.mark.rule("credentials.08")
def test_no_log_line_has_a_secret(world: World, caplog: Any) -> None:
    with_password(world.alice)
    with caplog.at_level(logging.DEBUG):
        typed = {"user_name": "alice", "password": PASSWORD, "organization": "acme"}
        token = Rest().post("/api/auth/tokens", typed).json()["token"]
        rest = Rest(token)
        key = rest.post(PATH, {"agent": "claude"}).json()["key"]
        Rest(key).get(PATH)
        rest.post(
            "/api/members", {"user_name": "dora", "email": "d@example.com", "password": "a long password"}
        )
        rest.post("/api/members", {"user_name": "d", "password": {"a": "b long password"}})
        Rest().post("/api/auth/tokens", {**typed, "password": "c wrong password"})
    said = "\n".join(
        redacted(None, "", {"event": f"{record.getMessage()} {record.__dict__.get('exc_text')}"})["event"]
        for record in caplog.records
    )
    assert said
    for secret in (PASSWORD, token, key, "a long password", "b long password", "c wrong password"):
        assert secret not in said
        assert secret[len("kairos_sk_acme_") :] not in said or not secret.startswith("kairos_")


def test_a_browser_session_writes_over_rest_only_with_its_csrf_token(world: World) -> None:
    rest = Rest()
    rest.client.handler.enforce_csrf_checks = True
    rest.client.force_login(persona_user(world.bob))
    with nothing_written():
        forged = rest.post(PATH, {"agent": "claude"})
    assert forged.status_code == 403
    rest.client.get("/account/")
    token = rest.client.cookies["csrftoken"].value
    made = rest.post(PATH, {"agent": "claude"}, **{"X-CSRFToken": token})
    assert made.status_code == 201, made.content


@pytest.mark.rule("credentials.06")
def test_a_browser_session_and_a_person_token_make_keys(world: World) -> None:
    browser = Rest()
    browser.client.force_login(persona_user(world.bob))
    assert browser.post(PATH, {"agent": "one"}).status_code == 201
    assert signed_in(world.bob).post(PATH, {"agent": "two"}).status_code == 201
    assert Rest(world.robo.token).post(PATH, {"agent": "three"}).status_code == 403
    of_account = agent(world.depot, "depot-agent")
    assert Rest(of_account.token).post(PATH, {"agent": "four"}).status_code == 403
