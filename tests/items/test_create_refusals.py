"""create_item: arguments that it refuses."""

from __future__ import annotations

from typing import Any

import pytest

from hub.core.codes import Code
from kairos_boards.models import Board
from tests.items import rows
from tests.items.test_create_item import BOARDS
from tests.world import World


def refused(world: World, code: Code = Code.VALIDATION, **arguments: Any) -> Any:
    """The refusal of a create by alice, who may everything."""
    values = {"title": "T", **arguments}
    return world.alice.refused(code, "create_item", **values)


def on_its_board(item_type: str, **arguments: Any) -> dict[str, Any]:
    """The arguments of a create that is right but for what is added."""
    return {"item_type": item_type, "title": "T", "board": BOARDS[item_type], **arguments}


@pytest.mark.parametrize(
    "argument",
    [
        pytest.param("item_type", marks=pytest.mark.rule("create_item.03")),
        pytest.param("title", marks=pytest.mark.rule("create_item.06")),
    ],
)
def test_refuses_a_call_without(world: World, argument: str) -> None:
    arguments = on_its_board("task")
    del arguments[argument]
    refusal = world.alice.refused(Code.VALIDATION, "create_item", **arguments)
    assert refusal.message.startswith(f'The call does not have the argument "{argument}".')


@pytest.mark.parametrize(
    ("item_type", "argument", "values", "bad"),
    [
        pytest.param(
            "task",
            "task_type",
            "task, bug, tech_debt, support",
            "epic",
            marks=pytest.mark.rule("create_item.70"),
        ),
        pytest.param(
            "task", "work_class", "planned, support", "later", marks=pytest.mark.rule("create_item.71")
        ),
        pytest.param(
            "initiative", "complexity", "xs, s, m, l, xl", "none", marks=pytest.mark.rule("create_item.72")
        ),
        pytest.param(
            "initiative",
            "bucket_type",
            "tech_debt, bug, ad_hoc",
            "other",
            marks=pytest.mark.rule("create_item.73"),
        ),
        pytest.param(
            "task",
            "item_type",
            "strategy, initiative, task, document, adr",
            "epic",
            marks=pytest.mark.rule("create_item.05"),
        ),
    ],
)
def test_refuses_a_value_outside_its_vocabulary(
    world: World, item_type: str, argument: str, values: str, bad: str
) -> None:
    refusal = refused(world, **{**on_its_board(item_type), argument: bad})
    assert refusal.message == (
        f'The value of {argument} must be one of these values: {values}. The call gives "{bad}".'
    )
    assert refusal.field == argument


@pytest.mark.rule("create_item.74")
@pytest.mark.parametrize("day", ["09.10.2026", "2026-13-01", "2026-02-30", "2026-1-1", "20261009", ""])
def test_refuses_a_decision_date_that_is_no_day(world: World, day: str) -> None:
    refusal = refused(world, **on_its_board("adr", decision_date=day))
    assert refusal.field == "decision_date"
    assert "YYYY-MM-DD" in refusal.message


FOREIGN = [
    ("task_type", "task", "bug"),
    ("repository", "task", "fidius"),
    ("work_class", "task", "planned"),
    ("from_team", "task", "web"),
    ("hypothesis", "strategy", "It helps."),
    ("complexity", "initiative", "m"),
    ("bucket_type", "initiative", "bug"),
    ("decision_maker", "adr", "The team"),
    ("decision_date", "adr", "2026-10-09"),
]


@pytest.mark.rule(
    "create_item.76",
    "create_item.77",
    "create_item.78",
    "create_item.79",
    "create_item.80",
    "create_item.81",
    "create_item.82",
    "create_item.83",
    "create_item.84",
)
@pytest.mark.parametrize(("argument", "owner", "value"), FOREIGN)
def test_refuses_an_argument_of_another_type(world: World, argument: str, owner: str, value: str) -> None:
    rows.repository("fidius")
    for item_type in BOARDS:
        arguments = on_its_board(item_type, **{argument: value})
        if item_type == owner:
            world.alice.run("create_item", **arguments)
            continue
        refusal = refused(world, **arguments)
        assert refusal.message.startswith(
            f"The argument {argument} is for item_type {owner} only, not for {item_type}."
        )
        assert refusal.field == argument


