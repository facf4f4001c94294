"""refusal_counts, and the log that it counts."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from hub.core.calls import Surface
from hub.core.codes import Code
from hub.core.models import RefusedCall
from tests.kairos_boards.reading import grant
from tests.world import Persona, World, agent, scoped

NOON = datetime(2026, 10, 25, 16, 0, 30, tzinfo=UTC)
HEAD = [
    "",
    "| tool | code | count | field named most | person | agent key | service account |",
    "|---|---|---|---|---|---|---|",
]


def refusal(world: World, at: datetime = NOON, **values: Any) -> None:
    row = {"tool": "create_item", "code": "VALIDATION", "field": "", "caller_kind": "person", **values}
    RefusedCall.add(organization_id=world.alice.principal.organization_id, created_at=at, **row)


@pytest.mark.rule("refusal_log.01", "refusal_log.02", "refusal_log.03", "refusal_log.04")
def test_a_refused_tool_call_adds_one_row(world: World) -> None:
    world.bob.run("whoami")
    world.robo.refused(Code.VALIDATION, "my_boards", level="epic")
    world.depot.refused(Code.NOT_FOUND, "list_members", board="nowhere")
    world.carol.refused(Code.FORBIDDEN, "refusal_counts")
    rows = RefusedCall.objects.order_by("id").values_list("tool", "code", "field", "caller_kind")
    assert list(rows) == [
        ("my_boards", "VALIDATION", "board_level", "agent_key"),
        ("list_members", "NOT_FOUND", "board", "service_account"),
        ("refusal_counts", "FORBIDDEN", "", "person"),
    ]
    assert {field.name for field in RefusedCall._meta.fields} == {
        "id",
        "organization",
        "tool",
        "code",
        "field",
        "caller_kind",
        "created_at",
    }


@pytest.mark.rule("refusal_log.06")
def test_a_refusal_of_another_surface_adds_no_row(world: World) -> None:
    Persona(world.bob.principal, Surface.REST).refused(Code.VALIDATION, "my_boards", level="epic")
    assert not RefusedCall.objects.exists()


@pytest.mark.rule("refusal_log.07")
def test_the_row_stays_when_the_write_is_rolled_back(live_world: World) -> None:
    live_world.task()
    values = {"board": "web-delivery", "column": "Backlog"}
    live_world.alice.refused(Code.COLUMN_NOT_EMPTY, "remove_column", **values)
    assert list(RefusedCall.objects.values_list("tool", "code", "field")) == [
        ("remove_column", "COLUMN_NOT_EMPTY", "column")
    ]


@pytest.mark.rule(
    "refusal_counts.01",
    "refusal_counts.02",
    "refusal_counts.11",
    "refusal_counts.12",
    "refusal_counts.13",
    "refusal_counts.14",
    "refusal_counts.15",
)
@time_machine.travel(NOON, tick=False)
def test_counts_the_pairs_the_highest_first(world: World) -> None:
    for kind in ("person", "agent_key", "agent_key"):
        refusal(world, tool="link_items", code="RELATIONSHIP_RULE", caller_kind=kind)
    for field, kind in (
        ("parent", "agent_key"),
        ("title", "person"),
        ("parent", "service_account"),
        ("", "person"),
    ):
        refusal(world, field=field, caller_kind=kind)
    refusal(world, tool="get_item", code="NOT_FOUND", field="short_code")
    first = (
        "Refusals from 2026-10-18 16:00 UTC to 2026-10-25 16:00 UTC: 8 in all, in 3 pairs of tool and code."
    )
    rows = [
        "| create_item | VALIDATION | 4 | parent | 2 | 1 | 1 |",
        "| link_items | RELATIONSHIP_RULE | 3 | - | 1 | 2 | 0 |",
        "| get_item | NOT_FOUND | 1 | short_code | 1 | 0 | 0 |",
    ]
    assert world.alice.text("refusal_counts").splitlines() == [f"{first} The top 3 of 3 pairs:", *HEAD, *rows]
    assert world.alice.text("refusal_counts", limit=2).splitlines() == [
        f"{first} The top 2 of 3 pairs:",
        *HEAD,
        *rows[:2],
    ]


@pytest.mark.rule("refusal_counts.03")
def test_only_an_admin_reads_the_counts(world: World) -> None:
    grant(world, world.bob, "manage_structure")
    grant(world, world.bob, "*", "web-delivery")
    for persona in (world.bob, world.carol, world.depot, world.robo):
        persona.refused(Code.FORBIDDEN, "refusal_counts")
    agent(world.alice, "admins-agent").run("refusal_counts")
    scoped(world.alice, ["*"]).refused(Code.KEY_SCOPE, "refusal_counts")


@pytest.mark.rule("refusal_counts.04", "refusal_counts.06")
@time_machine.travel(NOON, tick=False)
def test_the_range_ends_now_and_has_7_days(world: World) -> None:
    for age in (timedelta(0), timedelta(days=7), timedelta(days=7, seconds=1)):
        refusal(world, NOON - age)
    assert world.alice.result("refusal_counts").refusals == 2
    assert world.alice.result("refusal_counts", days=8).refusals == 3
    assert world.alice.result("refusal_counts", days=1).refusals == 1


@pytest.mark.rule("refusal_counts.05", "refusal_counts.10")
@pytest.mark.parametrize(
    ("name", "value"), [("days", 0), ("days", -1), ("days", 91), ("limit", 0), ("limit", 101)]
)
def test_refuses_days_and_rows_out_of_range(world: World, name: str, value: int) -> None:
    assert world.alice.refused(Code.VALIDATION, "refusal_counts", **{name: value}).field == name
    for edge in (1, 90):
        world.alice.run("refusal_counts", **{name: edge})
    world.alice.run("refusal_counts", limit=100)


@pytest.mark.rule("refusal_counts.07")
def test_to_is_the_last_day_in_utc(world: World) -> None:
    for text in ("2026-10-18T23:59:59", "2026-10-19T00:00:00", "2026-10-25T23:59:59", "2026-10-26T00:00:00"):
        refusal(world, datetime.fromisoformat(text).replace(tzinfo=UTC))
    text = world.alice.text("refusal_counts", to="2026-10-25")
    assert text.startswith(
        "Refusals from 2026-10-19 00:00 UTC to 2026-10-26 00:00 UTC: 2 in all, in 1 pairs "
    )


@pytest.mark.rule("refusal_counts.08")
@pytest.mark.parametrize(
    "to", ["2026-10-25T10:00:00Z", "2026-02-30", "today", "", "25.10.2026", "9999-12-31", "0001-01-01"]
)
def test_refuses_a_to_that_is_no_date(world: World, to: str) -> None:
    refused = world.alice.refused(Code.VALIDATION, "refusal_counts", to=to)
    assert (refused.field, refused.details["expected"]) == ("to", "a date of the form YYYY-MM-DD")


@pytest.mark.rule("refusal_counts.09")
def test_shows_20_rows_by_default(world: World) -> None:
    for number in range(21):
        refusal(world, datetime.now(UTC), tool=f"tool_{number:02}")
    result = world.alice.result("refusal_counts")
    assert (len(result.rows), result.pairs) == (20, 21)


@pytest.mark.rule("refusal_counts.16")
@time_machine.travel(NOON, tick=False)
def test_says_that_there_was_none(world: World) -> None:
    assert (
        world.alice.text("refusal_counts") == "No refusals from 2026-10-18 16:00 UTC to 2026-10-25 16:00 UTC."
    )


@pytest.mark.rule("refusal_counts.17")
def test_counts_the_organization_of_the_caller_only(world: World) -> None:
    refusal(world, datetime.now(UTC))
    assert world.mallory.result("refusal_counts").refusals == 0
    assert world.alice.result("refusal_counts").refusals == 1


def test_a_strange_argument_name_does_not_break_the_table(world: World) -> None:
    refusal(world, datetime.now(UTC), field="a|b\nc")
    assert world.alice.text("refusal_counts").splitlines()[-1] == (
        "| create_item | VALIDATION | 1 | a\\|b c | 1 | 0 | 0 |"
    )
