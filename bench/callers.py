"""Callers of an MCP server: threads with one connection each, exact JSON-RPC in both eras."""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bench.servers import Running

HANDSHAKE, MODERN = "2025-11-25", "2026-07-28"
_META = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientInfo": {"name": "bench", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}
Arguments = Callable[[int, int], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Measured:
    """A run of calls: milliseconds per call, CPU milliseconds of the server per call, failures."""

    calls: int
    median_ms: float
    p99_ms: float
    cpu_ms: float
    failures: int


def call(
    connection: http.client.HTTPConnection, era: str, key: str, tool: str, arguments: dict[str, Any]
) -> dict[str, Any]:
    """One `tools/call`; the result object, an error included."""
    params: dict[str, Any] = {"name": tool, "arguments": arguments}
    headers = {
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
        "Authorization": f"Bearer {key}",
        "MCP-Protocol-Version": era,
    }
    if era == MODERN:
        params["_meta"] = _META
        headers |= {"Mcp-Method": "tools/call", "Mcp-Name": tool}
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
    connection.request("POST", "/mcp", body, headers)
    answer: dict[str, Any] = json.loads(connection.getresponse().read())
    return answer.get("result") or {"isError": True, "content": [{"text": json.dumps(answer)}]}


def measure(
    server: Running, era: str, key: str, tool: str, arguments: Arguments, *, callers: int, calls: int
) -> Measured:
    """Run `calls` calls from each caller at once, after a few to warm up."""
    times: list[float] = []
    failures: list[str] = []
    barrier = threading.Barrier(callers + 1)

    def work(caller: int) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", server.port)
        for turn in range(-3, calls):
            if turn == 0:
                barrier.wait()
            started = time.perf_counter()
            result = call(connection, era, key, tool, arguments(caller, turn))
            if turn >= 0:
                times.append(time.perf_counter() - started)
            if result.get("isError"):
                failures.append(result["content"][0]["text"])
        connection.close()

    threads = [threading.Thread(target=work, args=[number]) for number in range(callers)]
    for thread in threads:
        thread.start()
    barrier.wait()
    before = server.cpu_seconds()
    for thread in threads:
        thread.join()
    cpu = server.cpu_seconds() - before
    if failures:
        print(f"  failed: {failures[0][:300]}")
    return _summary(times, cpu, len(failures))


def _summary(times: list[float], cpu: float, failures: int) -> Measured:
    ordered = sorted(times)
    return Measured(
        calls=len(ordered),
        median_ms=1000 * ordered[len(ordered) // 2],
        p99_ms=1000 * ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))],
        cpu_ms=1000 * cpu / len(ordered),
        failures=failures,
    )
