"""set_state: one current line per task, patched field by field."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from hub.core import clock, events, operations, schemas
from hub.core.codes import Code
from items.events import ItemUpdated
from items.models import Item, ItemVersion, Note, TaskState
from tests.items import acting
from tests.world import World, scoped

WHOLE: dict[str, Any] = {
    "branch": "web-t-0001",
    "commit": "abc1234",
    "pushed": True,
    "pr_url": "https://github.com/acme/app/pull/12",
    "next_step": "Wait for CI",
}


def stored(task: str) -> dict[str, Any]:
    """The five columns of a state."""
    row = TaskState.objects.get(item__code=task)
    return {name: getattr(row, name) for name in WHOLE}


def written(world: World, **fields: Any) -> str:
    """A task of bob with this state, or a whole one."""
    task = world.task(by=world.bob)
    world.bob.run("set_state", short_code=task, **(fields or WHOLE))
    return task


@pytest.mark.rule("set_state.01", "set_state.17", "set_state.34")
def test_each_field_is_an_argument_of_its_own(world: World) -> None:
    schema = schemas.published(operations.get("set_state").input)
    types = {name: part["type"] for name, part in schema["properties"].items()}
    text = ["string", "null"]
    assert types == {
        "short_code": "string",
        "branch": text,
        "commit": text,
        "pushed": "boolean",
        "pr_url": text,
        "next_step": text,
        "expected_updated_at": "string",
    }
    assert (schema["required"], schema["additionalProperties"]) == (["short_code"], False)
    for sent in (WHOLE, '{"branch": "x"}'):
        refusal = world.bob.refused(Code.VALIDATION, "set_state", short_code=world.task(), state=sent)
        assert refusal.message == (
            'The call has the argument "state". This tool does not accept that argument. The arguments of '
            "this tool are: short_code, branch, commit, pushed, pr_url, next_step, expected_updated_at."
        )


@pytest.mark.rule("set_state.02", "set_state.15", "set_state.30")
def test_a_sent_field_gets_its_value(world: World) -> None:
    task = world.task()
    line = (
        "branch web-t-0001 at abc1234, pushed, PR https://github.com/acme/app/pull/12. "
        "Next: Wait for CI. (updated just now by Bob (agent))"
    )
    assert world.robo.text("set_state", short_code=task, **WHOLE) == f"State of {task}: {line}"
    assert stored(task) == WHOLE
    assert f"- state: {line}" in world.alice.text("get_item", short_code=task).splitlines()


@pytest.mark.rule("set_state.30")
@pytest.mark.parametrize(
    ("fields", "line"),
    [
        ({"next_step": "Wait for CI."}, "Next: Wait for CI. (updated just now by Bob)"),
        ({"branch": "x"}, "branch x. (updated just now by Bob)"),
        ({"branch": "x", "pushed": False}, "branch x, not pushed. (updated just now by Bob)"),
    ],
)
def test_parts_without_a_value_are_left_out(world: World, fields: dict[str, Any], line: str) -> None:
    task = world.task(by=world.bob)
    assert world.bob.text("set_state", short_code=task, **fields) == f"State of {task}: {line}"


@pytest.mark.rule("set_state.03", "set_state.06", "set_state.13")
def test_a_field_that_is_not_sent_is_kept(world: World) -> None:
    task = written(world)
    world.alice.run("set_state", short_code=task, commit="def5678")
    world.bob.run("set_state", short_code=task, pushed=False)
    assert stored(task) == {**WHOLE, "commit": "def5678", "pushed": False}


@pytest.mark.parametrize(
    "field",
    [
        pytest.param("branch", marks=pytest.mark.rule("set_state.04")),
        pytest.param("commit", marks=pytest.mark.rule("set_state.05")),
        pytest.param("pr_url", marks=pytest.mark.rule("set_state.08")),
        pytest.param("next_step", marks=pytest.mark.rule("set_state.09", "set_state.19")),
    ],
)
def test_null_clears_a_field(world: World, field: str) -> None:
    task = written(world)
    world.bob.run("set_state", short_code=task, **{field: None})
    assert stored(task) == {**WHOLE, field: ""}


@pytest.mark.rule("set_state.19")
def test_a_lone_null_on_a_task_without_a_state_succeeds_and_writes_nothing(world: World) -> None:
    task = world.task()
    assert world.alice.text("set_state", short_code=task, branch=None) == f"State of {task}: none."
    assert acting.state(task) is None
    assert acting.actions(task) == ["create"]


@pytest.mark.rule("set_state.07")
@pytest.mark.parametrize("pushed", [None, "true"])
def test_pushed_is_true_or_false(world: World, pushed: object) -> None:
    refusal = world.bob.refused(Code.VALIDATION, "set_state", short_code=written(world), pushed=pushed)
    assert refusal.field == "pushed"
    assert refusal.message.startswith("The value of pushed must be true or false.")


@pytest.mark.rule("set_state.10", "set_state.11")
def test_a_state_that_changed_since_it_was_read_refuses_the_write(world: World) -> None:
    task = written(world)
    read = world.bob.result("get_item", short_code=task).state
    world.bob.run("set_state", short_code=task, commit="def5678", expected_updated_at=read.updated_at)
    refusal = world.alice.refused(
        Code.CONFLICT, "set_state", short_code=task, commit="0000000", expected_updated_at=read.updated_at
    )
    current = refusal.details["current"]
    assert {name: current[name] for name in WHOLE} == {**WHOLE, "commit": "def5678"}
    assert current["updated_by"]["user_name"] == "bob"
    world.alice.run("set_state", short_code=task, commit="0000000", expected_updated_at=current["updated_at"])


@pytest.mark.rule("set_state.11")
def test_one_microsecond_is_a_change(world: World) -> None:
    task = written(world)
    row = TaskState.objects.get(item__code=task)
    near = clock.precise(row.updated_at - timedelta(microseconds=1))
    arguments = {"short_code": task, "commit": "x", "expected_updated_at": near}
    world.bob.refused(Code.CONFLICT, "set_state", **arguments)
    # the same instant in another zone is the same instant
    exact = row.updated_at.astimezone(datetime.fromisoformat("2026-01-01T00:00:00+02:00").tzinfo).isoformat()
    world.bob.run("set_state", **{**arguments, "expected_updated_at": exact})


@pytest.mark.rule("set_state.12")
@pytest.mark.parametrize("value", ["yesterday", "2026-10-09", "2026-10-09T10:00:00", ""])
def test_a_time_is_rfc_3339(world: World, value: str) -> None:
    refusal = world.bob.refused(
        Code.VALIDATION, "set_state", short_code=written(world), branch="x", expected_updated_at=value
    )
    assert refusal.field == "expected_updated_at"


@pytest.mark.rule("set_state.14", "set_state.20")
def test_it_is_one_line_apart_from_notes_and_content(world: World) -> None:
    task = written(world)
    world.bob.run("set_state", short_code=task, next_step="Merge")
    found = Item.objects.get(code=task)
    assert TaskState.objects.filter(item=found).count() == 1
    assert (found.version, ItemVersion.objects.filter(item=found).count()) == (1, 1)
    assert (found.content, Note.objects.filter(item=found).count()) == ("", 0)


@pytest.mark.rule("set_state.18")
@pytest.mark.parametrize("more", [{}, {"expected_updated_at": acting.LONG_AGO}])
def test_needs_at_least_one_field(world: World, more: dict[str, str]) -> None:
    world.bob.refused(Code.VALIDATION, "set_state", short_code=written(world), **more)


@pytest.mark.rule("set_state.21")
def test_it_tells_of_an_update(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[ItemUpdated] = []
    monkeypatch.setitem(
        events._subscribers, ItemUpdated, [(events.Phase.WRITE, lambda call, event: told.append(event))]
    )
    task = written(world)
    assert [(event.item.code, event.what) for event in told] == [(task, "state")]


@pytest.mark.rule("set_state.22")
def test_it_stays_in_a_done_column(world: World) -> None:
    task = written(world)
    world.move(acting.on(world, "Active", task), "Completed")
    assert stored(task) == WHOLE
    other = written(world)
    world.alice.run("cancel_item", short_code=other, reason="No.")
    assert stored(other) == WHOLE


@pytest.mark.rule("set_state.25")
def test_the_list_of_the_board_shows_branch_next_step_and_age(world: World) -> None:
    task = written(world)
    listed = world.alice.text("board_items", board="web-delivery")
    (line,) = (line for line in listed.splitlines() if task in line)
    assert "[state: branch web-t-0001; next: Wait for CI; just now]" in line


@pytest.mark.rule("set_state.26", "set_state.28", "set_state.35", "rights.edit.16")
def test_the_edit_rule_decides(world: World) -> None:
    own, other = world.task(by=world.carol), world.task()
    world.carol.run("set_state", short_code=own, branch="x")
    refusal = world.carol.refused(Code.FORBIDDEN, "set_state", short_code=other, branch="x")
    assert refusal.details["required_capability"] == "manage_tasks"
    assert acting.state(other) is None
    acting.grant(world.carol, "manage_tasks", "web-delivery")
    world.carol.run("set_state", short_code=other, branch="x")
    world.alice.run("set_state", short_code=own, branch="y")


@pytest.mark.rule("set_state.27", "rights.edit.17")
def test_the_holder_of_the_claim_writes_it_with_no_capability(world: World) -> None:
    acting.grant(world.carol, "transition_items", "web-delivery")
    task = acting.claimed(world, by=world.carol)
    acting.revoke(world.carol, "web-delivery")
    world.carol.run("set_state", short_code=task, branch="x")
    world.carol.refused(Code.FORBIDDEN, "append_note", short_code=task, text="Hello")


def test_a_key_writes_within_its_scope_only(world: World) -> None:
    task = acting.claimed(world)
    narrow = scoped(world.robo, capabilities=["manage_adrs"])
    narrow.refused(Code.KEY_SCOPE, "set_state", short_code=task, branch="x")
    scoped(world.robo, capabilities=["manage_tasks"]).run("set_state", short_code=task, branch="x")
    scoped(world.robo, capabilities=["transition_items"]).run("set_state", short_code=task, branch="y")


@pytest.mark.rule("set_state.31", "set_state.32")
def test_what_is_unknown_or_archived_is_not_found(world: World) -> None:
    world.alice.refused(Code.NOT_FOUND, "set_state", short_code="WEB-T-9999", branch="x")
    task = world.task()
    acting.archive(task)
    world.alice.refused(Code.NOT_FOUND, "set_state", short_code=task, branch="x")


@pytest.mark.rule("set_state.33")
@pytest.mark.parametrize(
    ("item_type", "board"),
    [
        ("strategy", "strategy"),
        ("initiative", "initiatives"),
        ("document", "web-delivery"),
        ("adr", "web-adrs"),
    ],
)
def test_only_tasks_have_a_state(world: World, item_type: str, board: str) -> None:
    code = world.create(item_type, board=board)
    refusal = world.alice.refused(Code.VALIDATION, "set_state", short_code=code, branch="x")
    assert refusal.field == "short_code"


@pytest.mark.rule("set_state.36", "get_history.31")
def test_the_activity_names_the_fields_that_changed(world: World) -> None:
    task = written(world)
    world.bob.run("set_state", short_code=task, branch="web-t-0001", commit="def5678", next_step=None)
    assert acting.activity(task)[1:] == [
        ("state", {"fields": ["branch", "commit", "pushed", "pr_url", "next_step"]}),
        ("state", {"fields": ["commit", "next_step"]}),
    ]


def test_equal_values_write_nothing(world: World) -> None:
    task = written(world)
    before = acting.state(task)
    world.bob.run("set_state", short_code=task, **WHOLE)
    after = acting.state(task)
    assert before is not None
    assert after is not None
    assert (after.updated_at, acting.actions(task)) == (before.updated_at, ["create", "state"])


def test_a_write_beside_a_claim_warns(world: World) -> None:
    task = acting.claimed(world)
    since = world.bob.result("get_item", short_code=task).claim.since
    assert world.alice.result("set_state", short_code=task, branch="x").warnings == (
        f"Warning: Bob has the claim on {task} (since {since}). Your change is recorded.",
    )


@pytest.mark.parametrize(
    ("field", "value"), [("branch", "b" * 501), ("pr_url", "javascript:alert(1)"), ("next_step", "n" * 2001)]
)
def test_a_value_has_a_size_and_a_pr_an_address(world: World, field: str, value: str) -> None:
    refusal = world.bob.refused(Code.VALIDATION, "set_state", short_code=written(world), **{field: value})
    assert refusal.field == field


def test_a_text_is_kept_on_one_line(world: World) -> None:
    task = written(world, next_step=" Wait\nfor  CI ")
    assert stored(task)["next_step"] == "Wait for CI"


def test_the_boards_page_changes(world: World) -> None:
    task = world.task()
    before = acting.board("web-delivery").revision
    world.alice.run("set_state", short_code=task, branch="x")
    assert acting.board("web-delivery").revision == before + 1
