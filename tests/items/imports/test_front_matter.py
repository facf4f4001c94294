"""Where the front matter ends and the body starts."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from items.imports.fields import Fields
from items.imports.front_matter import Misfit, split


@pytest.mark.parametrize(
    ("data", "body"),
    [
        (b"---\na: b\n---\n\n\ntext", "\n\ntext"),
        (b"---\na: b\n---\n", ""),
        (b"---\na: b\n---", ""),
        (b"---  \r\na: b\r\n---\t\r\n\r\ntext\r\n", "\r\ntext\r\n"),
        (b"\xef\xbb\xbf---\na: b\n---\n\xef\xbb\xbftext", "\ufefftext"),
        (b"---\na: b\n---\n---\n---\n", "---\n---\n"),
        (b"---\na: b\n---\n lone \r and \x0b stay \n\n", " lone \r and \x0b stay \n\n"),
    ],
)
def test_the_body_is_every_byte_after_the_line_that_closes_the_front_matter(data: bytes, body: str) -> None:
    assert split(data) == ({"a": "b"}, body)


@pytest.mark.parametrize("written", ["1.10", "on", "2025-13-45", "0123", "1:30", "Null", "0x1F"])
def test_scalars_stay_as_they_are_written(written: str) -> None:
    assert split(f"---\ntitle: {written}\n---\n".encode()) == ({"title": written}, "")


@given(st.one_of(st.binary(), st.text().map(lambda text: f"---\n{text}\n---\n{text}".encode())))
def test_any_bytes_are_split_or_a_misfit_and_any_value_is_readable(data: bytes) -> None:
    with suppress(Misfit):
        values, body = split(data)
        assert data.endswith(body.encode())
        fields = Fields("x.md", values)
        for name in values:
            fields.optional(name, str)
            fields.reference(name)
            assert all(isinstance(word, str) for word in fields.words(name))
