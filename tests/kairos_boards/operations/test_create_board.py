"""create_board: one board of a level, with its defaults and its owner."""

from itertools import pairwise

import pytest
from django.utils import timezone

from hub.core.codes import Code
from kairos_boards.models import Board, Column, Team
from tests.kairos_boards.reading import board, columns, grant, members, moves, team
from tests.world import World

SHOP = {"name": "Checkout", "slug": "checkout", "board_level": "initiative", "code_prefix": "SHOP"}
LEVELS = {
    "strategy": ["Draft", "Review", "Active", "Monitoring", "Completed"],
    "initiative": ["Discovery", "Design", "Ready", "Decompose", "Active", "Monitoring", "Completed"],
    "adr": ["Draft", "Discussion", "Decided", "Superseded"],
}
DONE = {"strategy": ["Completed"], "initiative": ["Completed"], "adr": ["Decided", "Superseded"]}


def done(slug: str) -> list[str]:
    rows = Column.objects.filter(board=board(slug), is_done=True).order_by("position")
    return list(rows.values_list("name", flat=True))


@pytest.mark.parametrize(
    "level",
    [
        pytest.param("strategy", marks=pytest.mark.rule("create_board.02", "columns.01")),
        pytest.param("initiative", marks=pytest.mark.rule("create_board.03", "columns.02")),
        pytest.param("adr", marks=pytest.mark.rule("create_board.05", "columns.05")),
    ],
)
@pytest.mark.rule("columns.06", "create_board.01")
def test_a_new_board_has_the_columns_of_its_level_in_a_straight_line(world: World, level: str) -> None:
    before = Board.objects.count()
    text = world.alice.text("create_board", **{**SHOP, "board_level": level})
    owner = "no team" if level == "adr" else f"team {level}-checkout"
    assert text == f"Created board checkout (Checkout, {level}, prefix SHOP, {owner})."
    assert Board.objects.count() == before + 1
    made = board("checkout")
    assert (made.name, made.level, made.prefix) == ("Checkout", level, "SHOP")
    names = LEVELS[level]
    assert columns("checkout") == names
    assert moves("checkout") == list(pairwise(names))
    assert done("checkout") == DONE[level]


@pytest.mark.rule("create_board.04", "columns.03", "columns.04", "columns.07")
def test_a_new_delivery_board_has_its_columns_flags_and_moves(world: World) -> None:
    rows = Column.objects.filter(board=board("web-delivery")).order_by("position")
    assert list(rows.values_list("name", "is_done", "claims", "keeps_claims", "wip_limit")) == [
        ("Backlog", False, False, False, None),
        ("Todo", False, False, False, None),
        ("Active", False, True, False, None),
        ("Blocked", False, False, True, None),
        ("Completed", True, False, False, None),
    ]
    assert moves("web-delivery") == [
        ("Backlog", "Todo"),
        ("Todo", "Active"),
        ("Todo", "Blocked"),
        ("Active", "Completed"),
        ("Active", "Blocked"),
        ("Blocked", "Todo"),
        ("Blocked", "Active"),
    ]


@pytest.mark.rule("create_board.06", "columns.08")
def test_a_board_has_its_own_copy_of_the_defaults(world: World) -> None:
    world.alice.run("update_column", board="web-delivery", column="Todo", name="Next")
    world.alice.run(
        "set_transition", board="web-delivery", from_column="Next", to_column="Active", allowed=False
    )
    assert "Todo" in columns("core-delivery")
    world.alice.run("create_team", name="New", slug="new", code_prefix="NEW")
    assert moves("new-delivery") == moves("core-delivery")
    assert columns("new-delivery") == columns("core-delivery")


@pytest.mark.rule("create_board.07")
@pytest.mark.parametrize("missing", list(SHOP))
def test_needs_name_slug_level_and_prefix(world: World, missing: str) -> None:
    values = {name: value for name, value in SHOP.items() if name != missing}
    assert world.alice.refused(Code.VALIDATION, "create_board", **values).field == missing


