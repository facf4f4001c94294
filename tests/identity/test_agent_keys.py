"""Agent keys: made by people, shown once, listed by prefix, rotated and revoked."""

from __future__ import annotations

import re
from typing import Any

import pytest
import time_machine
from django.apps import apps
from django.db import connection

from hub.core import unauthorized
from hub.core.codes import Code
from hub.core.models import Activity
from hub.identity.models import Agent, Credential
from hub.projects.models import Project
from items.models import Item
from tests.identity.rest import Rest, code_of, signed_in
from tests.world import World, agent, nothing_written, person, scoped

ROUTE = "/api/me/agent-keys"


def make(rest: Rest, **body: Any) -> dict[str, Any]:
    """The answer that makes a key."""
    answer = rest.post(ROUTE, {"agent": "claude", **body})
    assert answer.status_code == 201, answer.content
    made: dict[str, Any] = answer.json()
    return made


@pytest.mark.rule("agent_keys.01", "agent_keys.12")
def test_a_key_names_its_organization_and_needs_nothing_else(world: World) -> None:
    key = make(signed_in(world.bob))["key"]
    assert re.fullmatch(r"kairos_sk_acme_[A-Za-z0-9_-]{43}", key)
    answer = Rest(key).post("/api/tasks", {"title": "By key", "board": "web-delivery"})
    assert answer.status_code == 201, answer.content


def test_the_answer_says_what_was_made(world: World) -> None:
    with time_machine.travel("2026-12-01T10:00:00Z", tick=False):
        made = make(signed_in(world.bob), display_name="Claude")
    assert made == {
        "warnings": [],
        "agent": "claude",
        "display_name": "Claude",
        "user_name": "bob",
        "key": made["key"],
        "prefix": made["key"][: len("kairos_sk_acme_") + 8],
        "scope": None,
        "created_at": "2026-12-01T10:00:00Z",
        "expires_at": None,
    }
    claude = Agent.objects.get(name="claude")
    assert Project.objects.filter(owner_agent=claude).count() == 1


def test_a_second_key_of_an_agent_makes_no_second_agent(world: World) -> None:
    rest = signed_in(world.bob)
    first, second = make(rest)["key"], make(rest)["key"]
    assert first != second
    assert Agent.objects.filter(name="claude").count() == 1
    assert [Rest(key).get(ROUTE).status_code for key in (first, second)] == [200, 200]


@pytest.mark.rule("agent_keys.02")
def test_the_key_is_in_no_later_answer(world: World) -> None:
    rest = signed_in(world.bob)
    first = rest.post(ROUTE, {"agent": "claude"}, **{"Idempotency-Key": "make-key-1"})
    key = first.json()["key"]
    later = [
        rest.post(ROUTE, {"agent": "claude"}, **{"Idempotency-Key": "make-key-1"}),
        rest.get(ROUTE),
        signed_in(world.alice).get(f"{ROUTE}?user=bob"),
        Rest(key).get(ROUTE),
        rest.delete(f"{ROUTE}/{first.json()['prefix']}"),
    ]
    for answer in later:
        assert answer.status_code in (200, 201)
        assert first.json()["prefix"] in answer.content.decode()
        assert key not in answer.content.decode()
    assert later[0].json() == {**first.json(), "key": None}


@pytest.mark.rule("agent_keys.03", "credentials.08")
def test_no_table_has_the_key_or_its_secret(world: World) -> None:
    rest = signed_in(world.bob)
    key = rest.post(ROUTE, {"agent": "claude"}, **{"Idempotency-Key": "make-key-1"}).json()["key"]
    rotated = rest.post(f"{ROUTE}/{key[: len('kairos_sk_acme_') + 8]}/rotate").json()["key"]
    everything = "".join(map(_rows, apps.get_models()))
    assert key[: len("kairos_sk_acme_") + 8] in everything
    for secret in (key, rotated):
        assert secret not in everything
        assert secret.removeprefix("kairos_sk_acme_") not in everything
        assert secret[-35:] not in everything


def _rows(model: Any) -> str:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {model._meta.db_table}")
        return repr(cursor.fetchall())


