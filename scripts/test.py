"""Run the suite on each database that answers, then say what ran.

    python -m scripts.test [arguments of pytest]

With REQUIRE_ENGINES=1 it fails unless PostgreSQL, Redis and Chromium are there. The last line
adds up all runs, in the form that CI reads: `N passed, N failed, N skipped`.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit
from xml.etree import ElementTree

from scripts import engines

# Browser tests serve an install of their own, on SQLite whatever the suite runs on: once is enough.
ONCE = ("--ignore=tests/browser",)


@dataclass(frozen=True)
class Counts:
    """Tests by outcome; an error counts as failed."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped)

    def __str__(self) -> str:
        failed = f", {self.failed} failed" if self.failed else ""
        return f"{self.passed} passed{failed}, {self.skipped} skipped"


def counts_of(report: Path, exit_code: int) -> Counts:
    """Read pytest's JUnit report; a run that ended badly or passed no test has at least one failed."""
    if not report.exists():
        return Counts(failed=1)
    suite = next(ElementTree.parse(report).iter("testsuite"))
    total, failures, errors, skipped = (
        int(suite.get(name, 0)) for name in ("tests", "failures", "errors", "skipped")
    )
    passed, failed = total - failures - errors - skipped, failures + errors
    if not failed and (exit_code or not passed):
        failed = 1
    return Counts(passed, failed, skipped)


def run(environment: Mapping[str, str], arguments: list[str]) -> Counts:
    """Run pytest once, on an empty data directory of its own."""
    # In memory where there is such a place: tests commit by the thousand, and none asks for a power cut.
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="kairos-test-", dir=memory) as folder:
        report = Path(folder, "report.xml")
        finished = subprocess.run(
            [sys.executable, "-m", "pytest", "-p", "scripts.skips", f"--junitxml={report}", *arguments],
            env={**engines.on_sqlite(folder), **environment},
            check=False,
        )
        return counts_of(report, finished.returncode)


def runs(absent: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Database -> the environment that chooses it; PostgreSQL goes with Redis when one answers."""
    found: dict[str, dict[str, str]] = {"SQLite": {}}
    if "PostgreSQL" not in absent:
        # A name of its own: two runs at the same time do not drop each other's databases.
        database = urlsplit(engines.DATABASE_URL)._replace(path=f"/kairos_{os.getpid()}").geturl()
        found["PostgreSQL"] = {"DATABASE_URL": database}
        if "Redis" not in absent:
            found["PostgreSQL"]["REDIS_URL"] = engines.REDIS_URL
    return found


def main(arguments: list[str]) -> int:
    """Run on each database; 0 only when every run passed tests and failed none."""
    absent = engines.missing()
    results: dict[str, Counts] = {}
    if absent and os.environ.get("REQUIRE_ENGINES") == "1":
        results["Engines"] = Counts(failed=1)
    else:
        for name, environment in runs(absent).items():
            print("== tests on", name, *map(engines.place, environment.values()), flush=True)
            started = time.monotonic()
            results[name] = run(environment, [*arguments, *ONCE] if results else arguments)
            print(f"== tests on {name}: {time.monotonic() - started:.0f} s", flush=True)
    if len(results) > 1:
        print("The browser tests ran in the first run only.")
    for name, where in absent.items():
        print(f"{name}: not used, {where}")
    for name, counts in results.items():
        print(f"{name}: {counts}")
    total = sum(results.values(), Counts())
    print(f"{total.passed} passed, {total.failed} failed, {total.skipped} skipped")
    return 1 if total.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
