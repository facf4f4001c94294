"""get_history: versions, renames and activity; one version in full."""

from __future__ import annotations

import pytest
import time_machine

from hub.core.codes import Code
from items.models import ItemVersion
from tests.counting import counted
from tests.items import rows
from tests.world import World

T1, T2, T3 = "2026-10-17T10:00:00Z", "2026-10-17T10:05:00Z", "2026-10-17T10:10:00Z"


def edited(world: World, times: int) -> str:
    """A task with that many versions and activity rows."""
    code = world.task(content="v1")
    for version in range(1, times):
        world.alice.run("update_item", short_code=code, content=f"v{version + 1}", version=version)
    return code


def version_section(text: str) -> list[str]:
    """The lines of the version list."""
    return text.split("## Versions\n\n")[1].split("\n\n", 1)[0].splitlines()


def activity_section(text: str) -> list[str]:
    """The lines of the activity."""
    return text.split("## Activity\n\n")[1].splitlines()


@pytest.mark.rule("get_history.01")
def test_refuses_a_call_without_a_code(world: World) -> None:
    refusal = world.alice.refused(Code.VALIDATION, "get_history")
    assert refusal.message.startswith('The call does not have the argument "short_code".')


@pytest.mark.rule(
    "get_history.02", "get_history.03", "get_history.14", "get_history.18", "get_history.19", "get_history.38"
)
def test_shows_the_versions_and_then_the_activity_newest_first(world: World) -> None:
    with time_machine.travel(T1, tick=False):
        code = world.task(world.bob, title="The title", content="v1")
    with time_machine.travel(T2, tick=False):
        world.robo.run("update_item", short_code=code, content="v2", version=1)
    assert world.alice.text("get_history", short_code=code) == (
        f"# {code} — The title\n\n"
        "## Versions\n\n"
        "- version 2 — 2026-10-17T10:05:00Z by Bob (agent)\n"
        "- version 1 — 2026-10-17T10:00:00Z by Bob\n\n"
        "## Activity\n\n"
        "- edited content (version 2) — 2026-10-17T10:05:00Z by Bob (agent)\n"
        "- created — 2026-10-17T10:00:00Z by Bob"
    )


@pytest.mark.rule("get_history.04", "get_history.11", "get_history.39")
def test_shows_twenty_of_each_by_default(world: World) -> None:
    text = world.alice.text("get_history", short_code=edited(world, 23))
    versions, activity = version_section(text), activity_section(text)
    assert len(versions) == len(activity) == 21
    assert versions[-1] == "- 3 more; offset 20."
    assert activity[-1] == "- 3 older rows are not shown. Send a larger `limit` to see them."


@pytest.mark.rule("get_history.05", "get_history.07", "get_history.08", "get_history.11", "get_history.12")
def test_limit_holds_for_each_list_and_offset_skips_versions_only(world: World) -> None:
    code = edited(world, 9)
    text = world.alice.text("get_history", short_code=code, limit=5)
    assert [line[:11] for line in version_section(text)[:-1]] == [f"- version {n}" for n in (9, 8, 7, 6, 5)]
    assert version_section(text)[-1] == "- 4 more; offset 5."
    assert len(activity_section(text)) == 6
    following = world.alice.text("get_history", short_code=code, limit=5, offset=5)
    assert [line[:11] for line in version_section(following)] == [f"- version {n}" for n in (4, 3, 2, 1)]
    assert activity_section(following) == activity_section(text)


@pytest.mark.rule("conventions.lists.03", "conventions.lists.04")
def test_following_the_offsets_shows_each_version_once(world: World) -> None:
    code = edited(world, 7)
    seen: list[int] = []
    offset: int | None = 0
    while offset is not None:
        last = version_section(world.alice.text("get_history", short_code=code, limit=3, offset=offset))
        seen += [int(line.split()[2]) for line in last if line.startswith("- version")]
        more = last[-1].endswith(".") and last[-1].removesuffix(".").split("; offset ")
        assert not more or more[0] == f"- {7 - len(seen)} more"
        offset = int(more[1]) if more else None
    assert seen == [7, 6, 5, 4, 3, 2, 1]


def test_an_offset_behind_the_last_version_says_so(world: World) -> None:
    text = world.alice.text("get_history", short_code=edited(world, 2), offset=100)
    assert version_section(text) == ["(none at offset 100: the list has 2)"]


@pytest.mark.rule("get_history.06")
@pytest.mark.parametrize(("limit", "shown"), [(0, 1), (-5, 1), (1, 1), (500, 3), (10**15, 3)])
def test_a_limit_outside_its_range_is_clamped(world: World, limit: int, shown: int) -> None:
    result = world.alice.result("get_history", short_code=edited(world, 3), limit=limit)
    assert (len(result.versions), len(result.activity)) == (shown, shown)
    assert result.limit == min(max(limit, 1), 200)


