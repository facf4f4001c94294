"""my_boards: boards by level, moves and counts of the caller's, policies."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from hub.core.codes import Code
from items.models import Item
from kairos_boards.models import Board
from tests.kairos_boards.reading import grant
from tests.world import Persona, World

DELIVERY_POLICY = (
    "  policy: parent_gate on (a task moves to a claims column only while its initiative is active); "
    "blockers_gate off (on: a task with an open blocker cannot move to a claims or done column; "
    "off: the move gets a warning)"
)
OWNER_POLICY = (
    "  policy: owner_gate on (an initiative moves to Active only with an owner, "
    "who stays in Active and Monitoring)"
)


def lines_of(persona: Persona, slug: str) -> list[str]:
    """The lines of one board, its own first."""
    lines = persona.text("my_boards").splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith(f"- {slug} — "))
    rest = lines[start + 1 :]
    indented = next((number for number, line in enumerate(rest) if not line.startswith("  ")), len(rest))
    return [lines[start], *rest[:indented]]


@pytest.mark.rule("my_boards.01", "my_boards.16")
def test_lists_the_live_boards_by_level(world: World) -> None:
    Board.objects.filter(slug="core-adrs").update(archived_at=timezone.now())
    text = world.carol.text("my_boards")
    boards = [line.split(" — ")[0] for line in text.splitlines() if line[:2] in ("# ", "##", "- ")]
    assert boards == [
        "# Boards",
        "## Strategy boards (1)",
        "- strategy",
        "## Initiative boards (1)",
        "- initiatives",
        "## Delivery boards (2)",
        "- core-delivery",
        "- web-delivery",
        "## ADR boards (1)",
        "- web-adrs",
    ]


@pytest.mark.rule("my_boards.02", "my_boards.04", "my_boards.09", "my_boards.14")
def test_a_board_of_the_callers_team(world: World) -> None:
    done = world.task()
    world.move(done, "Todo", "Active", "Completed")
    world.task()
    old = world.task()
    Item.objects.filter(code=old).update(archived_at=timezone.now())
    assert lines_of(world.bob, "web-delivery") == [
        "- web-delivery — Web (prefix WEB, team web)",
        "  columns: Backlog 1, Todo 0, Active 0, Blocked 0, Completed 1",
        "  moves: Backlog [entry] → Todo | Todo → Active, Blocked | Active [claims] → Completed, Blocked"
        " | Blocked → Todo, Active | Completed [done]",
        DELIVERY_POLICY,
        "  team capabilities: manage_tasks, manage_documents, transition_items",
    ]


@pytest.mark.rule("my_boards.02")
def test_a_board_with_a_grant_is_the_callers_too(world: World) -> None:
    grant(world, world.carol, "purge", "web-delivery")
    assert [line[:10] for line in lines_of(world.carol, "web-delivery")[1:]] == [
        "  columns:",
        "  moves: B",
        "  policy: ",
    ]


@pytest.mark.rule("my_boards.03", "my_boards.14")
def test_a_board_of_others_shows_its_policies_only(world: World) -> None:
    for persona in (world.bob, world.alice):
        assert lines_of(persona, "core-delivery") == [
            "- core-delivery — Core (prefix CORE, team core)",
            DELIVERY_POLICY,
        ]


@pytest.mark.rule("my_boards.07", "my_boards.05")
def test_the_moves_line_of_the_page(world: World) -> None:
    world.alice.run("update_column", board="web-delivery", column="Active", wip_limit=3)
    assert lines_of(world.bob, "web-delivery")[2] == (
        "  moves: Backlog [entry] → Todo | Todo → Active, Blocked "
        "| Active [claims, WIP 3] → Completed, Blocked"
        " | Blocked → Todo, Active | Completed [done]"
    )


@pytest.mark.rule("my_boards.05", "my_boards.06", "my_boards.04")
def test_flags_stand_in_their_order_and_moves_in_that_of_adding(world: World) -> None:
    values = {"is_done": True, "claims": True, "wip_limit": 2}
    world.alice.run("update_column", board="web-delivery", column="Backlog", **values)
    world.alice.run("remove_column", board="web-delivery", column="Blocked")
    world.alice.run("add_column", board="web-delivery", name="Review", position=1)
    for end in ("Completed", "Review"):
        move = {"from_column": "Todo", "to_column": end}
        world.alice.run("set_transition", board="web-delivery", **move, allowed=True)
    assert lines_of(world.bob, "web-delivery")[2] == (
        "  moves: Backlog [entry, done, claims, WIP 2] → Todo | Review | Todo → Active, Completed, Review"
        " | Active [claims] → Completed | Completed [done]"
    )


@pytest.mark.rule("my_boards.08")
def test_the_moves_are_those_that_transition_item_allows(world: World) -> None:
    task = world.task()
    shown = {column.name: column for column in world.bob.result("my_boards").results[3].columns}
    assert shown["Backlog"].moves == ("Todo",)
    for name in shown:
        if name in shown["Backlog"].moves:
            continue
        world.bob.refused(Code.INVALID_TRANSITION, "transition_item", short_code=task, to_column=name)
    world.move(task, "Todo", by=world.bob)


@pytest.mark.rule("my_boards.10")
def test_initiative_boards_have_a_policy_and_strategy_and_adr_boards_none(world: World) -> None:
    assert lines_of(world.carol, "initiatives")[1:] == [OWNER_POLICY]
    world.alice.run("set_board_policy", board="initiatives", owner_gate=False)
    assert lines_of(world.carol, "initiatives")[1:] == [OWNER_POLICY.replace("_gate on", "_gate off")]
    assert lines_of(world.carol, "strategy")[1:] == lines_of(world.carol, "web-adrs")[1:] == []


@pytest.mark.rule("my_boards.11", "my_boards.12")
def test_an_adr_board_names_its_team_or_the_organization(world: World) -> None:
    world.alice.run("create_board", name="All", slug="all-adrs", board_level="adr", code_prefix="ALL")
    assert lines_of(world.carol, "web-adrs") == [
        "- web-adrs — Web ADRs (prefix WEB) (ADR board of the team web)"
    ]
    assert lines_of(world.carol, "all-adrs") == [
        "- all-adrs — All (prefix ALL) (ADR board of the organization)"
    ]


@pytest.mark.rule("my_boards.13")
def test_an_adr_of_a_team_board_has_the_prefix_of_the_team(world: World) -> None:
    assert world.create("adr", world.bob, board="web-adrs") == "WEB-A-0001"


@pytest.mark.rule("my_boards.15")
def test_the_adr_board_of_the_team_gives_manage_adrs(world: World) -> None:
    assert lines_of(world.bob, "web-adrs")[1:] == [
        "  team capabilities: manage_tasks, manage_documents, manage_adrs, transition_items"
    ]


@pytest.mark.rule("my_boards.17")
@pytest.mark.parametrize(
    ("level", "slugs"),
    [
        ("strategy", ["strategy"]),
        ("initiative", ["initiatives"]),
        ("delivery", ["core-delivery", "web-delivery"]),
        ("adr", ["core-adrs", "web-adrs"]),
    ],
)
def test_a_level_narrows_the_answer(world: World, level: str, slugs: list[str]) -> None:
    assert [board.slug for board in world.bob.result("my_boards", board_level=level).results] == slugs


@pytest.mark.rule("my_boards.18")
def test_level_is_another_name(world: World) -> None:
    assert world.bob.text("my_boards", level="adr") == world.bob.text("my_boards", board_level="adr")
    world.bob.refused(Code.VALIDATION, "my_boards", level="adr", board_level="adr")


@pytest.mark.rule("my_boards.19")
@pytest.mark.parametrize("name", ["board_level", "level"])
def test_refuses_another_level(world: World, name: str) -> None:
    refusal = world.bob.refused(Code.VALIDATION, "my_boards", **{name: "epic"})
    assert refusal.message == (
        "The value of board_level must be one of these values: strategy, initiative, delivery, adr. "
        'The call gives "epic".'
    )
    assert refusal.field == "board_level"


@pytest.mark.rule("my_boards.20")
def test_every_member_may_call_it(world: World) -> None:
    for persona in (world.alice, world.bob, world.carol, world.depot, world.robo):
        assert persona.result("my_boards").total == 6


def test_a_level_without_a_board_says_so(world: World) -> None:
    Board.objects.filter(level="adr").update(archived_at=timezone.now())
    assert world.bob.text("my_boards", level="adr") == "# Boards\n\nThere is no such board."


def test_eight_queries_at_most_whatever_the_number_of_boards(world: World) -> None:
    with CaptureQueriesContext(connection) as few:
        world.bob.run("my_boards")
    for number in range(3):
        world.alice.run("create_team", name="T", slug=f"team-{number}", code_prefix=f"T{number}")
        world.alice.run("add_team_member", team=f"team-{number}", user="bob")
    with CaptureQueriesContext(connection) as many:
        world.bob.run("my_boards")
    assert len(many) == len(few) <= 8