@pytest.mark.rule("create_item.58")
def test_a_repository_of_a_document_points_to_the_impacts_link(world: World) -> None:
    rows.repository("fidius")
    refusal = refused(world, **on_its_board("document", repository="fidius"))
    assert refusal.field == "repository"
    assert refusal.message.endswith("An impacts link says which repository it is about: link_items.")


@pytest.mark.parametrize(
    ("argument", "value"),
    [
        pytest.param("team", "web", marks=pytest.mark.rule("create_item.38")),
        pytest.param("column", "Todo", marks=pytest.mark.rule("create_item.67")),
    ],
)
def test_refuses_an_argument_that_it_does_not_have(world: World, argument: str, value: str) -> None:
    refusal = refused(world, **on_its_board("task", **{argument: value}))
    assert refusal.message.startswith(
        f'The call has the argument "{argument}". This tool does not accept that argument. '
        "The arguments of this tool are: item_type, title, board, "
    )
    assert refusal.field == argument


@pytest.mark.rule("create_item.10", "create_item.51", "create_item.52")
@pytest.mark.parametrize("with_parent", [False, True])
def test_a_document_needs_a_board(world: World, with_parent: bool) -> None:
    arguments: dict[str, Any] = {"parent": world.create("initiative")} if with_parent else {}
    Board.objects.exclude(slug="initiatives").update(archived_at=rows.board("initiatives").created_at)
    refusal = refused(world, item_type="document", **arguments)
    assert refusal.message == (
        "The call has no `board`. Each document must have an owner board. Send `board`: the slug or the id "
        "of the board that owns the document. The code of the document gets the prefix of that board."
    )
    assert refusal.details == {"argument": "board", "field": "board"}


@pytest.mark.rule("create_item.35", "create_item.36", "create_item.92", "create_item.93", "create_item.40")
@pytest.mark.parametrize(
    ("item_type", "level", "slug"),
    [
        ("strategy", "strategy", "strategy"),
        ("initiative", "initiative", "initiatives"),
        ("task", "delivery", "web-delivery"),
        ("adr", "adr", "web-adrs"),
    ],
)
def test_the_one_live_board_of_the_level_is_the_default(
    world: World, item_type: str, level: str, slug: str
) -> None:
    board = rows.board(slug)
    Board.objects.filter(level=level, organization=board.organization).exclude(id=board.id).update(
        archived_at=board.created_at
    )
    second = rows.copy_board(slug, "a-second", archived=True)
    assert world.alice.result("create_item", item_type=item_type, title="T").board == slug
    second.change(archived_at=None)
    refusal = refused(world, item_type=item_type)
    slugs = ", ".join(sorted(["a-second", slug]))
    assert refusal.message == (
        f"The organization has several boards of the level {level}. Send board, one of: {slugs}."
    )
    Board.objects.filter(level=level).update(archived_at=board.created_at)
    refusal = refused(world, item_type=item_type)
    assert refusal.message == (
        f"The organization has no live board of the level {level}. create_board makes one."
    )
    assert refusal.field == "board"


@pytest.mark.rule("create_item.37")
def test_a_repository_does_not_choose_the_board(world: World) -> None:
    rows.repository("fidius")
    rows.copy_board("web-delivery", "a-second")
    refusal = refused(world, item_type="task", repository="fidius")
    assert refusal.field == "board"


@pytest.mark.rule("create_item.39")
def test_an_adr_goes_on_the_board_that_is_named(world: World) -> None:
    rows.copy_board("web-adrs", "org-adrs", prefix="ORG")
    for board in ("web-adrs", "org-adrs"):
        created = world.alice.result("create_item", item_type="adr", title="T", board=board)
        assert created.board == board


@pytest.mark.rule("create_item.86")
@pytest.mark.parametrize("parent_type", ["document", "adr"])
def test_a_document_supports_work_only(world: World, parent_type: str) -> None:
    parent = world.create(parent_type, board=BOARDS[parent_type])
    refusal = refused(world, **on_its_board("document", parent=parent))
    assert refusal.message.startswith("The parent of a document must be a strategy, an initiative or a task.")


