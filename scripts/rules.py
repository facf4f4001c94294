"""Which numbered rules of the specification the tests show.

    python -m scripts.rules [--only TOPIC ...]

A test names its rules: `@pytest.mark.rule("create_item.01", "create_item.02")`, on the function or
as `marks=` of a parameter. Marks are read from the source, so that nothing has to run. A mark
that names no rule ends with status 1.
"""

from __future__ import annotations

import argparse
import ast
import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

RULES = Path("tests/contract/rules")
TESTS = Path("tests")


@dataclass(frozen=True)
class Mark:
    """One argument of a `rule` mark; `rule` is None when it is not a plain string."""

    rule: str | None
    place: str


def topics(folder: Path) -> dict[str, list[str]]:
    """Topic (a tool's name, or a cross-cutting one) -> ids of its rules, in the order of the files."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(folder.glob("*.json")):
        for rule in json.loads(path.read_text()):
            found[rule["tool"]].append(rule["id"])
    return dict(found)


def marks_in(path: Path) -> Iterator[Mark]:
    """The rule marks of one file, wherever they stand."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
            for argument in node.args:
                literal = argument.value if isinstance(argument, ast.Constant) else None
                yield Mark(literal if isinstance(literal, str) else None, f"{path}:{argument.lineno}")


def marks(folder: Path) -> list[Mark]:
    """The rule marks of all tests."""
    return [mark for path in sorted(folder.rglob("*.py")) for mark in marks_in(path)]


def report(rules: dict[str, list[str]], shown: set[str]) -> Iterator[str]:
    """One line per topic, the ids that no test shows under it, and the total."""
    for topic, ids in rules.items():
        absent = [rule for rule in ids if rule not in shown]
        yield f"{topic}: {len(ids) - len(absent)}/{len(ids)}"
        if absent:
            yield "    " + " ".join(absent)
    everything = [rule for ids in rules.values() for rule in ids]
    yield f"total: {sum(rule in shown for rule in everything)}/{len(everything)}"


def unknown(found: Iterable[Mark], rules: dict[str, list[str]]) -> list[str]:
    """One line per mark that names no rule."""
    known = {rule for ids in rules.values() for rule in ids}
    return [
        f"{mark.place}: no rule {mark.rule or 'in plain text'}" for mark in found if mark.rule not in known
    ]


def main() -> int:
    """Print the coverage; 1 when a mark or a topic is not known."""
    parser = argparse.ArgumentParser(prog="rules", description="Which rules the tests show.")
    parser.add_argument("--only", nargs="+", metavar="TOPIC", help="tools or topics to print")
    wanted = parser.parse_args().only
    rules, found = topics(RULES), marks(TESTS)
    problems = unknown(found, rules) + [f"no topic {topic}" for topic in wanted or () if topic not in rules]
    chosen = {topic: ids for topic, ids in rules.items() if wanted is None or topic in wanted}
    print(*report(chosen, {mark.rule for mark in found if mark.rule}), sep="\n")
    print(*problems, sep="\n", end="\n" if problems else "", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
