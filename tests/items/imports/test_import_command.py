"""manage.py import_backlog: what it prints and when it fails."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.items.imports.metis_files import FILES, task, write
from tests.world import World, nothing_written

REPORT = """\
Import of a metis backlog to the board web-delivery
                       created  of them archived     already there
strategy                     0                 0                 0
initiative                   1                 0                 0
task                         1                 0                 0
document                     2                 0                 0
adr                          2                 0                 0
total                        6                 0                 0
Edges created: 1 parent, 1 supports, 1 informs, 1 supersedes
Not placed: 1
- odd\\x1b[2Jname.md: The file does not start with front matter between two lines of `---`.
Notes: 2
- specifications/SHED-S-0001/specification.md: It has the code WEB-D-0001 here, not SHED-S-0001.
- vision.md: It has the code WEB-D-0002 here, not SHED-V-0001.
"""
AGAIN = """\
Import of a metis backlog to the board web-delivery
                       created  of them archived     already there
strategy                     0                 0                 0
initiative                   0                 0                 1
task                         0                 0                 1
document                     0                 0                 2
adr                          0                 0                 2
total                        0                 0                 6
Edges created: none
Not placed: 1
- odd\\x1b[2Jname.md: The file does not start with front matter between two lines of `---`.
Notes: 0
"""


def command(path: Path, *more: str) -> tuple[str, str]:
    """What the command writes to standard output and to standard error."""
    out, err = StringIO(), StringIO()
    usual = {"--format": "metis", "--board": "web-delivery", "--organization": "acme"}
    # Of an option that is given twice the last one counts.
    words = [*(f"{name}={value}" for name, value in usual.items()), *more]
    call_command("import_backlog", str(path), *words, stdout=out, stderr=err, no_color=True)
    return out.getvalue(), err.getvalue()


def failure(path: Path, *more: str) -> str:
    with nothing_written(), pytest.raises(CommandError) as caught:
        command(path, *more)
    assert caught.value.returncode == 1
    return str(caught.value)


@pytest.mark.rule("import.01")
def test_the_report_of_a_dry_run_a_run_and_a_second_run(world: World, tmp_path: Path) -> None:
    root = write(tmp_path, {**FILES, "odd\x1b[2Jname.md": "no front matter"})
    first, *rest = REPORT.splitlines(keepends=True)
    with nothing_written():
        assert command(root, "--dry-run") == (
            "".join([first.rstrip("\n"), " (dry run: nothing is written)\n", *rest]),
            "",
        )
    assert command(root) == (REPORT, "")
    with nothing_written():
        assert command(root) == (AGAIN, "")


def test_progress_is_told_per_hundred_items(world: World, tmp_path: Path) -> None:
    files = {f"{number}.md": task(f"SHED-T-{number:04d}") for number in range(1, 206)}
    assert command(write(tmp_path, files))[1] == "100 of 205 items\n200 of 205 items\n"


def test_a_wrong_path_format_board_or_organization_is_one_sentence(world: World, tmp_path: Path) -> None:
    root = write(tmp_path, FILES)
    assert failure(tmp_path / "no") == f"{tmp_path / 'no'} is not a .metis folder and contains none."
    assert failure(root, "--format=jira") == 'The format "jira" is unknown. The formats are: metis.'
    assert failure(root, "--board=nowhere") == (
        'No board has the slug "nowhere". The delivery boards are: core-delivery, web-delivery.'
    )
    assert failure(root, "--board=web-adrs") == (
        "The board web-adrs has the level adr. An import goes to a delivery board; "
        "these are: core-delivery, web-delivery."
    )
    assert failure(root, "--organization=nobody") == (
        'No organization has the slug "nobody". There are: acme, globex.'
    )
    assert failure(root, "--organization=") == "Say which organization. There are: acme, globex."


def test_a_board_of_another_organization_is_unknown(world: World, tmp_path: Path) -> None:
    assert failure(write(tmp_path, FILES), "--organization=globex") == (
        'No board has the slug "web-delivery". The delivery boards are: core-delivery.'
    )


def test_the_only_organization_needs_no_name_and_none_is_a_sentence(
    transactional_db: None, tmp_path: Path
) -> None:
    root = write(tmp_path, FILES)
    assert failure(root, "--organization=") == (
        "Say which organization. There is none yet: manage.py bootstrap makes one."
    )
    call_command("bootstrap", stdout=StringIO())
    out, _ = command(root, "--organization=", "--board=core-delivery")
    assert "Not placed: 0\n" in out