@pytest.mark.rule("agent_keys.04", "agent_keys.05")
def test_keys_are_listed_by_prefix(world: World) -> None:
    rest = signed_in(world.bob)
    with time_machine.travel("2026-12-01T10:00:00Z", tick=False):
        made = make(
            rest,
            scope={"capabilities": ["manage_tasks"], "boards": ["web-delivery"]},
            expires_at="2026-12-05T12:00:00+02:00",
        )
    with time_machine.travel("2026-12-01T11:00:00Z", tick=False):
        listed = rest.get(ROUTE).json()
    assert (listed["total"], listed["limit"], listed["offset"]) == (2, 50, 0)
    robo, claude = sorted(listed["results"], key=lambda key: key["agent"] == "claude")
    assert claude == {
        "prefix": made["key"][: len("kairos_sk_acme_") + 8],
        "agent": "claude",
        "display_name": "claude",
        "user_name": "bob",
        "scope": {"capabilities": ["manage_tasks"], "boards": ["web-delivery"]},
        "created_at": "2026-12-01T10:00:00Z",
        "expires_at": "2026-12-05T10:00:00Z",
        "expired": False,
    }
    assert (robo["agent"], robo["scope"], robo["expires_at"]) == ("robo", None, None)


@pytest.mark.rule("agent_keys.04")
def test_no_two_keys_have_one_prefix(world: World) -> None:
    field = Credential._meta.get_field("prefix")
    assert field.unique


def test_a_list_costs_the_same_for_any_number_of_keys(
    world: World, django_assert_max_num_queries: Any
) -> None:
    for number in range(6):
        world.bob.run("create_agent_key", agent=f"a{number}", scope={"boards": ["web-delivery"]})
    with django_assert_max_num_queries(4):
        assert world.bob.result("list_agent_keys").total == 7


@pytest.mark.rule("agent_keys.05")
def test_a_key_without_an_expiry_does_not_expire(world: World) -> None:
    key = make(signed_in(world.bob))["key"]
    with time_machine.travel("2099-01-01T00:00:00Z"):
        assert Rest(key).get(ROUTE).status_code == 200


@pytest.mark.rule("agent_keys.06")
def test_an_expired_key_is_as_unknown(world: World) -> None:
    with time_machine.travel("2026-12-01T10:00:00Z", tick=False):
        key = make(signed_in(world.bob), expires_at="2026-12-02T10:00:00Z")["key"]
    write = ("/api/tasks", {"title": "By key", "board": "web-delivery"})
    with time_machine.travel("2026-12-02T09:59:59Z"):
        assert Rest(key).post(*write).status_code == 201
    with time_machine.travel("2026-12-02T10:00:00Z"), nothing_written():
        expired, unknown = Rest(key).post(*write), Rest("kairos_sk_acme_" + "A" * 43).post(*write)
    assert (expired.status_code, unknown.status_code) == (401, 401)
    assert expired.content == unknown.content == unauthorized.encoded()


@pytest.mark.parametrize("expires_at", ["2020-01-01T00:00:00Z", "tomorrow", "2099-01-01", 4102444800])
def test_an_expiry_is_a_time_to_come(world: World, expires_at: Any) -> None:
    refusal = world.bob.refused(Code.VALIDATION, "create_agent_key", agent="claude", expires_at=expires_at)
    assert refusal.field == "expires_at"


@pytest.mark.rule("agent_keys.07", "credentials.06")
def test_a_key_and_a_service_account_make_no_key(world: World) -> None:
    machine = agent(person("acme", "boss"), "boss-agent")
    world.alice.run("update_member", user="boss", role="admin")
    of_account = agent(world.depot, "depot-agent")
    prefix = Credential.objects.get(agent__name="robo").prefix
    for token in (world.robo.token, machine.token, of_account.token):
        rest = Rest(token)
        with nothing_written():
            answers = [
                rest.post(ROUTE, {"agent": "claude"}),
                rest.post(f"{ROUTE}/{prefix}/rotate"),
                rest.post("/api/service-accounts/depot/agent-keys", {"agent": "claude"}),
            ]
        assert [(answer.status_code, code_of(answer)) for answer in answers] == [(403, "FORBIDDEN")] * 3
    world.depot.refused(Code.FORBIDDEN, "create_agent_key", agent="claude")


