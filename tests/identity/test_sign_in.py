"""The sign-in page and the browser session that it begins."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
import time_machine
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils.html import escape

from hub.core import clock
from hub.identity import signing_in
from hub.identity.models import Organization, User
from hub.identity.operations.browser_sessions import forget_expired
from tests.identity.rest import PASSWORD, persona_user, with_password
from tests.world import World, nothing_written

PAGE = "/sign-in/"
TYPED = {"user_name": "bob", "password": PASSWORD, "organization": "acme"}


def signed_in_as(client: Client) -> str | None:
    """The login of the session; None when nobody is signed in."""
    user_id = client.session.get("_auth_user_id")
    return User.objects.get(id=user_id).login if user_id else None


@pytest.fixture
def bob(world: World) -> User:
    return with_password(world.bob)


@pytest.mark.usefixtures("bob")
def test_the_right_password_signs_in() -> None:
    client = Client()
    answer = client.post(PAGE, TYPED)
    assert (answer.status_code, answer["Location"]) == (302, "/boards/")
    assert signed_in_as(client) == "acme/bob"
    assert User.objects.get(login="acme/bob").last_login is not None


@pytest.mark.usefixtures("bob")
@pytest.mark.parametrize("typed", ["Bob", " bob ", "ｂｏｂ"])
def test_a_name_is_found_as_people_write_it(typed: str) -> None:
    client = Client()
    client.post(PAGE, {**TYPED, "user_name": typed})
    assert signed_in_as(client) == "acme/bob"


@pytest.mark.usefixtures("bob")
@pytest.mark.parametrize(
    "change",
    [
        {"password": "wrong horse battery"},
        {"user_name": "nobody"},
        {"organization": "globex"},
        {"user_name": "depot"},
    ],
)
def test_a_wrong_sign_in_says_so_next_to_the_password(change: dict[str, str]) -> None:
    client = Client()
    with nothing_written():
        answer = client.post(PAGE, {**TYPED, **change})
    assert answer.status_code == 422
    assert answer.context["errors"] == {"password": "The user name or the password is wrong."}
    assert escape({**TYPED, **change}["user_name"]) in answer.content.decode()
    assert PASSWORD not in answer.content.decode()
    assert signed_in_as(client) is None


@pytest.mark.usefixtures("bob")
def test_what_is_empty_is_said_next_to_its_field() -> None:
    answer = Client().post(PAGE, {"user_name": " ", "password": "", "organization": "acme"})
    assert answer.status_code == 422
    assert set(answer.context["errors"]) == {"user_name", "password"}
    assert answer.content.decode().count('aria-invalid="true"') == 2


@pytest.mark.usefixtures("bob")
@pytest.mark.parametrize(
    "typed", [{"user_name": "b\x00b"}, {"user_name": "b" * 201}, {"password": "x" * 2000}]
)
def test_what_no_one_can_type_is_refused_and_no_fault(typed: dict[str, str]) -> None:
    answer = Client().post(PAGE, {**TYPED, **typed})
    assert answer.status_code == 422
    assert set(answer.context["errors"]) == set(typed)


@pytest.mark.usefixtures("world")
def test_the_organization_is_asked_for_where_nothing_tells_it(settings: Any) -> None:
    assert 'name="organization"' in Client().get(PAGE).content.decode()
    answer = Client().post(PAGE, {"user_name": "bob", "password": PASSWORD})
    assert answer.status_code == 422
    assert set(answer.context["errors"]) == {"organization"}
    settings.SINGLE_TENANT = "acme"
    assert 'name="organization"' not in Client().get(PAGE).content.decode()


@pytest.mark.rule("conventions.tenant.02")
@pytest.mark.usefixtures("bob")
def test_the_host_tells_the_organization(settings: Any) -> None:
    settings.BASE_DOMAIN = "example.test"
    settings.ALLOWED_HOSTS = [".example.test"]
    typed = {"user_name": "bob", "password": PASSWORD}
    client = Client(headers={"Host": "acme.example.test"})
    assert 'name="organization"' not in client.get(PAGE).content.decode()
    assert client.post(PAGE, typed).status_code == 302
    assert Client(headers={"Host": "globex.example.test"}).post(PAGE, typed).status_code == 422
    # The session of acme opens nothing under the host of another organization.
    assert client.get("/account/").status_code == 200
    elsewhere = client.get("/account/", headers={"Host": "globex.example.test"})
    assert elsewhere["Location"] == "/sign-in/?next=%2Faccount%2F"


@pytest.mark.usefixtures("bob")
def test_the_only_organization_needs_no_name(monkeypatch: pytest.MonkeyPatch) -> None:
    only = Organization.objects.filter(slug="acme")
    monkeypatch.setattr(signing_in, "Organization", SimpleNamespace(objects=only))
    assert 'name="organization"' not in Client().get(PAGE).content.decode()
    assert Client().post(PAGE, {"user_name": "bob", "password": PASSWORD}).status_code == 302


@pytest.mark.usefixtures("bob")
@pytest.mark.parametrize(
    ("target", "location"),
    [
        ("/boards/web-delivery/?q=1", "/boards/web-delivery/?q=1"),
        ("https://evil.example", "/boards/"),
        ("//evil.example/x", "/boards/"),
        ("/\\evil.example", "/boards/"),
        ("///evil.example", "/boards/"),
        ("javascript:alert(1)", "/boards/"),
        ("boards/", "/boards/"),
        ("/\x00//evil.example", "/boards/"),
        ("", "/boards/"),
    ],
)
def test_goes_on_to_local_paths_only(target: str, location: str) -> None:
    client = Client()
    form = client.get(PAGE, {"next": target})
    assert form.context["next"] == ("" if location == "/boards/" else target)
    assert client.post(PAGE, {**TYPED, "next": target})["Location"] == location
    assert client.get(PAGE, {"next": target})["Location"] == location


def test_a_session_key_of_before_opens_nothing_after(bob: User) -> None:
    client = Client()
    session = client.session
    session["planted"] = True
    session.save()
    planted = str(session.session_key)
    client.cookies["sessionid"] = planted
    client.post(PAGE, TYPED)
    assert client.cookies["sessionid"].value != planted
    assert not Session.objects.filter(session_key=planted).exists()
    attacker = Client()
    attacker.cookies["sessionid"] = planted
    assert attacker.get("/account/").status_code == 302


@pytest.mark.rule("credentials.05")
@pytest.mark.usefixtures("bob")
def test_the_page_has_the_limits_of_the_token_route() -> None:
    with time_machine.travel("2026-12-01T10:00:30Z", tick=False):
        for _ in range(signing_in.TRIES_OF_AN_ACCOUNT):
            assert Client().post(PAGE, {**TYPED, "password": "wrong horse battery"}).status_code == 422
        answer = Client().post(PAGE, TYPED)
        assert (answer.status_code, answer["Retry-After"]) == (429, "270")
        assert "Wait 270 seconds" in answer.content.decode()
        token = Client().post("/api/auth/tokens", TYPED, content_type="application/json")
        assert token.status_code == 429


def test_a_forged_form_is_refused(bob: User) -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.post(PAGE, TYPED).status_code == 403
    client.force_login(bob)
    assert client.post("/sign-out/").status_code == 403
    assert (
        client.post("/account/", {"current_password": PASSWORD, "new_password": "n" * 12}).status_code == 403
    )


def test_signing_out_ends_the_session_and_needs_a_post(bob: User) -> None:
    client = Client()
    client.force_login(bob)
    key = client.session.session_key
    assert client.get("/sign-out/").status_code == 405
    assert signed_in_as(client) == "acme/bob"
    assert client.post("/sign-out/")["Location"] == "/sign-in/"
    assert not Session.objects.filter(session_key=key).exists()
    assert client.get("/account/")["Location"] == "/sign-in/?next=%2Faccount%2F"


def test_who_left_cannot_sign_in_and_is_signed_out(world: World, bob: User) -> None:
    client = Client()
    client.force_login(bob)
    world.alice.run("remove_member", user="bob")
    assert client.get("/account/").status_code == 302
    assert Client().post(PAGE, TYPED).status_code == 422


def test_the_form_is_not_kept_by_caches(world: World) -> None:
    answer = Client().get(PAGE)
    assert "no-store" in answer["Cache-Control"]
    assert "csrfmiddlewaretoken" in answer.content.decode()


def test_a_signed_in_person_is_sent_on(world: World) -> None:
    client = Client()
    client.force_login(persona_user(world.bob))
    assert client.get(PAGE)["Location"] == "/boards/"


def test_expired_browser_sessions_are_forgotten_and_live_ones_kept(bob: User) -> None:
    client = Client()
    client.post(PAGE, TYPED)
    key = client.cookies["sessionid"].value
    forget_expired(clock.now())
    assert Session.objects.filter(session_key=key).exists()
    forget_expired(clock.now() + timedelta(days=30))
    assert not Session.objects.exists()
