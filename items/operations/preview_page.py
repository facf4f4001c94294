"""How a Markdown text would look: the preview of a form, which writes nothing."""

from __future__ import annotations

from hub.core.calls import Call, Surface
from hub.core.codes import Code
from hub.core.inputs import Input, Markdown, Result
from hub.core.operations import operation


class PreviewInput(Input):
    content: Markdown


class PreviewPage(Result):
    """The text, checked for its size; the template renders it."""

    content: str


def as_text(result: PreviewPage) -> str:
    """How long it is, for a log."""
    return f"{len(result.content)} characters"


@operation(
    name="preview_page",
    text=as_text,
    writes=False,
    surfaces=frozenset({Surface.PAGE}),
    refuses=(Code.VALIDATION,),
)
def preview_page(call: Call, request: PreviewInput) -> PreviewPage:
    """Preview a Markdown text."""
    return PreviewPage(content=request.content)
