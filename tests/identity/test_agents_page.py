"""/agents/: what a person sees of their agents, and keys made, rotated and revoked there."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils.html import escape

from hub.identity import clients
from hub.identity.models import Agent, Credential
from hub.identity.names import RESERVED
from tests.counting import counted
from tests.identity.pages import HTMX, browser, words
from tests.identity.rest import Rest
from tests.world import Persona, World, agent, fingerprint, nothing_written

PAGE = "/agents/"
KEY = re.compile(r"kairos_sk_acme_[A-Za-z0-9_-]{43}")
# What the form of the page sends as it stands.
FORM = {
    "agent": "claude",
    "display_name": "",
    "rights": "all",
    "expires_at": "",
    "request_key": "page-0123456789ab",
}


def make(client: Client, **typed: Any) -> Any:
    """The answer to the form of a new key."""
    return client.post(f"{PAGE}make/", {**FORM, **typed}, headers=HTMX)


def prefix_of(name: str) -> str:
    """The prefix of an agent's only live key."""
    return Credential.objects.get(agent__name=name, revoked_at=None).prefix


def test_the_page_shows_each_key_with_agent_prefix_scope_and_expiry(world: World) -> None:
    with time_machine.travel("2026-12-01T10:00:00Z", tick=False):
        made = world.bob.result(
            "create_agent_key",
            agent="claude",
            display_name="Claude on the laptop",
            scope={"capabilities": ["manage_tasks", "transition_items"], "boards": ["web-delivery"]},
            expires_at="2026-12-31T10:00:00Z",
        )
    with time_machine.travel("2026-12-01T13:00:00Z", tick=False):
        shown = words(browser(world.bob).get(PAGE))
    row = shown[shown.index('<li class="credential">') : shown.index("rotate-")]
    for said in (
        '<span class="mark mark-agent" aria-hidden="true"> CL </span>',
        "claude (agent)",
        "Claude on the laptop",
        made.prefix,
        "manage_tasks, transition_items",
        "on web-delivery",
        "3 hours ago",
        '<time datetime="2026-12-31T10:00:00Z" title="2026-12-31 10:00:00 UTC">31 Dec 2026, 10:00</time>',
    ):
        assert said in row, said
    assert prefix_of("robo") in shown
    assert "All your rights" in shown


def test_an_expired_key_says_so_and_a_revoked_one_is_among_those_that_ended(world: World) -> None:
    with time_machine.travel("2026-12-01T10:00:00Z", tick=False):
        world.bob.run("create_agent_key", agent="old", expires_at="2026-12-02T10:00:00Z")
        ended = world.bob.result("create_agent_key", agent="gone").prefix
        world.bob.run("revoke_agent_key", prefix=ended)
    with time_machine.travel("2026-12-03T10:00:00Z", tick=False):
        page = browser(world.bob).get(PAGE)
    assert [(key.agent, key.expired) for key in page.context["page"].keys if key.agent != "robo"] == [
        ("old", True)
    ]
    assert [(key.prefix, key.agent) for key in page.context["page"].ended] == [(ended, "gone")]
    assert "Expired" in words(page)
    assert f'<li data-ended="{ended}">' in words(page)


def test_nobody_sees_the_agents_of_another(world: World) -> None:
    for other in (world.alice, world.carol, world.mallory):
        page = words(browser(other).get(PAGE))
        assert prefix_of("robo") not in page
        assert "robo" not in page


def test_without_an_agent_the_page_says_what_they_are_for(world: World) -> None:
    page = words(browser(world.carol).get(PAGE))
    assert "No agent works for you yet" in page
    assert page.count("Make the first key") == 1
    assert "No agent works for you yet" not in words(browser(world.bob).get(PAGE))


def test_the_list_costs_the_same_for_any_number_of_keys(world: World) -> None:
    client = browser(world.bob)
    costs = []
    for number in range(2):
        for turn in range(5):
            name = f"a{number}-{turn}"
            world.bob.run("create_agent_key", agent=name, scope={"boards": ["web-delivery"]})
        with counted() as statements:
            assert client.get(PAGE).status_code == 200
        costs.append(len(statements))
    assert costs[0] == costs[1] <= 12


