"""What a person chooses for their own pages: time zone and keys."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.test import RequestFactory
from django.utils import timezone

from hub.core.calls import Call, Surface
from hub.core.codes import Code
from hub.core.models import Activity
from hub.identity.models import User
from hub.identity.page_authentication import signed_in
from hub.identity.preferences import offered_zones, time_zones
from tests.identity.pages import browser, words
from tests.identity.rest import persona_user
from tests.world import Persona, World, nothing_written

SAVE = "/account/preferences/"


def at_page(persona: Persona) -> Persona:
    return Persona(persona.principal, Surface.PAGE)


def body_tag(persona: Persona) -> str:
    page = browser(persona).get("/account/").content.decode()
    return page[page.index("<body") :].split(">", 1)[0]


def test_a_person_starts_with_the_browsers_zone_and_keys_on(world: World) -> None:
    assert (world.bob.user.time_zone, world.bob.user.keys_enabled) == ("", True)
    assert body_tag(world.bob) == "<body"


def test_a_choice_is_kept_and_the_page_shows_it(world: World) -> None:
    client = browser(world.bob)
    form = {"time_zone": "Europe/Berlin", "keys_enabled": "false", "request_key": "page-0123456789ab"}
    saved = client.post(SAVE, form)
    assert (saved.status_code, saved["Location"]) == (302, "/account/")
    page = words(client.get("/account/"))
    assert "Saved: times in Europe/Berlin, keys off." in page
    assert "<option selected>Europe/Berlin</option>" in page
    assert body_tag(world.bob) == '<body data-keys="off"'
    row = Activity.objects.order_by("-id")[0]
    assert (row.action, row.subject_type, row.surface) == ("update", "member", "page")
    assert row.data == {"user_name": "bob", "preferences": True}


def test_the_box_that_is_ticked_comes_after_the_hidden_no(world: World) -> None:
    world.bob.user.change(keys_enabled=False)
    browser(world.bob).post(SAVE, {"time_zone": "", "keys_enabled": ["false", "true"]})
    assert (world.bob.user.time_zone, world.bob.user.keys_enabled) == ("", True)


def test_what_is_left_out_stays(world: World) -> None:
    at_page(world.bob).run("change_preferences", time_zone="Asia/Tokyo")
    at_page(world.bob).run("change_preferences", keys_enabled=False)
    assert (world.bob.user.time_zone, world.bob.user.keys_enabled) == ("Asia/Tokyo", False)
    with nothing_written():
        result = at_page(world.bob).result("change_preferences", time_zone="Asia/Tokyo")
    assert (result.time_zone, result.keys_enabled) == ("Asia/Tokyo", False)


@pytest.mark.parametrize(
    "zone",
    [
        "Europe/Atlantis",
        "europe/berlin",
        "../../etc/passwd",
        "/etc/localtime",
        "UTC+1",
        "\x00",
        "localtime",
        7,
    ],
)
def test_only_a_zone_of_the_database_is_taken(world: World, zone: Any) -> None:
    refusal = at_page(world.bob).refused(Code.VALIDATION, "change_preferences", time_zone=zone)
    assert refusal.field == "time_zone"


def test_preferences_are_changed_by_their_person_on_pages_only(world: World) -> None:
    world.bob.refused(Code.FORBIDDEN, "change_preferences", keys_enabled=False)
    at_page(world.robo).refused(Code.FORBIDDEN, "change_preferences", keys_enabled=False)
    at_page(world.depot).refused(Code.FORBIDDEN, "change_preferences", keys_enabled=False)
    assert world.alice.user.keys_enabled is True


def test_the_offered_zones_are_places_of_the_database() -> None:
    offered = offered_zones()
    assert offered[0] == "UTC"
    assert set(offered) <= time_zones()
    assert {"Europe/Berlin", "America/Argentina/Ushuaia", "Asia/Kolkata"} <= set(offered)
    assert not {"US/Eastern", "Etc/GMT+5", "localtime", "Factory"} & set(offered)


def test_an_old_name_that_somebody_has_stays_chosen(world: World) -> None:
    at_page(world.bob).run("change_preferences", time_zone="US/Eastern")
    assert "<option selected>US/Eastern</option>" in words(browser(world.bob).get("/account/"))


MOMENT = datetime(2026, 12, 1, 23, 30, tzinfo=UTC)


@signed_in
def clock_page(request: HttpRequest, call: Call) -> HttpResponse:
    text = engines["django"].from_string("{{ at|date:'Y-m-d H:i' }}").render({"at": MOMENT}, request)
    return HttpResponse(text)


def shown(user: User, **cookies: str) -> str:
    """What a page shows of the moment to somebody."""
    request = RequestFactory().get("/")
    request.user = user
    request.COOKIES.update(cookies)
    request.request_id = "x"  # type: ignore[attr-defined]
    return clock_page(request).content.decode()


def test_pages_show_times_in_the_zone_of_the_person(world: World) -> None:
    bob = persona_user(world.bob)
    assert shown(bob) == "2026-12-01 23:30"
    assert shown(bob, zone="Asia/Tokyo") == "2026-12-02 08:30"
    bob.time_zone = "Europe/Berlin"
    assert shown(bob, zone="Asia/Tokyo") == "2026-12-02 00:30"
    assert timezone.get_current_timezone_name() == "UTC"


@pytest.mark.parametrize("cookie", ["Europe/Atlantis", "../../etc/passwd", "x" * 5000, "\x00", ""])
def test_a_zone_that_is_none_is_utc_and_no_fault(world: World, cookie: str) -> None:
    bob = persona_user(world.bob)
    assert shown(bob, zone=cookie) == "2026-12-01 23:30"
    bob.time_zone = "Gone/Place"  # a later database may lack a name that was there
    assert shown(bob, zone=cookie) == "2026-12-01 23:30"


def test_a_key_shows_its_end_in_the_zone_of_the_person(world: World) -> None:
    at_page(world.bob).run("change_preferences", time_zone="Asia/Kolkata")
    with time_machine.travel("2026-12-01T10:00:00Z", tick=False):
        world.bob.run("create_agent_key", agent="claude", expires_at="2026-12-31T20:00:00Z")
        page = words(browser(world.bob).get("/agents/"))
    assert (
        '<time datetime="2026-12-31T20:00:00Z" title="2026-12-31 20:00:00 UTC">1 Jan 2027, 01:30</time>'
    ) in page
