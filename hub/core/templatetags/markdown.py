"""`{{ text|markdown }}`: a Markdown text as clean HTML; `{{ text|markdown:4 }}` begins its headings at h4."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString

from hub.core.markdown import SECTION, render

register = template.Library()


@register.filter
def markdown(text: str, top: int = SECTION) -> SafeString:
    """The rendered text (`hub/core/markdown.py`)."""
    return render(text, top)
