"""`{{ text|moment }}`: a time of a result as the datetime that `components/time.html` takes."""

from __future__ import annotations

from datetime import datetime

from django import template

register = template.Library()


@register.filter
def moment(text: str) -> datetime:
    """The datetime of an RFC 3339 text."""
    return datetime.fromisoformat(text)
