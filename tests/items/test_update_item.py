"""update_item: full replacement under optimistic concurrency."""

from __future__ import annotations

from typing import Any

import pytest

from hub.core import operations, schemas
from hub.core.codes import Code
from hub.core.models import Activity
from items.models import ItemVersion
from tests.items import rows
from tests.world import World


@pytest.mark.rule("update_item.01")
def test_takes_three_required_arguments_and_a_title() -> None:
    schema = schemas.published(operations.get("update_item").input)
    assert list(schema["properties"]) == ["short_code", "content", "version", "title"]
    assert schema["required"] == ["short_code", "content", "version"]
    assert schema["additionalProperties"] is False


@pytest.mark.rule("update_item.02", "update_item.07", "update_item.08", "items.01")
def test_replaces_the_content_byte_for_byte_as_the_next_version(world: World) -> None:
    code = world.task(title="The title", content="Old\n\ntext")
    content = "# New  \r\n\ttext\n\n"
    text = world.alice.text("update_item", short_code=code, content=content, version=1)
    assert text == f"Updated {code}: The title (version 2)."
    item = rows.item(code)
    assert (item.title, item.content, item.version) == ("The title", content, 2)
    history = world.alice.result("get_history", short_code=code)
    assert [(shown.version, shown.by.name) for shown in history.versions] == [(2, "Alice"), (1, "Alice")]
    kept = ItemVersion.objects.filter(item=item).order_by("number").values_list("title", "content")
    assert list(kept) == [("The title", "Old\n\ntext"), ("The title", content)]


@pytest.mark.rule("update_item.06")
def test_changes_the_title_in_the_same_write(world: World) -> None:
    code = world.task(content="x")
    before = rows.board("web-delivery").revision
    result = world.alice.result("update_item", short_code=code, content="y", version=1, title="Another")
    assert (result.title, result.version) == ("Another", 2)
    assert (rows.item(code).title, rows.item(code).content) == ("Another", "y")
    assert rows.board("web-delivery").revision == before + 1


def test_the_board_page_does_not_change_with_the_content_alone(world: World) -> None:
    code = world.task(content="x")
    before = rows.board("web-delivery").revision
    world.alice.run("update_item", short_code=code, content="y", version=1)
    assert rows.board("web-delivery").revision == before


def test_equal_values_write_nothing(world: World) -> None:
    code = world.task(title="Same", content="x")
    before = Activity.objects.count()
    text = world.alice.text("update_item", short_code=code, content="x", version=1, title="Same")
    assert text == f"{code} has that content already: nothing changed (version 1)."
    assert (rows.item(code).version, Activity.objects.count()) == (1, before)


def test_leaves_one_activity_row(world: World) -> None:
    code = world.task(content="x")
    before = Activity.objects.count()
    world.robo.run("update_item", short_code=world.task(world.bob), content="y", version=1)
    row = Activity.objects.order_by("-id")[0]
    assert Activity.objects.count() == before + 2
    assert (row.action, row.data, row.by_agent) == ("update", {"fields": ["content"], "version": 2}, True)
    assert rows.item(code).version == 1


@pytest.mark.parametrize(
    ("argument", "message"),
    [
        pytest.param("content", "content", marks=pytest.mark.rule("update_item.03")),
        pytest.param("version", "version", marks=pytest.mark.rule("update_item.04")),
    ],
)
def test_refuses_a_call_without(world: World, argument: str, message: str) -> None:
    arguments: dict[str, Any] = {"short_code": world.task(), "content": "x", "version": 1}
    del arguments[argument]
    refusal = world.alice.refused(Code.VALIDATION, "update_item", **arguments)
    assert refusal.message.startswith(f'The call does not have the argument "{message}".')
    assert refusal.field == argument


@pytest.mark.rule("update_item.05")
@pytest.mark.parametrize("version", ["1", 1.5, True, None])
def test_refuses_a_version_that_is_no_integer(world: World, version: object) -> None:
    refusal = world.alice.refused(
        Code.VALIDATION, "update_item", short_code=world.task(), content="x", version=version
    )
    assert refusal.message.startswith("The value of version must be an integer. The call gives ")
    assert refusal.field == "version"


