"""Members of the organization: added, changed and removed by organization admins."""

from __future__ import annotations

from typing import Any

import pytest

from hub.core.codes import Code
from hub.core.models import Activity, RetryKey
from hub.identity.models import Role, User
from tests.identity.rest import PASSWORD, Rest, code_of, persona_user, signed_in
from tests.world import World, agent, nothing_written, person, scoped

NEW = {"user_name": "dora", "email": "Dora@Example.com", "display_name": "Dora D.", "role": "member"}


def test_an_admin_adds_a_person_with_a_password(world: World) -> None:
    answer = signed_in(world.alice).post("/api/members", {**NEW, "password": PASSWORD})
    assert answer.status_code == 201
    dora = User.objects.get(login="acme/dora")
    assert answer.json() == {
        "warnings": [],
        "id": str(dora.id),
        "user_name": "dora",
        "display_name": "Dora D.",
        "email": "dora@example.com",
        "kind": "person",
        "role": "member",
        "set_password_url": None,
    }
    signed = Rest(headers={"X-Tenant": "acme"}).post(
        "/api/auth/tokens", {"user_name": "dora", "password": PASSWORD}
    )
    assert signed.status_code == 201


def test_defaults_of_a_new_person(world: World) -> None:
    dora = world.alice.result("create_member", user_name="dora", email="dora@example.com")
    assert (dora.display_name, dora.role) == ("dora", "member")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"email": "no address"}, "email"),
        ({"user_name": "Dora"}, "user_name"),
        ({"user_name": "d@x"}, "user_name"),
        ({"role": "owner"}, "role"),
        ({"password": "short"}, "password"),
        ({"password": "password123"}, "password"),
        ({"password": 12345678901}, "password"),
        ({"tenant": "globex"}, "tenant"),
    ],
)
def test_refuses_a_malformed_member(world: World, change: dict[str, Any], field: str) -> None:
    with nothing_written():
        rest = world_rest(world)
        answer = rest.post("/api/members", {**NEW, **change})
    assert answer.status_code == 422
    assert answer.json()["error"]["details"]["field"] == field
    if field == "password":
        assert str(change["password"]) not in answer.content.decode()


def world_rest(world: World) -> Rest:
    """Alice's browser, which needs no row of its own in a test."""
    rest = Rest()
    rest.client.force_login(persona_user(world.alice))
    return rest


def test_an_email_belongs_to_one_member(world: World) -> None:
    refusal = world.alice.refused(Code.CONFLICT, "create_member", user_name="bob2", email="BOB@example.com")
    assert refusal.field == "email"
    world.alice.run("remove_member", user="bob")
    world.alice.run("create_member", user_name="bob2", email="bob@example.com")


@pytest.mark.rule("people.05")
def test_only_admins_change_members_service_accounts_and_roles(world: World) -> None:
    calls: list[tuple[str, dict[str, Any]]] = [
        ("create_member", {"user_name": "dora", "email": "dora@example.com"}),
        ("update_member", {"user": "carol", "role": "admin"}),
        ("update_member", {"user": "me", "display_name": "Boss"}),
        ("remove_member", {"user": "carol"}),
        ("create_service_account", {"user_name": "builder"}),
        ("create_service_account_key", {"user": "depot", "agent": "builder"}),
        ("create_set_password_link", {"user": "carol"}),
    ]
    for name, arguments in calls:
        refusal = world.bob.refused(Code.FORBIDDEN, name, **arguments)
        assert refusal.details["required_role"] == "admin"
    for name, arguments in calls[:5]:
        world.alice.run(name, **arguments)


@pytest.mark.rule("people.05", "conventions.identity.02")
@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/api/members", {"user_name": "dora", "email": "dora@example.com"}),
        ("PATCH", "/api/members/carol", {"role": "admin"}),
        ("DELETE", "/api/members/carol", None),
        ("POST", "/api/service-accounts", {"user_name": "builder"}),
    ],
)
def test_the_routes_have_the_same_rule(world: World, method: str, path: str, body: Any) -> None:
    rest = signed_in(world.bob)
    with nothing_written():
        answer = rest.send(method, path, body)
    assert (answer.status_code, code_of(answer)) == (403, "FORBIDDEN")
    assert signed_in(world.alice).send(method, path, body).status_code in (200, 201)


@pytest.mark.rule("agent_keys.17")
def test_a_key_with_a_scope_has_no_admin_right(world: World) -> None:
    narrowed = scoped(world.alice, capabilities=["*", "member", "manage_structure"])
    narrowed.refused(Code.KEY_SCOPE, "create_member", user_name="dora", email="dora@example.com")
    narrowed.refused(Code.KEY_SCOPE, "update_member", user="bob", role="admin")
    narrowed.refused(Code.KEY_SCOPE, "remove_member", user="bob")
    narrowed.refused(Code.KEY_SCOPE, "create_service_account", user_name="builder")
    agent(world.alice, "helper").run("create_service_account", user_name="builder")


