"""Real servers on free ports of loopback, over a database of their own."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

PROGRAMS = {
    "uvicorn": ("uvicorn", "--host", "127.0.0.1", "--port", "{port}", "tests.mcp_bridge.served:application"),
    "daphne": ("daphne", "-b", "127.0.0.1", "-p", "{port}", "tests.mcp_bridge.served:application"),
    "granian": (
        *("granian", "--interface", "asginl", "--host", "127.0.0.1", "--port", "{port}"),
        "tests.mcp_bridge.served:application",
    ),
}


@dataclass(frozen=True)
class Installation:
    """A seeded database: where it is, and the key of each agent."""

    environment: dict[str, str]
    keys: dict[str, str]
    folder: Path

    @contextmanager
    def served(self, program: str = "uvicorn") -> Iterator[Server]:
        """A server process over it."""
        with socket.create_server(("127.0.0.1", 0)) as probe:
            port: int = probe.getsockname()[1]
        log = self.folder / f"{program}-{port}.log"
        command = [part.format(port=port) for part in PROGRAMS[program]]
        with log.open("wb") as output:
            process = subprocess.Popen(
                [sys.executable, "-m", *command], env=self.environment, stdout=output, stderr=output
            )
        try:
            _wait_for(port, process, log)
            yield Server(f"http://127.0.0.1:{port}", log, process.pid)
        finally:
            process.terminate()
            process.wait(timeout=20)


@dataclass(frozen=True)
class Server:
    """A running server."""

    address: str
    log: Path
    pid: int

    @property
    def mcp(self) -> str:
        return f"{self.address}/mcp"


@contextmanager
def installation(folder: Path) -> Iterator[Installation]:
    """A database on the engine of this run, seeded."""
    with ExitStack() as stack:
        database = (
            stack.enter_context(_postgresql()) if _is_postgresql() else f"sqlite:///{folder}/db.sqlite3"
        )
        environment = {**os.environ, "DATABASE_URL": database, "KAIROS_DATA_DIR": str(folder)}
        command = [sys.executable, "-m", "tests.mcp_bridge.seeded"]
        seeded = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert seeded.returncode == 0, seeded.stderr[-3000:]
        yield Installation(environment, json.loads(seeded.stdout.splitlines()[-1]), folder)


def _is_postgresql() -> bool:
    return os.environ.get("DATABASE_URL", "").startswith("postgres")


@contextmanager
def _postgresql() -> Iterator[str]:
    name = f"kairos_mcp_{os.getpid()}"
    parts = urlsplit(os.environ["DATABASE_URL"])
    with psycopg.connect(parts._replace(path="/postgres").geturl(), autocommit=True) as admin:
        admin.execute(f'CREATE DATABASE "{name}"')
        try:
            yield parts._replace(path=f"/{name}").geturl()
        finally:
            admin.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def _wait_for(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + 180
    while time.monotonic() < deadline and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError(f"no server: {log.read_text()[-3000:]}")
