"""grant_capability: one grant, by whom, with which words."""

import pytest

from hub.core.codes import Code
from kairos_boards.models import Grant
from tests.kairos_boards.reading import activity_since, board, grant, grants, last_activity, structure_grants
from tests.world import World, scoped

DELIVERY = "web-delivery"
BOARD_CAPABILITIES = (
    "manage_strategies",
    "manage_initiatives",
    "manage_tasks",
    "manage_documents",
    "manage_adrs",
    "transition_items",
    "configure_boards",
    "administer_members",
    "approve_proposals",
    "purge",
    "member",
)
GLOBS = ("*", "manage_*", "configure_*", "transition_*")


@pytest.mark.rule("grant_capability.01")
def test_the_member_can_use_the_grant_in_the_next_call(world: World) -> None:
    column = {"board": DELIVERY, "name": "Review"}
    world.carol.refused(Code.FORBIDDEN, "add_column", **column)
    text = world.alice.text("grant_capability", user="carol", capability="configure_boards", board=DELIVERY)
    assert text == "Granted configure_boards on the board web-delivery to carol."
    assert grants(world.carol, DELIVERY) == {"configure_boards"}
    world.carol.run("add_column", **column)


@pytest.mark.rule("grant_capability.02")
@pytest.mark.parametrize("reference", ["id", "carol@example.com", "carol"])
def test_takes_each_form_of_a_person(world: World, reference: str) -> None:
    user = str(world.carol.principal.user_id) if reference == "id" else reference
    world.alice.run("grant_capability", user=user, capability="purge", board=DELIVERY)
    assert grants(world.carol, DELIVERY) == {"purge"}
    world.alice.run("grant_capability", user="depot", capability="purge", board=DELIVERY)
    world.alice.run("grant_capability", user="me", capability="purge", board=DELIVERY)
    assert grants(world.depot, DELIVERY) == grants(world.alice, DELIVERY) == {"purge"}


@pytest.mark.rule("grant_capability.03", "grant_capability.04", "grant_capability.05", "capabilities.02")
def test_grants_every_word_of_the_vocabulary(world: World) -> None:
    for capability in (*BOARD_CAPABILITIES, *GLOBS):
        grant(world, world.carol, capability, DELIVERY)
    assert grants(world.carol, DELIVERY) == {*BOARD_CAPABILITIES, *GLOBS}
    grant(world, world.carol, "manage_structure", DELIVERY)
    assert structure_grants(world.carol) == {DELIVERY}


@pytest.mark.rule("grant_capability.06", "capabilities.03", "capabilities.34")
@pytest.mark.parametrize(
    "word",
    [
        "fly",
        "administer_*",
        "approve_*",
        "*_tasks",
        "Manage_Tasks",
        "Manage_*",
        "MANAGE_TASKS",
        "configure_templates",
        "configure_metadata",
        "manage_members",
        "file_backlog",
        "",
    ],
)
def test_refuses_other_words(world: World, word: str) -> None:
    values = {"user": "carol", "board": DELIVERY}
    refusal = world.alice.refused(Code.VALIDATION, "grant_capability", **values, capability=word)
    known = ", ".join((*BOARD_CAPABILITIES, *GLOBS, "manage_structure"))
    assert refusal.message == (
        f'The value of capability must be one of these values: {known}. The call gives "{word}".'
    )
    world.alice.refused(Code.VALIDATION, "set_board_capabilities", **values, capabilities=["purge", word])


@pytest.mark.rule("grant_capability.09", "grant_capability.10")
@pytest.mark.parametrize("capability", ["manage_tasks", "member", "*"])
def test_a_board_capability_needs_a_board(world: World, capability: str) -> None:
    refusal = world.alice.refused(Code.VALIDATION, "grant_capability", user="carol", capability=capability)
    assert refusal.field == "board"


@pytest.mark.rule("grant_capability.11")
def test_manage_structure_is_a_grant_on_the_organization_or_on_one_board(world: World) -> None:
    text = world.alice.text("grant_capability", user="carol", capability="manage_structure")
    assert text == "Granted manage_structure on the organization to carol."
    assert structure_grants(world.carol) == {None}
    grant(world, world.bob, "manage_structure", DELIVERY)
    assert structure_grants(world.bob) == {DELIVERY}


@pytest.mark.rule("grant_capability.12", "board_admin.05")
@pytest.mark.parametrize("capability", ["purge", "manage_structure"])
def test_an_unknown_board_is_not_found(world: World, capability: str) -> None:
    values = {"user": "carol", "capability": capability, "board": "nowhere"}
    assert world.alice.refused(Code.NOT_FOUND, "grant_capability", **values).field == "board"


@pytest.mark.rule("grant_capability.13", "grant_capability.14", "capabilities.17")
@pytest.mark.parametrize(
    ("capability", "where"),
    [
        ("administer_members", DELIVERY),
        ("manage_structure", DELIVERY),
        ("manage_structure", None),
        ("*", DELIVERY),
    ],
)
def test_who_may_grant_a_board_capability(world: World, capability: str, where: str | None) -> None:
    grant(world, world.bob, "administer_members", "core-delivery")
    values = {"user": "carol", "capability": "purge", "board": DELIVERY}
    world.bob.refused(Code.FORBIDDEN, "grant_capability", **values)
    grant(world, world.bob, capability, where)
    world.bob.run("grant_capability", **values)
    assert grants(world.carol, DELIVERY) == {"purge"}


