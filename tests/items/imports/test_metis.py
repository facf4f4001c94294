"""What the files of a `.metis` folder become."""

from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from items.imports.formats import READERS
from items.imports.metis import read_metis
from items.imports.metis_words import COLUMN_OF_PHASE
from items.imports.records import Backlog, BacklogNotFound, ImportRecord, Note, Unplaced
from tests.items.imports.metis_files import ADR, BODY, FILES, INITIATIVE, SPECIFICATION, VISION, task, write


def only(backlog: Backlog) -> ImportRecord:
    (record,) = backlog.records
    return record


def test_reads_every_file_and_nothing_else(tmp_path: Path) -> None:
    backlog = read_metis(write(tmp_path, FILES))
    assert [record.foreign_id for record in backlog.records] == [
        "SHED-A-0001",
        "SHED-A-0002",
        "SHED-I-0001",
        "SHED-T-0001",
        "SHED-S-0001",
        "SHED-V-0001",
    ]
    assert backlog.unplaced == ()
    assert backlog.notes == ()


def test_a_task_keeps_its_code_parent_content_and_dates(tmp_path: Path) -> None:
    assert read_metis(write(tmp_path, FILES)).records[3] == ImportRecord(
        foreign_id="SHED-T-0001",
        kind="task",
        code="SHED-T-0001",
        title="Paint the shed",
        content=BODY,
        source_path="initiatives/SHED-I-0001/tasks/SHED-T-0001.md",
        phase="todo",
        column="Todo",
        parent="SHED-I-0001",
        created_at=datetime(2025, 10, 16, 0, 49, 18, 154457, tzinfo=UTC),
        updated_at=datetime(2025, 10, 16, 20, 20, 6, tzinfo=UTC),
        task_type="task",
    )


def test_an_initiative_keeps_its_code_and_complexity_and_its_vision_is_a_parent(tmp_path: Path) -> None:
    assert read_metis(write(tmp_path, FILES)).records[2] == ImportRecord(
        foreign_id="SHED-I-0001",
        kind="initiative",
        code="SHED-I-0001",
        title="Build a shed",
        content="",
        source_path="initiatives/SHED-I-0001/initiative.md",
        phase="decompose",
        column="Decompose",
        parent="SHED-V-0001",
        created_at=datetime(2025, 10, 1, 6, tzinfo=UTC),
        updated_at=datetime(2025, 10, 2, 8, tzinfo=UTC),
        complexity="xl",
    )


def test_a_vision_and_a_specification_are_documents_that_get_new_codes(tmp_path: Path) -> None:
    written_at = datetime(2025, 7, 5, 11, 2, 47, tzinfo=UTC)
    assert read_metis(write(tmp_path, FILES)).records[4:] == (
        ImportRecord(
            foreign_id="SHED-S-0001",
            kind="document",
            code=None,
            title="Shed 2.0",
            content="",
            source_path="specifications/SHED-S-0001/specification.md",
            phase="discovery",
            lifecycle="draft",
            parent="SHED-I-0001",
        ),
        ImportRecord(
            foreign_id="SHED-V-0001",
            kind="document",
            code=None,
            title="A garden",
            content="See https://example.com/garden\n",
            source_path="vision.md",
            phase="published",
            lifecycle="published",
            created_at=written_at,
            updated_at=written_at,
        ),
    )


def test_an_adr_keeps_its_code_its_decision_and_what_it_supersedes(tmp_path: Path) -> None:
    assert read_metis(write(tmp_path, FILES)).records[:2] == (
        ImportRecord(
            foreign_id="SHED-A-0001",
            kind="adr",
            code="SHED-A-0001",
            title="Wood",
            content="",
            source_path="adrs/SHED-A-0001.md",
            phase="superseded",
            column="Superseded",
            created_at=datetime(2025, 7, 2, 15, 10, tzinfo=UTC),
            updated_at=datetime(2025, 10, 16, 2, 1, 15, 803156, tzinfo=UTC),
        ),
        ImportRecord(
            foreign_id="SHED-A-0002",
            kind="adr",
            code="SHED-A-0002",
            title="Stone",
            content="",
            source_path="adrs/SHED-A-0002.md",
            phase="decided",
            column="Decided",
            supersedes=("SHED-A-0001",),
            decision_maker="Garden Team",
            decision_date=date(2025, 10, 16),
        ),
    )


