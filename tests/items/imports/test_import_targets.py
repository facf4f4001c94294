"""Which boards an import goes to, and what it says when one of them is missing or in doubt."""

from pathlib import Path

import pytest

from hub.core.codes import Code
from items.models import Item
from items.operations.import_items import TypeCounts
from kairos_boards.models import Column
from tests.items.imports.importing import arguments, counts, hub, imported, item, lines, tasks
from tests.items.imports.metis_files import FILES, task
from tests.world import World

STRATEGY = """\
---
level: strategy
title: Grow
short_code: SHED-S-0004
tags: ["#strategy", "#phase/active"]
---
"""


def refusal(tmp_path: Path, code: Code, **more: str) -> str:
    return hub().refused(code, "import_items", **arguments(tmp_path, FILES, **more)).message


def test_an_unknown_board_is_refused_with_the_delivery_boards(world: World, tmp_path: Path) -> None:
    assert refusal(tmp_path, Code.NOT_FOUND, board="nowhere") == (
        'No board has the slug "nowhere". The delivery boards are: core-delivery, web-delivery.'
    )


def test_a_board_of_another_level_is_refused(world: World, tmp_path: Path) -> None:
    assert refusal(tmp_path, Code.NOT_DELIVERY_BOARD, board="initiatives") == (
        "The board initiatives has the level initiative. An import goes to a delivery board; "
        "these are: core-delivery, web-delivery."
    )


def test_of_several_initiative_boards_one_must_be_named(world: World, tmp_path: Path) -> None:
    world.alice.run("create_board", board_level="initiative", name="More", slug="more", code_prefix="MORE")
    assert refusal(tmp_path, Code.VALIDATION) == (
        "There are several boards of the level initiative: initiatives, more. "
        "Choose one with --initiative-board."
    )
    assert refusal(tmp_path, Code.VALIDATION, initiative_board="web-adrs") == (
        "The board web-adrs has the level adr. --initiative-board takes one of the level initiative."
    )
    imported(tmp_path, FILES, initiative_board="more")
    assert item("SHED-I-0001").board.slug == "more"  # type: ignore[union-attr]


def test_a_backlog_without_initiatives_asks_for_no_initiative_board(world: World, tmp_path: Path) -> None:
    world.alice.run("create_board", board_level="initiative", name="More", slug="more", code_prefix="MORE")
    assert counts(imported(tmp_path, tasks(task("SHED-T-0001")))) == {"task": TypeCounts(created=1)}


@pytest.mark.rule("import.02")
def test_a_type_without_a_board_is_listed_and_the_rest_is_imported(world: World, tmp_path: Path) -> None:
    world.alice.run("create_team", name="Ops", slug="ops", code_prefix="OPS")
    result = imported(tmp_path, FILES, board="ops-delivery")
    assert lines(result)[0] == [
        "adrs/SHED-A-0001.md: The team ops has no ADR board. Make one and import again.",
        "adrs/SHED-A-0002.md: The team ops has no ADR board. Make one and import again.",
    ]
    assert counts(result) == {
        "initiative": TypeCounts(created=1),
        "task": TypeCounts(created=1),
        "document": TypeCounts(created=2),
    }
    world.alice.run(
        "create_board", board_level="adr", name="ADRs", slug="ops-adrs", team="ops", code_prefix="OPS"
    )
    assert counts(imported(tmp_path, FILES, board="ops-delivery"))["adr"] == TypeCounts(created=2)


def test_a_board_without_columns_takes_documents_only(world: World, tmp_path: Path) -> None:
    Column.objects.filter(board__slug="web-delivery").delete()
    result = imported(tmp_path, FILES)
    assert lines(result)[0] == [
        "initiatives/SHED-I-0001/tasks/SHED-T-0001.md: The board web-delivery has no column. "
        "Add one and import again."
    ]
    assert counts(result)["document"] == TypeCounts(created=2)


def test_a_strategy_goes_to_the_strategy_board_with_a_code_of_that_board(
    world: World, tmp_path: Path
) -> None:
    imported(tmp_path, {"strategies/a.md": STRATEGY})
    made = Item.objects.select_related("board", "column").get()
    assert (made.code, made.board.slug, made.column.name) == (  # type: ignore[union-attr]
        "ACME-S-0001",
        "strategy",
        "Active",
    )
