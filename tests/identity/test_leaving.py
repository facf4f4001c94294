"""Who leaves the organization: no credential, no right, no claim; the items stay."""

from __future__ import annotations

import pytest

from hub.core.codes import Code
from hub.core.models import Activity
from hub.core.refusals import Refusal
from hub.identity.models import Credential, User
from items.models import Item
from kairos_boards.models import Board, Grant, StructureGrant, TeamMember
from tests.identity.rest import PASSWORD, Rest, signed_in, with_password
from tests.world import World, agent


@pytest.mark.rule("people.04")
def test_memberships_and_grants_end(world: World) -> None:
    world.alice.run("grant_capability", user="bob", capability="purge", board="web-delivery")
    world.alice.run("grant_capability", user="bob", capability="manage_structure")
    world.alice.run("grant_capability", user="carol", capability="purge", board="web-delivery")
    bob = world.bob.principal.user_id
    before = Activity.objects.order_by("-id")[0].id
    world.alice.run("remove_member", user="bob")
    for model in (TeamMember, Grant, StructureGrant):
        assert not model.objects.filter(user_id=bob).exists()
    assert Grant.objects.filter(user_id=world.carol.principal.user_id).count() == 1
    rows = Activity.objects.filter(id__gt=before).order_by("id")
    assert [(row.action, row.subject_type, row.data.get("capability")) for row in rows] == [
        ("delete", "member", None),
        ("update", "team", None),
        ("capability_revoke", "member", "purge"),
        ("capability_revoke", "member", "manage_structure"),
    ]
    assert {row.user_id for row in rows} == {world.alice.principal.user_id}


@pytest.mark.rule("people.04")
def test_claims_end_and_the_items_stay(world: World) -> None:
    code, other = world.task(by=world.bob), world.task(by=world.bob)
    world.move(code, "Todo", "Active", by=world.bob)
    world.move(other, "Todo", "Active", by=world.alice)
    world.alice.run("grant_capability", user="bob", capability="member", board="initiatives")
    initiative = world.create("initiative", board="initiatives")
    world.bob.run("claim_item", short_code=initiative)
    item = Item.objects.get(code=code)
    assert item.claim_user_id == world.bob.principal.user_id
    revision = Board.objects.get(id=item.board_id).revision

    world.alice.run("remove_member", user="bob")

    now = Item.objects.get(code=code)
    assert (now.claim_user_id, now.claim_since, now.claim_by_agent) == (None, None, False)
    assert (now.column_id, now.created_by_id, now.archived_at) == (item.column_id, item.created_by_id, None)
    owned = Item.objects.get(code=initiative)
    assert (owned.owner_id, owned.owner_since) == (None, None)
    assert Item.objects.get(code=other).claim_user_id == world.alice.principal.user_id
    assert Board.objects.get(id=item.board_id).revision == revision + 1
    for ended in (now, owned):
        row = Activity.objects.filter(subject_id=ended.id).order_by("-id")[0]
        assert (row.action, row.data["cause"]) == ("release", "left")
        assert row.data["user"] == str(world.bob.principal.user_id)


def test_every_credential_ends(world: World) -> None:
    with_password(world.bob)
    mine, key = signed_in(world.bob), Rest(world.robo.token)
    browser = Rest(headers={"X-Tenant": "acme"})
    signed = browser.client.post(
        "/sign-in/", {"user_name": "bob", "password": PASSWORD}, headers={"X-Tenant": "acme"}
    )
    assert signed.status_code == 302
    assert browser.get("/api/me/agent-keys").status_code == 200
    world.alice.run("remove_member", user="bob")
    for rest in (mine, key, browser):
        assert rest.get("/api/me/agent-keys").status_code == 401
    assert not Credential.objects.filter(user_id=world.bob.principal.user_id, revoked_at=None).exists()
    tokens = Rest().post(
        "/api/auth/tokens", {"user_name": "bob", "password": PASSWORD, "organization": "acme"}
    )
    assert tokens.status_code == 401


def test_a_write_that_began_before_is_refused_after(world: World) -> None:
    world.alice.run("remove_member", user="bob")
    for persona in (world.bob, world.robo):
        persona.refused(
            Code.UNAUTHORIZED, "create_item", item_type="task", title="Late", board="web-delivery"
        )


def test_a_service_account_leaves_like_a_person(world: World) -> None:
    key = agent(world.depot, "depot-agent")
    world.alice.run("add_team_member", team="web", user="depot")
    answer = signed_in(world.alice).delete("/api/members/depot")
    assert (answer.status_code, answer.json()["user_name"]) == (200, "depot")
    assert Rest(key.token).get("/api/me/agent-keys").status_code == 401
    assert not TeamMember.objects.filter(user_id=world.depot.principal.user_id).exists()


def test_who_left_is_no_member_to_anyone(world: World) -> None:
    world.alice.run("remove_member", user="carol")
    world.alice.refused(Code.NOT_FOUND, "remove_member", user="carol")
    world.alice.refused(Code.VALIDATION, "add_team_member", team="web", user="carol")
    carol = User.objects.get(login="acme/carol")
    assert (carol.is_active, carol.left_at is not None) == (False, True)


def test_a_removal_that_a_subscriber_refuses_changes_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise Refusal(Code.CONFLICT, "no")

    monkeypatch.setattr("items.operations.leaving.claims.end_claim", refuse)
    code = world.task(by=world.bob)
    world.move(code, "Todo", "Active", by=world.bob)
    world.alice.refused(Code.CONFLICT, "remove_member", user="bob")
