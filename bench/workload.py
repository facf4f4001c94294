"""What the bench calls: a board of 50 cards, one of 1,000, and tasks that move back and forth."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

from bench.callers import HANDSHAKE, Arguments, call
from bench.servers import Running, manage

# Queries inside `run`, as tests/items hold them at most: what the bare tool makes as reads.
QUERIES = {"get_item": 7, "board_items": 4, "create_item": 14, "transition_item": 13}


@dataclass(frozen=True, slots=True)
class Case:
    """One row of the table. `arguments(caller, turn)` makes the arguments of a call."""

    name: str
    tool: str
    arguments: Arguments
    queries: int
    writes: bool = False


@dataclass(frozen=True, slots=True)
class Workload:
    """A key, and the items that were made for it."""

    key: str
    item: str
    movers: tuple[str, ...]

    @classmethod
    def prepare(cls, environment: dict[str, str], server: Running) -> Workload:
        """Bootstrap, make the boards and fill them over MCP."""
        key = json.loads(manage(environment, "bootstrap", "--json").splitlines()[-1])["agent"]["key"]
        connection = http.client.HTTPConnection("127.0.0.1", server.port)

        def run(tool: str, **arguments: Any) -> str:
            result = call(connection, HANDSHAKE, key, tool, arguments)
            if result.get("isError"):
                raise SystemExit(result["content"][0]["text"])
            text: str = result["content"][0]["text"]
            return text

        for slug, prefix, cards in (("small", "SMALL", 50), ("large", "LARGE", 1000)):
            run("create_team", name=slug.capitalize(), slug=slug, code_prefix=prefix)
            for number in range(cards):
                run("create_item", item_type="task", title=f"Card {number}", board=f"{slug}-delivery")
        movers = []
        for number in range(8):
            text = run("create_item", item_type="task", title=f"Mover {number}", board="core-delivery")
            code = text.split()[2].rstrip(":")
            run("transition_item", short_code=code, to_column="Todo")
            movers.append(code)
        run("append_note", short_code=movers[0], text="A note.")
        return cls(key, movers[0], tuple(movers))

    def cases(self) -> Iterator[Case]:
        """The calls that are measured."""
        yield Case("get_item", "get_item", self._one_item, QUERIES["get_item"])
        for slug, cards in (("small", 50), ("large", 1000)):
            yield Case(f"board_items ({cards})", "board_items", _board(slug), QUERIES["board_items"])
        yield Case("create_item", "create_item", _new_task, QUERIES["create_item"], writes=True)
        yield Case(
            "transition_item", "transition_item", self._back_and_forth(), QUERIES["transition_item"], True
        )

    def _one_item(self, caller: int, turn: int) -> dict[str, Any]:
        return {"short_code": self.item}

    def _back_and_forth(self) -> Arguments:
        turns = [count() for _ in self.movers]

        def arguments(caller: int, turn: int) -> dict[str, Any]:
            column = ("Blocked", "Todo")[next(turns[caller]) % 2]
            return {"short_code": self.movers[caller], "to_column": column}

        return arguments


def _board(slug: str) -> Arguments:
    def arguments(caller: int, turn: int) -> dict[str, Any]:
        return {"board": f"{slug}-delivery"}

    return arguments


def _new_task(caller: int, turn: int) -> dict[str, Any]:
    return {"item_type": "task", "title": f"By {caller}", "board": "core-delivery"}