def test_a_long_list_comes_in_parts(world: World) -> None:
    for number in range(51):
        agent(world.bob, f"a{number}")
    first, second = browser(world.bob).get(PAGE), browser(world.bob).get(f"{PAGE}?offset=50")
    assert [len(page.context["page"].keys) for page in (first, second)] == [50, 2]
    assert 'href="?offset=50"' in words(first)
    assert 'href="?offset=0"' in words(second)
    assert browser(world.bob).get(f"{PAGE}?offset=-1").status_code == 422
    assert browser(world.bob).get(f"{PAGE}?offset=x").status_code == 422


def test_htmx_is_given_the_list_alone(world: World) -> None:
    part = browser(world.bob).get(PAGE, headers=HTMX)
    assert words(part).startswith('<section id="agent-keys"')
    assert "<html" not in words(part)


@pytest.mark.rule("agent_keys.02")
def test_a_new_key_is_shown_once_with_the_configurations(world: World) -> None:
    client = browser(world.bob)
    answer = make(client)
    assert answer.status_code == 200
    assert (answer["HX-Trigger"], answer["HX-Retarget"]) == ("written", "#new-keys")
    assert "no-store" in answer["Cache-Control"]
    key = answer.context["made"].key
    assert KEY.fullmatch(key)
    text = unescape(answer.content.decode())
    for configuration in clients.configurations(key):
        assert f"<code>{configuration.text}</code>" in text
    assert Rest(key).get("/api/me/agent-keys").status_code == 200
    assert not KEY.search(client.get(PAGE).content.decode())


def test_a_key_is_made_with_all_that_the_form_says(world: World) -> None:
    made = make(
        browser(world.bob),
        display_name="Claude",
        rights="some",
        capabilities=["manage_tasks", "member"],
        boards=["web-delivery", "strategy"],
        expires_at="2099-01-01T01:00:00+01:00",
    ).context["made"]
    assert (made.agent, made.display_name, made.user_name) == ("claude", "Claude", "bob")
    assert made.scope.model_dump() == {
        "capabilities": ("manage_tasks", "member"),
        "boards": ("web-delivery", "strategy"),
    }
    assert made.expires_at == "2099-01-01T00:00:00Z"


@pytest.mark.parametrize(
    ("typed", "scope"),
    [
        ({"rights": "all"}, None),
        ({"rights": "all", "capabilities": ["manage_tasks"]}, None),
        ({"rights": "some"}, {"capabilities": [], "boards": None}),
        ({"rights": ""}, {"capabilities": [], "boards": None}),
        ({"boards": ["web-delivery"]}, {"capabilities": None, "boards": ["web-delivery"]}),
    ],
)
def test_only_the_choice_of_all_rights_gives_them(
    world: World, typed: dict[str, Any], scope: dict[str, Any] | None
) -> None:
    made = make(browser(world.bob), **typed).context["made"]
    assert (made.scope and made.scope.model_dump(mode="json")) == scope


