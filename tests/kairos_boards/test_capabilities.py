"""What each capability gives, and what the globs, the team, the board membership and the role give."""

from fnmatch import fnmatchcase

import pytest

from hub.core.codes import Code
from hub.core.refusals import Refusal
from kairos_boards.models import Grant
from kairos_boards.vocabulary import BOARD_CAPABILITIES, GLOBS, GRANTABLE, covering, covers
from tests.kairos_boards.reading import board, grant
from tests.world import Persona, World, scoped

# capability -> the type of item that it manages, and a board that such items may lie on
MANAGED = {
    "manage_strategies": ("strategy", "strategy"),
    "manage_initiatives": ("initiative", "initiatives"),
    "manage_tasks": ("task", "web-delivery"),
    "manage_documents": ("document", "web-delivery"),
    "manage_adrs": ("adr", "web-adrs"),
}


def allowed(persona: Persona, tool: str, **arguments: str) -> bool:
    """Whether the call is right; FORBIDDEN is no, any other refusal fails the test."""
    try:
        persona.run(tool, **arguments)
    except Refusal as refusal:
        if refusal.code is not Code.FORBIDDEN:
            raise
        return False
    return True


def may_create(persona: Persona, item_type: str, slug: str) -> bool:
    """Whether a persona creates an item of a type there, and no request."""
    values = {"item_type": item_type, "title": "T", "board": slug}
    if item_type == "task":
        return not persona.result("create_item", **values).request
    return allowed(persona, "create_item", **values)


def may_edit(persona: Persona, code: str) -> bool:
    return allowed(persona, "append_note", short_code=code, text="A note.")


@pytest.mark.parametrize(
    "capability",
    [
        pytest.param("manage_strategies", marks=pytest.mark.rule("capabilities.04")),
        pytest.param("manage_initiatives", marks=pytest.mark.rule("capabilities.05")),
        pytest.param("manage_tasks", marks=pytest.mark.rule("capabilities.06")),
        pytest.param("manage_documents", marks=pytest.mark.rule("capabilities.07")),
        pytest.param("manage_adrs", marks=pytest.mark.rule("capabilities.08")),
    ],
)
def test_a_capability_manages_its_type_on_its_board(world: World, capability: str) -> None:
    item_type, slug = MANAGED[capability]
    items = {kind: world.create(kind, board=where) for kind, where in MANAGED.values()}
    elsewhere = world.create(
        item_type, board={"web-delivery": "core-delivery", "web-adrs": "core-adrs"}.get(slug, slug)
    )
    grant(world, world.carol, capability, slug)
    assert may_create(world.carol, item_type, slug)
    assert {kind for kind, code in items.items() if may_edit(world.carol, code)} == {item_type}
    assert may_edit(world.carol, elsewhere) is (board(slug).level in ("strategy", "initiative"))
    created = {kind for kind, where in MANAGED.values() if may_create(world.carol, kind, where)}
    assert created == {item_type}


@pytest.mark.rule("capabilities.15")
def test_transition_items_alone_creates_and_edits_nothing(world: World) -> None:
    task, document = world.task(), world.create("document", board="web-delivery")
    grant(world, world.carol, "transition_items", "web-delivery")
    assert not may_create(world.carol, "task", "web-delivery")
    assert not may_create(world.carol, "document", "web-delivery")
    assert not may_edit(world.carol, task)
    assert not may_edit(world.carol, document)
    world.move(task, "Todo", by=world.carol)


@pytest.mark.parametrize(
    ("slug", "item_type", "column"),
    [
        pytest.param("strategy", "strategy", "Review", marks=pytest.mark.rule("capabilities.23")),
        pytest.param("initiatives", "initiative", "Design", marks=pytest.mark.rule("capabilities.24")),
    ],
)
@pytest.mark.rule("grant_capability.22")
def test_the_member_grant_gives_the_work_of_its_board(
    world: World, slug: str, item_type: str, column: str
) -> None:
    code, other = world.create(item_type, board=slug), world.create(item_type, board=slug)
    world.carol.refused(Code.FORBIDDEN, "claim_item", short_code=code)
    grant(world, world.carol, "member", slug)
    assert may_create(world.carol, item_type, slug)
    assert may_create(world.carol, "document", slug)
    assert may_edit(world.carol, code)
    world.move(code, column, by=world.carol)
    world.carol.run("claim_item", short_code=code)
    world.alice.run("claim_item", short_code=other)
    world.alice.run("hand_off_item", short_code=other, to="carol")
    world.carol.refused(Code.FORBIDDEN, "add_column", board=slug, name="X")


