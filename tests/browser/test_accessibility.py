"""axe-core finds no violation on any page: wide and narrow, light and dark."""

from __future__ import annotations

import re
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize

from tests.browser.conftest import Site

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
WIDE: ViewportSize = {"width": 1280, "height": 800}
NARROW: ViewportSize = {"width": 360, "height": 740}
PATHS = (
    "/boards/",
    "/boards/core-delivery/",
    "/boards/strategy/",
    "/boards/core-delivery/?text=nothing-has-this-name",
    "/items/{code}/",
    "/agents/",
    "/account/",
    "/boards/no-such-board/",
)
DIALOGS = {"c": "new-item", "Control+k": "palette", "?": "keys"}
# What WCAG 2.2 AA asks for, and the practices that axe recommends on top.
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def violations(page: Page, rules: list[str]) -> dict[str, Any]:
    """Rule -> the elements that break it."""
    found = Axe().run(page, options={"runOnly": rules}).response["violations"]
    return {rule["id"]: [node["html"][:200] for node in rule["nodes"]] for rule in found}


def looked_at(page: Page) -> dict[str, Any]:
    """The violations of a page in each width and palette."""
    found = {}
    for size in (WIDE, NARROW):
        schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
        for scheme in schemes:
            page.set_viewport_size(size)
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            # The palette changes colours and nothing else.
            broken = violations(page, RULES if scheme == "light" else ["color-contrast"])
            if broken:
                found[f"{size['width']} {scheme}"] = broken
    return found


@pytest.fixture(scope="module")
def code(site: Site) -> str:
    """A task with something of everything: claim, state, note, blocker, parent."""
    made = [
        site.agent("create_item", item_type="task", title=title, board="core-delivery", content=content)
        for title, content in (
            ("Looked at", "# A heading\n\n| a | b |\n|---|---|\n| 1 | `2` |\n"),
            ("Blocker", ""),
        )
    ]
    first, second = (str(re.findall(r"CORE-T-\d{4}", answer)[0]) for answer in made)
    for column in ("Todo", "Active"):
        site.agent("transition_item", short_code=first, to_column=column)
    site.agent("set_state", short_code=first, branch="look", next_step="Look at it")
    site.agent("append_note", short_code=first, text="A *note*.")
    site.agent("link_items", source=second, target=first, relationship="blocks")
    return first


@pytest.mark.parametrize("path", PATHS)
def test_a_page_has_no_violation(site: Site, signed_in: Page, code: str, path: str) -> None:
    signed_in.goto(site.url + path.format(code=code))
    signed_in.locator("main").wait_for()
    assert looked_at(signed_in) == {}


@pytest.mark.parametrize("key", DIALOGS)
def test_a_dialog_has_no_violation(site: Site, signed_in: Page, key: str) -> None:
    signed_in.goto(f"{site.url}/boards/core-delivery/")
    signed_in.get_by_text("Live", exact=True).wait_for()
    signed_in.keyboard.press(key)
    signed_in.locator(f"#{DIALOGS[key]}:modal").wait_for()
    assert looked_at(signed_in) == {}


def test_the_move_menu_has_no_violation(site: Site, signed_in: Page, code: str) -> None:
    signed_in.goto(f"{site.url}/boards/core-delivery/")
    signed_in.get_by_text("Live", exact=True).wait_for()
    signed_in.focus(f"#card-{code}")
    signed_in.keyboard.press("m")
    assert looked_at(signed_in) == {}


def test_the_sign_in_page_has_no_violation(site: Site, page: Page) -> None:
    page.goto(f"{site.url}/sign-in/")
    assert looked_at(page) == {}
