"""revoke_structure: an admin takes manage_structure back."""

from hub.core.codes import Code
from tests.kairos_boards.reading import activity_since, grant, last_activity, structure_grants
from tests.world import World, agent, scoped


def test_takes_back_the_grant_that_is_named_and_no_other(world: World) -> None:
    grant(world, world.carol, "manage_structure")
    grant(world, world.carol, "manage_structure", "web-delivery")
    last = last_activity()
    text = world.alice.text("revoke_structure", user="carol")
    assert text == "Revoked manage_structure on the organization from carol."
    assert structure_grants(world.carol) == {"web-delivery"}
    world.carol.refused(Code.FORBIDDEN, "create_team", name="X", slug="xx", code_prefix="XX")
    world.alice.run("revoke_structure", user="carol", board="web-delivery")
    assert structure_grants(world.carol) == set()
    assert [(action, data["board"]) for action, _, _, data in activity_since(last)] == [
        ("capability_revoke", None),
        ("capability_revoke", "web-delivery"),
    ]


def test_what_is_not_granted_cannot_be_revoked(world: World) -> None:
    grant(world, world.carol, "manage_structure", "web-delivery")
    world.alice.refused(Code.NOT_FOUND, "revoke_structure", user="carol")
    world.alice.refused(Code.NOT_FOUND, "revoke_structure", user="carol", board="core-delivery")
    world.alice.refused(Code.NOT_FOUND, "revoke_structure", user="carol", board="nowhere")
    world.alice.refused(Code.VALIDATION, "revoke_structure", user="sam")


def test_only_an_admin_revokes(world: World) -> None:
    grant(world, world.bob, "manage_structure")
    world.bob.refused(Code.FORBIDDEN, "revoke_structure", user="bob")
    scoped(world.alice, ["manage_structure"]).refused(Code.KEY_SCOPE, "revoke_structure", user="bob")
    agent(world.alice, "admins-agent").run("revoke_structure", user="bob")