def test_a_strategy_gets_a_new_code(tmp_path: Path) -> None:
    strategy = INITIATIVE.replace("level: initiative", "level: strategy").replace("-I-", "-S-")
    strategy = strategy.replace("decompose", "shaping").replace("SHED-V-0001", "NULL")
    record = only(read_metis(write(tmp_path, {"strategies/SHED-S-0001/strategy.md": strategy})))
    assert (record.kind, record.foreign_id, record.code) == ("strategy", "SHED-S-0001", None)
    assert (record.column, record.parent, record.complexity) == ("Draft", None, None)


def test_reads_the_folder_itself_or_the_one_that_holds_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = read_metis(write(tmp_path, {"x.md": task("SHED-T-0001")}))
    assert only(whole).source_path == "x.md"
    assert read_metis(tmp_path / ".metis") == whole
    monkeypatch.chdir(tmp_path / ".metis")
    assert read_metis(Path()) == whole


def test_refuses_a_path_without_a_backlog(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nowhere", Path(__file__)):
        with pytest.raises(BacklogNotFound) as refused:
            read_metis(path)
        assert str(refused.value) == f"{path} is not a .metis folder and contains none."


def test_an_empty_folder_is_an_empty_backlog(tmp_path: Path) -> None:
    (tmp_path / ".metis").mkdir()
    assert read_metis(tmp_path) == Backlog((), (), ())


def test_metis_is_a_format_of_the_importer() -> None:
    assert READERS["metis"] is read_metis


def test_a_file_is_archived_by_its_field_or_by_its_folder(tmp_path: Path) -> None:
    files = {
        "archived/backlog/bugs/a.md": task("SHED-T-0001", "archived: false"),
        "archived/b.md": task("SHED-T-0002"),
        "backlog/archived/c.md": task("SHED-T-0003", "archived: false"),
        "d.md": task("SHED-T-0004", "archived: true"),
        "e.md": task("SHED-T-0005"),
    }
    records = read_metis(write(tmp_path, files)).records
    assert {record.source_path: record.archived for record in records} == {
        "archived/backlog/bugs/a.md": True,
        "archived/b.md": True,
        "backlog/archived/c.md": False,
        "d.md": True,
        "e.md": False,
    }


def test_live_files_come_before_archived_ones_and_each_group_by_path(tmp_path: Path) -> None:
    names = ["vision/b.md", "archived/a.md", "adrs/z.md", "adrs/a.md"]
    root = write(tmp_path, {name: task(f"SHED-T-000{number}") for number, name in enumerate(names)})
    paths = [record.source_path for record in read_metis(root).records]
    assert paths == ["adrs/a.md", "adrs/z.md", "vision/b.md", "archived/a.md"]


def test_the_first_file_with_a_code_wins_and_the_others_are_listed(tmp_path: Path) -> None:
    files = {
        "archived/a.md": task("SHED-T-0001", "created_at: never"),
        "b.md": task("SHED-T-0001", title="The first"),
        "c.md": task("SHED-T-0001"),
    }
    backlog = read_metis(write(tmp_path, files))
    assert only(backlog).title == "The first"
    assert backlog.notes == ()
    assert backlog.unplaced == (
        Unplaced("c.md", "The short code SHED-T-0001 is already that of b.md."),
        Unplaced("archived/a.md", "The short code SHED-T-0001 is already that of b.md."),
    )


def test_equal_ids_are_no_obstacle(tmp_path: Path) -> None:
    files = {f"{number}.md": task(f"SHED-T-000{number}", "id: same") for number in (1, 2)}
    backlog = read_metis(write(tmp_path, files))
    assert [record.code for record in backlog.records] == ["SHED-T-0001", "SHED-T-0002"]
    assert backlog.unplaced == ()


@pytest.mark.parametrize(
    ("tags", "folder", "task_type"),
    [
        ('["#task", "#bug", "#bug"]', "", "bug"),
        ('["#task", "#tech-debt"]', "archived/backlog/bugs/", "tech_debt"),
        ('["#task", "#feature"]', "backlog/bugs/", "task"),
        ('["#task"]', "archived/backlog/bugs/", "bug"),
        ('["#task"]', "backlog/tech-debt/", "tech_debt"),
        ('["#task"]', "backlog/features/", "task"),
        ("", "", "task"),
        ("{bug}", "", "task"),
    ],
)
def test_the_type_of_a_task_comes_from_its_tags_else_from_its_folder(
    tmp_path: Path, tags: str, folder: str, task_type: str
) -> None:
    backlog = read_metis(write(tmp_path, {f"{folder}x.md": task("SHED-T-0001", f"tags: {tags}")}))
    assert only(backlog).task_type == task_type


@pytest.mark.parametrize(
    ("kind", "columns"),
    [
        ("strategy", ["Draft", "Draft", "Review", "Draft", "Review", "Review", "Active", "Completed"]),
        ("initiative", ["Discovery", "Design", "Ready", "Decompose", "Active", "Completed"]),
        ("task", ["Backlog", "Todo", "Active", "Blocked", "Completed"]),
        ("adr", ["Draft", "Discussion", "Decided", "Superseded"]),
    ],
)
def test_every_phase_of_metis_has_its_column(kind: str, columns: list[str]) -> None:
    by_kind: dict[str, list[str]] = {kind: list(words.values()) for kind, words in COLUMN_OF_PHASE.items()}
    assert by_kind[kind] == columns


@pytest.mark.parametrize(
    ("phase", "lifecycle"),
    [("draft", "draft"), ("drafting", "draft"), ("review", "review"), ("published", "published")],
)
def test_a_document_has_a_lifecycle_and_no_column(tmp_path: Path, phase: str, lifecycle: str) -> None:
    vision = VISION.replace("#phase/published", f"#phase/{phase}")
    record = only(read_metis(write(tmp_path, {"vision.md": vision})))
    assert (record.phase, record.lifecycle, record.column) == (phase, lifecycle, None)


def test_an_unknown_or_missing_phase_means_the_beginning_and_a_note(tmp_path: Path) -> None:
    specification = SPECIFICATION.replace("discovery", "completed").replace("parent: SHED-I-0001\n", "")
    files = {
        "a.md": task("SHED-T-0001", 'tags: ["#phase/decided"]'),
        "b.md": task("SHED-T-0002", "tags: {phase}"),
        "c.md": specification,
    }
    backlog = read_metis(write(tmp_path, files))
    assert [(record.phase, record.column, record.lifecycle) for record in backlog.records] == [
        (None, None, None),
        (None, None, None),
        (None, None, "draft"),
    ]
    end = "; the item starts at the beginning."
    assert backlog.notes == (
        Note("a.md", f"The phase 'decided' is not one of the kind task{end}"),
        Note("b.md", f"There is no phase tag{end}"),
        Note("c.md", f"The phase 'completed' is not one of the kind document{end}"),
    )


def test_optional_values_that_are_unusable_are_left_out_with_a_note(tmp_path: Path) -> None:
    adr = ADR.replace("decision_maker:", f"decision_maker: {'x' * 201}").replace("_date:", "_date: soon")
    initiative = (
        INITIATIVE.replace("XL", "{S|M|L}").replace("10-01T", "10-32T").replace("SHED-V-0001", "NULL")
    )
    files = {"a.md": adr.replace("archived: false", "archived: maybe"), "b.md": initiative}
    backlog = read_metis(write(tmp_path, files))
    assert [(record.archived, record.decision_maker, record.decision_date) for record in backlog.records] == [
        (False, None, None),
        (False, None, None),
    ]
    assert (backlog.records[1].complexity, backlog.records[1].created_at) == (None, None)
    message = "The field `{}` is left out, because its value is unusable: {}."
    assert [note.message for note in backlog.notes] == [
        message.format("archived", "'maybe'"),
        message.format("decision_maker", f"'{'x' * 37}...{'x' * 38}'"),
        message.format("decision_date", "'soon'"),
        message.format("created_at", "'2025-10-32T08:00:00+02:00'"),
        message.format("estimated_complexity", "{'S|M|L': ''}"),
    ]


@pytest.mark.parametrize(
    ("written", "instant"),
    [
        ("2025-07-02T15:10:00Z", "2025-07-02T15:10:00+00:00"),
        ("2025-07-02T15:10:00+00:00", "2025-07-02T15:10:00+00:00"),
        ('"2025-07-02T15:10:00-05:30"', "2025-07-02T20:40:00+00:00"),
        ("2025-07-02T15:10:00.123456789Z", "2025-07-02T15:10:00.123456+00:00"),
        ("2025-07-02 15:10:00", "2025-07-02T15:10:00+00:00"),
        ("2025-07-02", "2025-07-02T00:00:00+00:00"),
        ("0001-01-01T00:00:00+14:00", None),
    ],
)
def test_times_become_aware_and_utc(tmp_path: Path, written: str, instant: str | None) -> None:
    record = only(read_metis(write(tmp_path, {"x.md": task("SHED-T-0001", f"created_at: {written}")})))
    assert (record.created_at and record.created_at.isoformat()) == instant
