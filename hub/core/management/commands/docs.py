"""manage.py docs: writes the generated reference pages; with --check only says what differs."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from hub.core import reference


class Command(BaseCommand):
    """Run after a change of an operation, a code or a setting."""

    help = "Write docs/reference from the registry, or check that it is up to date."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="write nothing; fail when a page differs")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["check"]:
            stale = reference.drift()
            if stale:
                raise CommandError(f"Out of date: {', '.join(stale)}. Run make docs.")
            return
        for path, text in reference.pages().items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            self.stdout.write(f"{path.name}: {len(text)} characters")
