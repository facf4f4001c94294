"""What this machine offers to the tests. `python -m scripts.engines` names what is missing."""

from __future__ import annotations

import os
import shutil
from urllib.parse import urlsplit

import psycopg
import redis

DATABASE_URL = os.environ.get("TEST_DATABASE_URL", "postgres://postgres@127.0.0.1:5432/postgres")
REDIS_URL = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379/15")
CHROMIUM_INSTALL = "no Chromium; on Debian: apt-get install chromium"


def postgresql_answers() -> bool:
    """Whether a PostgreSQL accepts TEST_DATABASE_URL."""
    try:
        psycopg.connect(DATABASE_URL, connect_timeout=5).close()
    except psycopg.OperationalError:
        return False
    return True


def redis_answers() -> bool:
    """Whether a Redis answers at TEST_REDIS_URL."""
    try:
        with redis.Redis.from_url(REDIS_URL, socket_connect_timeout=5, socket_timeout=5) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False


def chromium() -> str | None:
    """The path of Chromium: the one that the variable CHROMIUM names, or one on the path."""
    names = (os.environ.get("CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome")
    return next((path for name in names if (path := shutil.which(name))), None)


def place(url: str) -> str:
    """The host and port of a URL, without its password."""
    return urlsplit(url).netloc.rpartition("@")[2]


def missing() -> dict[str, str]:
    """What is not there, each with where it was looked for."""
    engines = {
        "PostgreSQL": (postgresql_answers(), f"nothing answers at {place(DATABASE_URL)} (TEST_DATABASE_URL)"),
        "Redis": (redis_answers(), f"nothing answers at {place(REDIS_URL)} (TEST_REDIS_URL)"),
        "Chromium": (chromium() is not None, CHROMIUM_INSTALL),
    }
    return {name: where for name, (there, where) in engines.items() if not there}


def on_sqlite(folder: str) -> dict[str, str]:
    """The environment of a run on SQLite, with everything that it writes in `folder`."""
    inherited = {
        name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")
    }
    return {**inherited, "KAIROS_DATA_DIR": folder}


if __name__ == "__main__":
    print(*missing())