@pytest.mark.rule("agent_keys.08", "agent_keys.10")
def test_a_person_revokes_their_own_key(world: World) -> None:
    rest = signed_in(world.bob)
    made = make(rest)
    assert Rest(made["key"]).get(ROUTE).status_code == 200
    with time_machine.travel("2026-12-01T10:00:00Z", tick=False):
        answer = rest.delete(f"{ROUTE}/{made['prefix']}")
    assert (answer.status_code, answer.json()) == (
        200,
        {
            "warnings": [],
            "prefix": made["prefix"],
            "agent": "claude",
            "revoked_at": answer.json()["revoked_at"],
        },
    )
    refused = Rest(made["key"]).get(ROUTE)
    assert (refused.status_code, refused.content) == (401, unauthorized.encoded())
    assert made["prefix"] not in rest.get(ROUTE).content.decode()


@pytest.mark.rule("agent_keys.08")
def test_the_key_of_another_is_as_unknown(world: World) -> None:
    prefix = Credential.objects.get(agent__name="robo").prefix
    missing = prefix[:-8] + "A" * 8
    for rest in (signed_in(world.carol), signed_in(world.mallory)):
        with nothing_written():
            for path in (ROUTE, "/api/agent-keys"):
                hidden, unknown = rest.delete(f"{path}/{prefix}"), rest.delete(f"{path}/{missing}")
                assert (hidden.status_code, code_of(hidden)) == (404, "NOT_FOUND")
                assert hidden.content.decode().replace(prefix, missing) == unknown.content.decode()
    assert Rest(world.robo.token).get(ROUTE).status_code == 200


@pytest.mark.rule("agent_keys.09", "agent_keys.10")
def test_an_admin_revokes_the_key_of_another(world: World) -> None:
    prefix = Credential.objects.get(agent__name="robo").prefix
    scoped(world.alice, ["*"]).refused(Code.KEY_SCOPE, "revoke_agent_key", prefix=prefix)
    assert signed_in(world.alice).delete(f"/api/agent-keys/{prefix}").status_code == 200
    assert Rest(world.robo.token).get(ROUTE).status_code == 401
    row = Activity.objects.order_by("-id")[0]
    assert (row.action, row.subject_type) == ("delete", "agent_key")
    assert row.data == {"prefix": prefix, "user": str(world.bob.principal.user_id), "by_another": True}


def test_a_key_that_is_revoked_stays_as_it_is(world: World) -> None:
    prefix = Credential.objects.get(agent__name="robo").prefix
    first = world.bob.result("revoke_agent_key", prefix=prefix)
    with nothing_written():
        assert world.bob.result("revoke_agent_key", prefix=prefix) == first


@pytest.mark.rule("agent_keys.10")
def test_a_write_that_began_before_the_revocation_is_refused(world: World) -> None:
    world.bob.run("revoke_agent_key", prefix=Credential.objects.get(agent__name="robo").prefix)
    world.robo.refused(Code.UNAUTHORIZED, "create_item", item_type="task", title="Late", board="web-delivery")


