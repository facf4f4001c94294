"""The permission matrix: each tool by each persona, and nothing written by who may not."""

from __future__ import annotations

import pytest
from django.db import transaction

from hub.core import operations
from hub.core.codes import Code
from hub.core.refusals import Refusal
from tests.contract.permissions import EVERYONE, MATRIX, arranged
from tests.world import Persona, World, fingerprint

DENIALS = {Code.FORBIDDEN, Code.VALIDATION}
DENIED = [name for name, row in MATRIX.items() if row.may != EVERYONE]


def test_every_tool_has_a_row() -> None:
    tools = {operation.name for operation in operations.every() if operation.profile is not None}
    assert set(MATRIX) == tools


@pytest.mark.parametrize("name", DENIED)
def test_who_may_not_is_refused_and_writes_nothing(world: World, name: str) -> None:
    arranged(world)
    row = MATRIX[name]
    before = fingerprint()
    for who in sorted(EVERYONE - row.may):
        persona: Persona = getattr(world, who)
        with pytest.raises(Refusal) as caught:
            persona.run(name, **row.arguments)
        assert caught.value.code in DENIALS, (who, caught.value)
        assert fingerprint() == before, who


@pytest.mark.parametrize("name", MATRIX)
def test_who_may_is_answered(world: World, name: str) -> None:
    arranged(world)
    row = MATRIX[name]
    for who in sorted(row.may):
        persona: Persona = getattr(world, who)
        # Each persona finds the items as they were made: arranging them takes longer than the calls.
        before = transaction.savepoint()
        persona.run(name, **row.arguments)
        transaction.savepoint_rollback(before)