def test_a_role_counts_from_the_next_request(world: World) -> None:
    rest = signed_in(world.bob)
    world.alice.run("update_member", user="bob", role="admin")
    assert rest.post("/api/service-accounts", {"user_name": "builder"}).status_code == 201
    world.alice.run("update_member", user="bob", role="member")
    assert rest.post("/api/service-accounts", {"user_name": "builder2"}).status_code == 403


@pytest.mark.rule("people.01")
def test_the_last_admin_stays_one(world: World) -> None:
    rest = signed_in(world.alice)
    with nothing_written():
        demoted = rest.patch("/api/members/alice", {"role": "member"})
        removed = rest.delete("/api/members/me")
    for answer in (demoted, removed):
        assert answer.status_code == 422
        assert answer.json()["error"] == {
            "code": "LAST_ADMIN",
            "message": "alice is the last admin of the organization. Make another person an admin first.",
            "details": {},
        }
    world.alice.run("update_member", user="bob", role="admin")
    world.alice.run("update_member", user="alice", role="member")
    person("acme", "dora", role=Role.ADMIN).run("remove_member", user="bob")


@pytest.mark.rule("people.01")
def test_an_admin_who_cannot_sign_in_is_no_other_admin(world: World) -> None:
    world.alice.run("update_member", user="depot", role="admin")
    world.alice.refused(Code.LAST_ADMIN, "update_member", user="me", role="member")
    world.alice.run("update_member", user="depot", role="member")
    world.alice.run("update_member", user="bob", role="admin")
    world.alice.run("remove_member", user="bob")
    world.alice.refused(Code.LAST_ADMIN, "remove_member", user="alice")


def test_equal_values_change_nothing(world: World) -> None:
    before = Activity.objects.count()
    world.alice.run("update_member", user="bob", role="member", display_name="Bob")
    assert Activity.objects.count() == before
    world.alice.refused(Code.VALIDATION, "update_member", user="bob")


def test_a_change_is_in_the_activity(world: World) -> None:
    world.alice.run("update_member", user="bob", role="admin")
    row = Activity.objects.order_by("-id")[0]
    assert (row.action, row.subject_type, row.subject_id) == ("update", "member", world.bob.principal.user_id)
    assert row.data == {"user_name": "bob", "before": {"role": "member"}, "after": {"role": "admin"}}


def test_an_unknown_member_is_not_found(world: World) -> None:
    world.alice.refused(Code.NOT_FOUND, "update_member", user="nobody", role="admin")
    world.alice.refused(Code.NOT_FOUND, "remove_member", user="hub")
    world.alice.refused(Code.NOT_FOUND, "remove_member", user="mallory")


def test_service_accounts_are_listed_by_name(world: World) -> None:
    world.alice.run("create_service_account", user_name="builder", display_name="Builder")
    rest = signed_in(world.alice)
    answer = rest.get("/api/service-accounts?limit=1").json()
    assert [account["user_name"] for account in answer["results"]] == ["builder"]
    assert (answer["total"], answer["limit"], answer["offset"]) == (2, 1, 0)
    assert [one["user_name"] for one in rest.get("/api/service-accounts?offset=1").json()["results"]] == [
        "depot"
    ]
    assert rest.get("/api/service-accounts?limit=999").json()["limit"] == 200
    assert rest.get("/api/service-accounts?limit=0").status_code == 400
    assert signed_in(world.bob).get("/api/service-accounts").status_code == 403


@pytest.mark.rule("credentials.08")
def test_a_retried_creation_shows_no_secret_again_and_keeps_none(world: World) -> None:
    rest = signed_in(world.alice)
    first = rest.post("/api/members", NEW, **{"Idempotency-Key": "add-dora-1"})
    again = rest.post("/api/members", NEW, **{"Idempotency-Key": "add-dora-1"})
    assert (first.status_code, again.status_code, again["Idempotent-Replayed"]) == (201, 201, "true")
    link = first.json()["set_password_url"]
    assert link is not None
    assert again.json() == {**first.json(), "set_password_url": None}
    assert link.split("/")[-2] not in repr(list(RetryKey.objects.values()))


@pytest.mark.rule("credentials.08")
def test_the_fingerprint_of_a_retry_does_not_tell_the_password(world: World) -> None:
    rest = signed_in(world.alice)
    body = {**NEW, "password": PASSWORD}
    assert rest.post("/api/members", body, **{"Idempotency-Key": "add-dora-1"}).status_code == 201
    other = rest.post(
        "/api/members", {**body, "password": "another long password"}, **{"Idempotency-Key": "add-dora-1"}
    )
    assert other["Idempotent-Replayed"] == "true"


@pytest.mark.usefixtures("real_hash")
def test_a_password_is_kept_as_argon2(world: World) -> None:
    world.alice.run("create_member", user_name="dora", email="dora@example.com", password=PASSWORD)
    assert User.objects.get(login="acme/dora").password.startswith("argon2$argon2id$")
