"""Structured logs: one JSON object a line on standard error, never with a credential."""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog

_TOKEN = re.compile(r"kairos_(sk|pt)_[A-Za-z0-9_-]+")
# The address of a one-time link is a credential while the link lives.
_LINK = re.compile(r"(?<=/set-password/)[0-9a-fA-F-]{36}/[0-9a-z-]+")


def configure(config: dict[str, Any]) -> None:
    """Django's LOGGING_CONFIG hook."""
    level = getattr(logging, str(config.get("level", "info")).upper())
    shared: list[Any] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                redacted,
                structlog.processors.JSONRenderer(),
            ],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level)
    for noisy in ("daphne", "mcp", "asyncio", "django.channels"):
        logging.getLogger(noisy).setLevel(max(level, logging.WARNING))
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )


def redacted(_: Any, __: str, entry: MutableMapping[str, Any]) -> dict[str, Any]:
    """Blot out anything that looks like a bearer token or a one-time link, wherever it stands in the line."""
    return {
        key: _LINK.sub("…", _TOKEN.sub("kairos_…", value)) if isinstance(value, str) else value
        for key, value in entry.items()
    }