@pytest.mark.rule("get_history.06")
def test_never_shows_more_than_two_hundred(world: World) -> None:
    code = world.task()
    item = rows.item(code)
    ItemVersion.objects.bulk_create(
        ItemVersion(
            organization_id=item.organization_id,
            item=item,
            number=number,
            title="t",
            editor_id=item.created_by_id,
            created_at=item.created_at,
        )
        for number in range(2, 252)
    )
    result = world.alice.result("get_history", short_code=code, limit=500)
    assert (len(result.versions), result.total, result.limit) == (200, 251, 200)


@pytest.mark.rule("get_history.09")
def test_refuses_a_negative_offset(world: World) -> None:
    refusal = world.alice.refused(Code.VALIDATION, "get_history", short_code=world.task(), offset=-1)
    assert refusal.field == "offset"


@pytest.mark.rule("get_history.10", "conventions.lists.02")
def test_shows_one_version_in_full(world: World) -> None:
    with time_machine.travel(T1, tick=False):
        code = world.task(title="Old title", content="Old\n\ncontent")
    world.alice.run("update_item", short_code=code, content="New", version=1, title="New title")
    text = world.alice.text("get_history", short_code=code, version=1)
    assert text == (
        f"# {code} — Old title\n\n- version 1 — 2026-10-17T10:00:00Z by Alice\n\n## Content\n\nOld\n\ncontent"
    )


@pytest.mark.rule("get_history.13")
def test_marks_the_history_of_an_archived_item(world: World) -> None:
    code = world.task()
    with time_machine.travel(T3, tick=False):
        rows.archive(code)
    text = world.alice.text("get_history", short_code=code)
    assert text.splitlines()[2] == "- archived: 2026-10-17T10:10:00Z. restore_item brings it back."
    assert len(version_section(text)) == 1


@pytest.mark.rule("get_history.16", "get_history.17", "get_history.15", "conventions.retired_codes.04")
def test_shows_each_rename_with_who_made_it(world: World) -> None:
    code = world.task(title="Moved")
    assert "Renames" not in world.alice.text("get_history", short_code=code)
    with time_machine.travel(T1, tick=False):
        rows.rename(code, "SKADI-T-0001", world.alice)
    with time_machine.travel(T2, tick=False):
        rows.rename("SKADI-T-0001", "WEIR-T-0007", world.robo)
    text = world.alice.text("get_history", short_code=code)
    assert text.startswith(
        f"# WEIR-T-0007 — Moved\n\n> **RETIRED CODE** The code {code} is retired. "
        "The current code of this item is WEIR-T-0007. Use the current code.\n\n## Versions\n"
    )
    assert text.split("## Renames\n\n")[1].split("\n\n", 1)[0].splitlines() == [
        f"- {code} -> SKADI-T-0001 — 2026-10-17T10:00:00Z by Alice",
        "- SKADI-T-0001 -> WEIR-T-0007 — 2026-10-17T10:05:00Z by Bob (agent)",
    ]


@pytest.mark.rule("get_history.40")
def test_a_full_activity_says_nothing_of_older_rows(world: World) -> None:
    text = world.alice.text("get_history", short_code=edited(world, 3), limit=3)
    assert len(activity_section(text)) == 3


@pytest.mark.rule("get_history.42")
def test_refuses_an_unknown_code(world: World) -> None:
    refusal = world.alice.refused(Code.NOT_FOUND, "get_history", short_code="WEB-T-9999")
    assert refusal.message == 'No item has the short code "WEB-T-9999".'


@pytest.mark.rule("get_history.43")
@pytest.mark.parametrize("version", [2, 0, -1, 10**12])
def test_refuses_a_version_without_a_snapshot(world: World, version: int) -> None:
    code = world.task()
    refusal = world.alice.refused(Code.NOT_FOUND, "get_history", short_code=code, version=version)
    assert f"version {version}." in refusal.message
    assert refusal.field == "version"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        pytest.param("limit", 20, marks=pytest.mark.rule("get_history.44")),
        pytest.param("offset", 0, marks=pytest.mark.rule("get_history.45")),
    ],
)
def test_refuses_a_version_with_a_part_of_the_list(world: World, name: str, value: int) -> None:
    arguments = {"short_code": world.task(), "version": 1, name: value}
    refusal = world.alice.refused(Code.VALIDATION, "get_history", **arguments)
    assert refusal.message == f"version and {name} exclude each other: a version is shown in full."
    assert refusal.field == name


def test_asks_as_many_queries_for_two_hundred_rows_as_for_two(world: World) -> None:
    small, large = world.task(), edited(world, 30)
    for code in (small, large):
        world.move(code, "Todo", "Active")
    with counted() as few:
        world.alice.run("get_history", short_code=small, limit=2)
    with counted() as many:
        world.alice.run("get_history", short_code=large, limit=200)
    assert len(many) <= len(few) <= 7
