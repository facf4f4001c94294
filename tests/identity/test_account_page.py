"""/account/: the personal access tokens of a person, made for the password and revoked there."""

from __future__ import annotations

import re
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils.html import escape

from hub.identity import signing_in
from hub.identity.models import Credential
from tests.counting import counted
from tests.identity.pages import HTMX, browser, words
from tests.identity.rest import PASSWORD, Rest, person_token, with_password
from tests.world import World, nothing_written

PAGE = "/account/"
TOKEN = re.compile(r"kairos_pt_acme_[A-Za-z0-9_-]{43}")
FORM = {
    "label": "Nightly report",
    "expires_in_days": "30",
    "password": PASSWORD,
    "request_key": "page-0123456789ab",
}


@pytest.fixture
def bob(world: World) -> Client:
    """Bob's browser; he has a password."""
    with_password(world.bob)
    return browser(world.bob)


def make(client: Client, **typed: Any) -> Any:
    """The answer to the form of a new token."""
    return client.post(f"{PAGE}tokens/make/", {**FORM, **typed}, headers=HTMX)


def test_a_token_is_made_for_the_password_and_shown_once(bob: Client) -> None:
    with time_machine.travel("2026-12-01T10:00:00Z", tick=False):
        answer = make(bob)
        page = words(bob.get(PAGE))
    assert (answer.status_code, answer["HX-Retarget"]) == (200, "#new-tokens")
    assert "no-store" in answer["Cache-Control"]
    token = answer.context["made"].token
    assert TOKEN.fullmatch(token)
    assert not TOKEN.search(page)
    assert token[: len("kairos_pt_acme_") + 8] in page
    assert "Nightly report" in page
    assert 'title="2026-12-31 10:00:00 UTC">31 Dec 2026, 10:00</time>' in page


def test_the_token_works(bob: Client) -> None:
    token = make(bob).context["made"].token
    assert Rest(token).get("/api/auth/tokens").json()["total"] == 1


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"password": "wrong horse battery"}, "password"),
        ({"password": ""}, "password"),
        ({"password": "x" * 2000}, "password"),
        ({"expires_in_days": "0"}, "expires_in_days"),
        ({"expires_in_days": "366"}, "expires_in_days"),
        ({"expires_in_days": "many"}, "expires_in_days"),
        ({"label": "x" * 201}, "label"),
        ({"label": "a\x00b"}, "label"),
        ({"agent": "robo"}, "agent"),
    ],
)
def test_what_is_wrong_is_said_at_its_field_and_nothing_is_written(
    bob: Client, typed: dict[str, str], field: str
) -> None:
    with nothing_written():
        answer = make(bob, **typed)
    assert answer.status_code == 422
    assert f'data-field="{field}"' in words(answer)
    assert "wrong horse" not in words(answer)


def test_guesses_of_the_password_are_limited(bob: Client) -> None:
    with time_machine.travel("2026-12-01T10:00:00Z", tick=False):
        for _ in range(signing_in.TRIES_OF_AN_ACCOUNT):
            assert make(bob, password="wrong horse battery").status_code == 422
        with nothing_written():
            answer = make(bob)
    assert (answer.status_code, answer["Retry-After"]) == (429, "300")


def test_a_form_that_comes_twice_makes_one_token_and_says_so(bob: Client) -> None:
    made = make(bob).context["made"]
    with nothing_written():
        second = make(bob)
    assert Credential.objects.filter(label="Nightly report").count() == 1
    assert second.status_code == 200
    assert not TOKEN.search(second.content.decode())
    assert "That token is there already" in words(second)
    assert made.prefix in words(second)


def test_a_token_is_revoked_on_the_page(world: World, bob: Client) -> None:
    token = make(bob).context["made"]
    answer = bob.post(f"{PAGE}tokens/revoke/", {"prefix": token.prefix}, headers=HTMX)
    assert (answer.status_code, answer["HX-Retarget"]) == (200, "#said")
    assert f"Revoked the token {token.prefix}." in words(answer)
    assert Rest(token.token).get("/api/auth/tokens").status_code == 401
    assert token.prefix not in words(bob.get(f"{PAGE}tokens/", headers=HTMX))


def test_the_token_of_another_is_as_unknown(world: World, bob: Client) -> None:
    prefix = make(bob).context["made"].prefix
    missing = prefix[:-8] + "A" * 8
    for other in (world.alice, world.carol, world.mallory):
        client = browser(other)
        assert prefix not in words(client.get(PAGE))
        with nothing_written():
            hidden = client.post(f"{PAGE}tokens/revoke/", {"prefix": prefix}, headers=HTMX)
            unknown = client.post(f"{PAGE}tokens/revoke/", {"prefix": missing}, headers=HTMX)
        assert hidden.status_code == unknown.status_code == 404
        assert hidden.content.decode().replace(prefix, missing) == unknown.content.decode()


def test_the_page_costs_the_same_for_any_number_of_tokens(world: World, bob: Client) -> None:
    costs = []
    for _ in range(2):
        for _ in range(5):
            person_token(world.bob)
        with counted() as statements:
            assert bob.get(PAGE).status_code == 200
        costs.append(len(statements))
    assert costs[0] == costs[1] <= 10


def test_a_long_list_of_tokens_comes_in_parts(world: World, bob: Client) -> None:
    for _ in range(51):
        person_token(world.bob)
    first, second = bob.get(PAGE), bob.get(f"{PAGE}?offset=50")
    assert [len(page.context["page"].tokens.results) for page in (first, second)] == [50, 1]
    assert 'href="?offset=50"' in words(first)
    assert bob.get(f"{PAGE}?offset=x").status_code == 422
    assert bob.get(f"{PAGE}tokens/?offset=x", headers=HTMX).status_code == 422


def test_a_browser_without_scripts_is_given_whole_pages(bob: Client) -> None:
    made = bob.post(f"{PAGE}tokens/make/", FORM)
    assert made.status_code == 200
    assert "<html" in words(made)
    prefix = made.context["made"].prefix
    assert TOKEN.search(made.content.decode())
    with nothing_written():
        refused = bob.post(f"{PAGE}tokens/make/", {**FORM, "password": "wrong horse battery"})
    assert (refused.status_code, "The password is wrong." in words(refused)) == (422, True)
    revoked = bob.post(f"{PAGE}tokens/revoke/", {"prefix": prefix})
    assert (revoked.status_code, revoked["Location"]) == (302, PAGE)


def test_who_is_not_signed_in_is_sent_to_sign_in(world: World) -> None:
    nobody = Client()
    with nothing_written():
        for part in ("tokens/make/", "tokens/revoke/", "preferences/"):
            assert nobody.post(f"{PAGE}{part}", FORM).status_code == 302
            assert nobody.post(f"{PAGE}{part}", FORM, headers=HTMX).status_code == 401


def test_a_form_of_another_site_makes_no_token(world: World) -> None:
    with_password(world.bob)
    client = Client(enforce_csrf_checks=True)
    client.force_login(world.bob.user)
    with nothing_written():
        assert client.post(f"{PAGE}tokens/make/", FORM).status_code == 403


def test_labels_are_text(bob: Client) -> None:
    make(bob, label="<script>alert(1)</script>")
    page = bob.get(PAGE).content.decode()
    assert "<script>alert" not in page
    assert escape("<script>alert(1)</script>") in page
