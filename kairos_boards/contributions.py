"""What the answers about structure say of items; the apps above fill it, one query each."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from uuid import UUID

from pydantic import BaseModel

from hub.core.calls import Call
from hub.core.contributions import Hook


class Section(BaseModel):
    """A section of `whoami`: its heading, and one line per row."""

    title: str
    lines: tuple[str, ...] = ()


# (call, ids of the caller's teams) -> a section that follows the teams.
whoami_sections = Hook[[Call, Sequence[UUID]], Section]("whoami_sections")

# (call, column ids) -> the count of live items of each column that has any.
column_counts = Hook[[Call, Collection[UUID]], Mapping[UUID, int]]("column_counts")


def counts_of(call: Call, columns: Collection[UUID]) -> dict[UUID, int]:
    """The live items of each column, all contributions together; no query for no column."""
    counts: dict[UUID, int] = dict.fromkeys(columns, 0)
    if counts:
        for contributed in column_counts.collect(call, columns):
            for column, count in contributed.items():
                counts[column] += count
    return counts
