"""Imports as tests run them: by the system actor, from folders that the tests write."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hub.core.calls import Surface
from hub.identity.authentication import principal_of_user
from hub.identity.organizations import named, system_actor
from items.imports.metis import read_metis
from items.models import Edge, Item
from items.operations.import_items import Imported, TypeCounts
from tests.items.imports.metis_files import write
from tests.world import Persona

BOARD = "web-delivery"


def hub() -> Persona:
    return Persona(principal_of_user(system_actor(named("acme"))), Surface.COMMAND)


def arguments(root: Path, files: Mapping[str, str | bytes], **more: Any) -> dict[str, Any]:
    return {"source": "metis", "backlog": read_metis(write(root, files)), "board": BOARD, **more}


def imported(root: Path, files: Mapping[str, str | bytes], **more: Any) -> Imported:
    result: Imported = hub().result("import_items", **arguments(root, files, **more))
    return result


def tasks(*texts: str) -> dict[str, str]:
    """Files of tasks, named by their order."""
    return {f"backlog/{number}.md": text for number, text in enumerate(texts)}


def counts(result: Imported) -> dict[str, TypeCounts]:
    """The types of which the backlog has something."""
    return {name: found for name, found in result.items.items() if found != TypeCounts()}


def item(code: str) -> Item:
    return Item.objects.select_related("board", "column").get(code=code)


def edges() -> list[str]:
    found = Edge.objects.select_related("source", "target")
    return sorted(f"{edge.source.code} {edge.relationship} {edge.target.code}" for edge in found)


def lines(result: Imported) -> tuple[list[str], list[str]]:
    """What was not placed, and what placed items lost."""
    return (
        [f"{told.source_path}: {told.message}" for told in result.not_placed],
        [f"{told.source_path}: {told.message}" for told in result.notes],
    )
