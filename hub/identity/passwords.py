"""Passwords: what a new one must be, and the check of one that was typed.

Argon2 is slow and takes 100 MiB on purpose. So a password is hashed while the arguments are
read and checked before an operation runs, never inside a write transaction, and two at a time.
"""

from __future__ import annotations

import threading
from typing import Annotated

from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from pydantic import AfterValidator, Field, SecretStr

from hub.core.inputs import unexpected
from hub.identity.models import User

LONGEST_PASSWORD = 1024
REQUIREMENT = "at least 10 characters, and no password that is widely used"

_UNUSABLE = "!"
_hashing = threading.BoundedSemaphore(2)


def _hashed(password: SecretStr) -> SecretStr:
    try:
        validate_password(password.get_secret_value())
    except ValidationError:
        raise unexpected(REQUIREMENT) from None
    with _hashing:
        return SecretStr(make_password(password.get_secret_value()))


TypedPassword = Annotated[SecretStr, Field(max_length=LONGEST_PASSWORD)]
# A password to be: the value is its hash, so that nothing behind the arguments ever has the password.
NewPassword = Annotated[SecretStr, Field(max_length=LONGEST_PASSWORD), AfterValidator(_hashed)]


def is_password_of(user: User | None, typed: str) -> bool:
    """Whether it is the password of the user; as slow for nobody and for a user without a password."""
    with _hashing:
        return check_password(typed, user.password if user is not None else _UNUSABLE)
