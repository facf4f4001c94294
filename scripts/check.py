"""Everything that CI checks, in one go: each step with its name and time, the tests last."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from scripts import engines, test

PROGRAMS = Path(sys.executable).parent
MANAGE = (sys.executable, "manage.py")


def steps() -> dict[str, tuple[str | Path, ...]]:
    """Name -> command of each static check."""
    templates = sorted(Path("templates").rglob("*.html"))
    return {
        "format": (PROGRAMS / "ruff", "format", "--check", "."),
        "lint": (PROGRAMS / "ruff", "check", "."),
        "types": (PROGRAMS / "mypy",),
        "layers": (PROGRAMS / "lint-imports",),
        "templates": (PROGRAMS / "djade", "--check", "--target-version", "5.2", *templates),
        "migrations": (*MANAGE, "makemigrations", "--check", "--dry-run"),
        "reference": (*MANAGE, "docs", "--check"),
    }


def passes(name: str, command: tuple[str | Path, ...], environment: Mapping[str, str]) -> bool:
    """Run one step and print how it went."""
    print(f"== {name}", flush=True)
    started = time.monotonic()
    ok = subprocess.run(command, env=environment, check=False).returncode == 0
    print(f"== {name}: {'ok' if ok else 'FAILED'} in {time.monotonic() - started:.0f} s", flush=True)
    return ok


def main() -> int:
    """Run all static steps; the tests follow only when those passed, since they take longest."""
    with tempfile.TemporaryDirectory(prefix="kairos-check-") as folder:
        environment = engines.on_sqlite(folder)
        failed = [name for name, command in steps().items() if not passes(name, command, environment)]
    if failed:
        print("The tests were not run. Failed:", ", ".join(failed))
        return 1
    return test.main([])


if __name__ == "__main__":
    sys.exit(main())
