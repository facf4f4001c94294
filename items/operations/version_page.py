"""What one version of an item changed, for the history of its page."""

from __future__ import annotations

from pydantic import Field

from hub.core.calls import Call, Surface
from hub.core.codes import Code
from hub.core.inputs import CodeRef, Input, Number, Result
from hub.core.operations import operation
from hub.core.refusals import Refusal
from items.comparison import Line, compare
from items.history import snapshot_of
from items.references import read_subject


class VersionInput(Input):
    short_code: CodeRef = Field(description="The item, e.g. ACME-T-0012.")
    version: Number = Field(description="The version whose change is shown.")


class VersionPage(Result):
    """The change from the version before; `former_title` when the title changed too."""

    version: int
    title: str
    former_title: str | None
    lines: tuple[Line, ...]


def as_text(result: VersionPage) -> str:
    """The version, for a log."""
    return f"version {result.version}"


@operation(
    name="version_page",
    text=as_text,
    writes=False,
    surfaces=frozenset({Surface.PAGE}),
    refuses=(Code.NOT_FOUND, Code.VALIDATION),
)
def version_page(call: Call, request: VersionInput) -> VersionPage:
    """Show what a version changed."""
    item = read_subject(call, request.short_code).item
    shown = snapshot_of(item, request.version)
    if shown is None:
        raise Refusal(Code.NOT_FOUND, f"{item.code} has no version {request.version}.", field="version")
    former = snapshot_of(item, request.version - 1)
    return VersionPage(
        version=shown.version,
        title=shown.title,
        former_title=former.title if former and former.title != shown.title else None,
        lines=compare(former.content if former else "", shown.content),
    )
