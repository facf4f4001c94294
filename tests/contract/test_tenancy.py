"""The twin tenant: what exists next door answers exactly as what does not exist at all."""

from __future__ import annotations

import json
from uuid import uuid4

import pytest

from hub.core import operations
from hub.core.refusals import Refusal
from kairos_boards.models import Board, Column, Team
from tests.contract import arguments as made
from tests.contract.permissions import MATRIX, arranged
from tests.world import Persona, World, fingerprint

# Argument -> what names something of the other organization. `None` stands for what does not exist.
CODES = ("short_code", "source", "target", "parent")
FORMS = ("board", "team", "from_team", "user", "to", "column", "from_column", "to_column", *CODES)
CASES = [
    (operation.name, argument)
    for operation in operations.every()
    if operation.profile is not None
    for argument in made.properties(operation)
    if argument in FORMS and operation.name != "refusal_counts"
]


def next_door(world: World, argument: str) -> list[tuple[str, str]]:
    """References to rows of acme, each with one of the same form that names nothing."""
    organization_id = world.alice.principal.organization_id
    board = Board.within(organization_id).get(slug="web-delivery")
    team = Team.within(organization_id).get(slug="web")
    column = Column.within(organization_id).filter(board=board).earliest("position")
    if argument == "board":
        return [("web-delivery", "wob-delivery"), (str(board.id), str(uuid4()))]
    if argument in ("team", "from_team"):
        return [("web", "wob"), (str(team.id), str(uuid4()))]
    if argument in ("user", "to"):
        user = world.bob.user
        return [("bob", "rob"), (user.email, "rob@example.com"), (str(user.id), str(uuid4()))]
    if argument.endswith("column"):
        return [(str(column.id), str(uuid4()))]
    return [("WEB-T-0003", "WEB-T-9003")]


@pytest.mark.rule("tenancy.01")
@pytest.mark.parametrize(("name", "argument"), CASES)
def test_a_reference_to_another_organization_is_answered_as_one_to_nothing(
    world: World, name: str, argument: str
) -> None:
    arranged(world)
    given = {key: value for key, value in MATRIX[name].arguments.items() if key != argument}
    before = fingerprint()
    for there, nowhere in next_door(world, argument):
        answers = [
            _answer(world.mallory, name, {**given, argument: reference}).replace(_quoted(reference), "<it>")
            for reference in (there, nowhere)
        ]
        assert answers[0] == answers[1]
    assert fingerprint() == before


def _quoted(reference: str) -> str:
    """A reference as a message has it, in the JSON of an answer."""
    return f'\\"{reference}\\"'


def _answer(persona: Persona, name: str, arguments: dict[str, object]) -> str:
    try:
        return persona.text(name, **arguments)
    except Refusal as refusal:
        return json.dumps([refusal.code.name, refusal.message, refusal.details])
