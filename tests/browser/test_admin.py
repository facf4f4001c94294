"""The admin in Chromium: a second team with a changed workflow, grants, policies; a key revoked there."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Site
from tests.browser.test_accessibility import looked_at

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


def add(page: Page, what: str) -> None:
    """From the index, the button that adds to a section."""
    page.get_by_role("link", name="Admin", exact=True).first.click()
    page.get_by_role("link", name=f"Add to {what}", exact=True).click()


def save(page: Page, button: str = "Save") -> None:
    """Submit the form; no reason to refuse it stands there."""
    page.get_by_role("button", name=button, exact=True).click()
    expect(page.locator("body")).not_to_contain_text("Please correct the error")


def field(page: Page, name: str) -> Any:
    """An input by its name."""
    return page.locator(f"[name='{name}']")


def test_a_second_team_is_set_up_in_the_admin_alone(signed_in: Page, site: Site) -> None:
    page = signed_in
    page.goto(f"{site.url}/boards/")
    page.get_by_role("link", name="Admin").click()
    _a_person(page)
    _a_team(page)
    _its_workflow(page)
    _a_grant(page)
    page.goto(f"{site.url}/boards/ops-delivery/")
    heads = page.locator("[data-column-name], .column h2").all_inner_texts()
    assert any("Next" in head for head in heads), heads
    answer = site.agent("my_boards", board_level="delivery")
    assert "ops-delivery — Ops (prefix OPS, team ops)" in answer
    assert "blockers_gate on" in answer


def test_a_key_is_revoked_in_the_admin(signed_in: Page, site: Site) -> None:
    page = signed_in
    page.goto(f"{site.url}/admin/")
    _an_account(page)
    add(page, "Agent keys")
    field(page, "user").select_option(label="Builder (builder)")
    field(page, "agent").fill("builder-bot")
    page.get_by_role("button", name="Save", exact=True).click()
    secret = page.locator("code").inner_text()
    assert secret.startswith("kairos_sk_acme_")
    assert Site(site.server, site.password, secret, site.environment).agent("whoami")
    page.get_by_role("link", name="Go on").click()
    page.get_by_role("link", name="Revoke").click()
    page.get_by_role("button", name="Revoke").click()
    expect(page.get_by_text("Revoked the key")).to_be_visible()
    with pytest.raises((AssertionError, KeyError)):
        Site(site.server, site.password, secret, site.environment).agent("whoami")


def test_axe_finds_nothing_in_the_admin(signed_in: Page, site: Site) -> None:
    page = signed_in
    page.goto(f"{site.url}/boards/core-delivery/")
    page.get_by_role("link", name="Set up").click()
    expect(page).to_have_url(re.compile("/admin/kairos_boards/board/core-delivery/change/"))
    paths = [page.url.removeprefix(f"{site.url}/admin/")]
    for section in ("kairos_boards/team/", "identity/user/", "identity/credential/", "core/activity/"):
        page.goto(f"{site.url}/admin/{section}")
        shown = page.locator("#result_list tbody a[href*='/change/']").first.get_attribute("href") or ""
        paths += [section, shown.removeprefix("/admin/")]
    paths += ["", "core/refusedcall/", "kairos_boards/grant/add/", "kairos_boards/structuregrant/add/"]
    paths += ["identity/credential/add/", "identity/user/add/"]
    found = {}
    for path in paths:
        page.goto(f"{site.url}/admin/{path}")
        found[path] = looked_at(page)
    assert {path: broken for path, broken in found.items() if broken} == {}


@pytest.mark.parametrize("width", [1280, 360])
def test_nothing_overflows_and_the_filters_open_by_key(signed_in: Page, site: Site, width: int) -> None:
    page = signed_in
    page.set_viewport_size({"width": width, "height": 800})
    for path in ("", "kairos_boards/board/", "identity/user/", "core/activity/", "identity/credential/add/"):
        page.goto(f"{site.url}/admin/{path}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    page.goto(f"{site.url}/admin/core/activity/")
    page.get_by_role("button", name=re.compile("Filters")).press("Enter")
    expect(page.get_by_text("By action")).to_be_visible()


def _a_person(page: Page) -> None:
    add(page, "People")
    field(page, "user_name").fill("robin")
    field(page, "display_name").fill("Robin Park")
    field(page, "email").fill("robin@example.com")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("code")).to_contain_text("/set-password/")
    page.get_by_role("link", name="Go on").click()


def _an_account(page: Page) -> None:
    add(page, "Service accounts")
    field(page, "user_name").fill("builder")
    field(page, "display_name").fill("Builder")
    save(page)


def _a_team(page: Page) -> None:
    add(page, "Teams")
    field(page, "name").fill("Ops")
    field(page, "slug").fill("ops")
    field(page, "code_prefix").fill("OPS")
    save(page)
    page.get_by_role("link", name="Add another member").click()
    _search(page, page.locator("#members-group"), "robin")
    save(page, "Save and continue editing")
    expect(page.get_by_text("Saved the team ops. Changes: 1.")).to_be_visible()


def _its_workflow(page: Page) -> None:
    page.get_by_role("link", name="set up").first.click()
    field(page, "columns-1-name").fill("Next")
    field(page, "columns-2-wip_limit").fill("3")
    page.get_by_role("link", name="Add another column").click()
    field(page, "columns-5-name").fill("Review")
    field(page, "columns-5-position").fill("3")
    field(page, "blockers_gate").check()
    save(page, "Save and continue editing")
    page.get_by_role("link", name="Add another transition").click()
    field(page, "transitions-7-from_column").select_option(label="Active")
    field(page, "transitions-7-to_column").select_option(label="Review")
    save(page, "Save and continue editing")
    expect(page.get_by_text("Saved the board ops-delivery. Changes: 1.")).to_be_visible()
    names = [field(page, f"columns-{row}-name").input_value() for row in range(6)]
    assert names == ["Backlog", "Next", "Active", "Review", "Blocked", "Completed"]


def _a_grant(page: Page) -> None:
    add(page, "Board capabilities")
    _search(page, page.locator("form"), "robin")
    field(page, "board").select_option(label="ops-delivery")
    field(page, "capability").select_option("configure_boards")
    save(page)
    expect(page.get_by_text("Granted configure_boards on the board ops-delivery to robin.")).to_be_visible()


def _search(page: Page, part: Any, name: str) -> None:
    """Choose a member in a search box, by keys."""
    part.get_by_role("combobox").first.press("Enter")
    page.locator(".select2-search__field").fill(name)
    page.get_by_role("option", name=name).click()
