"""Short codes in lists: by prefix, letter and number, not as text."""

from __future__ import annotations

import pytest

from items.blockers import open_blockers
from items.models import Item, ItemType, by_code
from tests.items import rows
from tests.world import World


def around_ten_thousand(world: World) -> list[str]:
    """Three tasks, where the codes become longer."""
    world.alice.run("set_code_sequence", board="web-delivery", item_type="task", next_number=9_999)
    codes = [world.task() for _ in range(3)]
    assert codes == ["WEB-T-9999", "WEB-T-10000", "WEB-T-10001"]
    return codes


def shown(world: World, **arguments: object) -> list[str]:
    """The codes of the board in its order."""
    result = world.alice.result("board_items", board="web-delivery", **arguments)
    return [card.short_code for card in result.results]


@pytest.mark.rule("board_items.37")
def test_cards_are_in_the_order_of_the_numbers(world: World) -> None:
    codes = around_ten_thousand(world)
    assert shown(world) == codes
    assert shown(world, limit=1) + shown(world, limit=2, offset=1) == codes


def test_cards_of_several_prefixes_are_in_the_order_of_the_prefixes(world: World) -> None:
    """A moved card may keep the code of the board it came from."""
    codes = around_ten_thousand(world)
    others = [world.task() for _ in range(4)]
    news = ["AB-T-10000", "AB-T-9999", "WEB2-T-0001", "LONGER-T-0002"]
    for old, new in zip(others, news, strict=True):
        rows.rename(old, new, world.alice)
    assert shown(world) == ["AB-T-9999", "AB-T-10000", "LONGER-T-0002", *codes, "WEB2-T-0001"]


def test_the_blockers_of_an_item_are_in_the_order_of_the_codes(world: World) -> None:
    waiting = world.create("initiative")
    initiative = world.create("initiative")
    codes = around_ten_thousand(world)
    for code in (*reversed(codes), initiative):
        world.alice.run("link_items", source=code, relationship="blocks", target=waiting)
    blockers = [blocker.code for blocker in open_blockers(rows.item(waiting))]
    assert blockers == [initiative, *codes]


def test_the_letter_comes_between_prefix_and_number(world: World) -> None:
    boards = {"task": "web-delivery", "document": "web-delivery", "adr": "web-adrs"}
    made = {item_type: world.create(item_type, board=board) for item_type, board in boards.items()}
    rows.rename(made["adr"], "WEB-A-0007", world.alice)
    found = Item.objects.filter(code__startswith="WEB-").order_by(*by_code())
    assert [item.code for item in found] == ["WEB-A-0007", "WEB-D-0001", "WEB-T-0001"]


def test_types_sort_as_their_letters() -> None:
    assert [one.letter for one in sorted(ItemType, key=str)] == sorted(one.letter for one in ItemType)
