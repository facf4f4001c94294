"""create_item: which argument belongs to which type is told alike everywhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hub.core import operations, schemas
from items.placement import ONLY
from tests.items.test_create_refusals import FOREIGN

REFERENCE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "tools.md"
TYPES = {
    "Strategies": "strategy",
    "Initiatives": "initiative",
    "Tasks": "task",
    "Documents": "document",
    "ADRs": "adr",
}
OWNED = re.compile(rf"({'|'.join(TYPES)}) only")


def owners(descriptions: dict[str, str]) -> dict[str, str]:
    """Argument -> the type that its description begins with."""
    found = {name: OWNED.match(text) for name, text in descriptions.items()}
    return {name: TYPES[match[1]] for name, match in found.items() if match}


@pytest.mark.rule("create_item.85")
def test_schema_reference_page_and_server_agree() -> None:
    """That the server refuses by this table is test_refuses_an_argument_of_another_type."""
    server = {name: str(owner) for name, owner in ONLY.items()}
    assert {name: owner for name, owner, _ in FOREIGN} == server
    schema = schemas.published(operations.get("create_item").input)["properties"]
    assert owners({name: one["description"] for name, one in schema.items()}) == server
    section = re.split(r"^#+ .*create_item.*$", REFERENCE.read_text(), flags=re.MULTILINE)[1]
    rows = re.findall(r"^\| `(\w+)` \|.*\| ([^|]*) \|$", section.split("\n## ")[0], re.MULTILINE)
    assert owners(dict(rows)) == server
