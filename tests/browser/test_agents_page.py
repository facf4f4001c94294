"""A person makes a key on /agents/, connects a client with it, and ends it; and their own page."""

from __future__ import annotations

import http.client
import json
import shlex
from typing import Any, Literal
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page

from bench.callers import HANDSHAKE
from tests.browser.conftest import Site

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


def make_key(page: Page, agent: str) -> Locator:
    """Make a key with a double press; the panel that shows it."""
    page.fill("#agent", agent)
    page.get_by_role("button", name="Make the key").dblclick()
    panel = page.locator(".made", has_text=agent)
    panel.wait_for()
    return panel


def row_of(page: Page, agent: str) -> Locator:
    return page.locator(".credential", has_text=agent)


def revoke(page: Page, agent: str) -> None:
    """Revoke the agent's key and confirm."""
    row_of(page, agent).get_by_role("button", name="Revoke").click()
    page.get_by_role("button", name="Revoke the key").click()
    page.locator("#said", has_text=agent).wait_for()
    row_of(page, agent).wait_for(state="detached")


def copied(page: Page, button: str) -> str:
    """What a copy button leaves in the clipboard."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name=button).click()
    page.locator("#announcer", has_text="copied").wait_for(state="attached")
    text: str = page.evaluate("navigator.clipboard.readText()")
    return text


def whoami(site: Site, headers: dict[str, str], path: str = "/mcp") -> tuple[int, dict[str, Any]]:
    """Status and body of a tool call as a client makes it that is configured so."""
    connection = http.client.HTTPConnection("127.0.0.1", site.server.port)
    params = {"name": "whoami", "arguments": {}}
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
    about = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    connection.request("POST", path, body, {**about, "MCP-Protocol-Version": HANDSHAKE, **headers})
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    return answer.status, json.loads(text)


@pytest.mark.rule("agent_keys.10")
def test_a_copied_configuration_connects_until_the_key_is_revoked(site: Site, signed_in: Page) -> None:
    signed_in.goto(f"{site.url}/agents/")
    panel = make_key(signed_in, "claude")
    assert signed_in.locator(".made").count() == 1  # of two presses
    assert panel.get_by_role("heading", level=2).evaluate("heading => heading === document.activeElement")
    server = json.loads(copied(signed_in, "Copy the configuration for Other clients over HTTP"))
    configured = server["mcpServers"]["kairos"]
    path = urlsplit(configured["url"]).path  # the port of the test is not that of the public address
    status, body = whoami(site, configured["headers"], path)
    assert (status, "- agent: claude" in body["result"]["content"][0]["text"]) == (200, True)
    revoke(signed_in, "claude")
    assert whoami(site, configured["headers"], path)[0] == 401
    panel.wait_for(state="detached")


def test_the_command_for_claude_code_has_the_address_and_the_key(site: Site, signed_in: Page) -> None:
    signed_in.goto(f"{site.url}/agents/")
    panel = make_key(signed_in, "coder")
    key = panel.locator("code").first.inner_text()
    command = shlex.split(copied(signed_in, "Copy the configuration for Claude Code"))
    assert command[:6] == ["claude", "mcp", "add", "--transport", "http", "kairos"]
    assert urlsplit(command[6]).path == "/mcp"
    assert command[7:] == ["--header", f"Authorization: Bearer {key}"]
    signed_in.reload()
    assert key not in signed_in.content()
    revoke(signed_in, "coder")


def test_a_rotation_leaves_the_new_key_alone_on_the_page(site: Site, signed_in: Page) -> None:
    signed_in.goto(f"{site.url}/agents/")
    old = make_key(signed_in, "turner").locator("code").first.inner_text()
    row_of(signed_in, "turner").get_by_role("button", name="Rotate").click()
    signed_in.get_by_role("button", name="Rotate the key").click()
    signed_in.locator(".made", has_text="The old key has ended").wait_for()
    signed_in.locator(".made", has_text=old).wait_for(state="detached")
    new = signed_in.locator(".made code").first.inner_text()
    statuses = [whoami(site, {"Authorization": f"Bearer {key}"})[0] for key in (old, new)]
    assert statuses == [401, 200]
    revoke(signed_in, "turner")


def test_a_refused_field_is_marked_and_has_the_focus(site: Site, signed_in: Page) -> None:
    signed_in.goto(f"{site.url}/agents/")
    signed_in.fill("#agent", "hub")
    signed_in.press("#agent", "Enter")
    signed_in.get_by_role("alert").get_by_text('The name "hub" is reserved.').wait_for()
    field = signed_in.locator("#agent")
    assert field.get_attribute("aria-invalid") == "true"
    assert field.evaluate("field => field === document.activeElement")
    make_key(signed_in, "hubert")
    assert signed_in.get_by_role("alert").count() == 0
    revoke(signed_in, "hubert")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 360])
def test_a_shown_key_and_a_confirmation_have_no_violation(
    site: Site, signed_in: Page, width: int, scheme: Literal["light", "dark"]
) -> None:
    agent = f"seen-{scheme}-{width}"
    signed_in.set_viewport_size({"width": width, "height": 740})
    signed_in.emulate_media(color_scheme=scheme)
    signed_in.goto(f"{site.url}/agents/")
    make_key(signed_in, agent)
    signed_in.check("[name=rights][value=some]")
    assert broken(signed_in) == []
    assert signed_in.evaluate("document.documentElement.scrollWidth") == width
    row_of(signed_in, agent).get_by_role("button", name="Revoke").click()
    assert broken(signed_in) == []
    signed_in.keyboard.press("Escape")
    revoke(signed_in, agent)


def broken(page: Page) -> list[str]:
    """The rules that axe finds broken, with the elements."""
    found = Axe().run(page).response["violations"]
    return [f"{rule['id']}: {node['html'][:200]}" for rule in found for node in rule["nodes"]]


def test_a_token_is_made_and_revoked(site: Site, signed_in: Page) -> None:
    signed_in.goto(f"{site.url}/account/")
    signed_in.get_by_text("New token").click()
    signed_in.fill("#label", "Nightly report")
    signed_in.fill("#password", "wrong horse battery")
    signed_in.get_by_role("button", name="Make a token").click()
    signed_in.get_by_role("alert").get_by_text("The password is wrong.").wait_for()
    signed_in.fill("#password", site.password)
    signed_in.get_by_role("button", name="Make a token").dblclick()
    token = signed_in.locator(".made code").first.inner_text()
    assert signed_in.locator(".made").count() == 1
    assert broken(signed_in) == []
    assert tokens(site, token) == 200
    row_of(signed_in, "Nightly report").get_by_role("button", name="Revoke").click()
    signed_in.get_by_role("button", name="Revoke the token").click()
    row_of(signed_in, "Nightly report").wait_for(state="detached")
    assert tokens(site, token) == 401


def tokens(site: Site, token: str) -> int:
    """The status of a request with a token."""
    connection = http.client.HTTPConnection("127.0.0.1", site.server.port)
    connection.request("GET", "/api/auth/tokens", headers={"Authorization": f"Bearer {token}"})
    status = connection.getresponse().status
    connection.close()
    return status


def test_the_zone_of_the_browser_is_shown_until_one_is_chosen(site: Site, signed_in: Page) -> None:
    state = signed_in.context.storage_state()
    browser = signed_in.context.browser
    assert browser is not None
    context = browser.new_context(storage_state=state, timezone_id="Asia/Tokyo")
    page = context.new_page()
    page.goto(f"{site.url}/account/")
    page.reload()  # the first visit told the server
    assert "in Asia/Tokyo." in page.locator("#zone-help").inner_text()
    assert page.locator("#time_zone option:checked").inner_text() == "The browser's: Asia/Tokyo"
    save(page, zone="Europe/Berlin", keys=False)
    assert "in Europe/Berlin." in page.locator("#zone-help").inner_text()
    assert page.evaluate("document.body.dataset.keys") == "off"
    save(page, zone="", keys=True)
    assert page.evaluate("document.body.dataset.keys") is None
    context.close()


def save(page: Page, *, zone: str, keys: bool) -> None:
    page.select_option("#time_zone", zone)
    page.set_checked("[name=keys_enabled][type=checkbox]", keys)
    with page.expect_navigation():
        page.get_by_role("button", name="Save").click()


def test_a_typed_password_can_be_looked_at(site: Site, signed_in: Page) -> None:
    signed_in.goto(f"{site.url}/account/")
    signed_in.fill("#new_password", "a long password")
    switch = signed_in.get_by_label("Show what I type")
    types = []
    for shown in (False, True, False):
        switch.set_checked(shown)
        types.append(signed_in.get_attribute("#new_password", "type"))
    assert types == ["password", "text", "password"]