@pytest.mark.rule("create_board.08")
@pytest.mark.parametrize("slug", ["Shop", "1shop", "s", "s" * 64, "b1a2c3d4-0000-4000-8000-000000000001"])
def test_refuses_a_slug_without_the_form(world: World, slug: str) -> None:
    assert world.alice.refused(Code.VALIDATION, "create_board", **{**SHOP, "slug": slug}).field == "slug"


@pytest.mark.rule("create_board.09")
def test_refuses_another_level(world: World) -> None:
    refusal = world.alice.refused(Code.VALIDATION, "create_board", **{**SHOP, "board_level": "epic"})
    assert refusal.message == (
        "The value of board_level must be one of these values: strategy, initiative, delivery, adr. "
        'The call gives "epic".'
    )


@pytest.mark.rule("create_board.10")
@pytest.mark.parametrize("prefix", ["shop", "1SHOP", "S", "S" * 11])
def test_refuses_a_prefix_without_the_form(world: World, prefix: str) -> None:
    refusal = world.alice.refused(Code.VALIDATION, "create_board", **{**SHOP, "code_prefix": prefix})
    assert refusal.field == "code_prefix"


@pytest.mark.rule("create_board.11")
def test_the_adr_board_of_a_team_has_the_prefix_of_the_team(world: World) -> None:
    world.alice.run("create_team", name="Ops", slug="ops", code_prefix="OPS")
    values = {"name": "Ops ADRs", "slug": "decisions", "board_level": "adr", "team": "ops"}
    refusal = world.alice.refused(Code.VALIDATION, "create_board", **values, code_prefix="ADRS")
    assert refusal.field == "code_prefix"
    world.alice.run("create_board", **values, code_prefix="OPS")
    assert board("decisions").team == team("ops")


@pytest.mark.rule("create_board.12", "create_board.17")
def test_a_board_belongs_to_the_team_of_the_call(world: World) -> None:
    before = Team.objects.count()
    world.alice.run("create_board", **SHOP, team="web")
    world.alice.run(
        "create_board", **{**SHOP, "slug": "second", "code_prefix": "SEC"}, team=str(team("web").id)
    )
    assert board("checkout").team == board("second").team == team("web")
    assert Team.objects.count() == before


@pytest.mark.rule("create_board.13")
def test_refuses_an_unknown_team_and_lists_the_teams(world: World) -> None:
    for number in range(50):
        Team.add(
            organization_id=world.alice.principal.organization_id,
            slug=f"zz-{number:02}",
            name="Z",
            created_at=timezone.now(),
        )
    refusal = world.alice.refused(Code.VALIDATION, "create_board", **SHOP, team="Web")
    live = Team.objects.filter(organization__slug="acme").order_by("slug")
    assert refusal.message == (
        'The team "Web" is not in the organization. Send the id or the slug of a team of the organization. '
        f"The slugs are: {', '.join(live.values_list('slug', flat=True)[:50])}."
    )


@pytest.mark.rule("create_board.14")
def test_a_delivery_board_must_have_a_team(world: World) -> None:
    refusal = world.alice.refused(Code.VALIDATION, "create_board", **{**SHOP, "board_level": "delivery"})
    assert refusal.field == "team"


@pytest.mark.rule("create_board.15", "columns.23")
def test_a_team_has_one_delivery_board(world: World) -> None:
    values = {**SHOP, "board_level": "delivery", "team": "web"}
    world.alice.refused(Code.TEAM_HAS_DELIVERY_BOARD, "create_board", **values)


@pytest.mark.rule("columns.22")
def test_a_team_without_a_delivery_board_gets_one_with_the_slug_of_the_call(world: World) -> None:
    Board.objects.filter(slug="web-delivery").update(archived_at=timezone.now())
    world.alice.run("create_board", **{**SHOP, "board_level": "delivery", "team": "web"})
    assert board("checkout").team == team("web")


@pytest.mark.rule("create_board.16", "columns.27")
@pytest.mark.parametrize("level", ["strategy", "initiative"])
def test_a_strategy_or_initiative_board_gets_an_empty_team_of_its_own(world: World, level: str) -> None:
    world.alice.run("create_board", **{**SHOP, "board_level": level})
    assert board("checkout").team == team(f"{level}-checkout")
    assert members(f"{level}-checkout") == set()


