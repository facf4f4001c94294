"""A person works on an item's page: moves, notes, edits in conflict with an agent, keeps a draft."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Dialog, Page, expect

from tests.browser.conftest import Site
from tests.browser.test_accessibility import looked_at
from tests.core.hostile_markdown import MARKUP, PAYLOADS

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
EVERY = 25  # of the payloads that are links, so many apart


def new_task(site: Site, title: str, content: str = "") -> str:
    """The code of a task that the agent has made."""
    answer = site.agent("create_item", item_type="task", title=title, board="core-delivery", content=content)
    found = re.search(r"CORE-T-\d{4}", answer)
    assert found is not None
    return found[0]


def opened(site: Site, page: Page, code: str, end: str = "") -> None:
    page.goto(f"{site.url}/items/{code}/{end}")


def refuse(dialog: Dialog, seen: list[str]) -> None:
    """Note a dialog that a script opened, and let the page go on."""
    seen.append(dialog.message)
    dialog.dismiss()


def no_wider_than_the_screen(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_a_press_moves_the_item_and_the_page_follows(site: Site, signed_in: Page) -> None:
    code = new_task(site, "Moved by a press")
    opened(site, signed_in, code)
    signed_in.evaluate("window.notReloaded = true")
    signed_in.click("#moves button:text-is('Todo')")
    expect(signed_in.locator(".place strong")).to_have_text("Todo")
    expect(signed_in.get_by_text(f"Moved {code}: Backlog -> Todo.")).to_be_visible()
    signed_in.click("#moves button:text-is('Active')")
    expect(signed_in.locator("#item-side")).to_contain_text("Admin since now")
    signed_in.click("button:text-is('Release')")
    expect(signed_in.locator("#said")).to_contain_text(f"Released {code}")
    expect(signed_in.locator("#item-side")).to_contain_text("Free.")
    assert signed_in.evaluate("window.notReloaded") is True


def test_the_keys_of_the_page_reach_moves_note_and_edit(site: Site, signed_in: Page) -> None:
    code = new_task(site, "By keyboard")
    opened(site, signed_in, code)
    signed_in.keyboard.press("m")
    expect(signed_in.locator("#moves button[value=Todo]")).to_be_focused()
    signed_in.keyboard.press("Enter")
    expect(signed_in.locator(".place strong")).to_have_text("Todo")
    expect(signed_in.locator("#moves button[value=Active]")).to_be_visible()
    assert signed_in.evaluate("document.getElementById('moves').contains(document.activeElement)")
    signed_in.keyboard.press("n")
    expect(signed_in.locator("#text")).to_be_focused()
    signed_in.keyboard.press("Escape")
    signed_in.locator("h1").click()
    signed_in.keyboard.press("e")
    signed_in.wait_for_url(f"**/items/{code}/edit/")
    signed_in.keyboard.press("Escape")
    signed_in.wait_for_url(f"**/items/{code}/")


def test_escape_closes_an_open_form_and_gives_the_focus_back(site: Site, signed_in: Page) -> None:
    opened(site, signed_in, new_task(site, "Escape"))
    signed_in.click("text=Set the state")
    signed_in.fill("#branch", "x")
    signed_in.keyboard.press("Escape")
    expect(signed_in.locator("details.act[open]")).to_have_count(0)
    expect(signed_in.locator("summary:text-is('Set the state')")).to_be_focused()


def test_a_note_appears_under_its_anchor_and_its_form_is_empty_again(site: Site, signed_in: Page) -> None:
    code = new_task(site, "Noted")
    site.agent("append_note", short_code=code, text="From the *agent*.")
    opened(site, signed_in, code)
    signed_in.fill("#text", "From a **person**.")
    signed_in.click("text=Add note")
    expect(signed_in.locator("#n-2 strong")).to_have_text("person")
    expect(signed_in.locator("#text")).to_have_value("")
    signed_in.fill("#text", " ")
    signed_in.click("text=Add note")
    expect(signed_in.locator("#text")).to_be_focused()
    expect(signed_in.locator("#text")).to_have_attribute("aria-invalid", "true")
    opened(site, signed_in, code, "#n-2")
    assert signed_in.evaluate("document.querySelector(':target').id") == "n-2"


def test_a_move_by_an_agent_appears_without_a_reload(site: Site, signed_in: Page) -> None:
    code = new_task(site, "Followed")
    opened(site, signed_in, code)
    expect(signed_in.locator("[data-live]")).to_have_attribute("data-state", "live")
    signed_in.evaluate("window.notReloaded = true")
    signed_in.click("text=Link an item")
    signed_in.focus("#target")
    site.agent("transition_item", short_code=code, to_column="Todo")
    expect(signed_in.locator(".place strong")).to_have_text("Todo")
    expect(signed_in.locator("#target")).to_be_focused()
    assert signed_in.evaluate("window.notReloaded") is True


def test_a_refresh_leaves_alone_what_somebody_types_in(site: Site, signed_in: Page) -> None:
    code = new_task(site, "Half typed")
    opened(site, signed_in, code)
    signed_in.click("text=Set the state")
    signed_in.fill("#branch", "half-typed")
    signed_in.click("#moves button:text-is('Todo')")
    expect(signed_in.locator(".place strong")).to_have_text("Todo")
    expect(signed_in.locator("#branch")).to_be_visible()
    expect(signed_in.locator("#branch")).to_have_value("half-typed")
    signed_in.click("text=Save the state")
    expect(signed_in.locator("#said")).to_contain_text("branch half-typed")
    expect(signed_in.locator("#item-side .side-facts")).to_contain_text("half-typed")
    expect(signed_in.locator("details.act[open]")).to_have_count(0)


def test_only_the_fields_of_the_state_that_were_changed_are_written(site: Site, signed_in: Page) -> None:
    code = new_task(site, "State")
    site.agent("set_state", short_code=code, branch="feature/a", commit="1111111")
    opened(site, signed_in, code)
    signed_in.click("text=Set the state")
    signed_in.fill("#next_step", "Ask.")
    site.agent("set_state", short_code=code, commit="2222222")
    signed_in.click("text=Save the state")
    expect(signed_in.locator(".act-form [role=alert]")).to_contain_text("2222222")
    signed_in.click("text=Save the state")
    expect(signed_in.locator("#said")).to_contain_text("Next: Ask.")
    shown = site.agent("get_item", short_code=code)
    assert "branch feature/a at 2222222. Next: Ask." in shown


def test_an_edit_that_meets_an_agents_shows_both_texts_and_is_merged(site: Site, signed_in: Page) -> None:
    code = new_task(site, "Edited twice", "Head\n\nmiddle\n\ntail")
    opened(site, signed_in, code, "edit/")
    signed_in.fill("#content", "Head\n\nmiddle\n\nmy tail")
    site.agent("edit_item", short_code=code, search="middle", replace="the agent's middle")
    signed_in.click("button:text-is('Save')")
    expect(signed_in.locator("#editing [role=alert]")).to_contain_text(
        "Admin (agent) saved version 2 while you wrote: your text began at version 1."
    )
    theirs, yours = signed_in.locator("#editing > .diff").all()
    expect(theirs).to_contain_text("the agent's middle")
    expect(yours.locator("ins")).to_contain_text(["my tail"])
    expect(signed_in.locator("#content")).to_have_value("Head\n\nmiddle\n\nmy tail")
    signed_in.reload()
    expect(signed_in.locator("#content")).to_have_value("Head\n\nmiddle\n\nmy tail")
    signed_in.fill("#content", "Head\n\nthe agent's middle\n\nmy tail")
    signed_in.click("button:text-is('Save')")
    signed_in.wait_for_url(f"**/items/{code}/")
    expect(signed_in.locator(".message-success")).to_contain_text(f"Updated {code}")
    assert site.agent("get_item", short_code=code).endswith("Head\n\nthe agent's middle\n\nmy tail")
    assert signed_in.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('draft'))") == []


def test_a_draft_survives_a_reload_and_an_edit_of_somebody_else(site: Site, signed_in: Page) -> None:
    code = new_task(site, "Drafted", "As it was.")
    opened(site, signed_in, code, "edit/")
    expect(signed_in.locator("[data-draft-notice]")).to_be_hidden()
    signed_in.fill("#content", "As it will be.")
    signed_in.reload()
    expect(signed_in.locator("#content")).to_have_value("As it will be.")
    expect(signed_in.locator("[data-draft-notice]")).to_be_visible()
    opened(site, signed_in, code)
    expect(signed_in.locator("[data-draft-hint]")).to_be_visible()
    site.agent("edit_item", short_code=code, search="was", replace="is")
    signed_in.click("text=Go on with it")
    expect(signed_in.locator("#content")).to_have_value("As it will be.")
    signed_in.click("button:text-is('Save')")
    expect(signed_in.locator("#editing [role=alert]")).to_contain_text("your text began at version 1")
    signed_in.reload()
    signed_in.click("text=Discard it")
    expect(signed_in.locator("#content")).to_have_value("As it is.")
    opened(site, signed_in, code)
    expect(signed_in.locator("[data-draft-hint]")).to_be_hidden()


def test_a_preview_shows_what_is_typed_before_it_is_saved(site: Site, signed_in: Page) -> None:
    code = new_task(site, "Previewed")
    opened(site, signed_in, code, "edit/")
    signed_in.fill("#content", "# Head\n\nSee CORE-T-0001.")
    signed_in.click("button:text-is('Preview')")
    expect(signed_in.locator("#preview h3")).to_have_text("Head")
    expect(signed_in.locator("#preview a")).to_have_attribute("href", "/items/CORE-T-0001/")


def test_the_history_unfolds_what_a_version_changed(site: Site, signed_in: Page) -> None:
    code = new_task(site, "With a past", "one two three")
    site.agent("edit_item", short_code=code, search="two", replace="2")
    opened(site, signed_in, code)
    signed_in.click("#history > summary")
    signed_in.click("#version-2 > summary")
    expect(signed_in.locator("#version-2 ins b")).to_have_text("2")
    expect(signed_in.locator("#version-2 del b")).to_have_text("two")
    expect(signed_in.locator("#history .activity")).to_contain_text("edited content (version 2)")


def test_hostile_text_opens_no_dialog_and_asks_no_other_site(site: Site, signed_in: Page) -> None:
    content = "\n\n".join([*MARKUP, *PAYLOADS[len(MARKUP) :: EVERY]]).replace("\x00", "")
    code = new_task(site, "<img src=x onerror=alert(1)>", content)
    site.agent("append_note", short_code=code, text=content)
    dialogs: list[str] = []
    asked: list[str] = []
    signed_in.on("dialog", lambda dialog: refuse(dialog, dialogs))
    signed_in.on("request", lambda request: asked.append(request.url))
    opened(site, signed_in, code)
    signed_in.wait_for_load_state("networkidle")
    for link in signed_in.locator(".prose a").all()[:20]:
        link.hover()
    assert dialogs == []
    assert [url for url in asked if not url.startswith((site.url, "data:"))] == []
    assert signed_in.locator(".prose :is(img, script, svg, iframe, style, form, input, object)").count() == 0
    names = "[...document.querySelectorAll('.prose *')].flatMap((element) => element.getAttributeNames())"
    assert [name for name in signed_in.evaluate(names) if name.startswith("on")] == []


def test_axe_finds_nothing_while_somebody_works(site: Site, signed_in: Page) -> None:
    code = new_task(site, "Looked at", "# One\n\n### Two\n\n- [ ] a\n\n```\ncode\n```\n\n> quote")
    site.agent("append_note", short_code=code, text="# A heading\n\ntext")
    opened(site, signed_in, code)
    for form in ("Set the state", "Set the parent", "Link an item", "Cancel the work"):
        signed_in.click(f"summary:text-is('{form}')")
        assert looked_at(signed_in) == {}, form
    site.agent("edit_item", short_code=code, search="quote", replace="other quote")
    signed_in.click("#history > summary")
    signed_in.click("#version-2 > summary")
    expect(signed_in.locator("#version-2 .diff")).to_be_visible()
    assert looked_at(signed_in) == {}
    opened(site, signed_in, code, "edit/")
    signed_in.fill("#content", "Mine.")
    site.agent("edit_item", short_code=code, search="other", replace="third")
    signed_in.click("button:text-is('Preview')")
    expect(signed_in.locator("#preview .prose")).to_be_visible()
    assert looked_at(signed_in) == {}
    signed_in.click("button:text-is('Save')")
    expect(signed_in.locator("#editing [role=alert]")).to_be_visible()
    assert looked_at(signed_in) == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_fits_a_phone(site: Site, signed_in: Page, scheme: str) -> None:
    table = f"| {' | '.join(['wide column'] * 9)} |\n|{'--|' * 9}"
    content = f"{table}\n\n    {'code ' * 60}\n\n{'x' * 300}"
    code = new_task(site, "A title that is long enough to need two lines on a phone, or even three", content)
    site.agent(
        "set_state",
        short_code=code,
        branch="feature/" + "long-" * 20,
        pr_url="https://example.com/" + "x" * 90,
    )
    site.agent("append_note", short_code=code, text="y" * 300)
    signed_in.set_viewport_size({"width": 360, "height": 740})
    signed_in.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    opened(site, signed_in, code)
    assert no_wider_than_the_screen(signed_in)
    for form in ("Set the state", "Set the parent", "Link an item", "Cancel the work"):
        signed_in.click(f"summary:text-is('{form}')")
        assert no_wider_than_the_screen(signed_in), form
    opened(site, signed_in, code, "edit/")
    assert no_wider_than_the_screen(signed_in)
