"""Tokens: made here, shown once, kept as a digest."""

from __future__ import annotations

import hashlib
import re
import secrets
from dataclasses import dataclass
from urllib.parse import parse_qsl, unquote_plus

_SHOWN_SECRET_CHARACTERS = 8
_TOKEN_NAMES = frozenset({"access_token", "api_key", "apikey", "authorization", "bearer", "token"})
_TOKEN_FORM = re.compile(r"kairos_(sk|pt)_")


@dataclass(frozen=True, slots=True)
class Token:
    """A fresh bearer token. `text` is shown once and never stored."""

    text: str
    digest: str
    prefix: str


def new_token(kind: str, organization_slug: str) -> Token:
    """`kairos_<kind>_<organization>_<43 url-safe characters>`: 256 random bits."""
    head = f"kairos_{kind}_{organization_slug}_"
    secret = secrets.token_urlsafe(32)
    text = head + secret
    return Token(text, digest(text), head + secret[:_SHOWN_SECRET_CHARACTERS])


def digest(text: str) -> str:
    """SHA-256 in hex. A fast hash is right for a secret of 256 random bits."""
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


def holds_token(query: str) -> bool:
    """Whether a query string carries a credential, by a parameter's name or by its form: it is refused."""
    named = any(name.lower() in _TOKEN_NAMES for name, _ in parse_qsl(query, keep_blank_values=True))
    return named or _TOKEN_FORM.search(unquote_plus(query)) is not None
