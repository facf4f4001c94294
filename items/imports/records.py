"""What a reader of a foreign backlog hands to the importer: plain values, whatever the format."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

Kind = Literal["strategy", "initiative", "task", "document", "adr"]
TaskType = Literal["task", "bug", "tech_debt", "support"]
Complexity = Literal["xs", "s", "m", "l", "xl"]
BucketType = Literal["tech_debt", "bug", "ad_hoc"]
Lifecycle = Literal["draft", "review", "published"]

MAX_TITLE_CHARACTERS = 500
MAX_NAME_CHARACTERS = 200
MAX_CONTENT_BYTES = 1024 * 1024

WORK: tuple[Kind, ...] = ("strategy", "initiative", "task")
PAPERS: tuple[Kind, ...] = ("document", "adr")

# The edge that a foreign (parent, child) becomes: the table of link_items decides, so that a vision informs
# its initiatives and a specification is a supporting document. Each edge runs from the parent to the child.
EDGE_TO_CHILD: Mapping[tuple[Kind, Kind], Literal["parent", "supports", "informs"]] = {
    ("strategy", "initiative"): "parent",
    ("initiative", "task"): "parent",
    **{(work, paper): "supports" for work in WORK for paper in PAPERS},
    **{(paper, work): "informs" for work in WORK for paper in PAPERS},
}


class BacklogNotFound(Exception):
    """The path holds no backlog of the format; the message is a sentence for the caller."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportRecord:
    """One item to import. `parent`, `blocked_by`, `supersedes` are foreign ids of the same backlog's records.

    `code` is the short code to keep; None asks for a new one. `phase` is the foreign word and `column` the
    default column it means: None for the entry column, and for documents, which have a `lifecycle` instead.
    Times are aware, in UTC.
    """

    foreign_id: str
    kind: Kind
    code: str | None
    title: str
    content: str
    source_path: str
    phase: str | None = None
    column: str | None = None
    lifecycle: Lifecycle | None = None
    archived: bool = False
    parent: str | None = None
    blocked_by: tuple[str, ...] = ()
    supersedes: tuple[str, ...] = ()
    created_at: datetime | None = None
    updated_at: datetime | None = None
    task_type: TaskType | None = None
    complexity: Complexity | None = None
    bucket_type: BucketType | None = None
    decision_maker: str | None = None
    decision_date: date | None = None


@dataclass(frozen=True, slots=True)
class Unplaced:
    """A file that becomes no item."""

    source_path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Note:
    """What an imported item loses, for example a parent that is not in the backlog."""

    source_path: str
    message: str


@dataclass(frozen=True, slots=True)
class Backlog:
    """Everything a reader found, in an order that depends on the files alone."""

    records: tuple[ImportRecord, ...]
    unplaced: tuple[Unplaced, ...]
    notes: tuple[Note, ...]
