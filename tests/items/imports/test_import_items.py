"""What the items of an import are, and that a second import and a dry run change nothing."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from hub.core.calls import Surface
from hub.core.codes import Code
from hub.core.models import Activity
from items import creation
from items.events import ItemCreated
from items.models import Edge, ImportedItem, Item, ItemVersion, ShortCode
from items.operations.import_items import TypeCounts
from kairos_boards.models import Board
from tests.items.imports.importing import (
    arguments,
    counts,
    edges,
    hub,
    imported,
    item,
    lines,
    tasks,
)
from tests.items.imports.metis_files import BODY, FILES, INITIATIVE, task
from tests.world import World, nothing_written

ARCHIVED = {
    "archived/backlog/bugs/SHED-T-0007.md": task(
        "SHED-T-0007",
        "created_at: 2025-10-16T00:49:18Z",
        "updated_at: 2025-10-20T10:00:00Z",
        'tags: ["#task", "#bug", "#phase/completed"]',
    )
}


@pytest.mark.rule("import.02")
def test_every_record_becomes_an_item_with_its_edges(world: World, tmp_path: Path) -> None:
    result = imported(tmp_path, {**FILES, **ARCHIVED})
    assert counts(result) == {
        "initiative": TypeCounts(created=1),
        "task": TypeCounts(created=2, archived=1),
        "document": TypeCounts(created=2),
        "adr": TypeCounts(created=2),
    }
    assert result.edges == {"parent": 1, "supports": 1, "informs": 1, "supersedes": 1}
    assert edges() == [
        "SHED-A-0002 supersedes SHED-A-0001",
        "SHED-I-0001 parent SHED-T-0001",
        "SHED-I-0001 supports WEB-D-0001",
        "WEB-D-0002 informs SHED-I-0001",
    ]
    assert lines(result) == (
        [],
        [
            "specifications/SHED-S-0001/specification.md: It has the code WEB-D-0001 here, not SHED-S-0001.",
            "vision.md: It has the code WEB-D-0002 here, not SHED-V-0001.",
        ],
    )


def test_each_type_goes_to_its_board_and_each_phase_to_its_column(world: World, tmp_path: Path) -> None:
    imported(tmp_path, {**FILES, **ARCHIVED})
    found = Item.objects.order_by("code").values_list("code", "board__slug", "column__name", "lifecycle")
    assert list(found) == [
        ("SHED-A-0001", "web-adrs", "Superseded", None),
        ("SHED-A-0002", "web-adrs", "Decided", None),
        ("SHED-I-0001", "initiatives", "Decompose", None),
        ("SHED-T-0001", "web-delivery", "Todo", None),
        ("SHED-T-0007", "web-delivery", "Completed", None),
        ("WEB-D-0001", "web-delivery", None, "draft"),
        ("WEB-D-0002", "web-delivery", None, "published"),
    ]


def test_the_fields_of_a_type_are_kept(world: World, tmp_path: Path) -> None:
    imported(tmp_path, {**FILES, **ARCHIVED})
    assert (item("SHED-T-0001").task_type, item("SHED-T-0001").work_class) == ("task", "planned")
    assert item("SHED-T-0007").task_type == "bug"
    assert item("SHED-I-0001").complexity == "xl"
    stone = item("SHED-A-0002")
    assert (stone.decision_maker, str(stone.decision_date)) == ("Garden Team", "2025-10-16")


@pytest.mark.rule("import.02")
def test_the_content_is_kept_byte_for_byte(world: World, tmp_path: Path) -> None:
    body = "\r\n\r\n# Größe 🧪\r\n\ttab, trailing  \n---\nkey: value\n---\n\n<script>\u00a0\u200b\n\n\n"
    imported(tmp_path, {**FILES, **tasks(task("SHED-T-0002", body="").removesuffix("\n") + "\n" + body)})
    assert item("SHED-T-0001").content == BODY
    assert item("SHED-T-0002").content == body
    first = ItemVersion.objects.get(item__code="SHED-T-0002")
    assert (first.number, first.content) == (1, body)


@pytest.mark.rule("import.02")
def test_archive_and_dates_are_those_of_the_original(world: World, tmp_path: Path) -> None:
    imported(tmp_path, {**FILES, **ARCHIVED})
    created, updated = datetime(2025, 10, 16, 0, 49, 18, tzinfo=UTC), datetime(2025, 10, 20, 10, tzinfo=UTC)
    old = item("SHED-T-0007")
    assert (old.created_at, old.updated_at, old.archived_at) == (created, updated, updated)
    assert old.entered_column_at == updated
    assert ItemVersion.objects.get(item=old).created_at == created
    rows = Activity.objects.filter(subject_id=old.id).order_by("id")
    assert [(row.action, row.created_at) for row in rows] == [("create", created), ("delete", updated)]
    live = item("SHED-T-0001")
    assert live.created_at == datetime(2025, 10, 16, 0, 49, 18, 154457, tzinfo=UTC)
    assert live.updated_at == datetime(2025, 10, 16, 20, 20, 6, tzinfo=UTC)
    assert live.archived_at is None


@pytest.mark.rule("import.02")
def test_blockers_become_edges_and_a_cycle_is_listed(world: World, tmp_path: Path) -> None:
    first = task("SHED-T-0001", "blocked_by: [SHED-T-0002]")
    second = task("SHED-T-0002", "blocked_by: [SHED-T-0001, SHED-T-0003]")
    result = imported(tmp_path, tasks(first, second, task("SHED-T-0003")))
    assert edges() == ["SHED-T-0002 blocks SHED-T-0001", "SHED-T-0003 blocks SHED-T-0002"]
    assert result.edges == {"blocks": 2}
    assert lines(result)[1] == [
        "backlog/1.md: The blocker SHED-T-0001 is not linked. CYCLE_DETECTED: SHED-T-0001 -[blocks]-> "
        "SHED-T-0002 would close a cycle: SHED-T-0002 leads to SHED-T-0001 by blocks edges already."
    ]


@pytest.mark.rule("import.02")
def test_taken_codes_and_files_without_an_item_are_listed_and_the_rest_is_imported(
    world: World, tmp_path: Path
) -> None:
    assert world.task() == "WEB-T-0001"
    ShortCode.objects.create(organization_id=world.alice.principal.organization_id, text="WEB-T-0002")
    texts = [
        task("WEB-T-0001"),
        task("WEB-T-0002"),
        task("WEB-T-0003", "blocked_by: [WEB-T-0001]"),
        "no front matter",
    ]
    result = imported(tmp_path, tasks(*texts))
    assert counts(result) == {"task": TypeCounts(created=1)}
    assert lines(result) == (
        [
            "backlog/0.md: CODE_IN_USE: An item has the code WEB-T-0001.",
            "backlog/1.md: CODE_RETIRED: The code WEB-T-0002 is retired, and a retired code is never issued "
            "again.",
            "backlog/3.md: The file does not start with front matter between two lines of `---`.",
        ],
        ["backlog/2.md: The blocker WEB-T-0001 is not linked: it is not placed."],
    )
    assert item("WEB-T-0001").title == "A task"
    assert edges() == []


def test_a_column_that_the_board_does_not_have_is_the_entry_column_with_a_note(
    world: World, tmp_path: Path
) -> None:
    world.alice.run("update_column", board="web-delivery", column="Blocked", name="Waiting")
    blocked = task("SHED-T-0001", 'tags: ["#task", "#phase/blocked"]')
    result = imported(tmp_path, tasks(blocked))
    assert item("SHED-T-0001").column.name == "Backlog"  # type: ignore[union-attr]
    assert lines(result) == (
        [],
        ["backlog/0.md: The board web-delivery has no column Blocked; the item is in Backlog."],
    )


def test_nobody_gets_a_claim_and_the_hub_is_the_creator(world: World, tmp_path: Path) -> None:
    imported(tmp_path, tasks(task("SHED-T-0001", 'tags: ["#task", "#phase/active"]')))
    active = item("SHED-T-0001")
    assert (active.column.name, active.claim_user_id) == ("Active", None)  # type: ignore[union-attr]
    assert (active.created_by.name, active.created_by_agent, active.is_request) == ("hub", False, False)
    row = Activity.objects.get(subject_id=active.id)
    assert (row.user.name, row.surface, row.data) == (
        "hub",
        Surface.COMMAND,
        {"code": "SHED-T-0001", "title": "A task"},
    )


@pytest.mark.rule("import.01")
def test_a_second_run_changes_nothing(world: World, tmp_path: Path) -> None:
    files = {**FILES, **ARCHIVED, "broken.md": "no front matter"}
    imported(tmp_path, files)
    with nothing_written():
        result = imported(tmp_path, files)
    assert counts(result) == {
        "initiative": TypeCounts(already_there=1),
        "task": TypeCounts(already_there=2),
        "document": TypeCounts(already_there=2),
        "adr": TypeCounts(already_there=2),
    }
    assert result.edges == {}
    assert lines(result) == (
        ["broken.md: The file does not start with front matter between two lines of `---`."],
        [],
    )


@pytest.mark.rule("import.01")
def test_a_dry_run_reports_the_same_and_writes_nothing(world: World, tmp_path: Path) -> None:
    assert world.task() == "WEB-T-0001"
    cycle = tasks(
        task("WEB-T-0001"),
        task("WEB-T-0008", "blocked_by: [WEB-T-0009]", 'tags: ["#task", "#phase/dreamt"]'),
        task("WEB-T-0009", "blocked_by: [WEB-T-0008]"),
    )
    files = {**FILES, **ARCHIVED, **cycle, "broken.md": "no front matter"}
    with nothing_written():
        rehearsed = imported(tmp_path, files, dry_run=True)
    real = imported(tmp_path, files)
    assert rehearsed.model_copy(update={"dry_run": False}) == real
    assert (len(real.not_placed), len(real.notes)) == (2, 4)


def test_a_run_after_people_worked_leaves_their_changes_alone(world: World, tmp_path: Path) -> None:
    imported(tmp_path, FILES)
    world.move("SHED-T-0001", "Blocked")
    Edge.objects.filter(relationship="parent").delete()
    with nothing_written():
        imported(tmp_path, FILES)


def test_a_later_run_imports_what_is_new_and_links_it_to_what_was_there(world: World, tmp_path: Path) -> None:
    imported(tmp_path, FILES)
    new = task("SHED-T-0002", "parent: SHED-I-0001", "blocked_by: [SHED-T-0001]")
    result = imported(tmp_path, tasks(new))
    assert counts(result)["task"] == TypeCounts(created=1, already_there=1)
    assert result.edges == {"parent": 1, "blocks": 1}
    assert item("SHED-T-0002").version == 1
    assert lines(result) == ([], [])


def test_an_id_of_another_backlog_is_not_taken_for_the_same_item(world: World, tmp_path: Path) -> None:
    imported(tmp_path / "one", tasks(task("SHED-T-0001", "created_at: 2025-01-01T00:00:00Z")))
    other = tasks(
        task("SHED-T-0001", "created_at: 2025-02-02T00:00:00Z"),
        task("SHED-T-0002", "blocked_by: [SHED-T-0001]"),
    )
    result = imported(tmp_path / "two", other)
    assert counts(result) == {"task": TypeCounts(created=1)}
    assert lines(result) == (
        [
            "backlog/0.md: The id SHED-T-0001 is that of SHED-T-0001, which was imported from another item: "
            "they were created at different times."
        ],
        ["backlog/1.md: The blocker SHED-T-0001 is not linked: it is not placed."],
    )


def test_a_purged_item_stays_gone(world: World, tmp_path: Path) -> None:
    imported(tmp_path, tasks(task("SHED-T-0001")))
    ImportedItem.objects.all().delete()
    Item.objects.filter(code="SHED-T-0001").delete()
    result = imported(tmp_path, tasks(task("SHED-T-0001")))
    assert lines(result)[0] == [
        "backlog/0.md: CODE_RETIRED: The code SHED-T-0001 is retired, and a retired code is never issued "
        "again."
    ]


def test_each_board_is_touched_once(world: World, tmp_path: Path) -> None:
    boards = Board.objects.filter(organization__slug="acme")
    before = dict(boards.values_list("slug", "revision"))
    imported(tmp_path, {**FILES, **ARCHIVED})
    after = dict(boards.values_list("slug", "revision"))
    rise = {slug: after[slug] - before[slug] for slug in after if after[slug] != before[slug]}
    assert rise == {"web-delivery": 1, "initiatives": 1, "web-adrs": 1}


def test_those_who_tell_of_news_can_see_that_an_item_is_imported(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    published: list[ItemCreated] = []
    monkeypatch.setattr(creation, "publish", published.append)
    world.task()
    imported(tmp_path, tasks(task("SHED-T-0001")))
    assert [event.imported for event in published] == [False, True]


def test_nobody_else_and_no_other_surface_imports(world: World, tmp_path: Path) -> None:
    world.alice.refused(Code.FORBIDDEN, "import_items", **arguments(tmp_path, FILES))


def test_items_of_an_initiative_without_code_fields_start_empty(world: World, tmp_path: Path) -> None:
    imported(tmp_path, {"initiatives/a.md": INITIATIVE})
    assert item("SHED-I-0001").content == ""
    assert hub().text("get_item", short_code="SHED-I-0001").startswith("# SHED-I-0001 — Build a shed\n")