@pytest.mark.rule("create_board.18", "columns.26")
def test_an_adr_board_without_a_team_is_the_organizations(world: World) -> None:
    before = Team.objects.count()
    world.alice.run("create_board", **{**SHOP, "board_level": "adr"})
    assert board("checkout").team is None
    assert Team.objects.count() == before
    assert board("web-adrs").team == team("web")


@pytest.mark.rule("create_board.19", "columns.25")
def test_a_team_has_one_adr_board(world: World) -> None:
    values = {**SHOP, "board_level": "adr", "team": "web", "code_prefix": "WEB"}
    world.alice.refused(Code.TEAM_HAS_ADR_BOARD, "create_board", **values)


@pytest.mark.rule("create_board.20")
def test_the_slug_of_a_live_board_is_taken_and_that_of_a_deleted_one_is_free(world: World) -> None:
    refusal = world.alice.refused(Code.CONFLICT, "create_board", **{**SHOP, "slug": "strategy"})
    assert refusal.field == "slug"
    Board.objects.filter(slug="strategy").update(archived_at=timezone.now())
    world.alice.run("create_board", **{**SHOP, "slug": "strategy"})
    assert board("strategy").level == "initiative"


@pytest.mark.rule("create_board.21")
def test_a_prefix_is_taken_by_a_live_board_of_the_same_level_only(world: World) -> None:
    refusal = world.alice.refused(Code.CONFLICT, "create_board", **{**SHOP, "code_prefix": "ACME"})
    assert refusal.field == "code_prefix"
    world.alice.run("create_board", **{**SHOP, "code_prefix": "WEB"})


@pytest.mark.rule("create_board.22")
def test_refuses_when_the_team_of_its_own_has_a_slug_that_is_taken(world: World) -> None:
    world.alice.run("create_team", name="X", slug="initiative-checkout", code_prefix="XX")
    world.alice.refused(Code.CONFLICT, "create_board", **SHOP)


@pytest.mark.rule("create_board.23", "create_board.24")
def test_needs_manage_structure_on_the_organization(world: World) -> None:
    grant(world, world.carol, "manage_structure", "web-delivery")
    refusal = world.carol.refused(Code.FORBIDDEN, "create_board", **SHOP)
    other = world.carol.refused(Code.FORBIDDEN, "create_team", name="A", slug="aa", code_prefix="AA")
    assert (refusal.message, refusal.details) == (other.message, other.details)
    assert list(refusal.details) == ["board_id", "required_capability", "scope"]
    grant(world, world.carol, "manage_structure")
    world.carol.run("create_board", **SHOP)


@pytest.mark.rule("create_board.25")
def test_a_repeat_with_the_key_makes_no_second_board(world: World) -> None:
    first = world.alice.text("create_board", **SHOP, request_key="make-checkout")
    again = world.alice.text("create_board", **SHOP, request_key="make-checkout")
    assert again.splitlines()[0] == first
    assert again.splitlines()[1].startswith("Replayed: ")
    assert Board.objects.filter(slug="checkout").count() == 1


@pytest.mark.rule("columns.28", "policies.05", "policies.17", "policies.26", "set_agent_triage.03")
def test_the_settings_of_a_new_board(world: World) -> None:
    world.alice.run("create_board", **SHOP)
    delivery, initiative = board("web-delivery"), board("checkout")
    assert (delivery.parent_gate, delivery.blockers_gate, delivery.agents_decide) == (True, False, False)
    assert initiative.owner_gate is True
    assert world.alice.result("get_board", board="web-delivery").policies == {
        "parent_gate": True,
        "blockers_gate": False,
    }


@pytest.mark.rule("columns.21")
def test_a_new_organization_has_one_strategy_and_one_initiative_board(world: World) -> None:
    rows = Board.objects.filter(organization__slug="globex", level__in=("strategy", "initiative"))
    assert sorted(rows.values_list("level", "slug")) == [
        ("initiative", "initiatives"),
        ("strategy", "strategy"),
    ]
