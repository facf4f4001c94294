"""create_item: where a new item lands, its defaults, what the answer says."""

from __future__ import annotations

import pytest

from hub.core.codes import Code
from hub.core.models import Activity
from items.models import Item
from tests.items import rows
from tests.world import World

BOARDS = {
    "strategy": "strategy",
    "initiative": "initiatives",
    "task": "web-delivery",
    "document": "web-delivery",
    "adr": "web-adrs",
}
CODES = {
    "strategy": "ACME-S-0001",
    "initiative": "ACME-I-0001",
    "task": "WEB-T-0001",
    "document": "WEB-D-0001",
    "adr": "WEB-A-0001",
}


@pytest.mark.rule("create_item.02", "create_item.04", "create_item.07")
@pytest.mark.parametrize("item_type", BOARDS)
def test_makes_a_live_item_of_each_type_at_version_one(world: World, item_type: str) -> None:
    created = world.alice.result("create_item", item_type=item_type, title="A title", board=BOARDS[item_type])
    assert (created.short_code, created.item_type, created.version) == (CODES[item_type], item_type, 1)
    shown = world.alice.result("get_item", short_code=created.short_code)
    assert (shown.type, shown.title, shown.version, shown.archived_at) == (item_type, "A title", 1, None)
    text = world.alice.text("create_item", item_type=item_type, title="A title", board=BOARDS[item_type])
    assert text.startswith(f"Created {item_type} {CODES[item_type][:-1]}2: A title (version 1), ")


@pytest.mark.rule("create_item.08")
def test_finds_the_board_by_slug_and_by_uuid(world: World) -> None:
    for reference in ("web-delivery", str(rows.board("web-delivery").id), " web-delivery "):
        assert world.alice.result("create_item", item_type="task", title="T", board=reference).board == (
            "web-delivery"
        )


@pytest.mark.rule("create_item.09", "create_item.22")
def test_the_board_decides_the_team_of_a_task(world: World) -> None:
    world.alice.run("create_team", name="Skadi", slug="skadi", code_prefix="SKADI")
    rows.repository("fidius", team="skadi")
    initiative = world.create("initiative")
    code = world.task(parent=initiative, repository="fidius")
    assert world.alice.result("get_item", short_code=code).board == "web-delivery"
    assert world.alice.result("get_item", short_code=initiative).teams == ("web",)


@pytest.mark.rule("create_item.14")
def test_the_content_is_empty_unless_sent(world: World) -> None:
    assert rows.item(world.task()).content == ""
    assert rows.item(world.task(content="# Text\n")).content == "# Text\n"


@pytest.mark.rule("create_item.18", "create_item.19")
def test_a_task_has_a_task_type(world: World) -> None:
    assert world.alice.result("get_item", short_code=world.task()).fields["task type"] == "task"
    for task_type in ("task", "bug", "tech_debt", "support"):
        code = world.task(task_type=task_type)
        assert world.alice.result("get_item", short_code=code).fields["task type"] == task_type


@pytest.mark.rule("create_item.20", "create_item.21")
def test_a_task_may_link_to_any_live_repository(world: World) -> None:
    world.alice.run("create_team", name="Skadi", slug="skadi", code_prefix="SKADI")
    own, other = rows.repository("own"), rows.repository("other", team="skadi")
    for repository in (own, other):
        for reference in (repository.slug, str(repository.id)):
            code = world.task(repository=reference)
            fields = world.alice.result("get_item", short_code=code).fields
            assert fields["repository"] == repository.slug


@pytest.mark.rule("create_item.29", "create_item.33", "create_item.34", "create_item.69")
def test_the_fields_of_a_type_are_shown(world: World) -> None:
    strategy = world.create("strategy", hypothesis="It helps.")
    adr = world.create("adr", board="web-adrs", decision_maker="The team", decision_date="2026-10-09")
    bucket = world.create("initiative", bucket_type="tech_debt")
    fields = [world.alice.result("get_item", short_code=code).fields for code in (strategy, adr, bucket)]
    assert fields == [
        {"hypothesis": "It helps."},
        {"decision maker": "The team", "decision date": "2026-10-09"},
        {"bucket type": "tech_debt"},
    ]
    assert "- bucket type: tech_debt\n" in world.alice.text("get_item", short_code=bucket)
    assert "- decision date: 2026-10-09\n" in world.alice.text("get_item", short_code=adr)


@pytest.mark.rule("create_item.30", "create_item.31")
def test_an_initiative_may_have_a_complexity_and_a_bucket_type(world: World) -> None:
    assert world.alice.result("get_item", short_code=world.create("initiative")).fields == {}
    for complexity in ("xs", "s", "m", "l", "xl"):
        code = world.create("initiative", complexity=complexity)
        assert world.alice.result("get_item", short_code=code).fields == {"complexity": complexity}
    for bucket in ("tech_debt", "bug", "ad_hoc"):
        code = world.create("initiative", bucket_type=bucket)
        assert world.alice.result("get_item", short_code=code).fields == {"bucket type": bucket}


