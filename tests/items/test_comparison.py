"""Two texts compared: the lines and words that differ."""

from __future__ import annotations

import time

import pytest

from items.comparison import compare


def told(old: str, new: str) -> list[str]:
    """The comparison, a line each: its sign, and changed words in brackets."""
    return [
        f"... {line.skipped}"
        if line.skipped
        else line.sign + "".join(f"[{part.text}]" if part.changed else part.text for part in line.parts)
        for line in compare(old, new)
    ]


@pytest.mark.parametrize(
    ("old", "new", "lines"),
    [
        ("", "", []),
        ("a\nb", "a\nb", []),
        ("", "a", ["-", "+a"]),
        ("a\nb\nc", "a\nc", [" a", "-b", " c"]),
        ("a\nc", "a\nb\nc", [" a", "+b", " c"]),
        ("the old text", "the new text", ["-the [old] text", "+the [new] text"]),
        ("one two", "three four", ["-one two", "+three four"]),
        ("a\nb", "c\nd\ne", ["-a", "-b", "+c", "+d", "+e"]),
        ("a\n", "a", [" a", "-"]),
        ("<b> x", "<i> x", ["-<[b]> x", "+<[i]> x"]),
    ],
)
def test_lines_and_words(old: str, new: str, lines: list[str]) -> None:
    assert told(old, new) == lines


def test_what_is_alike_far_from_a_change_is_a_count() -> None:
    lines = [str(number) for number in range(30)]
    changed = [*lines[:10], "ten", *lines[11:20], "twenty", *lines[21:]]
    assert told("\n".join(lines), "\n".join(changed)) == [
        *("... 7", " 7", " 8", " 9", "-10", "+ten", " 11", " 12", " 13"),
        *("... 3", " 17", " 18", " 19", "-20", "+twenty", " 21", " 22", " 23", "... 6"),
    ]


def test_both_sides_are_complete_when_nothing_is_left_out() -> None:
    old, new = "a\nb b\nc\n\nd", "a\nb c\n\nd\ne"
    lines = compare(old, new)
    for sign, text in (("-", old), ("+", new)):
        kept = [line for line in lines if line.sign in (sign, " ")]
        assert "\n".join("".join(part.text for part in line.parts) for line in kept) == text


def test_words_are_compared_in_so_many_lines_only() -> None:
    def marked(lines: int) -> int:
        found = compare("\n".join(["the old text"] * lines), "\n".join(["the new text"] * lines))
        return sum(any(part.changed for part in line.parts) for line in found)

    assert (marked(200), marked(201)) == (400, 0)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("\n".join(str(n) for n in range(100_000)), "\n".join(str(n) for n in range(100_000, 0, -1))),
        ("\n".join(str(n % 100) for n in range(3000)), "\n".join(str(n % 101) for n in range(3000))),
        ("a " * 500_000, "b " * 500_000),
        ("\n".join("ab cd " * 100 for _ in range(1500)), "\n".join("ab cx " * 100 for _ in range(1500))),
        ("\n".join("ab cd " * 24 for _ in range(200)), "\n".join("ab cx " * 24 for _ in range(200))),
    ],
    ids=["long", "repeated", "one line", "many words", "many pairs"],
)
def test_no_text_keeps_a_page_waiting(old: str, new: str) -> None:
    began = time.monotonic()
    assert len(compare(old, new)) <= 2001
    assert time.monotonic() - began < 5
