"""Template tags of forms that write."""

from __future__ import annotations

import secrets

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def request_key() -> SafeString:
    """A hidden retry key of this form: a double press, or a second try after a lost answer, writes once."""
    return format_html('<input type="hidden" name="request_key" value="{}">', f"page-{secrets.token_hex(12)}")