def test_a_further_key_of_an_agent_makes_no_second_agent(world: World) -> None:
    make(browser(world.bob), agent="robo")
    assert Agent.objects.filter(name="robo").count() == 1
    page = browser(world.bob).get(PAGE)
    assert [(key.agent, key.others) for key in page.context["page"].keys] == [("robo", 1), ("robo", 1)]
    assert "robo goes on with 1 other key." in words(page)


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"agent": ""}, "agent"),
        ({"agent": "Claude"}, "agent"),
        ({"agent": "сlaude"}, "agent"),  # a Cyrillic letter
        ({"agent": "robo\x00"}, "agent"),
        *[({"agent": name}, "agent") for name in sorted(RESERVED)],
        ({"agent": "alice"}, "agent"),
        ({"agent": "depot"}, "agent"),
        ({"display_name": "\u202eedualC"}, "display_name"),
        ({"display_name": "x" * 201}, "display_name"),
        ({"rights": "some", "capabilities": ["manage_tasks", "fly"]}, "scope.capabilities"),
        ({"boards": ["web-delivery", "nowhere"]}, "scope.boards"),
        ({"boards": "globex-strategy"}, "scope.boards"),
        ({"expires_at": "2020-01-01T00:00:00Z"}, "expires_at"),
        ({"expires_at": "tomorrow"}, "expires_at"),
        ({"request_key": "short"}, "request_key"),
        ({"admin": "true"}, "admin"),
    ],
)
def test_what_is_wrong_is_said_at_its_field_and_nothing_is_written(
    world: World, typed: dict[str, Any], field: str
) -> None:
    client = browser(world.bob)
    before = fingerprint()
    answer = make(client, **typed)
    assert answer.status_code == 422
    assert f'data-field="{field}"' in words(answer)
    assert fingerprint() == before
    page = words(client.get(PAGE))
    assert field in ("request_key", "admin") or f'id="{field}"' in page


def test_the_name_of_an_agent_of_another_is_taken(world: World) -> None:
    with nothing_written():
        answer = make(browser(world.carol), agent="robo")
    assert answer.status_code == 422
    assert 'data-field="agent"' in words(answer)


def test_a_form_that_comes_twice_makes_one_key_and_says_so(world: World) -> None:
    client = browser(world.bob)
    first = make(client, expires_at="2099-01-01T00:00:00Z")
    with nothing_written():
        second = make(client, expires_at="2099-01-01T00:00:00Z")
    assert Credential.objects.filter(agent__name="claude").count() == 1
    assert second.status_code == 200
    assert not KEY.search(second.content.decode())
    assert first.context["made"].prefix in words(second)
    assert "That key is there already" in words(second)


@pytest.mark.rule("agent_keys.20")
def test_a_rotation_shows_the_new_key_and_ends_the_old_one(world: World) -> None:
    old = prefix_of("robo")
    rotated = {"prefix": old, "request_key": "page-0123456789ab"}
    answer = browser(world.bob).post(f"{PAGE}rotate/", rotated, headers=HTMX)
    key = answer.context["made"].key
    assert "The old key has ended" in words(answer)
    assert Rest(world.robo.token).get("/api/me/agent-keys").status_code == 401
    assert Rest(key).get("/api/me/agent-keys").status_code == 200


@pytest.mark.rule("agent_keys.08")
def test_a_revoked_key_ends_and_leaves_the_list(world: World) -> None:
    prefix, client = prefix_of("robo"), browser(world.bob)
    assert "It is the only key of robo" in words(client.get(PAGE))
    answer = client.post(f"{PAGE}revoke/", {"prefix": prefix}, headers=HTMX)
    assert (answer.status_code, answer["HX-Retarget"]) == (200, "#said")
    assert f"Revoked the key {prefix} of the agent robo." in words(answer)
    assert Rest(world.robo.token).get("/api/me/agent-keys").status_code == 401
    assert client.get(PAGE).context["page"].keys == ()


@pytest.mark.parametrize("act", ["rotate", "revoke"])
def test_the_key_of_another_is_as_unknown(world: World, act: str) -> None:
    prefix = prefix_of("robo")
    missing = prefix[:-8] + "A" * 8
    for other in (world.carol, world.mallory):
        client = browser(other)
        with nothing_written():
            hidden = client.post(f"{PAGE}{act}/", {"prefix": prefix}, headers=HTMX)
            unknown = client.post(f"{PAGE}{act}/", {"prefix": missing}, headers=HTMX)
        assert hidden.status_code == unknown.status_code == 404
        assert hidden.content.decode().replace(prefix, missing) == unknown.content.decode()


