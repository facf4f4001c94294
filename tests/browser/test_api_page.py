"""The API page works under the Content-Security-Policy: its script and styles are files of ours."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Site

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


def test_the_api_page_lists_the_routes(site: Site, page: Page) -> None:
    blocked: list[str] = []
    page.on(
        "console",
        lambda message: blocked.append(message.text) if "Content Security" in message.text else None,
    )
    page.goto(f"{site.url}/api/docs/")
    page.get_by_text("/api/boards/{board}/items").first.wait_for(timeout=20_000)
    assert blocked == []
