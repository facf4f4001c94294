"""manage.py worker: runs the periodic jobs. Several may run; each job has one runner."""

from __future__ import annotations

import signal
import threading
from typing import Any

from django.core.management.base import BaseCommand

from hub.core import jobs


class Command(BaseCommand):
    """Runs until SIGTERM or SIGINT; finishes the job at hand."""

    help = "Run the periodic jobs: retention and what the apps add."

    def handle(self, *args: Any, **options: Any) -> None:
        stop = threading.Event()
        for ending in (signal.SIGTERM, signal.SIGINT):
            signal.signal(ending, lambda *_: stop.set())
        self.stdout.write("Worker: running the periodic jobs.")
        jobs.work(stop)
