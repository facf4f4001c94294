"""make bench: CPU per call of the product, as a ratio to a bare server of the same SDK, in one run.

The bare tool makes as many primary-key reads as the operation makes queries, in one hop; for a
write in one transaction. Absolute figures are of this machine; only ratios mean something.
`BENCH_TOOLS="get_item board_items"` measures those alone; `BENCH_CALLS` says how many calls.
"""

from __future__ import annotations

import os
import tempfile
from contextlib import ExitStack

from bench import pages
from bench.callers import HANDSHAKE, MODERN, measure
from bench.servers import Running, manage, serving
from bench.workload import Case, Workload

ENGINES = {"SQLite": "", "PostgreSQL": os.environ.get("BENCH_DATABASE_URL", "")}
CALLS = int(os.environ.get("BENCH_CALLS", "120"))
TOOLS = os.environ.get("BENCH_TOOLS", "").split()


def main() -> None:
    """Print one table per engine, and the figures of the pages."""
    for engine, url in ENGINES.items():
        if engine == "SQLite" or url:
            _engine(engine, url)
    if not TOOLS:
        pages.main()


def _engine(engine: str, url: str) -> None:
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        environment = {"KAIROS_DATA_DIR": folder, "DATABASE_URL": url, "KAIROS_LOG_LEVEL": "warning"}
        manage(environment, "migrate", "-v0")
        product = stack.enter_context(serving("hub.asgi:application", environment))
        bare = stack.enter_context(serving("bench.bare:application", environment))
        workload = Workload.prepare(environment, product)
        print(
            f"\n{engine}, {CALLS} calls a caller; CPU ms per call; ratio = product / bare with as many reads"
        )
        print(
            f"{'tool':<24}{'era':<12}{'callers':>8}{'median':>9}{'p99':>9}{'CPU':>8}{'bare':>8}{'ratio':>7}{'failed':>8}"
        )
        for case in workload.cases():
            if TOOLS and case.tool not in TOOLS:
                continue
            for era in (HANDSHAKE, MODERN):
                for callers in (1, 8):
                    _row(workload, case, era, callers, product, bare)


def _row(workload: Workload, case: Case, era: str, callers: int, product: Running, bare: Running) -> None:
    calls = max(20, CALLS // callers)
    mine = measure(product, era, workload.key, case.tool, case.arguments, callers=callers, calls=calls)
    name = "writes" if case.writes else "reads"
    theirs = measure(
        bare, era, workload.key, name, lambda caller, turn: {"n": case.queries}, callers=callers, calls=calls
    )
    print(
        f"{case.name:<24}{era:<12}{callers:>8}{mine.median_ms:>9.1f}{mine.p99_ms:>9.1f}{mine.cpu_ms:>8.2f}"
        f"{theirs.cpu_ms:>8.2f}{mine.cpu_ms / theirs.cpu_ms:>7.2f}{mine.failures:>8}"
    )


if __name__ == "__main__":
    main()
