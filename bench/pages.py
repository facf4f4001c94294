"""Pages in the bench: first paint of a long board as a ratio to a short page, and how soon a move is seen."""

from __future__ import annotations

import http.client
import json
import statistics
import tempfile
import time
from typing import Any

from playwright.sync_api import Page, sync_playwright

from bench.callers import MODERN, call
from bench.servers import manage, serving
from scripts.engines import chromium

CARDS = 1000
LOADS = 7
MOVES = 12
PAINT = """new Promise((done) => new PerformanceObserver((list) => {
  for (const { name, startTime } of list.getEntries()) if (name === "first-contentful-paint") done(startTime);
}).observe({ type: "paint", buffered: true }))"""


def main() -> None:
    """Print both figures; without Chromium, that they were not measured."""
    if chromium() is None:
        print("\nPages: not measured, Chromium is not installed.")
        return
    with tempfile.TemporaryDirectory() as folder:
        environment = {"KAIROS_DATA_DIR": folder, "DATABASE_URL": "", "KAIROS_LOG_LEVEL": "warning"}
        manage(environment, "migrate", "-v0")
        manage(environment, "collectstatic", "--noinput", "-v0")
        made = json.loads(manage(environment, "bootstrap", "--json").splitlines()[-1])
        with serving("hub.asgi:application", environment) as server, sync_playwright() as playwright:
            agent = Agent(server.port, made["agent"]["key"])
            agent.fill(CARDS)
            browser = playwright.chromium.launch(
                executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"]
            )
            page = browser.new_page()
            _sign_in(page, f"http://127.0.0.1:{server.port}", made["admin"]["password"])
            _report(page, f"http://127.0.0.1:{server.port}", agent)
            browser.close()


class Agent:
    """Calls tools on one connection."""

    def __init__(self, port: int, key: str) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port)
        self.key = key

    def run(self, tool: str, **arguments: Any) -> str:
        """The answer of a tool; a refusal ends the bench."""
        result = call(self.connection, MODERN, self.key, tool, arguments)
        text: str = result["content"][0]["text"]
        if result.get("isError"):
            raise SystemExit(text)
        return text

    def new_task(self, title: str) -> str:
        """The code of a new task."""
        return (
            self.run("create_item", item_type="task", title=title, board="core-delivery")
            .split()[2]
            .rstrip(":")
        )

    def fill(self, count: int) -> None:
        """Make tasks on the delivery board."""
        for number in range(count):
            self.new_task(f"Card {number}")


def _sign_in(page: Page, address: str, password: str) -> None:
    page.goto(f"{address}/sign-in/")
    page.fill("[name=user_name]", "admin")
    page.fill("[name=password]", password)
    page.press("[name=password]", "Enter")
    page.wait_for_url("**/boards/")


def _report(page: Page, address: str, agent: Agent) -> None:
    short, long = (_first_paint(page, f"{address}{path}") for path in ("/boards/", "/boards/core-delivery/"))
    seen = _move_to_seen(page, agent)
    print(f"\nPages in Chromium, SQLite, a board of {CARDS} cards, median of {LOADS} loads and {MOVES} moves")
    print(
        f"first contentful paint: {long:.0f} ms, {long / short:.1f} times the list of boards ({short:.0f} ms)"
    )
    print(f"a move by an agent is seen {seen:.0f} ms after the call began")


def _first_paint(page: Page, address: str) -> float:
    times = []
    for _ in range(LOADS):
        page.goto(address)
        times.append(float(page.evaluate(PAINT)))
    return statistics.median(times)


def _move_to_seen(page: Page, agent: Agent) -> float:
    page.get_by_text("Live", exact=True).wait_for()
    code, times = agent.new_task("Mover"), []
    agent.run("transition_item", short_code=code, to_column="Todo")
    for turn in range(MOVES):
        column = ("Blocked", "Todo")[turn % 2]
        time.sleep(1.2)  # an open page asks once a second at most: what a burst waits is not measured here
        started = time.monotonic()
        agent.run("transition_item", short_code=code, to_column=column)
        page.wait_for_selector(f'[data-column="{column}"] [data-code="{code}"]', state="attached")
        times.append((time.monotonic() - started) * 1000)
    return statistics.median(times)


if __name__ == "__main__":
    main()