@pytest.mark.rule("update_item.12")
def test_refuses_an_unknown_code(world: World) -> None:
    refusal = world.alice.refused(
        Code.NOT_FOUND, "update_item", short_code="WEB-T-9999", content="x", version=1
    )
    assert refusal.message == 'No item has the short code "WEB-T-9999".'


@pytest.mark.rule("update_item.13")
def test_refuses_an_archived_item(world: World) -> None:
    code = world.task()
    rows.archive(code)
    refusal = world.alice.refused(Code.NOT_FOUND, "update_item", short_code=code, content="x", version=1)
    assert refusal.message == f"{code} is archived. restore_item brings it back."


@pytest.mark.rule("update_item.15")
@pytest.mark.parametrize("version", [1, 3, 0, -1, 10**15])
def test_refuses_a_version_that_is_not_current_with_what_is(world: World, version: int) -> None:
    code = world.task(title="T", content="first")
    world.alice.run("update_item", short_code=code, content="second", version=1)
    refusal = world.alice.refused(
        Code.CONFLICT, "update_item", short_code=code, content="mine", version=version
    )
    assert refusal.details["current"] == {"version": 2, "title": "T", "content": "second"}
    assert refusal.field == "version"


@pytest.mark.rule("update_item.14")
def test_refuses_who_may_not_edit(world: World) -> None:
    code = world.task()
    refusal = world.carol.refused(Code.FORBIDDEN, "update_item", short_code=code, content="x", version=1)
    assert '"manage_tasks"' in refusal.message
    assert refusal.details == {
        "required_capability": "manage_tasks",
        "board_id": str(rows.board("web-delivery").id),
    }


def test_a_stale_version_shows_no_content_to_who_may_not_edit(world: World) -> None:
    code = world.task()
    world.carol.refused(Code.FORBIDDEN, "update_item", short_code=code, content="x", version=7)


@pytest.mark.rule("update_item.09")
def test_the_creator_may(world: World) -> None:
    code = world.task(world.carol)
    assert world.carol.result("update_item", short_code=code, content="x", version=1).version == 2


@pytest.mark.rule("update_item.10")
def test_a_holder_of_the_capability_may(world: World) -> None:
    code = world.task()
    rows.grant(world.carol, "web-delivery", "manage_tasks")
    assert world.carol.result("update_item", short_code=code, content="x", version=1).version == 2


@pytest.mark.rule("update_item.11")
def test_an_admin_may(world: World) -> None:
    code = world.task(world.carol)
    assert world.alice.result("update_item", short_code=code, content="x", version=1).version == 2


def test_holds_the_sizes_of_title_and_content(world: World) -> None:
    code = world.task()
    limit = 1024 * 1024
    result = world.alice.result(
        "update_item", short_code=code, content="x" * limit, version=1, title="t" * 500
    )
    assert result.version == 2
    big = world.alice.refused(
        Code.VALIDATION, "update_item", short_code=code, content="x" * (limit - 1) + "é", version=2
    )
    assert (big.field, "at most 1 MiB" in big.message) == ("content", True)
    long = world.alice.refused(
        Code.VALIDATION, "update_item", short_code=code, content="x", version=2, title="t" * 501
    )
    assert long.message.startswith("The value of title must be text of 1 to 500 characters.")


@pytest.mark.parametrize("argument", ["content", "title", "short_code"])
@pytest.mark.parametrize("bad", ["a\x00b", "a\ud800b"])
def test_refuses_what_one_database_stores_and_the_other_does_not(
    world: World, argument: str, bad: str
) -> None:
    arguments = {"short_code": world.task(), "content": "x", "version": 1, "title": "t", argument: bad}
    refusal = world.alice.refused(Code.VALIDATION, "update_item", **arguments)
    assert refusal.field == argument
