"""Where the sequences of short codes stand after an import, and the route that sets one before it."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from hub.core.codes import Code
from hub.core.models import Activity, Counter
from items.models import ShortCode
from tests.items.imports.importing import imported, tasks
from tests.items.imports.metis_files import ADR, INITIATIVE, SPECIFICATION, task
from tests.world import Persona, World, agent, nothing_written


@pytest.fixture
def client_of(client: Client) -> Any:
    """`put(persona, path, body)` -> (status, body)."""

    def put(persona: Persona, path: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        answer = client.put(
            path,
            json.dumps(body),
            content_type="application/json",
            headers={"Authorization": f"Bearer {persona.token}"},
        )
        return answer.status_code, answer.json()

    return put


@pytest.mark.rule("import.03")
def test_the_next_code_of_each_sequence_is_above_every_imported_one(world: World, tmp_path: Path) -> None:
    world.alice.run("create_team", name="Shed", slug="shed", code_prefix="SHED", adr_board=True)
    files = {
        **tasks(task("SHED-T-0041"), task("SHED-T-0007"), task("SHED-T-10000"), task("OTHER-T-0003")),
        "adrs/a.md": ADR.replace("A-0001", "A-0012"),
        "initiatives/i.md": INITIATIVE.replace("SHED-I-0001", "SHED-I-0029"),
        "specifications/s.md": SPECIFICATION,
    }
    imported(tmp_path, files, board="shed-delivery")
    assert world.task(board="shed-delivery") == "SHED-T-10001"
    assert world.create("adr", board="shed-adrs") == "SHED-A-0013"
    assert world.create("document", board="shed-delivery") == "SHED-D-0002"
    world.alice.run("create_board", board_level="initiative", name="Sheds", slug="sheds", code_prefix="SHED")
    assert world.create("initiative", board="sheds") == "SHED-I-0030"
    world.alice.run("create_team", name="Other", slug="other", code_prefix="OTHER")
    assert world.task(board="other-delivery") == "OTHER-T-0004"


@pytest.mark.rule("import.03")
def test_an_import_below_the_issued_codes_leaves_the_sequence_where_it_is(
    world: World, tmp_path: Path
) -> None:
    world.alice.run("set_code_sequence", board="web-delivery", item_type="task", next_number=5)
    assert world.task() == "WEB-T-0005"
    imported(tmp_path, tasks(task("WEB-T-0003")))
    assert world.task() == "WEB-T-0006"


@pytest.mark.rule("codes.17")
def test_a_sequence_is_set_over_rest(world: World, client_of: Any) -> None:
    admin = agent(world.alice, "first")
    status, body = client_of(admin, "/api/boards/web-delivery/code-sequences/tasks", {"next_number": 500})
    assert (status, body) == (
        200,
        {
            "warnings": [],
            "board": "web-delivery",
            "item_type": "task",
            "next_number": 500,
            "next_code": "WEB-T-0500",
        },
    )
    row = Activity.objects.get(action="board_config", data__change="code_sequence")
    assert (row.subject_type, row.data) == ("board", {"change": "code_sequence", "next": "WEB-T-0500"})
    assert world.task() == "WEB-T-0500"


@pytest.mark.rule("codes.17")
def test_numbers_that_were_given_are_refused_over_rest(world: World, client_of: Any) -> None:
    admin = agent(world.alice, "first")
    assert [world.task(), world.task()] == ["WEB-T-0001", "WEB-T-0002"]
    ShortCode.objects.filter(text="WEB-T-0002").update(retired_at="2026-01-01T00:00:00Z")
    world.alice.run("set_code_sequence", board="web-delivery", item_type="task", next_number=4)
    assert world.task() == "WEB-T-0004"

    def refused(number: int) -> tuple[int, str, str]:
        path = "/api/boards/web-delivery/code-sequences/task"
        with nothing_written():
            status, body = client_of(admin, path, {"next_number": number})
        return status, body["error"]["code"], body["error"]["message"]

    assert refused(1) == (409, "CODE_IN_USE", "An item has the code WEB-T-0001.")
    assert refused(2) == (
        409,
        "CODE_RETIRED",
        "The code WEB-T-0002 is retired, and a retired code is never issued again.",
    )
    assert refused(3) == (
        409,
        "SEQUENCE_IS_PAST",
        "The code WEB-T-0004 was issued already. Send a number above 4.",
    )
    assert world.task() == "WEB-T-0005"


def test_a_sequence_can_come_back_to_any_number_above_the_issued_ones(world: World) -> None:
    world.task()
    world.alice.run("set_code_sequence", board="web-delivery", item_type="task", next_number=500)
    world.alice.run("set_code_sequence", board="web-delivery", item_type="task", next_number=2)
    assert world.task() == "WEB-T-0002"


def test_the_same_number_again_writes_nothing(world: World) -> None:
    world.alice.run("set_code_sequence", board="web-delivery", item_type="task", next_number=9)
    with nothing_written():
        world.alice.run("set_code_sequence", board="web-delivery", item_type="task", next=9)


def test_the_highest_number_counts_digits_before_it_compares(world: World) -> None:
    world.alice.run("set_code_sequence", board="web-delivery", item_type="task", next_number=9999)
    assert [world.task(), world.task()] == ["WEB-T-9999", "WEB-T-10000"]
    values = {"board": "web-delivery", "item_type": "task", "next_number": 9998}
    told = world.alice.refused(Code.SEQUENCE_IS_PAST, "set_code_sequence", **values)
    assert told.details == {"field": "next_number", "highest": 10000}


def test_only_a_holder_of_configure_boards_sets_a_sequence(world: World) -> None:
    values = {"board": "web-delivery", "item_type": "task", "next_number": 9}
    told = world.bob.refused(Code.FORBIDDEN, "set_code_sequence", **values)
    assert told.details["required_capability"] == "configure_boards"
    world.alice.run("grant_capability", board="web-delivery", user="bob", capability="configure_boards")
    assert world.bob.text("set_code_sequence", **values) == (
        "The next task of the board web-delivery gets the code WEB-T-0009."
    )


def test_a_board_sets_no_sequence_of_another_level(world: World) -> None:
    values = {"board": "initiatives", "item_type": "task", "next_number": 9}
    told = world.alice.refused(Code.VALIDATION, "set_code_sequence", **values)
    assert told.message == (
        "The board initiatives issues no code of a task; it does of: initiative, document."
    )


def test_a_refused_import_moves_no_sequence(world: World, tmp_path: Path) -> None:
    files = {**tasks(task("SHED-T-0041")), "adrs/a.md": ADR}
    world.alice.run("create_team", name="Ops", slug="ops", code_prefix="OPS")
    imported(tmp_path, files, board="ops-delivery")
    assert list(Counter.objects.filter(name__startswith="code:SHED").values_list("name", "value")) == [
        ("code:SHED-T", 41)
    ]
