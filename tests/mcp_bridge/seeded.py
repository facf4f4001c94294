"""Fill an empty database and print the keys: `python -m tests.mcp_bridge.seeded`."""

from __future__ import annotations

import json
import os

import django
from django.core.management import call_command


def main() -> None:
    """Migrate, then make two organizations with an agent each, and a second agent in the first."""
    from hub.identity.operations.founding import found  # noqa: PLC0415 - Django must be set up first
    from tests import world  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    found("acme", "Acme")
    found("globex", "Globex")
    bob, mallory = world.person("acme", "bob"), world.person("globex", "mallory")
    keys = {"robo": world.agent(bob, "robo"), "other": world.agent(bob, "other")}
    keys["spy"] = world.agent(mallory, "spy")
    print(json.dumps({name: persona.token for name, persona in keys.items()}))


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hub.settings")
    django.setup()
    main()
