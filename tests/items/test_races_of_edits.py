"""Writers that meet: codes, versions and notes, with real threads on both engines."""

from __future__ import annotations

import pytest

from hub.core.codes import Code
from hub.core.refusals import Refusal
from items.models import Item, ItemVersion, Note
from tests.items import rows
from tests.racing import race, rounds
from tests.world import World

CREATORS = 16


@pytest.mark.race
@pytest.mark.rule("codes.12", "create_item.108")
def test_creators_on_one_prefix_get_every_number_once(
    live_world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fifth of the creates is refused after the number was taken: its edge cannot be written."""
    idle = live_world.create("initiative")
    monkeypatch.setattr("items.edges._refuse_existing", rows.refuse)
    turns = rounds(200)

    def create() -> list[str]:
        made = []
        for turn in range(turns):
            if turn % 5 == 4:
                with pytest.raises(Refusal):
                    live_world.task(parent=idle)
            else:
                made.append(live_world.task())
        return made

    codes = sorted(code for codes in race(*[create] * CREATORS, seconds=300) for code in codes)
    created = CREATORS * sum(turn % 5 != 4 for turn in range(turns))
    assert codes == [f"WEB-T-{number:04d}" for number in range(1, created + 1)]
    assert sorted(Item.objects.filter(item_type="task").values_list("code", flat=True)) == codes


@pytest.mark.race
@pytest.mark.rule("update_item.16")
def test_of_two_updates_of_one_version_one_wins(live_world: World) -> None:
    code = live_world.task(content="start")
    for turn in range(1, rounds(200) + 1):
        results = race(
            *(
                lambda text=text, version=turn: live_world.alice.result(
                    "update_item", short_code=code, content=text, version=version
                )
                for text in (f"{turn} left", f"{turn} right")
            )
        )
        (won,) = [one for one in results if not isinstance(one, Exception)]
        (lost,) = [one for one in results if isinstance(one, Refusal)]
        assert won.version == turn + 1
        assert lost.code is Code.CONFLICT
        assert lost.details["current"] == {
            "version": turn + 1,
            "title": "A task",
            "content": rows.item(code).content,
        }
    assert ItemVersion.objects.filter(item__code=code).count() == rounds(200) + 1


@pytest.mark.race
@pytest.mark.rule("append_note.17", "append_note.09")
def test_notes_at_the_same_time_get_an_id_each(live_world: World) -> None:
    code = live_world.task()
    turns = rounds(100)

    def note() -> list[str]:
        return [
            live_world.alice.result("append_note", short_code=code, text="x").note_id for _ in range(turns)
        ]

    ids = [one for notes in race(*[note] * 4, seconds=300) for one in notes]
    assert sorted(ids, key=lambda one: int(one[2:])) == [f"n-{n}" for n in range(1, 4 * turns + 1)]
    assert Note.objects.filter(item__code=code).count() == 4 * turns


@pytest.mark.race
@pytest.mark.rule("edit_item.08")
def test_an_edit_that_meets_another_works_on_the_newer_content(live_world: World) -> None:
    writers, turns = 8, rounds(100)
    code = live_world.task(content="".join(f"[{writer}:]" for writer in range(writers)))

    def edit(writer: int) -> None:
        for _ in range(turns):
            live_world.alice.run("edit_item", short_code=code, search=f"[{writer}:", replace=f"[{writer}:+")

    results = race(*(lambda writer=writer: edit(writer) for writer in range(writers)), seconds=300)
    assert results == [None] * writers
    item = rows.item(code)
    assert item.content == "".join(f"[{writer}:{'+' * turns}]" for writer in range(writers))
    assert item.version == writers * turns + 1


@pytest.mark.race
def test_a_note_and_an_edit_do_not_undo_each_other(live_world: World) -> None:
    code = live_world.task(content="x")
    turns = rounds(100)

    def note() -> None:
        for _ in range(turns):
            live_world.alice.run("append_note", short_code=code, text="x")

    def edit() -> None:
        for _ in range(turns):
            live_world.alice.run("edit_item", short_code=code, search="x", replace="xx", replace_all=False)
            live_world.alice.run("edit_item", short_code=code, search="xx", replace="x", replace_all=False)

    assert race(note, edit, seconds=300) == [None, None]
    item = rows.item(code)
    assert (item.note_count, item.version, item.content) == (turns, 2 * turns + 1, "x")


@pytest.mark.race
def test_writers_of_every_kind_take_their_locks_in_one_order(
    live_world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A deadlock would be tried again and go unseen: here it is an error."""
    monkeypatch.setattr("hub.core.transactions._is_retryable", lambda error: False)
    alice, turns = live_world.alice, rounds(100)
    initiative = live_world.create("initiative", bucket_type="bug")
    code, other = live_world.task(parent=initiative), live_world.task()
    live_world.move(code, "Todo")

    def repeat(*calls: tuple[str, dict[str, str]]) -> None:
        for _ in range(turns):
            for tool, arguments in calls:
                alice.run(tool, **arguments)

    def title() -> None:
        for turn in range(1, turns + 1):
            alice.run("update_item", short_code=initiative, content="x", version=turn, title=f"Title {turn}")

    edge = {"source": initiative, "relationship": "blocks", "target": other}
    back_and_forth = [
        ("transition_item", {"short_code": code, "to_column": column})
        for column in ("Active", "Blocked", "Todo")
    ]
    notes = [("append_note", {"short_code": one, "text": "x"}) for one in (code, initiative)]
    links = [(tool, edge) for tool in ("link_items", "unlink_items")]
    child = {"item_type": "task", "title": "T", "board": "web-delivery", "parent": initiative}
    results = race(
        title,
        lambda: repeat(*back_and_forth),
        lambda: repeat(*links),
        lambda: repeat(("create_item", child)),
        lambda: repeat(*notes),
        seconds=300,
    )
    assert results == [None] * 5
