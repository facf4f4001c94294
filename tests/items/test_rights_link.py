"""The link rule: the right to edit one end, except for the two edges that one end decides."""

from __future__ import annotations

import pytest

from hub.core.codes import Code
from tests.items import acting
from tests.world import World, scoped

BOARDS = {
    "strategy": "strategy",
    "initiative": "initiatives",
    "task": "web-delivery",
    "document": "web-delivery",
    "adr": "web-adrs",
}
CAPABILITIES = {
    "strategy": "manage_strategies",
    "initiative": "manage_initiatives",
    "task": "manage_tasks",
    "document": "manage_documents",
    "adr": "manage_adrs",
}
# relationship, source type, target type
EDGES = [
    ("parent", "strategy", "initiative"),
    ("supports", "initiative", "adr"),
    ("informs", "document", "strategy"),
    ("supersedes", "adr", "adr"),
    ("amends", "adr", "adr"),
]


def ends(world: World, relationship: str, source: str, target: str) -> dict[str, str]:
    """The arguments of an edge between two items of alice."""
    return {
        "source": world.create(source, board=BOARDS[source]),
        "target": world.create(target, board=BOARDS[target]),
        "relationship": relationship,
    }


def owned(code: str, world: World) -> None:
    """Carol counts as the creator: the one right that is on a single item."""
    type(acting.item(code)).objects.filter(code=code).update(created_by_id=world.carol.principal.user_id)


@pytest.mark.parametrize(("relationship", "source", "target"), EDGES)
@pytest.mark.parametrize(
    "end",
    [
        pytest.param("source", marks=pytest.mark.rule("rights.link.01", "link_items.32")),
        pytest.param("target", marks=pytest.mark.rule("rights.link.02", "link_items.33")),
    ],
)
@pytest.mark.rule("rights.link.04", "rights.link.11", "link_items.34")
def test_the_right_on_one_end_makes_and_removes_an_edge(
    world: World, relationship: str, source: str, target: str, end: str
) -> None:
    arguments = ends(world, relationship, source, target)
    owned(arguments[end], world)
    world.carol.run("link_items", **arguments)
    assert len(acting.edges(arguments["source"])) == 1
    world.carol.run("unlink_items", **arguments)
    assert acting.edges(arguments["source"]) == set()


@pytest.mark.parametrize(("relationship", "source", "target"), EDGES)
@pytest.mark.rule("rights.link.03", "link_items.49", "refusal_codes.11", "refusal_codes.18")
def test_the_right_on_neither_end_is_refused_with_both_capabilities(
    world: World, relationship: str, source: str, target: str
) -> None:
    arguments = ends(world, relationship, source, target)
    wanted = [
        {"board_id": str(acting.board(BOARDS[end]).id), "required_capability": CAPABILITIES[end]}
        for end in (source, target)
    ]
    for operation in ("link_items", "unlink_items"):
        refusal = world.carol.refused(Code.FORBIDDEN, operation, **arguments)
        assert refusal.details == {"any_of": wanted}
        for end in (source, target):
            assert f'"{CAPABILITIES[end]}" on the board {BOARDS[end]}' in refusal.message


@pytest.mark.rule("link_items.34")
def test_a_team_member_links_with_the_rights_of_the_team(world: World) -> None:
    for relationship, source, target in (
        ("parent", "initiative", "task"),
        ("supports", "strategy", "document"),
        ("informs", "adr", "initiative"),
        ("supersedes", "adr", "adr"),
        ("amends", "adr", "adr"),
        ("blocks", "strategy", "task"),
    ):
        world.bob.run("link_items", **ends(world, relationship, source, target))


@pytest.mark.rule("link_items.35", "link_items.33")
def test_blocks_needs_the_blocked_item(world: World) -> None:
    arguments = ends(world, "blocks", "initiative", "task")
    owned(arguments["target"], world)
    world.carol.run("link_items", **arguments)
    other = ends(world, "blocks", "initiative", "task")
    owned(other["source"], world)
    refusal = world.carol.refused(Code.FORBIDDEN, "link_items", **other)
    assert refusal.details == {
        "board_id": str(acting.board("web-delivery").id),
        "required_capability": "manage_tasks",
    }
    assert refusal.message.startswith(
        f"To create a blocks edge, you must be able to edit {other['target']}, the blocked item: "
        'hold the capability "manage_tasks" on the board web-delivery'
    )


@pytest.mark.rule("link_items.50")
def test_blocks_names_the_blocked_item_first(world: World) -> None:
    refusal = world.carol.refused(Code.FORBIDDEN, "link_items", **ends(world, "blocks", "initiative", "task"))
    message = refusal.message
    assert message.index('"manage_tasks"') < message.index('"manage_initiatives"')
    assert [end["required_capability"] for end in refusal.details["any_of"]] == [
        "manage_tasks",
        "manage_initiatives",
    ]


@pytest.mark.rule("link_items.38")
def test_a_request_to_another_team_blocks_an_item_of_its_sender(world: World) -> None:
    acting.other_team(world)
    request = world.create("task", by=world.bob, board="platform-delivery")
    own = world.task(by=world.bob)
    assert acting.item(request).is_request
    assert world.bob.text("link_items", source=request, target=own, relationship="blocks") == (
        f"Linked {request} -[blocks]-> {own}."
    )


@pytest.mark.rule("link_items.39", "rights.edit.20")
@pytest.mark.parametrize("item_type", ["strategy", "initiative", "task", "document", "adr"])
def test_manage_on_the_authorization_board_is_the_right(world: World, item_type: str) -> None:
    partner = "adr" if item_type in ("strategy", "initiative", "task") else "task"
    acting.grant(world.carol, CAPABILITIES[item_type], BOARDS[item_type])
    pair = (item_type, partner) if partner == "adr" else (partner, item_type)
    arguments = ends(world, "supports", *pair)
    world.carol.run("link_items", **arguments)


@pytest.mark.rule("link_items.40")
def test_a_support_gives_no_right_on_the_document(world: World) -> None:
    document = world.create("document", board="web-delivery")
    task = world.task(by=world.carol)
    world.carol.run("link_items", source=task, target=document, relationship="supports")
    world.carol.refused(Code.FORBIDDEN, "append_note", short_code=document, text="Mine?")


def test_a_key_links_within_its_scope_only(world: World) -> None:
    arguments = ends(world, "blocks", "task", "task")
    narrow = scoped(world.robo, capabilities=["transition_items"])
    narrow.refused(Code.KEY_SCOPE, "link_items", **arguments)
    world.robo.run("link_items", **arguments)
    narrow.refused(Code.KEY_SCOPE, "unlink_items", **arguments)
    scoped(world.robo, capabilities=["manage_tasks"]).run("unlink_items", **arguments)


def test_an_adr_on_no_board_is_for_its_creator_and_admins(world: World) -> None:
    arguments = ends(world, "amends", "adr", "adr")
    type(acting.item(arguments["source"])).objects.update(board=None, column=None)
    refusal = world.bob.refused(Code.FORBIDDEN, "link_items", **arguments)
    assert [end["board_id"] for end in refusal.details["any_of"]] == [None, None]
    world.alice.run("link_items", **arguments)
