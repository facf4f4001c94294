"""Files that become no item, and why."""

import os
from pathlib import Path

import pytest

from items.imports.metis import read_metis
from items.imports.records import BacklogNotFound, Unplaced
from tests.items.imports.metis_files import task, write

NO_FRONT_MATTER = "The file does not start with front matter between two lines of `---`."
NOT_YAML = "The front matter is not valid YAML: "


def reason(tmp_path: Path, content: str | bytes) -> str:
    backlog = read_metis(write(tmp_path, {"x.md": content}))
    assert (backlog.records, backlog.notes) == ((), ())
    (unplaced,) = backlog.unplaced
    assert unplaced.source_path == "x.md"
    return unplaced.reason


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", NO_FRONT_MATTER),
        ("# Code index\n", NO_FRONT_MATTER),
        ("---\nlevel: task\n", NO_FRONT_MATTER),
        ("---\n---\n", "The front matter has no fields."),
        ("---\n- level\n---\n", "The front matter has no fields."),
        ("---\nlevel: task\nlevel\n---\n", f"{NOT_YAML}could not find expected ':' in line 4."),
        (
            '---\nlevel: task\ntitle: "A "bad" title"\n---\n',
            f"{NOT_YAML}expected <block end>, but found '<scalar>' in line 3.",
        ),
        ("---\nid: {{ slug }}\n---\n", f"{NOT_YAML}found unhashable key in line 2."),
        (
            "---\ntitle: \a\n---\n",
            f"{NOT_YAML}unacceptable character #x0007: special characters are not allowed.",
        ),
        ('---\ntitle: "\\UFFFFFFFF"\n---\n', f"{NOT_YAML}Python int too large to convert to C int."),
        ("---\na: &a [*a]\n---\n", "The front matter has a YAML alias, and aliases are not read."),
        (f"---\na: {'[' * 5000}\n---\n", "The front matter is nested too deeply."),
        (f"---\na: {'x' * 65536}\n---\n", "The front matter is larger than 64 KiB."),
        (b"---\nlevel: task\n---\n\xff\n", "The file is not valid UTF-8: see the byte at offset 20."),
        (task("SHED-T-0001", body="a\0b"), "The file contains a NUL byte."),
    ],
)
def test_a_file_without_readable_front_matter(tmp_path: Path, content: str | bytes, expected: str) -> None:
    assert reason(tmp_path, content) == expected


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("---\ntitle: x\n---\n", "The field `level` is missing."),
        ("---\nlevel:\n---\n", "The field `level` is missing."),
        ("---\nlevel: {vision|task}\n---\n", "The field `level` is not text: {'vision|task': ''}."),
        ("---\nlevel: [task]\n---\n", "The field `level` is not text: ['task']."),
        ("---\nlevel: epic\n---\n", "The level 'epic' is not one of Metis."),
        ("---\nlevel: task\n---\n", "The field `short_code` is missing."),
        (task("SHED-T-0001", title='" "'), "The field `title` is missing."),
        (task("SHED-T-0001", title="[A, B]"), "The field `title` is not text: ['A', 'B']."),
        (task("SHED-T-0001", title="x" * 501), "The title has 501 characters; at most 500 are possible."),
        (
            task("SHED-T-0001", title='"a\\0b"'),
            "The field `title` has a character that cannot be stored: 'a\\x00b'.",
        ),
        (
            task("SHED-T-0001", title='"a\\ud800b"'),
            "The field `title` has a character that cannot be stored: 'a\\ud800b'.",
        ),
    ],
)
def test_a_file_whose_required_fields_are_unusable(tmp_path: Path, content: str, expected: str) -> None:
    assert reason(tmp_path, content) == expected


@pytest.mark.parametrize(
    "code",
    [
        "SHED-I-0001",
        "shed-T-0001",
        "S-T-0001",
        "SHED-T-001",
        "SHED-T-00001",
        "SHED-T-0001-2",
        "SHED-T-9999999999",
    ],
)
def test_a_code_that_we_could_not_issue(tmp_path: Path, code: str) -> None:
    expected = f"The short code '{code}' is not of the form PREFIX-T-0001 of level task."
    assert reason(tmp_path, task(code)) == expected


def test_content_over_one_mebibyte(tmp_path: Path) -> None:
    large = task("SHED-T-0001", body="x" * (1024 * 1024 + 1))
    assert reason(tmp_path, large) == "The content is larger than 1 MiB."
    huge = task("SHED-T-0001", body="x" * (2 * 1024 * 1024))
    assert reason(tmp_path, huge) == "The file is larger than 1 MiB of content and 64 KiB of front matter."


def test_the_longest_title_and_the_largest_content_are_placed(tmp_path: Path) -> None:
    body = "é" * (512 * 1024)
    content = task("SHED-T-123456789", title="é" * 500, body=body)
    (record,) = read_metis(write(tmp_path, {"x.md": content})).records
    assert (record.code, record.title) == ("SHED-T-123456789", "é" * 500)
    assert record.content == body


def test_links_pipes_and_other_files_are_listed_and_not_read(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.md").write_text(task("SHED-T-0009"))
    files: dict[str, str | bytes] = {
        "x.md": task("SHED-T-0001"),
        "image.png": b"\x89PNG",
        "sub/config.toml": "",
    }
    folder = write(tmp_path / "inside", files) / ".metis"
    (folder / "folder").symlink_to(outside)
    (folder / "link.md").symlink_to(outside / "secret.md")
    (folder / "dangling.md").symlink_to(tmp_path / "nowhere")
    os.mkfifo(folder / "pipe.md")
    backlog = read_metis(folder)
    assert [record.code for record in backlog.records] == ["SHED-T-0001"]
    assert backlog.unplaced == (
        Unplaced("dangling.md", "A symbolic link is not followed."),
        Unplaced("folder", "A symbolic link is not followed."),
        Unplaced("image.png", "It is not a Markdown file."),
        Unplaced("link.md", "A symbolic link is not followed."),
        Unplaced("pipe.md", "It is not a Markdown file."),
        Unplaced("sub/config.toml", "It is not a Markdown file."),
    )


def test_a_metis_folder_that_is_a_link_is_not_followed(tmp_path: Path) -> None:
    write(tmp_path / "outside", {"x.md": task("SHED-T-0001")})
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside" / ".metis").symlink_to(tmp_path / "outside" / ".metis")
    with pytest.raises(BacklogNotFound):
        read_metis(tmp_path / "inside")


def test_a_file_that_cannot_be_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = write(tmp_path, {"x.md": task("SHED-T-0001")})

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    assert read_metis(root).unplaced == (Unplaced("x.md", "The file cannot be read: Permission denied."),)


def test_a_name_that_is_not_utf_8_has_a_path_that_can_be_printed(tmp_path: Path) -> None:
    folder = write(tmp_path, {"x.md": ""}) / ".metis"
    os.rename(folder / "x.md", os.fsencode(folder) + b"/\xff.md")
    assert read_metis(tmp_path).unplaced == (Unplaced("\\xff.md", NO_FRONT_MATTER),)