@pytest.mark.rule("capabilities.27")
def test_every_member_may_file_a_request_on_each_delivery_board(world: World) -> None:
    for persona in (world.carol, world.depot):
        for slug in ("web-delivery", "core-delivery"):
            made = persona.result("create_item", item_type="task", title="T", board=slug)
            assert (made.request, made.column) == (True, "Backlog")
    planned = {"item_type": "task", "title": "T", "board": "web-delivery", "work_class": "planned"}
    world.carol.refused(Code.FORBIDDEN, "create_item", **planned)
    assert not Grant.objects.exists()


@pytest.mark.rule("capabilities.29", "grant_capability.07")
def test_manage_glob_covers_the_five_kinds(world: World) -> None:
    for slug in ("strategy", "initiatives", "web-delivery", "web-adrs"):
        grant(world, world.carol, "manage_*", slug)
    for item_type, slug in MANAGED.values():
        assert may_create(world.carol, item_type, slug)


@pytest.mark.rule("capabilities.30", "grant_capability.07")
@pytest.mark.parametrize("glob", ["manage_*", "*"])
def test_no_glob_covers_manage_structure(world: World, glob: str) -> None:
    grant(world, world.carol, glob, "web-delivery")
    world.carol.refused(Code.FORBIDDEN, "create_team", name="X", slug="xx", code_prefix="XX")
    assert not covers(glob, "manage_structure")
    scoped(world.alice, [glob]).refused(Code.KEY_SCOPE, "create_team", name="X", slug="xx", code_prefix="XX")


@pytest.mark.rule("capabilities.31", "grant_capability.08")
def test_manage_glob_does_not_cover_administer_members(world: World) -> None:
    grant(world, world.carol, "manage_*", "web-delivery")
    values = {"user": "bob", "capability": "purge", "board": "web-delivery"}
    world.carol.refused(Code.FORBIDDEN, "grant_capability", **values)


@pytest.mark.rule("capabilities.32", "grant_capability.07")
def test_the_star_covers_every_board_capability(world: World) -> None:
    grant(world, world.carol, "*", "web-delivery")
    world.carol.run("grant_capability", user="bob", capability="purge", board="web-delivery")
    world.carol.run("add_column", board="web-delivery", name="X")
    world.move(world.task(world.carol), "Todo", by=world.carol)
    assert {name for name in BOARD_CAPABILITIES if covers("*", name)} == {*BOARD_CAPABILITIES} - {"member"}


@pytest.mark.rule("capabilities.33")
def test_configure_and_transition_globs(world: World) -> None:
    grant(world, world.carol, "configure_*", "web-delivery")
    world.carol.run("add_column", board="web-delivery", name="X")
    task = world.task()
    world.carol.refused(Code.FORBIDDEN, "transition_item", short_code=task, to_column="Todo")
    grant(world, world.depot, "transition_*", "web-delivery")
    world.move(task, "Todo", by=world.depot)
    world.depot.refused(Code.FORBIDDEN, "add_column", board="web-delivery", name="Y")


@pytest.mark.rule("capabilities.35")
@pytest.mark.parametrize("stored", GRANTABLE)
def test_the_query_and_the_check_agree_and_signs_of_sql_are_letters(world: World, stored: str) -> None:
    grant(world, world.carol, stored, "web-delivery")
    words = (*BOARD_CAPABILITIES, "manageXtasks", "manage%", "manage_structure", "transition", "MANAGE_TASKS")
    for word in words:
        found = Grant.objects.filter(capability__in=covering(word)).exists()
        assert found is covers(stored, word)
        globbed = stored in GLOBS and fnmatchcase(word, stored) and word not in ("manage_structure", "member")
        assert covers(stored, word) is (stored == word or globbed), word


@pytest.mark.rule("capabilities.40")
def test_an_admin_passes_every_check_with_no_grant(world: World) -> None:
    for item_type, slug in MANAGED.values():
        assert may_create(world.alice, item_type, slug)
    world.move(world.task(world.carol), "Todo", by=world.alice)
    world.alice.run("add_column", board="core-delivery", name="X")
    world.alice.run("set_board_capabilities", board="core-delivery", user="carol", capabilities=["member"])
    assert not Grant.objects.filter(user_id=world.alice.principal.user_id).exists()


def test_the_scope_of_a_key_narrows_what_its_person_holds(world: World) -> None:
    world.alice.run("grant_capability", user="bob", capability="configure_boards", board="web-delivery")
    values = {"board": "web-delivery", "name": "X"}
    scoped(world.bob, ["manage_tasks"]).refused(Code.KEY_SCOPE, "add_column", **values)
    core = board("core-delivery").id
    scoped(world.bob, ["configure_boards"], [core]).refused(Code.KEY_SCOPE, "add_column", **values)
    scoped(world.carol, ["configure_boards"]).refused(Code.FORBIDDEN, "add_column", **values)
    scoped(world.bob, ["configure_*"]).run("add_column", **values)
