"""Imports while others write: another process, and two imports at the same time."""

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection

from hub.core import operations
from items.models import ImportedItem, Item, ShortCode
from tests.items.imports.importing import arguments, edges, hub
from tests.items.imports.metis_files import FILES, task, write
from tests.world import World

COUNT = 120


def database_url() -> str:
    """The test database, as another process reaches it."""
    values = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{values['NAME']}"
    account = f"{values['USER']}:{values['PASSWORD']}" if values["PASSWORD"] else values["USER"]
    return f"postgres://{account}@{values['HOST']}:{values['PORT'] or 5432}/{values['NAME']}"


def importing(root: Path) -> subprocess.Popen[str]:
    """The command in a process of its own."""
    words = [
        "import_backlog",
        "--format",
        "metis",
        str(root),
        "--board",
        "web-delivery",
        "--organization",
        "acme",
    ]
    environment = {**os.environ, "DATABASE_URL": database_url(), "KAIROS_LOG_LEVEL": "error"}
    return subprocess.Popen(
        [sys.executable, "manage.py", *words],
        cwd=settings.BASE_DIR,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.race
@pytest.mark.rule("import.03")
def test_a_process_imports_codes_that_another_one_is_issuing(live_world: World, tmp_path: Path) -> None:
    """Kept codes and new codes come from one sequence: each is given once, and nobody fails."""
    files = {f"{number}.md": task(f"WEB-T-{number:04d}") for number in range(1, COUNT + 1)}
    process = importing(write(tmp_path, files))
    made: list[str] = []
    while process.poll() is None:
        made.append(live_world.task(live_world.bob))
    out, err = process.communicate()
    assert process.returncode == 0, err
    kept = set(ImportedItem.objects.values_list("item__code", flat=True))
    assert kept.isdisjoint(made)
    assert len(kept) + out.count("CODE_IN_USE: An item has the code WEB-T-") == COUNT
    assert made
    assert ShortCode.objects.count() == Item.objects.count() == len(kept) + len(made)
    highest = max(int(code.removeprefix("WEB-T-")) for code in kept.union(made))
    assert live_world.task() == f"WEB-T-{highest + 1:04d}"


@pytest.mark.race
@pytest.mark.rule("import.01")
def test_of_two_imports_at_the_same_time_one_finds_everything_there(
    live_world: World, tmp_path: Path
) -> None:
    values = arguments(tmp_path, FILES)
    persona, barrier = hub(), threading.Barrier(2)
    results: list[Any] = []

    def run() -> None:
        try:
            barrier.wait()
            results.append(operations.get("import_items").run(persona.call(), values).result)
        finally:
            connection.close()

    threads = [threading.Thread(target=run) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    created = sorted(sum(counts.created for counts in result.items.values()) for result in results)
    assert created == [0, 6]
    assert Item.objects.count() == ImportedItem.objects.count() == 6
    assert len(edges()) == 4
