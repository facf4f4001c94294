"""People at a board: by mouse and by keyboard, with filters, beside an agent and beside each other."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Site

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
BOARD = "/boards/core-delivery/"


def new_task(site: Site, title: str, *columns: str) -> str:
    """The code of a task that the agent made and moved."""
    answer = site.agent("create_item", item_type="task", title=title, board="core-delivery")
    (code,) = map(str, re.findall(r"CORE-T-\d{4}", answer))
    for column in columns:
        site.agent("transition_item", short_code=code, to_column=column)
    return code


def at(page: Page, site: Site, path: str = BOARD) -> Page:
    page.goto(f"{site.url}{path}")
    page.get_by_text("Live", exact=True).wait_for()
    return page


def card(page: Page, code: str, column: str | None = None) -> str:
    """The selector of a card, in a column when one is said."""
    where = f'[data-column="{column}"] ' if column else ""
    return f'{where}[data-code="{code}"]'


def test_a_card_is_dragged_to_an_allowed_column(site: Site, signed_in: Page) -> None:
    code = new_task(site, "Dragged")
    page = at(signed_in, site)
    page.locator(card(page, code)).drag_to(page.locator('[data-column="Todo"]'))
    page.wait_for_selector(card(page, code, "Todo"), timeout=2000)
    expect(page.locator("#announcer")).to_have_text(re.compile(f"{code} moved to Todo"))


def test_while_dragging_open_columns_are_lit_and_the_others_say_why(site: Site, signed_in: Page) -> None:
    code = new_task(site, "Held")
    page = at(signed_in, site)
    page.locator(card(page, code)).hover()
    page.mouse.down()
    barred = page.locator('[data-column="Active"]')
    box = barred.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 40, box["y"] + 100, steps=5)
    expect(page.locator('[data-column="Todo"]')).to_have_class(re.compile("is-open"))
    expect(barred).to_have_attribute("data-barred", "No transition leads from Backlog to Active.")
    page.mouse.move(box["x"] + 60, box["y"] + 120, steps=3)
    page.mouse.up()
    stays = page.locator(f"{card(page, code, 'Backlog')} .card-said")
    expect(stays).to_contain_text("No transition leads from Backlog to Active.")
    stays.get_by_role("button", name="Close this message").click()
    expect(stays).to_have_count(0)


def test_what_the_server_refuses_stays_on_the_card_over_a_refresh(site: Site, signed_in: Page) -> None:
    code = new_task(site, "Moved behind the page")
    page = at(signed_in, site)
    # The page is stale: it hears of nothing while the agent moves the card on.
    page.evaluate("document.body.dataset.held = ''")
    site.agent("transition_item", short_code=code, to_column="Todo")
    site.agent("transition_item", short_code=code, to_column="Blocked")
    page.focus(f"#card-{code}")
    page.keyboard.press("m")
    page.get_by_role("button", name="Todo", exact=True).click()
    reason = page.locator(f"{card(page, code)} .card-said")
    expect(reason).to_contain_text(f"{code} is in Blocked now, not in Backlog")
    page.evaluate("delete document.body.dataset.held")
    page.wait_for_selector(card(page, code, "Blocked"), timeout=2000)
    expect(page.locator(f"{card(page, code, 'Blocked')} .card-said")).to_contain_text("is in Blocked now")


def test_a_card_is_moved_by_keyboard_and_keeps_the_focus(site: Site, signed_in: Page) -> None:
    code = new_task(site, "By keyboard", "Todo")
    page = at(signed_in, site)
    page.focus(f"#card-{code}")
    page.keyboard.press("m")
    expect(page.get_by_role("dialog", name=f"Move {code}")).to_be_visible()
    expect(page.get_by_role("button", name="Backlog", exact=True)).to_be_disabled()
    expect(page.get_by_role("button", name="Active", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_selector(card(page, code, "Active"), timeout=2000)
    expect(page.locator(f"#card-{code}")).to_be_focused()
    expect(page.locator(card(page, code, "Active"))).to_contain_text("Admin")


def test_j_and_k_and_the_arrows_go_from_card_to_card(site: Site, signed_in: Page) -> None:
    first, second = new_task(site, "Upper", "Todo", "Blocked"), new_task(site, "Lower", "Todo", "Blocked")
    page = at(signed_in, site)
    page.focus(f"#card-{first}")
    page.keyboard.press("j")
    expect(page.locator(f"#card-{second}")).to_be_focused()
    page.keyboard.press("k")
    expect(page.locator(f"#card-{first}")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.closest('[data-column]').dataset.column") != "Blocked"


def test_a_task_is_created_claimed_and_handed_on_between_two_people(site: Site, signed_in: Page) -> None:
    page = at(signed_in, site)
    page.keyboard.press("c")
    page.keyboard.type("Typed by a person")
    page.keyboard.press("Enter")
    done = page.get_by_role("status").filter(has_text="Created task")
    done.wait_for()
    (code,) = re.findall(r"CORE-T-\d{4}", done.inner_text())
    page.keyboard.press("Escape")
    page.wait_for_selector(card(page, code, "Backlog"), timeout=2000)
    expect(page.locator("#new-title")).to_have_value("")
    site.agent("transition_item", short_code=code, to_column="Todo")
    site.agent("transition_item", short_code=code, to_column="Active")
    site.agent("release_item", short_code=code)
    page.wait_for_selector(card(page, code, "Active"), timeout=2000)
    page.focus(f"#card-{code}")
    page.keyboard.press("a")
    expect(page.locator(card(page, code, "Active"))).to_contain_text("Claimed by")


def test_filters_act_at_once_and_stand_in_the_address(site: Site, signed_in: Page) -> None:
    wanted, other = new_task(site, "Findable Ärger"), new_task(site, "Something else")
    page = at(signed_in, site)
    page.keyboard.press("f")
    page.keyboard.type("ärger")
    expect(page.locator(card(page, other))).to_have_count(0)
    expect(page.locator(card(page, wanted))).to_be_visible()
    page.wait_for_url(re.compile(r"text=%C3%A4rger"))
    late = new_task(site, "More Ärger")
    page.wait_for_selector(card(page, late), timeout=2000)
    expect(page.locator(card(page, other))).to_have_count(0)
    page.reload()
    expect(page.locator("#filter-text")).to_have_value("ärger")
    expect(page.locator(card(page, other))).to_have_count(0)


def test_the_palette_goes_to_a_board(site: Site, signed_in: Page) -> None:
    page = at(signed_in, site)
    page.keyboard.press("Control+k")
    page.keyboard.type("strat")
    page.get_by_role("option", name=re.compile("strategy")).wait_for()
    page.keyboard.press("Enter")
    page.wait_for_url("**/boards/strategy/")


def test_keys_rest_while_somebody_types_and_when_they_are_off(site: Site, signed_in: Page) -> None:
    page = at(signed_in, site)
    page.fill("#filter-text", "")
    page.keyboard.type("c?m")
    expect(page.locator("#filter-text")).to_have_value("c?m")
    expect(page.locator("dialog:modal")).to_have_count(0)
    page.locator("h1").click()
    page.evaluate("document.body.dataset.keys = 'off'; document.activeElement.blur()")
    page.keyboard.press("?")
    expect(page.locator("dialog:modal")).to_have_count(0)
    page.evaluate("delete document.body.dataset.keys")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
