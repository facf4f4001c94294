"""POST /api/auth/tokens: a person token for a password."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine

from hub.core import clock, unauthorized
from hub.core.models import Activity, RateWindow
from hub.identity import signing_in
from hub.identity.models import Credential
from tests.identity.rest import PASSWORD, Rest, code_of, signed_in, with_password
from tests.world import World, nothing_written

ROUTE = "/api/auth/tokens"


def body(**values: Any) -> dict[str, Any]:
    return {"user_name": "bob", "password": PASSWORD, "organization": "acme", **values}


@pytest.mark.rule("credentials.04")
def test_the_right_password_gives_a_token_of_the_person(world: World) -> None:
    with_password(world.bob)
    answer = Rest().post(ROUTE, body(label="laptop"))
    assert answer.status_code == 201
    assert answer["Cache-Control"] == "no-store"
    token = answer.json()["token"]
    assert token.startswith("kairos_pt_acme_")
    keys = Rest(token).get("/api/me/agent-keys")
    assert keys.status_code == 200
    assert [key["agent"] for key in keys.json()["results"]] == ["robo"]
    row = Credential.objects.get(prefix=token[: len("kairos_pt_acme_") + 8])
    assert (row.user.name, row.agent, row.label) == ("bob", None, "laptop")


def test_a_token_expires_in_thirty_days_unless_asked(world: World) -> None:
    with_password(world.bob)
    with time_machine.travel("2026-12-01T10:00:00Z", tick=False):
        assert Rest().post(ROUTE, body()).json()["expires_at"] == "2026-12-31T10:00:00Z"
        short = Rest().post(ROUTE, body(expires_in_days=1)).json()
    assert short["expires_at"] == "2026-12-02T10:00:00Z"
    with time_machine.travel("2026-12-02T09:59:59Z"):
        assert Rest(short["token"]).get("/api/me/agent-keys").status_code == 200
    with time_machine.travel("2026-12-02T10:00:00Z"):
        assert Rest(short["token"]).get("/api/me/agent-keys").status_code == 401


@pytest.mark.parametrize("days", [0, 366, "7"])
def test_refuses_days_out_of_range(world: World, days: Any) -> None:
    with_password(world.bob)
    answer = Rest().post(ROUTE, body(expires_in_days=days))
    assert (answer.status_code, answer.json()["error"]["details"]["field"]) == (422, "expires_in_days")


def test_refuses_a_label_that_no_column_holds(world: World) -> None:
    with_password(world.bob)
    assert Rest().post(ROUTE, body(label="x" * 200)).status_code == 201
    with nothing_written():
        answer = Rest().post(ROUTE, body(label="x" * 201))
    assert (answer.status_code, answer.json()["error"]["details"]["field"]) == (422, "label")


@pytest.mark.rule("credentials.04", "credentials.02")
def test_whatever_is_wrong_with_the_sign_in_the_answer_is_the_same(world: World) -> None:
    with_password(world.bob)
    with_password(world.depot)
    with_password(world.carol)
    world.alice.run("remove_member", user="carol")
    with nothing_written():
        answers = [
            Rest().post(ROUTE, body(password="wrong horse battery")),
            Rest().post(ROUTE, body(user_name="nobody")),
            Rest().post(ROUTE, body(user_name="depot")),
            Rest().post(ROUTE, body(user_name="hub")),
            Rest().post(ROUTE, body(user_name="alice")),
            Rest().post(ROUTE, body(user_name="carol")),
            Rest().post(ROUTE, body(organization="globex")),
            Rest().post(ROUTE, body(organization="nowhere")),
            Rest(headers={"X-Tenant": "globex"}).post(ROUTE, body()),
        ]
    for answer in answers:
        assert answer.status_code == 401
        assert answer.content == unauthorized.encoded()
        assert dict(unauthorized.headers()).items() <= dict(answer.headers).items()


@pytest.mark.usefixtures("world")
def test_an_unknown_name_costs_one_hash_like_a_wrong_password(world: World, monkeypatch: Any) -> None:
    with_password(world.bob)
    from django.contrib.auth.hashers import MD5PasswordHasher  # noqa: PLC0415 - the hasher of these tests

    hashed: list[str] = []
    encode = MD5PasswordHasher.encode
    monkeypatch.setattr(
        MD5PasswordHasher, "encode", lambda self, *args: (hashed.append("x"), encode(self, *args))[1]
    )
    counts = []
    for values in ({"password": "wrong horse battery"}, {"user_name": "nobody"}, {"user_name": "depot"}):
        hashed.clear()
        assert Rest().post(ROUTE, body(**values)).status_code == 401
        counts.append(len(hashed))
    assert counts == [1, 1, 1]


@pytest.mark.rule("conventions.tenant.02")
def test_the_host_tells_the_organization(world: World, settings: Any) -> None:
    settings.BASE_DOMAIN = "example.test"
    settings.ALLOWED_HOSTS = [".example.test"]
    with_password(world.bob)
    given = {"user_name": "bob", "password": PASSWORD}
    assert Rest(headers={"Host": "acme.example.test"}).post(ROUTE, given).status_code == 201
    assert Rest(headers={"Host": "globex.example.test"}).post(ROUTE, given).status_code == 401


@pytest.mark.rule("conventions.tenant.03")
def test_without_a_host_the_header_tells_the_organization(world: World) -> None:
    with_password(world.bob)
    given = {"user_name": "bob", "password": PASSWORD}
    assert Rest(headers={"X-Tenant": "acme"}).post(ROUTE, given).status_code == 201
    token = Rest(headers={"X-Tenant": "acme"}).post(ROUTE, given).json()["token"]
    assert Rest(token, {"X-Tenant": "acme"}).get("/api/me/agent-keys").status_code == 200
    assert Rest(token, {"X-Tenant": "globex"}).get("/api/me/agent-keys").status_code == 401


def test_asks_for_the_organization_where_nothing_tells_it(world: World) -> None:
    with_password(world.bob)
    answer = Rest().post(ROUTE, {"user_name": "bob", "password": PASSWORD})
    assert answer.status_code == 422
    assert answer.json()["error"]["details"] == {"field": "organization"}


@pytest.mark.rule("credentials.05")
def test_above_the_limit_of_an_account_even_the_right_password_waits(world: World) -> None:
    with_password(world.bob)
    with time_machine.travel("2026-12-01T10:00:00Z", tick=False):
        for _ in range(signing_in.TRIES_OF_AN_ACCOUNT):
            assert Rest().post(ROUTE, body(password="wrong horse battery")).status_code == 401
        answer = Rest().post(ROUTE, body())
        assert (answer.status_code, code_of(answer), answer["Retry-After"]) == (429, "RATE_LIMITED", "300")
        with_password(world.carol)
        assert Rest().post(ROUTE, body(user_name="carol")).status_code == 201
    with time_machine.travel("2026-12-01T10:05:00Z", tick=False):
        assert Rest().post(ROUTE, body()).status_code == 201


@pytest.mark.rule("credentials.05")
def test_above_the_limit_of_a_peer_every_account_waits(world: World) -> None:
    with_password(world.bob)
    with time_machine.travel("2026-12-01T10:00:00Z", tick=False):
        for number in range(signing_in.TRIES_OF_A_PEER):
            assert Rest().post(ROUTE, body(user_name=f"nobody{number}")).status_code == 401
        answer = Rest().post(ROUTE, body())
        assert (answer.status_code, answer["Retry-After"]) == (429, "300")
        elsewhere = Rest()
        elsewhere.client.defaults["REMOTE_ADDR"] = "198.51.100.7"
        assert elsewhere.post(ROUTE, body()).status_code == 201


def test_a_forwarded_address_is_no_other_peer(world: World) -> None:
    with time_machine.travel("2026-12-01T10:00:00Z", tick=False):
        for number in range(signing_in.TRIES_OF_A_PEER):
            Rest(headers={"X-Forwarded-For": f"203.0.113.{number}"}).post(
                ROUTE, body(user_name=f"nobody{number}")
            )
        answer = Rest(headers={"X-Forwarded-For": "203.0.113.200"}).post(ROUTE, body())
    assert answer.status_code == 429


def test_only_failures_are_counted_in_the_end(world: World) -> None:
    with_password(world.bob)
    with time_machine.travel("2026-12-01T10:00:00Z", tick=False):
        for _ in range(signing_in.TRIES_OF_AN_ACCOUNT + 1):
            assert Rest().post(ROUTE, body()).status_code == 201
        assert list(RateWindow.objects.values_list("count", flat=True)) == [0]


@pytest.mark.rule("credentials.08")
def test_neither_password_nor_token_is_kept_or_said_twice(world: World) -> None:
    with_password(world.bob)
    wrong = "a wrong but long password"
    refused = Rest().post(ROUTE, body(user_name=wrong, password=wrong))
    assert wrong not in refused.content.decode()
    typed = Rest().post(ROUTE, body(password=[wrong]))
    assert typed.status_code == 422
    assert wrong not in typed.content.decode()
    token = Rest().post(ROUTE, body()).json()["token"]
    rows = [*Activity.objects.values(), *RateWindow.objects.values(), *Credential.objects.values()]
    assert rows
    for secret in (wrong, PASSWORD, token, token[len("kairos_pt_acme_") :]):
        assert secret not in repr(rows)


def test_a_token_leaves_an_activity_row_of_the_person(world: World) -> None:
    user = with_password(world.bob)
    prefix = Rest().post(ROUTE, body()).json()["token"][:23]
    row = Activity.objects.order_by("-id")[0]
    assert (row.user_id, row.action, row.subject_type, row.by_agent) == (
        user.id,
        "create",
        "person_token",
        False,
    )
    assert row.data == {"prefix": prefix, "agent": None}


def test_the_route_is_described(world: World) -> None:
    paths = Rest().get("/api/openapi.json", Accept="application/vnd.oai.openapi+json").json()["paths"]
    described = paths["/api/auth/tokens"]["post"]
    schema = described["requestBody"]["content"]["application/json"]["schema"]
    assert set(schema["properties"]) == {"user_name", "password", "organization", "label", "expires_in_days"}
    assert schema["properties"]["password"]["writeOnly"] is True


def test_a_token_ends_with_the_time_it_was_asked_for(world: World) -> None:
    rest = signed_in(world.bob)
    Credential.objects.filter(user_id=world.bob.principal.user_id, agent=None).update(
        expires_at=clock.now() - timedelta(seconds=1)
    )
    assert rest.get("/api/me/agent-keys").status_code == 401


def test_a_person_lists_their_own_tokens_by_prefix(world: World) -> None:
    with_password(world.bob)
    with time_machine.travel("2026-12-01T10:00:00Z", tick=False):
        made = Rest().post(ROUTE, body(label="laptop", expires_in_days=1)).json()
    other = signed_in(world.carol)
    with time_machine.travel("2026-12-02T10:00:00Z", tick=False):
        rest = signed_in(world.bob)
        listed = rest.get(ROUTE).json()
        part = rest.get(f"{ROUTE}?limit=1&offset=1").json()
    assert listed["total"] == 2
    assert part["results"] == listed["results"][1:]
    assert listed["results"][1] == {
        "prefix": made["token"][: len("kairos_pt_acme_") + 8],
        "label": "laptop",
        "created_at": "2026-12-01T10:00:00Z",
        "expires_at": "2026-12-02T10:00:00Z",
        "expired": True,
    }
    assert made["token"] not in rest.get(ROUTE).content.decode()
    assert [token["prefix"] for token in other.get(ROUTE).json()["results"]] == [other.token[:23]]  # type: ignore[index]


def test_the_answer_that_makes_a_token_has_its_prefix(world: World) -> None:
    with_password(world.bob)
    made = Rest().post(ROUTE, body(label="laptop")).json()
    assert (made["prefix"], made["label"]) == (made["token"][: len("kairos_pt_acme_") + 8], "laptop")


def test_a_revoked_token_ends_at_its_next_request_and_stays_so(world: World) -> None:
    rest, victim = signed_in(world.bob), signed_in(world.bob)
    assert victim.token is not None
    prefix = victim.token[:23]
    answer = rest.delete(f"{ROUTE}/{prefix}")
    assert (answer.status_code, answer.json()["prefix"]) == (200, prefix)
    assert victim.get(ROUTE).content == unauthorized.encoded()
    assert prefix not in rest.get(ROUTE).content.decode()
    row = Activity.objects.order_by("-id")[0]
    assert (row.action, row.subject_type, row.data) == ("delete", "person_token", {"prefix": prefix})
    with nothing_written():
        assert rest.delete(f"{ROUTE}/{prefix}").json() == answer.json()


def test_the_token_of_another_and_an_agent_key_are_as_unknown_as_none(world: World) -> None:
    victim = signed_in(world.bob).token
    assert victim is not None
    missing = victim[:15] + "A" * 8
    for other in (signed_in(world.alice), signed_in(world.carol), signed_in(world.mallory)):
        with nothing_written():
            unknown = other.delete(f"{ROUTE}/{missing}")
            for prefix in (victim[:23], world.robo.token[:23]):
                hidden = other.delete(f"{ROUTE}/{prefix}")
                assert (hidden.status_code, code_of(hidden)) == (404, "NOT_FOUND")
                assert hidden.content.decode().replace(prefix, missing) == unknown.content.decode()


def test_an_agent_key_neither_lists_nor_revokes_tokens(world: World) -> None:
    token = signed_in(world.bob).token
    assert token is not None
    robo = Rest(world.robo.token)
    with nothing_written():
        for answer in (robo.get(ROUTE), robo.delete(f"{ROUTE}/{token[:23]}")):
            assert (answer.status_code, code_of(answer)) == (403, "FORBIDDEN")
            assert token[:23] not in answer.content.decode()


def test_the_list_needs_a_credential_and_takes_the_browser_session(world: World) -> None:
    assert Rest().get(ROUTE).status_code == 401
    assert Rest("kairos_pt_acme_" + "A" * 43).get(ROUTE).status_code == 401
    rest = Rest()
    rest.client.force_login(world.bob.user)
    assert rest.get(ROUTE).json()["total"] == 0


def test_a_credential_beside_the_password_is_not_read(world: World) -> None:
    with_password(world.bob)
    assert Rest("kairos_pt_acme_" + "A" * 43).post(ROUTE, body()).status_code == 201


def test_the_routes_of_the_list_are_described(world: World) -> None:
    paths = Rest().get("/api/openapi.json", Accept="application/vnd.oai.openapi+json").json()["paths"]
    assert "requestBody" not in paths["/api/auth/tokens"]["get"]
    assert {"200", "401"} <= set(paths["/api/auth/tokens"]["get"]["responses"])
    assert "delete" in paths["/api/auth/tokens/{prefix}"]
