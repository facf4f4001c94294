"""manage.py import_backlog: a backlog of another tool becomes items, once; see `import_items`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from hub.core import operations
from hub.core.calls import Call, Surface
from hub.core.refusals import Refusal
from hub.identity import organizations
from hub.identity.authentication import principal_of_user
from items.imports import progress
from items.imports.formats import READERS
from items.imports.records import Backlog, BacklogNotFound

_BOARDS = ("board", "initiative_board", "strategy_board")


class Command(BaseCommand):
    """Idempotent, and safe beside a serving process: one write transaction of the system actor `hub`."""

    help = "Import a backlog. Prints what was created, and what could not be placed, with the reasons."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("path", type=Path, help="the folder of the backlog, or the one that contains it")
        parser.add_argument("--format", required=True, help=f"one of: {', '.join(READERS)}")
        parser.add_argument("--board", required=True, help="the delivery board, by slug")
        parser.add_argument("--initiative-board", help="the board of initiatives, when there are several")
        parser.add_argument("--strategy-board", help="the board of strategies, when there are several")
        parser.add_argument("--organization", default="", help="its slug, when there are several")
        parser.add_argument("--dry-run", action="store_true", help="print the same and write nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        backlog = _read(options["format"], options["path"])
        arguments = {"source": options["format"], "backlog": backlog, "dry_run": options["dry_run"]}
        arguments |= {name: options[name] for name in _BOARDS if options[name] is not None}
        operation = operations.get("import_items")
        try:
            actor = organizations.system_actor(organizations.named(options["organization"]))
            with progress.told_to(self._show_progress):
                outcome = operation.run(Call(principal_of_user(actor), Surface.COMMAND), arguments)
        except Refusal as refusal:
            raise CommandError(refusal.message) from None
        self.stdout.write(operation.render(outcome))

    def _show_progress(self, done: int, total: int) -> None:
        self.stderr.write(f"{done} of {total} items")


def _read(name: str, path: Path) -> Backlog:
    if name not in READERS:
        raise CommandError(f'The format "{name}" is unknown. The formats are: {", ".join(READERS)}.')
    try:
        return READERS[name](path)
    except BacklogNotFound as error:
        raise CommandError(str(error)) from None