@pytest.mark.rule("grant_capability.15", "grant_capability.16", "structure.06", "capabilities.22")
@pytest.mark.parametrize("where", [None, DELIVERY])
def test_only_an_admin_grants_manage_structure(world: World, where: str | None) -> None:
    grant(world, world.bob, "manage_structure")
    grant(world, world.bob, "manage_structure", DELIVERY)
    grant(world, world.bob, "*", DELIVERY)
    values = {"user": "carol", "capability": "manage_structure", **({"board": where} if where else {})}
    refusal = world.bob.refused(Code.FORBIDDEN, "grant_capability", **values)
    assert refusal.message == (
        'Only an organization admin can grant the capability "manage_structure". '
        "Ask an organization admin to do this."
    )
    world.alice.run("grant_capability", **values)


@pytest.mark.rule("grant_capability.17")
def test_an_unknown_person_gets_the_text_of_add_team_member(world: World) -> None:
    values = {"capability": "purge", "board": DELIVERY, "user": "sam@example.com"}
    refusal = world.alice.refused(Code.VALIDATION, "grant_capability", **values)
    other = world.alice.refused(Code.VALIDATION, "add_team_member", team="web", user="sam@example.com")
    assert refusal.message == other.message


@pytest.mark.rule("grant_capability.18", "capabilities.01")
@pytest.mark.parametrize(
    ("capability", "where"), [("purge", DELIVERY), ("manage_structure", None), ("manage_structure", DELIVERY)]
)
def test_the_same_grant_exists_once(world: World, capability: str, where: str | None) -> None:
    grant(world, world.carol, capability, where)
    values = {"user": "carol", "capability": capability, **({"board": where} if where else {})}
    world.alice.refused(Code.CONFLICT, "grant_capability", **values)
    grant(world, world.carol, capability, "core-delivery")
    grant(world, world.bob, capability, where)


@pytest.mark.rule("grant_capability.19")
def test_a_glob_is_no_conflict_for_what_it_covers(world: World) -> None:
    grant(world, world.carol, "manage_*", DELIVERY)
    grant(world, world.carol, "manage_tasks", DELIVERY)
    assert grants(world.carol, DELIVERY) == {"manage_*", "manage_tasks"}


@pytest.mark.rule("grant_capability.20", "grant_capability.21")
def test_says_what_is_missing_on_which_board(world: World) -> None:
    values = {"user": "carol", "capability": "purge", "board": DELIVERY}
    refusal = world.bob.refused(Code.FORBIDDEN, "grant_capability", **values)
    board_id = str(board(DELIVERY).id)
    assert refusal.message == (
        f'This action requires the capability "administer_members" on the board {board_id}, '
        "or the capability "
        '"manage_structure" on that board or on the organization. Ask an organization admin for one of them.'
    )
    assert list(refusal.details.items()) == [
        ("board_id", board_id),
        ("or_capability", "manage_structure"),
        ("required_capability", "administer_members"),
    ]


@pytest.mark.rule("grant_capability.23")
def test_a_grant_is_in_the_activity(world: World) -> None:
    grant(world, world.bob, "administer_members", DELIVERY)
    last = last_activity()
    world.robo.run("grant_capability", user="carol", capability="purge", board=DELIVERY)
    grant(world, world.carol, "manage_structure")
    assert activity_since(last) == [
        ("capability_grant", "bob", True, {"capability": "purge", "board": DELIVERY, "scope": "board"}),
        (
            "capability_grant",
            "alice",
            False,
            {"capability": "manage_structure", "board": None, "scope": "organization"},
        ),
    ]


def test_the_scope_of_a_key_must_hold_one_of_the_two_rights(world: World) -> None:
    grant(world, world.bob, "manage_structure")
    values = {"user": "carol", "capability": "purge", "board": DELIVERY}
    scoped(world.bob, ["manage_tasks"]).refused(Code.KEY_SCOPE, "grant_capability", **values)
    scoped(world.bob, ["manage_structure"], [board("core-delivery").id]).refused(
        Code.KEY_SCOPE, "grant_capability", **values
    )
    scoped(world.bob, ["administer_members"]).refused(Code.KEY_SCOPE, "grant_capability", **values)
    scoped(world.bob, ["manage_structure"]).run("grant_capability", **values)
    scoped(world.alice, ["administer_members"]).run("grant_capability", **{**values, "user": "depot"})
    assert Grant.objects.count() == 2


def test_the_scope_of_an_admins_key_never_grants_manage_structure(world: World) -> None:
    values = {"user": "carol", "capability": "manage_structure"}
    scoped(world.alice, ["manage_structure"]).refused(Code.KEY_SCOPE, "grant_capability", **values)
