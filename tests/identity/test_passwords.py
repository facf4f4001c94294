"""How a password is set by a link and changed on the account page."""

from __future__ import annotations

import logging
from typing import Any
from urllib.parse import urlsplit

import pytest
import time_machine
from django.conf import settings as django_settings
from django.contrib.auth.hashers import check_password
from django.test import Client

from hub.core.codes import Code
from hub.core.logs import redacted
from hub.core.models import Activity
from hub.identity import members, signing_in
from hub.identity.models import Credential, User
from hub.identity.page_authentication import still_signed_in
from tests.identity.rest import PASSWORD, Rest, persona_user, signed_in, with_password
from tests.world import World, nothing_written

NEW_PASSWORD = "battery horse correct"


def link_of(answer: Any) -> str:
    """The path of the link in an answer."""
    url: str = answer.json()["set_password_url"]
    assert url.startswith(django_settings.PUBLIC_URL + "/set-password/")
    return urlsplit(url).path


@pytest.fixture
def link(world: World) -> str:
    """The link of a new person, dora."""
    body = {"user_name": "dora", "email": "dora@example.com", "display_name": "Dora D."}
    answer = signed_in(world.alice).post("/api/members", body)
    assert answer.status_code == 201
    return link_of(answer)


@pytest.mark.rule("people.03")
def test_the_link_of_a_new_member_works_once(link: str) -> None:
    client = Client()
    form = client.get(link)
    assert form.status_code == 200
    assert "Dora D." in form.content.decode()
    done = client.post(link, {"new_password": NEW_PASSWORD})
    assert (done.status_code, done["Location"]) == (302, "/sign-in/")
    assert (
        client.post("/sign-in/", {"user_name": "dora", "password": NEW_PASSWORD, "organization": "acme"})[
            "Location"
        ]
        == "/boards/"
    )
    with nothing_written():
        for spent in (client.get(link), client.post(link, {"new_password": "another long one"})):
            assert spent.status_code == 404
            assert spent.context["person"] is None
    assert check_password(NEW_PASSWORD, User.objects.get(login="acme/dora").password)


@pytest.mark.rule("people.03")
def test_the_link_expires(world: World) -> None:
    with time_machine.travel("2026-12-01T10:00:00Z", tick=False):
        made = signed_in(world.alice).post("/api/members/bob/set-password-link")
    assert (made.status_code, made.json()["expires_at"]) == (201, "2026-12-04T10:00:00Z")
    path = link_of(made)
    with time_machine.travel("2026-12-04T10:00:00Z", tick=False):
        assert Client().get(path).status_code == 200
    with time_machine.travel("2026-12-04T10:00:01Z", tick=False):
        assert Client().get(path).status_code == 404
        assert Client().post(path, {"new_password": NEW_PASSWORD}).status_code == 404


@pytest.mark.rule("people.03")
def test_a_member_with_a_password_gets_no_link(world: World) -> None:
    body = {"user_name": "dora", "email": "dora@example.com", "password": PASSWORD}
    assert signed_in(world.alice).post("/api/members", body).json()["set_password_url"] is None


def test_a_link_of_another_person_or_a_made_up_one_opens_nothing(world: World, link: str) -> None:
    _, _, user_id, token, _ = link.split("/")
    bob = persona_user(world.bob)
    for path in (
        f"/set-password/{bob.id}/{token}/",
        f"/set-password/{user_id}/x-y/",
        f"/set-password/{bob.id.hex}/{token}/",
        f"/set-password/00000000-0000-0000-0000-000000000000/{token}/",
    ):
        assert Client().post(path, {"new_password": NEW_PASSWORD}).status_code == 404


@pytest.mark.parametrize("typed", ["", "short", "password123", "x" * 1025])
def test_a_weak_password_is_refused_next_to_its_field(link: str, typed: str) -> None:
    with nothing_written():
        answer = Client().post(link, {"new_password": typed})
    assert answer.status_code == 422
    assert set(answer.context["errors"]) == {"new_password"}
    assert Client().get(link).status_code == 200


def test_a_sign_in_spends_the_link(world: World) -> None:
    with_password(world.bob)
    path = link_of(signed_in(world.alice).post("/api/members/bob/set-password-link"))
    Client().post("/sign-in/", {"user_name": "bob", "password": PASSWORD, "organization": "acme"})
    assert Client().get(path).status_code == 404


