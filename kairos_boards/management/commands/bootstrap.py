"""manage.py bootstrap: a fresh install, or what is missing of one."""

from __future__ import annotations

import json
import re
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kairos_boards.bootstrap import bootstrap

SLUG = re.compile(r"[a-z][a-z0-9-]{1,62}")


class Command(BaseCommand):
    """Idempotent: a second run changes nothing and prints no secret."""

    help = "Make the organization, its admin, its boards, its first project and an agent with a key."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--organization", default="acme", help="slug of the organization")
        parser.add_argument("--name", default="", help="name of the organization")
        parser.add_argument("--admin", default="admin", help="user name of its admin")
        parser.add_argument("--email", default="", help="email of its admin")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        slug = options["organization"]
        if not SLUG.fullmatch(slug):
            raise CommandError(
                f"The organization slug {slug!r} must be 2 to 63 of a-z, 0-9 and -, a letter first."
            )
        done = bootstrap(slug, options["name"] or slug.capitalize(), options["admin"], options["email"])
        if options["json"]:
            self.stdout.write(json.dumps(done.as_json()))
            return
        made = "made" if done.password else "was there already"
        self.stdout.write(f"Organization {done.organization}: {made}. Boards: {', '.join(done.boards)}.")
        if done.password:
            self.stdout.write(f"Admin {done.admin}, one-time password {done.password}")
        if done.key:
            self.stdout.write(f"Agent {done.agent}, key {done.key}")