@pytest.mark.rule("create_item.32", "items.11")
def test_a_bucket_type_makes_a_bucket_which_is_always_active(world: World) -> None:
    refusal = world.alice.refused(
        Code.VALIDATION, "create_item", item_type="initiative", title="T", is_bucket=True
    )
    assert refusal.field == "is_bucket"
    bucket, plain = world.create("initiative", bucket_type="bug"), world.create("initiative")
    inside, outside = world.task(parent=bucket), world.task(parent=plain)
    world.move(inside, "Todo", "Active")
    world.move(outside, "Todo")
    world.alice.refused(Code.PARENT_NOT_ACTIVE, "transition_item", short_code=outside, to_column="Active")


@pytest.mark.rule("create_item.45", "create_item.46", "create_item.47", "create_item.68")
@pytest.mark.parametrize(
    ("item_type", "column"),
    [("strategy", "Draft"), ("initiative", "Discovery"), ("task", "Backlog"), ("adr", "Draft")],
)
def test_lands_in_the_first_live_column(world: World, item_type: str, column: str) -> None:
    board = BOARDS[item_type]
    assert world.alice.result("create_item", item_type=item_type, title="T", board=board).column == column
    first, second = rows.board(board).columns.order_by("position")[:2]
    first.change(position=second.position + 100)
    assert (
        world.alice.result("create_item", item_type=item_type, title="T", board=board).column == second.name
    )
    second.change(removed_at=rows.board(board).created_at)
    third = world.alice.result("create_item", item_type=item_type, title="T", board=board).column
    assert third not in (first.name, second.name)


@pytest.mark.rule("create_item.10", "create_item.57", "items.08", "items.09")
def test_a_document_is_a_draft_without_a_column(world: World) -> None:
    code = world.create("document", board="web-delivery")
    shown = world.alice.result("get_item", short_code=code)
    assert (shown.board, shown.column, shown.fields) == ("web-delivery", None, {"lifecycle": "draft"})
    assert world.alice.result("board_items", board="web-delivery").total == 0


@pytest.mark.rule("create_item.53")
@pytest.mark.parametrize("board", ["strategy", "initiatives", "web-delivery", "web-adrs"])
def test_a_board_of_each_level_may_own_a_document(world: World, board: str) -> None:
    assert rows.item(world.create("document", board=board)).board == rows.board(board)


@pytest.mark.rule("create_item.55", "create_item.56", "create_item.59", "create_item.60")
def test_a_document_has_the_prefix_of_its_owner_board(world: World) -> None:
    text = world.alice.text("create_item", item_type="document", title="The vision", board="web-delivery")
    assert text == "Created document WEB-D-0001: The vision (version 1), owner board web-delivery."
    for number, parent in enumerate(
        (world.create("strategy"), world.create("initiative"), world.task()), start=2
    ):
        text = world.alice.text(
            "create_item", item_type="document", title="Rollout plan", board="web-delivery", parent=parent
        )
        assert text == (
            f"Created document WEB-D-000{number}: Rollout plan (version 1), owner board web-delivery, "
            f"supports {parent}."
        )
        (edge,) = rows.edges(f"WEB-D-000{number}")
        assert edge == ("supports", parent, f"WEB-D-000{number}")


@pytest.mark.rule("create_item.11", "create_item.12", "create_item.41")
def test_a_parent_makes_the_edge_of_the_type(world: World) -> None:
    strategy = world.create("strategy")
    initiative = world.create("initiative", parent=strategy)
    task = world.task(parent=initiative)
    assert rows.edges(initiative)[0] == ("parent", strategy, initiative)
    assert rows.edges(task) == [("parent", initiative, task)]
    assert rows.edges(world.task()) == []
    for parent in (strategy, initiative, task):
        adr = world.create("adr", board="web-adrs", parent=parent)
        assert rows.edges(adr) == [("supports", parent, adr)]


@pytest.mark.rule("create_item.13")
def test_a_retired_code_of_a_parent_is_followed_and_said(world: World) -> None:
    old = world.create("initiative")
    rows.rename(old, "SKADI-I-0001", world.alice)
    text = world.alice.text("create_item", item_type="task", title="T", board="web-delivery", parent=old)
    assert text.splitlines() == [
        "Created task WEB-T-0001: T (version 1), on web-delivery / Backlog.",
        "- parent: SKADI-I-0001",
        f"{old} is now SKADI-I-0001",
    ]
    assert rows.edges("WEB-T-0001") == [("parent", "SKADI-I-0001", "WEB-T-0001")]