@pytest.mark.rule("agent_keys.10")
def test_a_revocation_between_read_and_write_is_a_401(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The request is authenticated, then the key ends, then the transaction begins."""
    from hub.core.operations import Operation  # noqa: PLC0415

    run = Operation.run
    prefix = Credential.objects.get(agent__name="robo").prefix

    def revoked_meanwhile(self: Operation, call: Any, data: Any) -> Any:
        if self.name == "create_item":
            world.bob.run("revoke_agent_key", prefix=prefix)
        return run(self, call, data)

    monkeypatch.setattr(Operation, "run", revoked_meanwhile)
    rows = Activity.objects.count()
    answer = Rest(world.robo.token).post("/api/tasks", {"title": "Late", "board": "web-delivery"})
    assert (answer.status_code, answer.content) == (401, unauthorized.encoded())
    assert Activity.objects.count() == rows + 1  # the revocation


@pytest.mark.rule("agent_keys.11")
def test_a_key_acts_as_its_person_with_the_mark_of_an_agent(world: World) -> None:
    by_key, by_hand = world.task(by=world.robo), world.task(by=world.bob)
    world.move(by_key, "Todo", "Active", by=world.robo)
    world.move(by_hand, "Todo", "Active", by=world.bob)
    item = Item.objects.get(code=by_key)
    assert (item.claim_user_id, item.claim_by_agent) == (world.bob.principal.user_id, True)
    assert "- claim: Bob (agent) since" in world.alice.text("get_item", short_code=by_key)
    assert "- claim: Bob since" in world.alice.text("get_item", short_code=by_hand)
    row = Activity.objects.get(action="create", subject_type="item", by_agent=True)
    assert (row.user_id, row.agent_id) == (world.bob.principal.user_id, world.robo.principal.agent_id)


@pytest.mark.rule("agent_keys.20")
def test_a_rotation_gives_a_new_key_of_the_same_agent_and_scope(world: World) -> None:
    rest = signed_in(world.bob)
    scope = {"capabilities": ["manage_tasks"], "boards": ["web-delivery"]}
    old = make(rest, scope=scope)
    answer = rest.post(f"{ROUTE}/{old['prefix']}/rotate")
    new = answer.json()
    assert answer.status_code == 201
    assert (new["agent"], new["scope"], new["expires_at"]) == ("claude", scope, None)
    assert new["key"] != old["key"]
    assert Rest(old["key"]).get(ROUTE).status_code == 401
    assert Rest(new["key"]).post("/api/tasks", {"title": "x", "board": "web-delivery"}).status_code == 201
    assert Agent.objects.filter(name="claude").count() == 1
    before, after = Credential.objects.get(prefix=old["prefix"]), Credential.objects.get(prefix=new["prefix"])
    assert (after.lineage, after.agent_id, after.scope) == (before.lineage, before.agent_id, before.scope)


def test_a_rotated_key_lives_as_long_as_the_old_one_did(world: World) -> None:
    rest = signed_in(world.bob)
    with time_machine.travel("2026-12-01T10:00:00Z", tick=False):
        old = make(rest, expires_at="2026-12-31T10:00:00Z")
    with time_machine.travel("2027-01-05T10:00:00Z", tick=False):
        expired = [key for key in rest.get(ROUTE).json()["results"] if key["expired"]]
        assert [key["prefix"] for key in expired] == [old["prefix"]]
        new = rest.post(f"{ROUTE}/{old['prefix']}/rotate").json()
        assert new["expires_at"] == "2027-02-04T10:00:00Z"
        last = rest.post(f"{ROUTE}/{new['prefix']}/rotate", {"expires_at": None}).json()
    assert last["expires_at"] is None


def test_a_rotation_of_a_key_that_is_not_there_to_rotate(world: World) -> None:
    robo = Credential.objects.get(agent__name="robo").prefix
    world.carol.refused(Code.NOT_FOUND, "rotate_agent_key", prefix=robo)
    # An admin would get a key that acts as bob.
    world.alice.refused(Code.NOT_FOUND, "rotate_agent_key", prefix=robo)
    world.bob.run("revoke_agent_key", prefix=robo)
    world.bob.refused(Code.CONFLICT, "rotate_agent_key", prefix=robo)


def test_an_admin_keeps_the_keys_of_service_accounts(world: World) -> None:
    rest = signed_in(world.alice)
    made = rest.post("/api/service-accounts/depot/agent-keys", {"agent": "depot-ci"})
    assert made.status_code == 201, made.content
    assert (made.json()["user_name"], made.json()["agent"]) == ("depot", "depot-ci")
    assert Rest(made.json()["key"]).get(ROUTE).json()["total"] == 1
    listed = rest.get("/api/service-accounts/depot/agent-keys").json()
    assert [key["prefix"] for key in listed["results"]] == [made.json()["prefix"]]
    rotated = rest.post(f"/api/agent-keys/{made.json()['prefix']}/rotate")
    assert (rotated.status_code, rotated.json()["user_name"]) == (201, "depot")
    assert rest.get("/api/service-accounts/bob/agent-keys").status_code == 404
    assert rest.post("/api/service-accounts/bob/agent-keys", {"agent": "x1"}).status_code == 404
    assert signed_in(world.bob).get("/api/service-accounts/depot/agent-keys").status_code == 403


def test_another_persons_keys_are_listed_for_admins_only(world: World) -> None:
    assert world.alice.result("list_agent_keys", user="bob").total == 1
    world.carol.refused(Code.FORBIDDEN, "list_agent_keys", user="bob")
