"""append_note: notes beside the content."""

from __future__ import annotations

import pytest
import time_machine

from hub.core import events, operations, schemas
from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.models import Activity
from items.events import ItemUpdated, NoteAppended
from items.models import Note
from tests.items import rows
from tests.world import World

AT = "2026-10-11T23:59:59Z"


@pytest.mark.rule("append_note.01")
def test_has_no_version_and_no_anchor() -> None:
    schema = schemas.published(operations.get("append_note").input)
    assert list(schema["properties"]) == ["short_code", "text", "request_key"]
    assert schema["required"] == ["short_code", "text"]
    assert schema["additionalProperties"] is False


@pytest.mark.rule("append_note.02", "append_note.05", "append_note.09", "append_note.18", "items.21")
@pytest.mark.parametrize(
    ("item_type", "board"),
    [
        ("strategy", "strategy"),
        ("initiative", "initiatives"),
        ("task", "web-delivery"),
        ("document", "web-delivery"),
        ("adr", "web-adrs"),
    ],
)
def test_adds_the_next_note_to_an_item_of_each_type(world: World, item_type: str, board: str) -> None:
    other = world.task()
    world.alice.run("append_note", short_code=other, text="of another item")
    code = world.create(item_type, board=board)
    with time_machine.travel(AT, tick=False):
        text = world.alice.text("append_note", short_code=code.lower(), text="First")
    assert text == f"Appended note n-1 to {code}. The content stays at version 1."
    assert world.alice.result("append_note", short_code=code, text="Second").note_id == "n-2"
    first, second = Note.objects.filter(item__code=code).order_by("number")
    assert (first.text, first.created_at.isoformat(), first.author_id, second.number) == (
        "First",
        "2026-10-11T23:59:59+00:00",
        world.alice.principal.user_id,
        2,
    )


@pytest.mark.rule("append_note.03")
def test_refuses_a_call_without_text(world: World) -> None:
    refusal = world.alice.refused(Code.VALIDATION, "append_note", short_code=world.task())
    assert refusal.message.startswith('The call does not have the argument "text".')


@pytest.mark.rule("append_note.25")
@pytest.mark.parametrize("text", ["", " \n\t "])
def test_refuses_an_empty_text(world: World, text: str) -> None:
    refusal = world.alice.refused(Code.VALIDATION, "append_note", short_code=world.task(), text=text)
    assert refusal.field == "text"


@pytest.mark.rule(
    "append_note.04",
    "append_note.13",
    "append_note.14",
    "append_note.15",
    "append_note.16",
    "items.06",
    "get_item.61",
)
def test_a_note_is_no_content_no_version_and_no_activity(world: World) -> None:
    code = world.task(content="The content")
    before = world.alice.text("get_history", short_code=code)
    activity = Activity.objects.count()
    world.alice.run("append_note", short_code=code, text="The note")
    assert world.alice.text("get_history", short_code=code) == before
    assert Activity.objects.count() == activity
    assert world.alice.result("get_item", short_code=code).content == "The content"
    assert "The note" not in world.alice.text("get_history", short_code=code, version=1)
    world.alice.run("update_item", short_code=code, content="New content", version=1)
    world.alice.run("edit_item", short_code=code, search="New", replace="Newer")
    item = world.alice.result("get_item", short_code=code)
    assert (item.version, item.content, [note.text for note in item.notes]) == (
        3,
        "Newer content",
        ["The note"],
    )


@pytest.mark.rule(
    "append_note.06",
    "append_note.07",
    "append_note.11",
    "append_note.19",
    "get_item.09",
    "get_item.57",
    "get_item.58",
    "get_item.60",
)
def test_get_item_lists_the_notes_and_shows_each_after_the_content(world: World) -> None:
    code = world.task(content="The content of the item.")
    assert "Note" not in world.alice.text("get_item", short_code=code)
    with time_machine.travel(AT, tick=False):
        world.alice.run("append_note", short_code=code, text="Found the cause.\n\n## Content\n\nNot the end.")
        world.alice.run("append_note", short_code=code, text="\n- The fix\n")
    text = world.alice.text("get_item", short_code=code)
    assert text.split("\n\n", 2)[2] == (
        "## Notes\n\n- n-1 (2026-10-11, Alice): Found the cause.\n- n-2 (2026-10-11, Alice): - The fix\n\n"
        "## Content\n\nThe content of the item.\n\n"
        "## Note n-1 (2026-10-11, Alice)\n\nFound the cause.\n\n## Content\n\nNot the end.\n\n"
        "## Note n-2 (2026-10-11, Alice)\n\n\n- The fix\n"
    )


@pytest.mark.rule("append_note.08")
def test_a_note_of_an_agent_has_the_mark(world: World) -> None:
    code = world.task(world.bob)
    world.robo.run("append_note", short_code=code, text="By the agent")
    (note,) = world.bob.result("get_item", short_code=code).notes
    assert (note.author.name, note.author.user_name) == ("Bob (agent)", "bob")


@pytest.mark.rule("append_note.10")
def test_an_id_is_never_given_again(world: World) -> None:
    code = world.task()
    world.alice.run("append_note", short_code=code, text="One")
    Note.objects.filter(item__code=code).delete()
    assert world.alice.result("append_note", short_code=code, text="Two").note_id == "n-2"


@pytest.mark.rule("append_note.24")
def test_tells_that_the_item_and_its_notes_changed(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[events.Event] = []

    def hear(call: Call, event: events.Event) -> None:
        heard.append(event)

    listeners = {kind: [(events.Phase.WRITE, hear)] for kind in (ItemUpdated, NoteAppended)}
    for kind, handlers in listeners.items():
        monkeypatch.setitem(events._subscribers, kind, handlers)
    code = world.task()
    world.alice.run("append_note", short_code=code, text="One")
    updated, appended = heard
    assert isinstance(updated, ItemUpdated)
    assert isinstance(appended, NoteAppended)
    assert (updated.item.code, updated.what, appended.note.number) == (code, "note", 1)


@pytest.mark.rule("append_note.21", "append_note.28")
def test_the_edit_rule_decides(world: World) -> None:
    code = world.task(world.depot)
    refusal = world.carol.refused(Code.FORBIDDEN, "append_note", short_code=code, text="x")
    assert refusal.details["required_capability"] == "manage_tasks"
    rows.grant(world.carol, "web-delivery", "manage_tasks")
    for number, persona in enumerate((world.depot, world.carol, world.alice), start=1):
        assert persona.result("append_note", short_code=code, text="x").note_id == f"n-{number}"


@pytest.mark.rule("append_note.26")
def test_refuses_an_unknown_code(world: World) -> None:
    world.alice.refused(Code.NOT_FOUND, "append_note", short_code="WEB-T-9999", text="x")


@pytest.mark.rule("append_note.27")
def test_refuses_an_archived_item(world: World) -> None:
    code = world.task()
    rows.archive(code)
    refusal = world.alice.refused(Code.NOT_FOUND, "append_note", short_code=code, text="x")
    assert refusal.message == f"{code} is archived. restore_item brings it back."


def test_holds_the_size_of_a_note(world: World) -> None:
    code = world.task()
    world.alice.run("append_note", short_code=code, text="x" * 1024 * 1024)
    refusal = world.alice.refused(
        Code.VALIDATION, "append_note", short_code=code, text="x" * (1024 * 1024 + 1)
    )
    assert "at most 1 MiB" in refusal.message
