"""Splits a Markdown file with YAML front matter, read without trust, into its values and its body."""

import re
from collections.abc import Mapping
from reprlib import Repr

import yaml

from items.imports.records import MAX_CONTENT_BYTES

MAX_FRONT_MATTER_BYTES = 64 * 1024
MAX_FILE_BYTES = MAX_FRONT_MATTER_BYTES + MAX_CONTENT_BYTES

_FRONT_MATTER = re.compile(r"\A---[ \t]*\r?\n(.*?)^---[ \t]*(?:\r?\n|\Z)", re.DOTALL | re.MULTILINE)
_shortened = Repr()
_shortened.maxstring = 80


class Misfit(Exception):
    """The file becomes no item; the message is the reason, a sentence."""


class _PlainLoader(yaml.BaseLoader):
    """Leaves scalars as written: to `safe_load` a title `1.0` is a number and a bad date a ValueError.

    It constructs nothing but text, lists and mappings. Aliases are refused, so that no value contains itself.
    """

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            raise Misfit("The front matter has a YAML alias, and aliases are not read.")
        return super().compose_node(parent, index)


def shown(value: object) -> str:
    """A foreign value for a message: quoted, on one line, of bounded length."""
    return _shortened.repr(value)


def split(data: bytes) -> tuple[Mapping[str, object], str]:
    """The values and the body of a file. The body starts after the line break of the closing `---` line.

    Nothing is trimmed or translated: a blank line after the front matter and CRLF line ends belong to it.
    """
    if b"\0" in data:
        raise Misfit("The file contains a NUL byte.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Misfit(f"The file is not valid UTF-8: see the byte at offset {error.start}.") from error
    found = _FRONT_MATTER.match(text)
    if found is None:
        raise Misfit("The file does not start with front matter between two lines of `---`.")
    if len(text[: found.end()].encode()) > MAX_FRONT_MATTER_BYTES:
        raise Misfit("The front matter is larger than 64 KiB.")
    body = text[found.end() :]
    if len(body.encode()) > MAX_CONTENT_BYTES:
        raise Misfit("The content is larger than 1 MiB.")
    return _mapping(found[1]), body


def _mapping(front_matter: str) -> Mapping[str, object]:
    try:
        values = _PlainLoader(front_matter).get_single_data()
    except yaml.MarkedYAMLError as error:
        # Marks count from zero, and the front matter starts on the second line of the file.
        line = f" in line {error.problem_mark.line + 2}" if error.problem_mark else ""
        raise Misfit(f"The front matter is not valid YAML: {error.problem}{line}.") from error
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        # A character that YAML forbids, or an escape beyond Unicode, which PyYAML passes to chr().
        raise Misfit(f"The front matter is not valid YAML: {str(error).splitlines()[0]}.") from error
    except RecursionError as error:
        raise Misfit("The front matter is nested too deeply.") from error
    if not isinstance(values, dict):
        raise Misfit("The front matter has no fields.")
    return values
