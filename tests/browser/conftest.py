"""A fresh install served by Daphne on SQLite, an agent that calls it, and a browser that looks at it."""

from __future__ import annotations

import http.client
import json
import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, StorageState, ViewportSize, sync_playwright

from bench.callers import MODERN, call
from bench.servers import Running, manage, serving
from scripts.engines import chromium

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
VIEWPORT: ViewportSize = {"width": 1280, "height": 800}


@dataclass(frozen=True)
class Site:
    """A running install: its address, its admin's password, its first agent's key."""

    server: Running
    password: str
    key: str
    environment: dict[str, str]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.port}"

    def agent(self, tool: str, **arguments: Any) -> str:
        """What the agent is answered."""
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port)
        result = call(connection, MODERN, self.key, tool, arguments)
        connection.close()
        text: str = result["content"][0]["text"]
        assert not result.get("isError"), text
        return text


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    """An install of its own for the browser tests of this process; they do not share the test database."""
    with tempfile.TemporaryDirectory(prefix="kairos-browser-") as folder:
        environment = {
            "KAIROS_DATA_DIR": folder,
            "DATABASE_URL": os.environ.get("BROWSER_DATABASE_URL", ""),
            "REDIS_URL": "",
            "KAIROS_LOG_LEVEL": "warning",
        }
        manage(environment, "migrate", "-v0")
        manage(environment, "collectstatic", "--noinput", "-v0")
        made = json.loads(manage(environment, "bootstrap", "--json").splitlines()[-1])
        with serving("hub.asgi:application", environment) as server:
            yield Site(server, made["admin"]["password"], made["agent"]["key"], environment)


# Not for the whole session: while Playwright is open its event loop runs in the thread of the tests.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One Chromium for the tests of a file; each page has a context of its own."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def kept_session(site: Site, browser: Browser) -> StorageState:
    """The cookies of the admin's sign-in, made once: a password takes its time to check."""
    context = browser.new_context()
    sign_in(context.new_page(), site)
    state = context.storage_state()
    context.close()
    return state


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page that nobody is signed in on; a script error fails the test."""
    yield from _watched(browser.new_context(viewport=VIEWPORT))


@pytest.fixture
def signed_in(browser: Browser, kept_session: StorageState) -> Iterator[Page]:
    """A page with the admin signed in on it. The session is shared: sign_in makes one that may end."""
    yield from _watched(browser.new_context(viewport=VIEWPORT, storage_state=kept_session))


def sign_in(page: Page, site: Site, name: str = "admin", password: str = "") -> None:
    """Sign a person in (the admin unless said), in a session of their own."""
    page.goto(f"{site.url}/sign-in/")
    page.fill("[name=user_name]", name)
    page.fill("[name=password]", password or site.password)
    page.press("[name=password]", "Enter")
    page.wait_for_url("**/boards/")


def _watched(context: BrowserContext) -> Iterator[Page]:
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield page
    context.close()
    assert faults == []
