"""The environment of the process: every setting a person may set, typed, with its meaning.

A malformed value stops the start with one sentence; an unknown `KAIROS_*` or `HUB_*` name is
a warning that names it. `docs/reference/settings.md` is generated from this class.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

# Names that belong to other programs of the product (the command line client, make).
_ELSEWHERE = {"KAIROS_URL", "KAIROS_KEY", "KAIROS_MCP_KEY"}


def _origin(url: str) -> str:
    if not url.startswith(("http://", "https://")) or url.rstrip("/").count("/") != 2:
        raise ValueError("an address such as http://127.0.0.1:8000, with no path")
    return url.rstrip("/")


class Environment(BaseSettings):
    """What the process reads from its environment."""

    model_config = SettingsConfigDict(case_sensitive=True, extra="ignore")

    DATABASE_URL: str = Field("", description="The database. Empty: SQLite in the data directory.")
    REDIS_URL: str = Field("", description="Redis for wake-ups across processes. Empty: none.")
    KAIROS_DATA_DIR: Path = Field(Path("var"), description="Where SQLite, secrets and files live.")
    KAIROS_PUBLIC_URL: Annotated[str, AfterValidator(_origin)] = Field(
        "http://127.0.0.1:8000", description="The address that people and agents use."
    )
    KAIROS_BASE_DOMAIN: str = Field("", description="Organizations as subdomains of this domain.")
    KAIROS_SINGLE_TENANT: str = Field("", description="The slug of the one organization of this deployment.")
    KAIROS_LOG_LEVEL: Literal["debug", "info", "warning", "error"] = Field(
        "info", description="The least level that is logged."
    )
    SECRET_KEY: str = Field("", description="Signs browser sessions. Empty: made once in the data directory.")
    HUB_TRUST_PROXY: str = Field(
        "", description="Comma-separated networks whose X-Forwarded-For is believed (its last hop)."
    )


def read() -> Environment:
    """The environment, or a stop with one sentence that names the malformed variable."""
    try:
        environment = Environment()
    except ValidationError as error:
        fault = error.errors()[0]
        name = ".".join(map(str, fault["loc"]))
        detail = str(fault.get("ctx", {}).get("expected") or fault.get("ctx", {}).get("error") or fault["msg"])
        sys.exit(f"{name} is malformed: it must be {detail}. The value is {os.environ.get(name)!r}.")
    return environment


def unknown_names() -> list[str]:
    """The `KAIROS_*` and `HUB_*` variables that nothing reads."""
    known = set(Environment.model_fields) | _ELSEWHERE
    return sorted(name for name in os.environ if name.startswith(("KAIROS_", "HUB_")) and name not in known)
