"""Periodic jobs: one row each says when it is due and who runs it. Several workers, one runner.

A job is a function of the present time; it opens its own write transactions and may run
again after a crash, so it is written to be repeatable.
"""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from django.db import close_old_connections
from django.db.models import Q

from hub.core import clock
from hub.core.models import Job
from hub.core.transactions import write

log = structlog.get_logger("hub.jobs")

LEASE = timedelta(minutes=10)
TICK_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Periodic:
    """A registered job: what runs, and how long after a run the next one is due."""

    name: str
    every: timedelta
    body: Callable[[datetime], object]


_jobs: dict[str, Periodic] = {}


def periodic(
    name: str, every: timedelta
) -> Callable[[Callable[[datetime], object]], Callable[[datetime], object]]:
    """Register a function as a periodic job."""

    def declare(body: Callable[[datetime], object]) -> Callable[[datetime], object]:
        _jobs[name] = Periodic(name, every, body)
        return body

    return declare


def run_due() -> list[str]:
    """Run each job that is due and that no other worker holds; returns the names of those that ran."""
    return [job.name for job in _jobs.values() if _run(job)]


def work(stop: threading.Event) -> None:
    """Run due jobs until told to stop; a fault of one job is logged and the others go on."""
    while not stop.wait(TICK_SECONDS):
        close_old_connections()
        try:
            run_due()
        except Exception:
            log.exception("worker")
        finally:
            close_old_connections()


def _run(job: Periodic) -> bool:
    now = clock.now()
    if Job.objects.filter(name=job.name, due_at__gt=now).exists():
        return False
    token = uuid.uuid4()
    if not write(lambda: _leased(job, now, token)):
        return False
    error = ""
    try:
        job.body(now)
    except Exception as fault:
        log.exception("job", job=job.name)
        error = type(fault).__name__
    mine = Job.objects.filter(name=job.name, lease_token=token)
    write(
        lambda: mine.update(
            due_at=clock.now() + job.every, lease_until=None, lease_token=None, last_error=error
        )
    )
    return True


def _leased(job: Periodic, now: datetime, token: uuid.UUID) -> bool:
    Job.objects.get_or_create(name=job.name, defaults={"due_at": now})
    free = Q(lease_until=None) | Q(lease_until__lt=now)
    mine = Job.objects.filter(free, name=job.name, due_at__lte=now)
    return mine.update(lease_until=now + LEASE, lease_token=token) == 1
