"""The types of identity's arguments."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Literal

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from pydantic import AfterValidator, Field

from hub.core.inputs import Name, Text, slug_type, unexpected
from hub.identity.names import fold

USER_NAME_PATTERN = r"^[a-z0-9][a-z0-9._-]{0,62}$"


def _readable(text: str) -> str:
    """A display name shows who someone is: nothing in it may hide or turn other text around."""
    if not fold(text) or any(unicodedata.category(char) in ("Cc", "Cf") for char in text):
        raise unexpected("a name of visible characters")
    return text.strip()


def _email(text: str) -> str:
    try:
        validate_email(text)
    except ValidationError:
        raise unexpected("an email address") from None
    return text.lower()


UserName = slug_type(USER_NAME_PATTERN)
DisplayName = Annotated[Name, AfterValidator(_readable)]
Email = Annotated[Text, Field(max_length=254), AfterValidator(_email)]
RoleName = Literal["admin", "member"]
