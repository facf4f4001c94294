"""The guard of updates: a condition on another table would make every racer win on PostgreSQL."""

from __future__ import annotations

import pytest

from hub.core.scoping import JoinedUpdate
from items.models import Item
from tests.world import World


def test_an_update_with_a_condition_on_another_table_is_refused(world: World) -> None:
    items = Item.within(world.alice.principal.organization_id)
    with pytest.raises(JoinedUpdate):
        items.filter(board__slug="web-delivery").update(title="x")


def test_an_update_by_own_columns_works(world: World) -> None:
    code = world.task()
    items = Item.within(world.alice.principal.organization_id)
    assert items.filter(code=code, claim_user=None).update(title="New") == 1


def test_a_query_starts_in_one_organization(world: World) -> None:
    world.task()
    assert Item.within(world.mallory.principal.organization_id).count() == 0
