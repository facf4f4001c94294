"""The environment of the process: every setting a person may set, typed, with its meaning.

A malformed value stops the start with one sentence; an unknown `KAIROS_*` or `HUB_*` name is
a warning that names it. `docs/reference/settings.md` is generated from this class.
"""

from __future__ import annotations

import ipaddress
import os
import re
import sys
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

# Names that belong to other programs of the product (the command line client, make).
_ELSEWHERE = {"KAIROS_URL", "KAIROS_KEY", "KAIROS_MCP_KEY"}


def _origin(url: str) -> str:
    if not re.fullmatch(r"https?://(\[[0-9a-f:.]+\]|[A-Za-z0-9.-]+)(:[0-9]{1,5})?/?", url):
        raise ValueError("an address such as http://127.0.0.1:8000, with no path")
    return url.rstrip("/")


def _domain(name: str) -> str:
    if name and not re.fullmatch(r"[a-z0-9-]+(\.[a-z0-9-]+)*", name):
        raise ValueError("a domain such as hub.example.com, in lower case, with no scheme, port or path")
    return name


def _slug(slug: str) -> str:
    if slug and not re.fullmatch(r"[a-z][a-z0-9-]{1,62}", slug):
        raise ValueError("the slug of an organization: 2 to 63 of a-z, 0-9 and -, a letter first")
    return slug


def _networks(names: str) -> str:
    try:
        for name in filter(None, map(str.strip, names.split(","))):
            ipaddress.ip_network(name)
    except ValueError:
        raise ValueError("comma-separated networks such as 10.0.0.0/8, 192.0.2.7") from None
    return names


def _port(value: object) -> int:
    text = str(value)
    if not (text.isascii() and text.isdigit() and 0 < int(text) < 65536):
        raise ValueError("a port from 1 to 65535")
    return int(text)


class Environment(BaseSettings):
    """What the process reads from its environment."""

    model_config = SettingsConfigDict(case_sensitive=True, extra="ignore", validate_default=False)

    DATABASE_URL: str = Field("", description="The database. Empty: SQLite in the data directory.")
    REDIS_URL: str = Field("", description="Redis for wake-ups across processes. Empty: none.")
    KAIROS_DATA_DIR: Path = Field(Path("var"), description="Where SQLite, secrets and files live.")
    KAIROS_PUBLIC_URL: Annotated[str, AfterValidator(_origin)] = Field(
        "", description="The address that people and agents use. Empty: the loopback address with PORT."
    )
    PORT: Annotated[int, BeforeValidator(_port)] = Field(8000, description="Where `make run` serves.")
    KAIROS_BASE_DOMAIN: Annotated[str, AfterValidator(_domain)] = Field(
        "", description="Organizations as subdomains of this domain."
    )
    KAIROS_SINGLE_TENANT: Annotated[str, AfterValidator(_slug)] = Field(
        "", description="The slug of the one organization of this deployment."
    )
    KAIROS_LOG_LEVEL: Literal["debug", "info", "warning", "error"] = Field(
        "info", description="The least level that is logged."
    )
    SECRET_KEY: str = Field("", description="Signs browser sessions. Empty: made once in the data directory.")
    HUB_TRUST_PROXY: Annotated[str, AfterValidator(_networks)] = Field(
        "", description="Comma-separated networks whose X-Forwarded-For is believed (its last hop)."
    )


def read() -> Environment:
    """The environment, or a stop with one sentence that names the malformed variable."""
    try:
        environment = Environment()
    except ValidationError as error:
        fault = error.errors()[0]
        name = ".".join(map(str, fault["loc"]))
        context = fault.get("ctx", {})
        detail = context.get("expected") or context.get("error") or fault["msg"]
        sys.exit(f"{name} is malformed: it must be {detail}. The value is {os.environ.get(name)!r}.")
    return environment


def unknown_names() -> list[str]:
    """The `KAIROS_*` and `HUB_*` variables that nothing reads."""
    known = set(Environment.model_fields) | _ELSEWHERE
    return sorted(name for name in os.environ if name.startswith(("KAIROS_", "HUB_")) and name not in known)
