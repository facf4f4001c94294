"""Two texts side by side, line by line, with the words that differ: what a history or a conflict shows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from pydantic import BaseModel

CONTEXT = 3
# Matching is quadratic in the worst case: what is longer than these is shown as removed and added whole.
_MOST_LINES = 3000
_MOST_PAIRS = 200
_MOST_WORDS = 100
_MOST_SHOWN = 2000
_ALIKE = 0.4
_WORDS = re.compile(r"\w+|\s+|[^\w\s]")


class Part(BaseModel):
    """A piece of a line; `changed` when only this side has it."""

    text: str
    changed: bool = False


class Line(BaseModel):
    """A line of a comparison: `sign` is +, - or a blank; with `skipped` it stands for that many lines."""

    sign: str
    parts: tuple[Part, ...] = ()
    skipped: int = 0


def compare(old: str, new: str) -> tuple[Line, ...]:
    """The lines that differ, with some around them; empty when the texts are the same."""
    before, after = old.split("\n"), new.split("\n")
    lines: list[Line] = []
    opcodes = _opcodes(before, after)
    for place, (tag, *span) in enumerate(opcodes):
        low, high, new_low, new_high = span
        if tag == "equal":
            lines += _alike(before[low:high], leads=place > 0, trails=place < len(opcodes) - 1)
        else:
            lines += _changed(before[low:high], after[new_low:new_high])
    if all(line.sign == " " for line in lines):
        return ()
    return (*lines[:_MOST_SHOWN], *_cut(lines))


def _opcodes(before: list[str], after: list[str]) -> list[tuple[str, int, int, int, int]]:
    """As difflib has them; ends that are the same come off first, so that an edit of a long text is fast."""
    start = _same(before, after)
    end = _same(before[start:][::-1], after[start:][::-1])
    old, new = before[start : len(before) - end], after[start : len(after) - end]
    found: list[tuple[str, int, int, int, int]] = [("equal", 0, start, 0, start)] if start else []
    if max(len(old), len(new)) > _MOST_LINES:
        found.append(("replace", start, start + len(old), start, start + len(new)))
    else:
        matched = SequenceMatcher(None, old, new).get_opcodes()
        found += [(tag, a + start, b + start, c + start, d + start) for tag, a, b, c, d in matched]
    if end:
        found.append(("equal", len(before) - end, len(before), len(after) - end, len(after)))
    return found


def _same(one: Sequence[str], other: Sequence[str]) -> int:
    """How many lines at the start are the same."""
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count


def _alike(lines: list[str], *, leads: bool, trails: bool) -> Iterator[Line]:
    """Lines that are the same: a few beside each change, the others as one count."""
    head = lines[:CONTEXT] if leads else []
    tail = lines[len(head) :][-CONTEXT:] if trails else []
    skipped = len(lines) - len(head) - len(tail)
    yield from (_plain(" ", line) for line in head)
    if skipped:
        yield Line(sign=" ", skipped=skipped)
    yield from (_plain(" ", line) for line in tail)


def _changed(old: list[str], new: list[str]) -> list[Line]:
    """Removed lines, then added ones; where both are as many, a line is compared with its successor."""
    if len(old) == len(new) <= _MOST_PAIRS:
        pairs = [_words(left, right) for left, right in zip(old, new, strict=True)]
        return [*(left for left, _ in pairs), *(right for _, right in pairs)]
    return [*_whole("-", old), *_whole("+", new)]


def _whole(sign: str, lines: list[str]) -> Iterator[Line]:
    shown = lines[: _MOST_SHOWN // 2]
    yield from (_plain(sign, line) for line in shown)
    if len(lines) > len(shown):
        yield Line(sign=sign, skipped=len(lines) - len(shown))


def _words(left: str, right: str) -> tuple[Line, Line]:
    """A line and its successor, with the words that differ marked, unless little is the same."""
    old, new = _WORDS.findall(left), _WORDS.findall(right)
    start = _same(old, new)
    end = _same(old[start:][::-1], new[start:][::-1])
    middle = old[start : len(old) - end], new[start : len(new) - end]
    parts = _matched(*middle)
    kept = start + end + sum(len(part) for tag, part, _ in parts if tag == "equal")
    if 2 * kept < _ALIKE * (len(old) + len(new)):
        return _plain("-", left), _plain("+", right)
    tail = old[len(old) - end :]
    pieces = [("equal", old[:start], old[:start]), *parts, ("equal", tail, tail)]
    removed = tuple(_part(words, tag) for tag, words, _ in pieces if words)
    added = tuple(_part(words, tag) for tag, _, words in pieces if words)
    return Line(sign="-", parts=removed), Line(sign="+", parts=added)


def _matched(old: list[str], new: list[str]) -> list[tuple[str, list[str], list[str]]]:
    """What two runs of words have in common and what not, in their order."""
    if max(len(old), len(new)) > _MOST_WORDS:
        return [("replace", old, new)]
    opcodes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [(tag, old[low:high], new[new_low:new_high]) for tag, low, high, new_low, new_high in opcodes]


def _part(words: list[str], tag: str) -> Part:
    return Part(text="".join(words), changed=tag != "equal")


def _plain(sign: str, text: str) -> Line:
    return Line(sign=sign, parts=(Part(text=text),))


def _cut(lines: list[Line]) -> list[Line]:
    rest = len(lines) - _MOST_SHOWN
    return [Line(sign=" ", skipped=rest)] if rest > 0 else []
