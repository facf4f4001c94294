"""What names an item: its short code, and nothing else."""

import pytest

from hub.core.codes import Code
from items.models import Item
from tests.world import World


@pytest.mark.rule("conventions.references.06")
def test_an_item_has_no_name_but_its_short_code(world: World) -> None:
    code = world.task(title="The only one")
    for reference in (
        str(Item.objects.get(code=code).id),
        "The only one",
        code.removeprefix("WEB-"),
        "1",
        "",
    ):
        for tool, arguments in (("get_item", {}), ("transition_item", {"to_column": "Todo"})):
            world.bob.refused(Code.NOT_FOUND, tool, short_code=reference, **arguments)
    assert world.bob.result("get_item", short_code=f" {code.lower()} ").short_code == code
