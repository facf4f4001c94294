"""Prepared queries answer as their plain form, for every one that the code declares."""

from __future__ import annotations

import gc
from uuid import UUID

import pytest
from django.db.models import Q
from django.db.models.functions import Length

from hub.core.prepared import Prepared
from items.models import Item, ShortCode
from tests.world import World

BY_CODE: Prepared[ShortCode] = Prepared(
    lambda organization_id, code: (
        ShortCode.within(organization_id)
        .select_related("item__board__team", "item__column", "item__owner")
        .filter(text=code)
    ),
    UUID,
    str,
)


def test_rows_come_with_their_joined_rows_and_no_further_query(
    world: World, django_assert_num_queries: object
) -> None:
    code = world.task()
    organization_id = world.alice.principal.organization_id
    BY_CODE(organization_id, code)
    with django_assert_num_queries(1):  # type: ignore[operator]
        (row,) = BY_CODE(organization_id, code)
        item = row.item
        assert item is not None
        assert item.board is not None
        assert item.column is not None
        assert (item.code, item.board.slug, item.column.name) == (code, "web-delivery", "Backlog")
        assert item.board.team is not None
        assert item.owner is None


def test_other_arguments_give_other_rows(world: World) -> None:
    first, second = world.task(), world.task()
    organization_id = world.alice.principal.organization_id
    assert [BY_CODE(organization_id, code)[0].text for code in (first, second)] == [first, second]
    assert BY_CODE(world.mallory.principal.organization_id, first) == []
    assert BY_CODE.first(organization_id, "NO-T-0001") is None


def test_an_argument_may_stand_in_several_places(world: World) -> None:
    world.task(title="Same")
    query: Prepared[tuple[str, str]] = Prepared(
        lambda text: Item.objects.filter(Q(title=text) | Q(content=text)).values_list("code", "title"), str
    )
    assert query("Same") == [("WEB-T-0001", "Same")]


def test_deferred_columns_stay_deferred(world: World) -> None:
    world.task(content="long")
    query: Prepared[Item] = Prepared(lambda code: Item.objects.filter(code=code).defer("content"), str)
    (item,) = query("WEB-T-0001")
    assert item.get_deferred_fields() == {"content"}
    assert item.content == "long"


def test_a_part_is_a_slice_of_the_rows(world: World) -> None:
    codes = [world.task(title="Same") for _ in range(4)]
    query: Prepared[tuple[str]] = Prepared(
        lambda title: Item.objects.filter(title=title).order_by("code").values_list("code"), str
    )
    parts = [query.part(offset, limit, "Same") for offset, limit in ((0, 2), (1, 3), (3, 9), (4, 9), (0, 0))]
    assert [[code for (code,) in part] for part in parts] == [codes[:2], codes[1:], codes[3:], [], []]
    assert len(query("Same")) == 4


def test_annotations_stand_on_the_rows(world: World) -> None:
    codes = [world.task(title="Same") for _ in range(2)]
    query: Prepared[Item] = Prepared(
        lambda title: Item.objects.filter(title=title).annotate(size=Length("code")).order_by("code"), str
    )
    assert [(row.code, row.size) for row in query("Same")] == [(code, 10) for code in codes]  # type: ignore[attr-defined]


def test_an_argument_that_does_not_reach_the_sql_is_a_mistake(db: None) -> None:
    query: Prepared[Item] = Prepared(lambda code: Item.objects.filter(code="constant"), str)
    with pytest.raises(ValueError, match="does not reach the SQL"):
        query("x")


def test_every_declared_query_answers_as_its_plain_form(world: World) -> None:
    code = world.task(world.bob, content="text")
    world.move(code, "Todo", "Active", by=world.robo)
    item = Item.objects.get(code=code)
    known: dict[type, list[object]] = {
        UUID: [
            world.bob.principal.organization_id,
            item.id,
            item.board_id,
            item.column_id,
            item.claim_user_id,
        ],
        str: [code, "web-delivery", "bob"],
    }
    compared = 0
    for query in [found for found in gc.get_objects() if type(found) is Prepared]:
        for turn in range(5):
            arguments = [
                known.get(kind, [0])[(turn if place else 0) % len(known.get(kind, [0]))]
                for place, kind in enumerate(query._types)
            ]
            assert query(*arguments) == query.plain(*arguments)
            compared += 1
    assert compared >= 5