@pytest.mark.rule("create_item.61", "create_item.62", "create_item.64", "items.15")
def test_a_manager_gets_the_lane_of_the_task_type_or_the_one_sent(world: World) -> None:
    for task_type, lane in (
        ("support", "support"),
        ("task", "planned"),
        ("bug", "planned"),
        ("tech_debt", "planned"),
    ):
        assert rows.item(world.task(world.bob, task_type=task_type)).work_class == lane
        for sent in ("planned", "support"):
            code = world.task(world.bob, task_type=task_type, work_class=sent)
            assert rows.item(code).work_class == sent
            assert not rows.item(code).is_request


@pytest.mark.rule("create_item.23")
def test_the_lane_takes_two_values(world: World) -> None:
    for lane in ("planned", "support"):
        code = world.task(work_class=lane)
        assert f"- lane: {lane}\n" in world.alice.text("get_item", short_code=code)


@pytest.mark.rule("create_item.105", "create_item.106")
def test_a_refused_create_writes_nothing_and_tells_nobody(world: World) -> None:
    """Each is wrong in one argument only; `refused` compares every table before and after."""
    right = {"item_type": "task", "title": "T", "board": "web-delivery", "parent": world.create("initiative")}
    for wrong in (
        {"decision_date": "2026-10-09"},
        {"repository": "nothing"},
        {"from_team": "nothing"},
        {"parent": "ACME-I-9999"},
        {"work_class": "later"},
        {"column": "Todo"},
    ):
        world.alice.refused(Code.VALIDATION, "create_item", **{**right, **wrong})


@pytest.mark.rule("create_item.107", "create_item.108", "codes.11")
def test_a_failing_edge_leaves_no_item_and_gives_the_number_back(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    initiative = world.create("initiative")
    first = world.task()
    with monkeypatch.context() as patched:
        patched.setattr("items.edges._refuse_existing", rows.refuse)
        world.alice.refused(
            Code.ALREADY_LINKED,
            "create_item",
            item_type="task",
            title="T",
            board="web-delivery",
            parent=initiative,
        )
    assert (first, world.task(parent=initiative)) == ("WEB-T-0001", "WEB-T-0002")


@pytest.mark.rule("create_item.109")
def test_leaves_one_create_row_that_names_the_caller(world: World) -> None:
    code = world.task(world.robo, parent=world.create("initiative"))
    created = Activity.objects.filter(subject_id=rows.item(code).id, action="create")
    (row,) = created
    assert (row.user_id, row.by_agent, row.board_id, row.data) == (
        world.bob.principal.user_id,
        True,
        rows.board("web-delivery").id,
        {"code": code, "title": "A task"},
    )


@pytest.mark.rule("create_item.50", "conventions.claims.01")
def test_a_create_into_a_claims_column_gives_a_person_the_claim(world: World) -> None:
    rows.column("web-delivery", "Backlog").change(claims=True)
    created = world.robo.result("create_item", item_type="task", title="T", board="web-delivery")
    assert created.claim.person.name == "Bob (agent)"
    text = world.robo.text("create_item", item_type="task", title="T", board="web-delivery")
    assert "\n- claim: Bob (agent) since " in text
    assert rows.item(world.task(world.depot)).claim_user_id is None


@pytest.mark.rule("create_item.48", "create_item.49")
def test_the_parent_gate_applies_to_an_entry_column_with_claims(world: World) -> None:
    rows.column("web-delivery", "Backlog").change(claims=True)
    idle, bucket = world.create("initiative"), world.create("initiative", bucket_type="bug")
    active = world.create("initiative")
    Item.objects.filter(code=active).update(column=rows.column("initiatives", "Active"))
    refusal = world.alice.refused(
        Code.PARENT_NOT_ACTIVE, "create_item", item_type="task", title="T", board="web-delivery", parent=idle
    )
    assert refusal.details["initiative"] == idle
    assert world.task() == "WEB-T-0001"
    assert world.task(parent=bucket) == "WEB-T-0002"
    assert world.task(parent=active) == "WEB-T-0003"
    rows.board("web-delivery").change(parent_gate=False)
    assert world.task(parent=idle) == "WEB-T-0004"


def test_a_column_over_its_limit_warns(world: World) -> None:
    rows.column("web-delivery", "Backlog").change(wip_limit=1)
    world.task()
    text = world.alice.text("create_item", item_type="task", title="T", board="web-delivery")
    assert text.splitlines()[-1] == (
        "Warning: the column Backlog has 2 items, over its WIP limit of 1. "
        "Your move of WEB-T-0002 is recorded."
    )
