"""Real servers for the bench: one uvicorn process each, on a free loopback port, stopped by its id."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Running:
    """A server that answers."""

    port: int
    pid: int

    def cpu_seconds(self) -> float:
        """User and system time that the process has used."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS


@contextmanager
def serving(application: str, environment: dict[str, str]) -> Iterator[Running]:
    """A uvicorn process with one worker; ended when the block ends."""
    port = free_port()
    command = [sys.executable, "-m", "uvicorn", application, "--port", str(port), "--log-level", "error"]
    process = subprocess.Popen(
        [*command, "--no-access-log"], cwd=ROOT, env={**os.environ, **environment}, stderr=subprocess.DEVNULL
    )
    try:
        _await_port(port, process)
        yield Running(port, process.pid)
    finally:
        process.terminate()
        process.wait(20)


def manage(environment: dict[str, str], *arguments: str) -> str:
    """Run a command of manage.py; its standard output."""
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def free_port() -> int:
    """A port of the loopback address that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _await_port(port: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise SystemExit(f"The server ended with {process.returncode} before it answered.")
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise SystemExit("The server did not answer within 60 seconds.")
