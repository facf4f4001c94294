"""Two people at two browsers: one hands a task to the other, who sees it at once and goes on with it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Site, sign_in

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
PASSWORD = "a long enough password"


def posted(page: Page, site: Site, path: str, body: dict[str, Any]) -> None:
    """Call REST with the browser session of a page."""
    (token,) = [cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "csrftoken"]
    headers = {"X-CSRFToken": token, "Origin": site.url}
    answer = page.request.post(f"{site.url}/api/{path}", data=body, headers=headers)
    assert answer.ok, answer.text()


def test_a_task_is_handed_to_a_person_in_another_browser(
    site: Site, signed_in: Page, browser: Browser
) -> None:
    signed_in.goto(f"{site.url}/boards/core-delivery/")
    posted(
        signed_in, site, "members", {"user_name": "nora", "email": "nora@example.com", "password": PASSWORD}
    )
    posted(signed_in, site, "teams/core/members", {"user": "nora"})
    answer = site.agent("create_item", item_type="task", title="Handed on", board="core-delivery")
    (code,) = map(str, re.findall(r"CORE-T-\d{4}", answer))
    for column in ("Todo", "Active"):
        site.agent("transition_item", short_code=code, to_column=column)

    other = browser.new_context().new_page()
    sign_in(other, site, "nora", PASSWORD)
    other.goto(f"{site.url}/boards/core-delivery/?claim=mine")
    other.get_by_text("Live", exact=True).wait_for()
    card = other.locator(f'[data-code="{code}"]')
    expect(card).to_have_count(0)

    signed_in.goto(f"{site.url}/items/{code}/")
    signed_in.click("#hand-off summary")
    signed_in.select_option("#to", "nora")
    signed_in.click("#hand-off button:text-is('Hand off')")
    expect(signed_in.locator("#item-side")).to_contain_text("nora")

    expect(card).to_be_visible(timeout=2000)
    other.focus(f"#card-{code}")
    other.keyboard.press("m")
    other.get_by_role("button", name="Completed", exact=True).click()
    expect(signed_in.locator(".place strong")).to_have_text("Completed", timeout=4000)
    other.context.close()
