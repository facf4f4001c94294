"""Typed access to the values of a front matter, of which any may have any shape."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import TypeVar

from items.imports.front_matter import Misfit, shown
from items.imports.records import MAX_NAME_CHARACTERS, Note

_NOTHING = frozenset({"", "~", "null"})
_FLAGS = {"true": True, "yes": True, "false": False, "no": False}

T = TypeVar("T")


def _unstorable(text: str) -> bool:
    # YAML escapes can write what no database column takes: NUL and lone surrogates.
    return "\0" in text or any("\ud800" <= character <= "\udfff" for character in text)


def _scalars(value: object) -> Iterator[str]:
    # An unquoted wikilink `[[X]]` is a list in a list to YAML, a placeholder `{x}` a mapping, shown as such.
    if isinstance(value, list):
        for part in value:
            yield from _scalars(part)
    else:
        yield value if isinstance(value, str) else shown(value)


def _unlinked(text: str) -> str:
    is_wikilink = text.startswith("[[") and text.endswith("]]")
    return text[2:-2].partition("|")[0].strip() if is_wikilink else text


def flag(text: str) -> bool:
    return _FLAGS[text.lower()]


def instant(text: str) -> datetime:
    """A time in UTC; one without an offset is taken as UTC."""
    written = datetime.fromisoformat(text)
    return written.astimezone(UTC) if written.tzinfo else written.replace(tzinfo=UTC)


def day(text: str) -> date:
    """The date of a date or of a time, as written."""
    return datetime.fromisoformat(text).date()


@dataclass(frozen=True, slots=True)
class Fields:
    """The fields of one file. An unusable one is a Misfit when required, else left out with a note."""

    source_path: str
    values: Mapping[str, object]
    notes: list[Note] = field(default_factory=list)

    def note(self, message: str) -> None:
        self.notes.append(Note(self.source_path, message))

    def required(self, name: str) -> str:
        value = self.values.get(name, "")
        if not isinstance(value, str):
            raise Misfit(f"The field `{name}` is not text: {shown(value)}.")
        if not value.strip():
            raise Misfit(f"The field `{name}` is missing.")
        if _unstorable(value):
            raise Misfit(f"The field `{name}` has a character that cannot be stored: {shown(value)}.")
        return value

    def optional(self, name: str, parse: Callable[[str], T]) -> T | None:
        """What `parse` makes of the text, which refuses with ValueError, KeyError or OverflowError."""
        value = self.values.get(name, "")
        if isinstance(value, str) and value.strip().lower() in _NOTHING:
            return None
        try:
            if isinstance(value, str) and len(value) <= MAX_NAME_CHARACTERS and not _unstorable(value):
                return parse(value.strip())
        except (ValueError, KeyError, OverflowError):
            pass
        self.note(f"The field `{name}` is left out, because its value is unusable: {shown(value)}.")
        return None

    def words(self, name: str) -> tuple[str, ...]:
        """The texts of a list, however it is nested, or of a single value."""
        return tuple(word.strip() for word in _scalars(self.values.get(name, "")))

    def references(self, name: str) -> tuple[str, ...]:
        """Ids in the forms that people write: one, a list, between commas, as wikilinks. Each once."""
        ids = (_unlinked(part.strip()) for word in self.words(name) for part in word.split(","))
        return tuple(dict.fromkeys(found for found in ids if found.lower() not in _NOTHING))

    def reference(self, name: str) -> str | None:
        first, *others = self.references(name) or (None,)
        if others:
            self.note(f"The field `{name}` names {len(others) + 1} items, of which only the first is kept.")
        return first
