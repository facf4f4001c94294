"""What imported items say of each other."""

from pathlib import Path

import pytest

from items.imports.metis import read_metis
from items.imports.records import EDGE_TO_CHILD, ImportRecord, Note
from items.imports.references import settle
from tests.items.imports.metis_files import INITIATIVE, VISION, task, write


def records(*items: ImportRecord) -> dict[str, ImportRecord]:
    return {item.foreign_id: item for item in items}


@pytest.mark.parametrize("value", ["", "~", "null", "NULL", '""', "[]", '"[[]]"'])
def test_references_may_be_empty_in_many_ways(tmp_path: Path, value: str) -> None:
    content = task("SHED-T-0001", f"parent: {value}", f"blocked_by: {value}", f"supersedes: {value}")
    backlog = read_metis(write(tmp_path, {"x.md": content}))
    (record,) = backlog.records
    assert (record.parent, record.blocked_by, record.supersedes) == (None, (), ())
    assert backlog.notes == ()


@pytest.mark.parametrize(
    "value",
    [
        "SHED-I-0001",
        '"SHED-I-0001"',
        '"[[SHED-I-0001]]"',
        "[[SHED-I-0001]]",
        '" [[ SHED-I-0001 | Build a shed ]] "',
        "[SHED-I-0001]",
    ],
)
def test_a_reference_may_be_quoted_or_a_wikilink(tmp_path: Path, value: str) -> None:
    content = task("SHED-T-0001", f"parent: {value}", f"blocked_by: {value}")
    backlog = read_metis(write(tmp_path, {"t.md": content, "u.md": INITIATIVE, "v.md": VISION}))
    assert (backlog.records[0].parent, backlog.records[0].blocked_by) == ("SHED-I-0001", ("SHED-I-0001",))
    assert backlog.notes == ()


@pytest.mark.parametrize(
    "value",
    [
        "[SHED-T-0001, SHED-T-0002]",
        '["[[SHED-T-0001]]", "SHED-T-0002", SHED-T-0001]',
        "SHED-T-0001, [[SHED-T-0002]]",
        "\n  - SHED-T-0001\n  - [[SHED-T-0002]]",
    ],
)
def test_blockers_may_be_a_list_in_any_form(tmp_path: Path, value: str) -> None:
    files = {
        "a.md": task("SHED-T-0001"),
        "b.md": task("SHED-T-0002"),
        "c.md": task("SHED-T-0003", f"blocked_by: {value}"),
    }
    backlog = read_metis(write(tmp_path, files))
    assert backlog.records[2].blocked_by == ("SHED-T-0001", "SHED-T-0002")
    assert backlog.notes == ()


def test_a_reference_to_nothing_is_left_out_with_a_note(tmp_path: Path) -> None:
    content = task("SHED-T-0001", "parent: SHED-I-0099", "blocked_by: [SHED-T-0099, {code|null}]")
    backlog = read_metis(write(tmp_path, {"x.md": content, "y.md": task("SHED-T-0099", title="")}))
    (record,) = backlog.records
    assert (record.parent, record.blocked_by) == (None, ())
    why = "it is not among the items of this backlog"
    assert backlog.notes == (
        Note("x.md", f"The parent 'SHED-I-0099' is left out: {why}."),
        Note("x.md", f"The blocker 'SHED-T-0099' is left out: {why}."),
        Note("x.md", f"The blocker \"{{'code|null': ''}}\" is left out: {why}."),
    )


def test_only_the_first_of_several_parents_is_kept(tmp_path: Path) -> None:
    content = task("SHED-T-0001", "parent: [SHED-V-0001, SHED-I-0001]")
    backlog = read_metis(write(tmp_path, {"t.md": content, "v.md": VISION}))
    assert backlog.records[0].parent == "SHED-V-0001"
    assert backlog.notes == (
        Note("t.md", "The field `parent` names 2 items, of which only the first is kept."),
    )


def test_an_item_does_not_refer_to_itself(tmp_path: Path) -> None:
    files = {"x.md": task("SHED-T-0001", "parent: SHED-T-0001", "blocked_by: SHED-T-0001")}
    backlog = read_metis(write(tmp_path, files))
    assert (backlog.records[0].parent, backlog.records[0].blocked_by) == (None, ())
    assert [note.message for note in backlog.notes] == [
        "The parent 'SHED-T-0001' is left out: it is the item itself.",
        "The blocker 'SHED-T-0001' is left out: it is the item itself.",
    ]


def test_references_between_kinds_that_have_no_such_edge_are_left_out_with_a_note() -> None:
    given = records(
        ImportRecord(foreign_id="d", kind="document", code=None, title="D", content="", source_path="d.md"),
        ImportRecord(
            foreign_id="s",
            kind="document",
            code=None,
            title="S",
            content="",
            source_path="s.md",
            parent="d",
            blocked_by=("d",),
            supersedes=("d",),
        ),
    )
    notes: list[Note] = []
    assert settle(given, notes)[1].parent is None
    why = "its kind document does not go with the kind document"
    assert notes == [
        Note("s.md", f"The parent 'd' is left out: {why}."),
        Note("s.md", f"The blocker 'd' is left out: {why}."),
        Note("s.md", f"The superseded item 'd' is left out: {why}."),
    ]


def test_the_kinds_of_parent_and_child_decide_the_edge() -> None:
    assert EDGE_TO_CHILD["strategy", "initiative"] == "parent"
    assert EDGE_TO_CHILD["initiative", "task"] == "parent"
    assert EDGE_TO_CHILD["initiative", "document"] == "supports"
    assert EDGE_TO_CHILD["document", "initiative"] == "informs"
    assert len(EDGE_TO_CHILD) == 2 + 3 * 2 + 2 * 3
