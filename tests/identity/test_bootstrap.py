"""A fresh install, in processes of its own; and an environment that is malformed."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


def environment(directory: Path, **values: str) -> dict[str, str]:
    """The environment of a process with its own data directory, and nothing of the tests'."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("KAIROS_", "HUB_")) and name not in ("DATABASE_URL", "REDIS_URL")
    }
    return {**kept, "KAIROS_DATA_DIR": str(directory), "KAIROS_LOG_LEVEL": "warning", **values}


def manage(directory: Path, *arguments: str, **values: str) -> subprocess.CompletedProcess[str]:
    """Run manage.py."""
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(
        command, cwd=ROOT, env=environment(directory, **values), capture_output=True, text=True, check=False
    )


def bootstrapped(directory: Path, *arguments: str) -> dict[str, Any]:
    """The one object that `bootstrap --json` prints."""
    done = manage(directory, "bootstrap", "--json", *arguments)
    assert done.returncode == 0, done.stderr
    (line,) = done.stdout.splitlines()
    printed: dict[str, Any] = json.loads(line)
    return printed


def contents(directory: Path) -> str:
    """Every row of the database."""
    with sqlite3.connect(directory / "db.sqlite3") as connection:
        return "\n".join(connection.iterdump())


@pytest.mark.rule("bootstrap.01")
def test_a_second_run_changes_nothing_and_tells_no_secret(tmp_path: Path) -> None:
    assert manage(tmp_path, "migrate", "--verbosity", "0").returncode == 0
    first = bootstrapped(tmp_path)
    assert first == {
        "organization": "acme",
        "url": "http://127.0.0.1:8000",
        "mcp_url": "http://127.0.0.1:8000/mcp",
        "admin": {"user_name": "admin", "password": first["admin"]["password"]},
        "agent": {"id": "first-agent", "key": first["agent"]["key"]},
        "boards": ["strategy", "initiatives", "core-delivery", "core-adrs"],
        "project": "main",
    }
    assert re.fullmatch(r"kairos_sk_acme_[A-Za-z0-9_-]{43}", first["agent"]["key"])
    assert len(first["admin"]["password"]) >= 12
    before = contents(tmp_path)
    assert first["agent"]["key"] not in before
    assert first["admin"]["password"] not in before
    second = bootstrapped(tmp_path)
    assert second == {
        **first,
        "admin": {"user_name": "admin", "password": None},
        "agent": {"id": "first-agent", "key": None},
    }
    assert contents(tmp_path) == before


def read(directory: Path, **values: str) -> subprocess.CompletedProcess[str]:
    """A start of the program, as far as its settings."""
    command = [sys.executable, "-c", "import hub.settings"]
    return subprocess.run(
        command, cwd=ROOT, env=environment(directory, **values), capture_output=True, text=True, check=False
    )


@pytest.mark.rule("bootstrap.02")
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "99999"),
        ("PORT", "eighty"),
        ("KAIROS_PUBLIC_URL", "127.0.0.1:8000"),
        ("KAIROS_PUBLIC_URL", "http://"),
        ("KAIROS_PUBLIC_URL", "http://127.0.0.1:8000/hub"),
        ("KAIROS_BASE_DOMAIN", "https://example.com"),
        ("KAIROS_SINGLE_TENANT", "Acme Inc"),
        ("KAIROS_LOG_LEVEL", "loud"),
        ("KAIROS_DATA_DIR", "/dev/null"),
        ("HUB_TRUST_PROXY", "10.0.0.0/8, proxy"),
    ],
)
def test_a_malformed_value_stops_the_start_with_one_sentence(tmp_path: Path, name: str, value: str) -> None:
    done = read(tmp_path, **{name: value})
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"{name} is malformed: it must be ")
    assert value in line


@pytest.mark.rule("bootstrap.02")
def test_an_unknown_name_is_a_warning(tmp_path: Path) -> None:
    done = read(tmp_path, KAIROS_COLOUR="blue", HUB_COLOUR="red", COLOUR="green")
    assert done.returncode == 0
    assert done.stderr.splitlines() == [
        "Warning: the environment variable HUB_COLOUR is unknown and has no effect.",
        "Warning: the environment variable KAIROS_COLOUR is unknown and has no effect.",
    ]


def test_a_command_stops_as_the_server_does(tmp_path: Path) -> None:
    done = manage(tmp_path, "check", KAIROS_PUBLIC_URL="nowhere")
    assert (done.returncode, len(done.stderr.splitlines())) == (1, 1)
