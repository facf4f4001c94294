"""Every argument of every tool: what is malformed is refused in the specified words, and writes nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from hub.core import operations
from hub.core.codes import Code, HubCode
from hub.core.operations import Operation
from hub.core.refusals import Refusal
from tests.contract import arguments as made
from tests.world import World, fingerprint

TOOLS = [operation for operation in operations.every() if operation.profile is not None]
INVALID = (Code.VALIDATION, HubCode.invalid_argument)
LIBRARY_WORDS = ("pydantic", "Traceback", "Error:", "Input should", "sqlite", "psycopg", "Exception", "type=")


def named(operation: Operation) -> str:
    return operation.name


@pytest.mark.parametrize("operation", TOOLS, ids=named)
@pytest.mark.rule("conventions.arguments.01", "conventions.arguments.04", "conventions.arguments.05")
def test_an_unknown_argument_is_refused_and_named(world: World, operation: Operation) -> None:
    names = list(made.properties(operation))
    refusal = _refusal(world, operation, {**made.plausible(operation), "tenant": "acme"})
    listing = (
        f"The arguments of this tool are: {', '.join(names)}." if names else "This tool has no arguments."
    )
    middle = "This tool does not accept that argument. " if names else ""
    assert refusal.message == f'The call has the argument "tenant". {middle}{listing}'
    assert refusal.details == {"allowed": names, "field": "tenant"}


@pytest.mark.parametrize("operation", TOOLS, ids=named)
@pytest.mark.rule("conventions.arguments.08")
def test_each_missing_argument_is_refused_and_named(world: World, operation: Operation) -> None:
    names = list(made.properties(operation))
    for name in made.plausible(operation):
        data = {key: value for key, value in made.plausible(operation).items() if key != name}
        refusal = _refusal(world, operation, data)
        assert refusal.message == (
            f'The call does not have the argument "{name}". This tool must have that argument. '
            f"The arguments of this tool are: {', '.join(names)}."
        )
        assert refusal.details == {"allowed": names, "field": name}


@pytest.mark.parametrize("operation", TOOLS, ids=named)
@pytest.mark.rule("conventions.arguments.09", "conventions.arguments.13", "sizes.02")
def test_each_malformed_value_is_refused_and_writes_nothing(world: World, operation: Operation) -> None:
    before = fingerprint()
    for name, value in _malformed(operation):
        refusal = _refusal(world, operation, {**made.plausible(operation), name: value})
        assert refusal.code in INVALID, (name, refusal)
        assert refusal.field is not None, (name, refusal)
        assert refusal.field.split(".")[0] == name, (name, refusal)
        said = refusal.message + json.dumps(refusal.details)
        assert not [word for word in LIBRARY_WORDS if word in said], said
        assert len(said) < 4000, (name, len(said))
    assert fingerprint() == before


@pytest.mark.parametrize("operation", TOOLS, ids=named)
def test_odd_values_are_never_a_fault_of_the_server(world: World, operation: Operation) -> None:
    for name, part in made.properties(operation).items():
        for value in made.odd(part):
            refusal = _outcome(world, operation, {**made.plausible(operation), name: value})
            assert refusal is None or refusal.code not in (Code.INTERNAL, HubCode.internal), (name, value)


@pytest.mark.rule("conventions.arguments.10", "conventions.arguments.11")
def test_a_value_outside_a_vocabulary_names_the_values(world: World) -> None:
    refusal = _refusal(world, operations.get("create_item"), {"item_type": "epic", "title": "x"})
    values = "one of these values: strategy, initiative, task, document, adr"
    assert refusal.message == f'The value of item_type must be {values}. The call gives "epic".'
    assert refusal.details == {"expected": values, "field": "item_type"}


@pytest.mark.rule("conventions.arguments.12")
def test_a_value_of_the_wrong_form_names_the_form(world: World) -> None:
    data = {"name": "Ops", "slug": "Ops Team", "code_prefix": "OPS"}
    refusal = _refusal(world, operations.get("create_team"), data)
    assert refusal.message == (
        'The value of slug must be text that matches ^[a-z][a-z0-9_-]{1,62}$. The call gives "Ops Team".'
    )
    assert refusal.details == {"expected": "text that matches ^[a-z][a-z0-9_-]{1,62}$", "field": "slug"}


def _malformed(operation: Operation) -> Iterator[tuple[str, Any]]:
    for name, part in made.properties(operation).items():
        for value in made.refused(name, part):
            yield name, value


def _refusal(world: World, operation: Operation, data: dict[str, Any]) -> Refusal:
    refusal = _outcome(world, operation, data)
    assert refusal is not None, (operation.name, data)
    return refusal


def _outcome(world: World, operation: Operation, data: dict[str, Any]) -> Refusal | None:
    try:
        operation.run(world.alice.call(), data)
    except Refusal as refusal:
        return refusal
    return None
