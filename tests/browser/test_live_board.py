"""A person watches the board while an agent works: created, moved, completed, without a reload."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Site, sign_in

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
SEEN_WITHIN_MS = 2000


def in_column(code: str, column: str) -> str:
    return f'[data-column="{column}"] [data-code="{code}"]'


def test_moves_of_an_agent_appear_within_two_seconds(site: Site, signed_in: Page) -> None:
    signed_in.goto(f"{site.url}/boards/core-delivery/")
    signed_in.get_by_text("Live", exact=True).wait_for()
    signed_in.evaluate("window.notReloaded = true")
    answer = site.agent("create_item", item_type="task", title="Seen live", board="core-delivery")
    (code,) = re.findall(r"CORE-T-\d{4}", answer)
    signed_in.wait_for_selector(in_column(code, "Backlog"), timeout=SEEN_WITHIN_MS)
    for column in ("Todo", "Active"):
        site.agent("transition_item", short_code=code, to_column=column)
        signed_in.wait_for_selector(in_column(code, column), timeout=SEEN_WITHIN_MS)
    card = signed_in.locator(in_column(code, "Active"))
    assert "Admin (agent)" in " ".join(card.inner_text().split())
    site.agent("transition_item", short_code=code, to_column="Completed")
    signed_in.wait_for_selector(in_column(code, "Completed"), state="attached", timeout=SEEN_WITHIN_MS)
    assert signed_in.evaluate("window.notReloaded") is True


def test_who_signs_out_elsewhere_loses_the_live_channel_within_two_seconds(site: Site, page: Page) -> None:
    sign_in(page, site)
    page.goto(f"{site.url}/boards/core-delivery/")
    page.get_by_text("Live", exact=True).wait_for()
    other = page.context.new_page()
    other.goto(f"{site.url}/boards/")
    token = other.locator("[name=csrfmiddlewaretoken]").first.get_attribute("value")
    assert token is not None
    other.request.post(
        f"{site.url}/sign-out/", form={"csrfmiddlewaretoken": token}, headers={"Origin": site.url}
    )
    page.get_by_text("Live", exact=True).wait_for(state="hidden", timeout=2 * SEEN_WITHIN_MS)


def test_a_page_asks_to_sign_in_and_comes_back(site: Site, page: Page) -> None:
    page.goto(f"{site.url}/boards/strategy/")
    assert page.url == f"{site.url}/sign-in/?next=%2Fboards%2Fstrategy%2F"
    page.fill("[name=user_name]", "admin")
    page.fill("[name=password]", "not the password")
    page.press("[name=password]", "Enter")
    page.locator("[aria-invalid=true], .error, [role=alert]").first.wait_for()
    page.fill("[name=password]", site.password)
    page.press("[name=password]", "Enter")
    page.wait_for_url(f"{site.url}/boards/strategy/")


def test_an_unknown_board_is_the_designed_not_found_page(site: Site, signed_in: Page) -> None:
    answer = signed_in.goto(f"{site.url}/boards/no-such-board/")
    assert answer is not None
    assert answer.status == 404
    assert signed_in.title() == "Not found · Kairos Hub"
