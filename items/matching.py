"""Texts that differ from a wanted one only in whitespace (edit_item)."""

from __future__ import annotations

import re
from array import array
from dataclasses import dataclass

_RUN = re.compile(r"[ \t\r\n]+")


@dataclass(frozen=True, slots=True)
class Near:
    """How often such a text is there, and the first one exactly."""

    count: int
    first: str


def near(content: str, wanted: str) -> Near | None:
    """Compare with each run of spaces, tabs and line breaks as one space. Linear in the sizes of both."""
    flat, offsets = _flattened(content)
    needle = _RUN.sub(" ", wanted)
    start = flat.find(needle)
    if start < 0:
        return None
    return Near(flat.count(needle), content[offsets[start] : offsets[start + len(needle)]])


def _flattened(content: str) -> tuple[str, array[int]]:
    """The content with each run as one space, and where each of its characters (and its end) was."""
    parts: list[str] = []
    offsets = array("L")
    end = 0
    for run in _RUN.finditer(content):
        parts += [content[end : run.start()], " "]
        offsets.extend(range(end, run.start() + 1))
        end = run.end()
    parts.append(content[end:])
    offsets.extend(range(end, len(content) + 1))
    return "".join(parts), offsets