def test_who_left_has_no_link(world: World, link: str) -> None:
    world.alice.run("remove_member", user="dora")
    assert Client().get(link).status_code == 404


def test_links_are_for_people_and_made_by_admins_at_their_own_sign_in(world: World) -> None:
    world.alice.refused(Code.VALIDATION, "create_set_password_link", user="depot")
    world.bob.refused(Code.FORBIDDEN, "create_set_password_link", user="carol")
    assert members.opens(persona_user(world.bob), "x-y") is False
    key = world.alice.result("create_agent_key", agent="helper").key
    assert Rest(key).post("/api/members/bob/set-password-link").status_code == 403


@pytest.mark.rule("credentials.08")
def test_a_refused_password_page_leaves_no_link_in_the_log(link: str, caplog: Any) -> None:
    with caplog.at_level(logging.INFO):
        Client().post(link, {"new_password": "short"})
    said = [redacted(None, "", {"event": record.getMessage()})["event"] for record in caplog.records]
    assert any("/set-password/…" in line for line in said)
    assert not any(link.split("/")[3] in line for line in said)


@pytest.fixture
def browser(world: World) -> Client:
    """Bob's browser, signed in with his password."""
    with_password(world.bob)
    client = Client()
    client.post("/sign-in/", {"user_name": "bob", "password": PASSWORD, "organization": "acme"})
    assert client.get("/account/").status_code == 200
    return client


CHANGE = {"current_password": PASSWORD, "new_password": NEW_PASSWORD}


def test_a_changed_password_ends_the_other_sign_ins(world: World, browser: Client) -> None:
    other = Client()
    other.post("/sign-in/", {"user_name": "bob", "password": PASSWORD, "organization": "acme"})
    script, key = signed_in(world.bob), Rest(world.robo.token)
    before, elsewhere = browser.session.session_key, other.session.session_key
    bob = world.bob.principal.user_id
    assert before is not None
    assert elsewhere is not None
    assert still_signed_in(elsewhere, bob)
    answer = browser.post("/account/", CHANGE)
    assert (answer.status_code, answer["Location"]) == (302, "/account/")
    assert browser.get("/account/").status_code == 200
    assert browser.session.session_key != before
    assert not still_signed_in(elsewhere, bob)
    assert other.get("/account/").status_code == 302
    assert script.get("/api/me/agent-keys").status_code == 401
    assert key.get("/api/me/agent-keys").status_code == 200
    for password, status in ((PASSWORD, 422), (NEW_PASSWORD, 302)):
        typed = {"user_name": "bob", "password": password, "organization": "acme"}
        assert Client().post("/sign-in/", typed).status_code == status
    row = Activity.objects.order_by("-id")[0]
    assert (row.action, row.subject_type, row.surface) == ("update", "member", "page")
    assert row.data == {"user_name": "bob", "password": True, "tokens_ended": 1}
    assert Credential.objects.filter(user_id=world.bob.principal.user_id, revoked_at=None).count() == 1


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"current_password": "wrong horse battery"}, "current_password"),
        ({"current_password": ""}, "current_password"),
        ({"new_password": "short"}, "new_password"),
        ({"new_password": "password123"}, "new_password"),
    ],
)
def test_a_refused_change_says_why_next_to_its_field(
    browser: Client, change: dict[str, str], field: str
) -> None:
    with nothing_written():
        answer = browser.post("/account/", {**CHANGE, **change})
    assert answer.status_code == 422
    assert set(answer.context["errors"]) == {field}
    assert browser.get("/account/").status_code == 200


def test_guesses_of_the_present_password_are_limited(browser: Client) -> None:
    with time_machine.travel("2026-12-01T10:00:00Z", tick=False):
        browser.post("/sign-in/", {"user_name": "bob", "password": PASSWORD, "organization": "acme"})
        for _ in range(signing_in.TRIES_OF_AN_ACCOUNT):
            browser.post("/account/", {**CHANGE, "current_password": "wrong horse battery"})
        answer = browser.post("/account/", CHANGE)
    assert (answer.status_code, answer["Retry-After"]) == (429, "300")


def test_the_account_page_is_for_who_is_signed_in(world: World) -> None:
    answer = Client().get("/account/?x=1")
    assert (answer.status_code, answer["Location"]) == (302, "/sign-in/?next=%2Faccount%2F%3Fx%3D1")
    with nothing_written():
        assert Client().post("/account/", CHANGE).status_code == 302