@pytest.mark.rule("create_item.87")
@pytest.mark.parametrize(
    ("item_type", "parents", "rule"),
    [
        ("strategy", BOARDS, "A strategy has no parent: leave parent out."),
        (
            "initiative",
            ("initiative", "task", "document", "adr"),
            "The parent of an initiative must be a strategy.",
        ),
        ("task", ("strategy", "task", "document", "adr"), "The parent of a task must be an initiative."),
        (
            "adr",
            ("document", "adr"),
            "The parent of an adr must be a strategy, an initiative or a task.",
        ),
    ],
)
def test_refuses_a_parent_of_a_type_that_the_rules_do_not_allow(
    world: World, item_type: str, parents: Any, rule: str
) -> None:
    for parent_type in parents:
        parent = world.create(parent_type, board=BOARDS[parent_type])
        refusal = refused(world, **on_its_board(item_type, parent=parent))
        assert refusal.message.startswith(rule)
        assert refusal.field == "parent"


@pytest.mark.rule("create_item.88")
def test_refuses_a_parent_that_names_nothing(world: World) -> None:
    refusal = refused(world, **on_its_board("task", parent="ACME-I-9999"))
    assert refusal.message == 'No item has the short code "ACME-I-9999".'


@pytest.mark.rule("create_item.89")
def test_refuses_an_archived_parent(world: World) -> None:
    parent = world.create("initiative")
    rows.archive(parent)
    refusal = refused(world, **on_its_board("task", parent=parent))
    assert refusal.message == f"{parent} is archived. restore_item brings it back."


@pytest.mark.rule("create_item.94")
@pytest.mark.parametrize("reference", ["nothing", "old", "acme/fidius", ""])
def test_refuses_an_unknown_repository(world: World, reference: str) -> None:
    rows.repository("fidius")
    rows.repository("old", live=False)
    refusal = refused(world, **on_its_board("task", repository=reference))
    assert refusal.field == "repository"


@pytest.mark.rule("create_item.95")
@pytest.mark.parametrize("reference", ["nothing", "Web Delivery", "WEB", "gone"])
def test_a_board_that_is_not_there_is_not_found(world: World, reference: str) -> None:
    rows.copy_board("web-delivery", "gone", archived=True)
    refused(world, Code.NOT_FOUND, item_type="task", board=reference)


@pytest.mark.rule("create_item.101")
@pytest.mark.parametrize(
    ("item_type", "board", "level"),
    [
        ("strategy", "initiatives", "strategy"),
        ("initiative", "web-delivery", "initiative"),
        ("task", "web-adrs", "delivery"),
        ("adr", "strategy", "adr"),
    ],
)
def test_refuses_a_board_of_another_level(world: World, item_type: str, board: str, level: str) -> None:
    refusal = refused(world, item_type=item_type, board=board)
    assert refusal.message.endswith(f" goes on a board of the level {level}.")
    assert refusal.field == "board"


@pytest.mark.rule("create_item.24", "create_item.100")
def test_names_a_team_by_slug_or_uuid(world: World) -> None:
    for reference in ("web", str(rows.board("web-delivery").team_id)):
        assert not rows.item(world.task(from_team=reference)).is_request
    for reference in ("Web", "WEB", "nothing"):
        refusal = refused(world, **on_its_board("task", from_team=reference))
        assert refusal.message == (
            f'The team "{reference}" is not in the organization. Send the id or the slug of a team of the '
            f"organization. The slugs are: {', '.join(rows.team_slugs())}."
        )


@pytest.mark.rule("create_item.102")
def test_planned_and_a_foreign_team_exclude_each_other(world: World) -> None:
    world.alice.run("create_team", name="Skadi", slug="skadi", code_prefix="SKADI")
    arguments = on_its_board("task", from_team="skadi", work_class="planned")
    for persona in (world.alice, world.bob):
        refusal = persona.refused(Code.VALIDATION, "create_item", **arguments)
        assert "work_class planned" in refusal.message
        assert "from_team" in refusal.message


@pytest.mark.parametrize(
    ("item_type", "argument", "limit"),
    [
        ("task", "title", 500),
        ("task", "content", 1024 * 1024),
        ("strategy", "hypothesis", 10_000),
        ("adr", "decision_maker", 200),
    ],
)
def test_holds_the_sizes(world: World, item_type: str, argument: str, limit: int) -> None:
    world.alice.run("create_item", **on_its_board(item_type, **{argument: "x" * limit}))
    for bad in ("x" * (limit + 1), "a\x00b", "a\udfffb"):
        refusal = refused(world, **on_its_board(item_type, **{argument: bad}))
        assert refusal.field == argument