def test_a_browser_without_scripts_is_given_whole_pages(world: World) -> None:
    client = browser(world.bob)
    made = client.post(f"{PAGE}make/", FORM)
    assert made.status_code == 200
    assert "<html" in words(made)
    assert KEY.search(made.content.decode())
    with nothing_written():
        refused = client.post(f"{PAGE}make/", {**FORM, "agent": "hub", "request_key": "page-other-key"})
    assert refused.status_code == 422
    assert escape('The name "hub" is reserved.') in words(refused)
    revoked = client.post(f"{PAGE}revoke/", {"prefix": prefix_of("claude")})
    assert (revoked.status_code, revoked["Location"]) == (302, PAGE)
    assert "Revoked the key" in words(client.get(PAGE))


def test_who_is_not_signed_in_is_sent_to_sign_in(world: World) -> None:
    nobody = Client()
    assert nobody.get(PAGE)["Location"] == "/sign-in/?next=%2Fagents%2F"
    with nothing_written():
        for act in ("make", "rotate", "revoke"):
            data = {**FORM, "prefix": prefix_of("robo")}
            assert nobody.post(f"{PAGE}{act}/", data).status_code == 302
            assert nobody.post(f"{PAGE}{act}/", data, headers=HTMX).status_code == 401


def test_a_form_of_another_site_makes_no_key(world: World) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(world.bob.user)
    with nothing_written():
        assert client.post(f"{PAGE}make/", FORM).status_code == 403


def test_a_key_opens_no_page(world: World) -> None:
    bearer = {"Authorization": f"Bearer {world.robo.token}"}
    with nothing_written():
        assert Client(headers=bearer).get(PAGE).status_code == 302
        assert Client(headers=bearer).post(f"{PAGE}make/", FORM).status_code == 302


def test_names_of_agents_are_text(world: World) -> None:
    world.bob.run("create_agent_key", agent="evil", display_name="<script>alert(1)</script>")
    page = browser(world.bob).get(PAGE).content.decode()
    assert "<script>alert" not in page
    assert escape("<script>alert(1)</script>") in page


def test_an_admin_has_the_way_to_the_admin_where_there_is_one(world: World) -> None:
    for persona, staff in ((world.alice, True), (world.bob, False)):
        assert has_the_way(persona) is (staff and admin_is_there())


def has_the_way(persona: Persona) -> bool:
    return "The service accounts" in words(browser(persona).get(PAGE))


def admin_is_there() -> bool:
    from django.urls import NoReverseMatch, reverse  # noqa: PLC0415

    try:
        return bool(reverse("admin:index"))
    except NoReverseMatch:
        return False


def test_the_configurations_carry_the_address_and_the_key(settings: Any) -> None:
    settings.PUBLIC_URL = "https://kairos.example.com"
    claude, http, stdio = clients.configurations("kairos_sk_acme_x")
    assert claude.text == (
        "claude mcp add --transport http kairos https://kairos.example.com/mcp "
        '--header "Authorization: Bearer kairos_sk_acme_x"'
    )
    assert json.loads(http.text) == {
        "mcpServers": {
            "kairos": {
                "type": "http",
                "url": "https://kairos.example.com/mcp",
                "headers": {"Authorization": "Bearer kairos_sk_acme_x"},
            }
        }
    }
    server = json.loads(stdio.text)["mcpServers"]["kairos"]
    assert server["args"] == [
        "-y",
        clients.BRIDGE,
        "https://kairos.example.com/mcp",
        "--transport",
        "http-only",
        "--header",
        "Authorization:${KAIROS_AUTHORIZATION}",
    ]
    assert server["env"] == {"KAIROS_AUTHORIZATION": "Bearer kairos_sk_acme_x"}


@pytest.mark.parametrize(
    ("url", "insecure"),
    [
        ("http://127.0.0.1:8000", False),
        ("http://localhost:8000", False),
        ("http://hub.example.com", True),
        ("https://hub.example.com", False),
    ],
)
def test_the_bridge_is_told_of_an_address_without_tls(settings: Any, url: str, insecure: bool) -> None:
    settings.PUBLIC_URL = url
    stdio = clients.configurations("kairos_sk_acme_x")[-1]
    assert ("--allow-http" in stdio.text) is insecure
