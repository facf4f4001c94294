"""add_team_member and remove_team_member: rights by membership, with no grant."""

from typing import Any

import pytest
from django.utils import timezone

from hub.core import activity, events, units
from hub.core.codes import Code
from hub.core.transactions import write
from hub.identity.events import UserLeft
from hub.identity.models import User
from kairos_boards.models import Grant, TeamMember
from tests.kairos_boards.reading import (
    activity_since,
    board,
    grant,
    grants,
    last_activity,
    members,
    structure_grants,
    team,
)
from tests.world import World


@pytest.mark.rule("add_team_member.01", "add_team_member.02", "capabilities.36")
def test_a_member_may_work_on_the_boards_of_the_team(world: World) -> None:
    task = world.task()
    world.carol.refused(Code.FORBIDDEN, "transition_item", short_code=task, to_column="Todo")
    assert world.alice.text("add_team_member", team="web", user="carol") == "Added carol to the team web."
    assert members("web") == {"bob", "carol"}
    world.move(task, "Todo", by=world.carol)
    assert not world.carol.result("create_item", item_type="task", title="T", board="web-delivery").request
    world.create("document", world.carol, board="web-adrs")


@pytest.mark.rule("add_team_member.03", "capabilities.37")
def test_a_member_may_write_adrs_on_the_adr_board_of_the_team(world: World) -> None:
    adr = {"item_type": "adr", "title": "A"}
    world.bob.run("create_item", **adr, board="web-adrs")
    world.bob.refused(Code.FORBIDDEN, "create_item", **adr, board="core-adrs")


@pytest.mark.rule("add_team_member.04", "capabilities.39")
@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("add_column", {"board": "web-delivery", "name": "X"}),
        ("grant_capability", {"board": "web-delivery", "user": "bob", "capability": "purge"}),
        ("create_team", {"name": "X", "slug": "xx", "code_prefix": "XX"}),
    ],
)
def test_membership_gives_no_administration(world: World, tool: str, arguments: dict[str, Any]) -> None:
    world.bob.refused(Code.FORBIDDEN, tool, **arguments)


@pytest.mark.rule("add_team_member.05")
def test_membership_is_no_stored_grant(world: World) -> None:
    assert not Grant.objects.exists()
    assert "web-delivery: manage_tasks" in world.bob.text("whoami")


@pytest.mark.rule(
    "add_team_member.06", "board_admin.03", "conventions.references.08", "conventions.references.09"
)
def test_takes_the_slug_or_the_id_of_a_team_and_no_other_name(world: World) -> None:
    world.alice.run("update_team", team="web", name="Website")
    for reference in ("Website", "WEB"):
        refusal = world.alice.refused(Code.VALIDATION, "add_team_member", team=reference, user="carol")
        assert refusal.field == "team"
    world.alice.run("add_team_member", team=str(team("web").id), user="carol")
    assert "carol" in members("web")


@pytest.mark.rule("add_team_member.07", "conventions.references.05")
def test_takes_each_form_of_a_person(world: World) -> None:
    for reference in ("me", str(world.alice.principal.user_id), "alice@example.com", "alice"):
        world.alice.run("add_team_member", team="web", user=reference)
        assert "alice" in members("web")
        world.alice.run("remove_team_member", team="web", user=reference)
        assert "alice" not in members("web")


@pytest.mark.rule("add_team_member.08")
def test_a_service_account_can_be_a_member(world: World) -> None:
    world.alice.run("add_team_member", team="web", user="depot")
    assert "depot" in members("web")


@pytest.mark.rule("add_team_member.09", "add_team_member.13")
def test_only_structure_adds_members(world: World) -> None:
    refusal = world.bob.refused(Code.FORBIDDEN, "add_team_member", team="web", user="carol")
    other = world.bob.refused(Code.FORBIDDEN, "create_team", name="A", slug="aa", code_prefix="AA")
    assert (refusal.message, refusal.details) == (other.message, other.details)
    grant(world, world.bob, "manage_structure")
    world.bob.run("add_team_member", team="web", user="carol")


@pytest.mark.rule("add_team_member.10")
def test_an_unknown_team_is_refused_with_the_teams(world: World) -> None:
    refusal = world.alice.refused(Code.VALIDATION, "add_team_member", team="nowhere", user="carol")
    assert refusal.message == (
        'The team "nowhere" is not in the organization. '
        "Send the id or the slug of a team of the organization. "
        "The slugs are: core, initiative-initiatives, strategy-strategy, web."
    )


@pytest.mark.rule("add_team_member.11", "add_team_member.14", "add_team_member.15", "add_team_member.16")
def test_a_person_who_is_no_member_of_the_organization_is_refused(world: World) -> None:
    refusal = world.alice.refused(Code.VALIDATION, "add_team_member", team="web", user="sam@example.com")
    assert refusal.message.startswith(
        "No member of the organization has the id, the email, the user name or the service-account name "
        '"sam@example.com". No account has the email "sam@example.com" yet. A person becomes a member'
    )


@pytest.mark.rule("add_team_member.17")
def test_an_email_that_an_account_has_is_told_apart(world: World) -> None:
    User.objects.filter(name="carol").update(left_at=timezone.now())
    refusal = world.alice.refused(Code.VALIDATION, "add_team_member", team="web", user="carol@example.com")
    assert 'An account has the email "carol@example.com"' in refusal.message
    assert "No account has the email" not in refusal.message
    by_name = world.alice.refused(Code.VALIDATION, "add_team_member", team="web", user="sam")
    assert "ccount has the email" not in by_name.message


@pytest.mark.rule("add_team_member.12")
def test_a_member_cannot_be_added_twice(world: World) -> None:
    assert world.alice.refused(Code.CONFLICT, "add_team_member", team="web", user="bob").field == "user"


@pytest.mark.rule("structure.08")
def test_each_change_is_in_the_activity_with_its_principal(world: World) -> None:
    last = last_activity()
    grant(world, world.bob, "manage_structure")
    world.robo.run("add_team_member", team="web", user="carol")
    world.robo.run("remove_team_member", team="web", user="carol")
    carol = str(world.carol.principal.user_id)
    assert activity_since(last) == [
        (
            "capability_grant",
            "alice",
            False,
            {"capability": "manage_structure", "board": None, "scope": "organization"},
        ),
        ("update", "bob", True, {"team": "web", "member_added": carol}),
        ("update", "bob", True, {"team": "web", "member_removed": carol}),
    ]


@pytest.mark.rule("remove_team_member.01", "remove_team_member.02", "capabilities.38")
def test_rights_end_with_the_membership(world: World) -> None:
    task, adr = world.task(), world.create("adr", board="web-adrs")
    text = world.alice.text("remove_team_member", team="web", user="bob")
    assert text == "Removed bob from the team web. Grants on boards stay."
    assert members("web") == set()
    world.bob.refused(Code.FORBIDDEN, "transition_item", short_code=task, to_column="Todo")
    world.bob.refused(Code.FORBIDDEN, "transition_item", short_code=adr, to_column="Discussion")
    world.bob.refused(Code.FORBIDDEN, "create_item", item_type="adr", title="A", board="web-adrs")
    assert world.bob.result("create_item", item_type="task", title="T", board="web-delivery").request


@pytest.mark.rule("remove_team_member.03")
def test_grants_stay_and_work(world: World) -> None:
    grant(world, world.bob, "transition_items", "web-delivery")
    world.alice.run("remove_team_member", team="web", user="bob")
    assert grants(world.bob, "web-delivery") == {"transition_items"}
    world.move(world.task(), "Todo", by=world.bob)


@pytest.mark.rule("remove_team_member.04")
def test_removing_from_an_unknown_team_lists_the_teams(world: World) -> None:
    refusal = world.alice.refused(Code.VALIDATION, "remove_team_member", team="nowhere", user="bob")
    assert refusal.message.endswith("The slugs are: core, initiative-initiatives, strategy-strategy, web.")


@pytest.mark.rule("remove_team_member.05", "board_admin.02")
@pytest.mark.parametrize("reference", ["bob", "bob@example.com", "id", "me"])
def test_removing_takes_each_form_of_a_person(world: World, reference: str) -> None:
    grant(world, world.bob, "manage_structure")
    user = str(world.bob.principal.user_id) if reference == "id" else reference
    world.bob.run("remove_team_member", team="web", user=user)
    assert members("web") == set()


@pytest.mark.rule("remove_team_member.06")
def test_an_id_finds_a_person_who_left(world: World) -> None:
    User.objects.filter(name="bob").update(left_at=timezone.now())
    world.alice.refused(Code.VALIDATION, "remove_team_member", team="web", user="bob")
    world.alice.run("remove_team_member", team="web", user=str(world.bob.principal.user_id))
    assert members("web") == set()


@pytest.mark.rule("remove_team_member.07")
def test_removing_someone_who_is_not_there_is_not_found(world: World) -> None:
    world.alice.refused(Code.NOT_FOUND, "remove_team_member", team="web", user="carol")


@pytest.mark.rule("remove_team_member.08")
def test_only_structure_removes_members(world: World) -> None:
    for persona in (world.bob, world.carol):
        persona.refused(Code.FORBIDDEN, "remove_team_member", team="web", user="bob")
    grant(world, world.carol, "manage_structure")
    world.carol.run("remove_team_member", team="web", user="bob")


def test_who_leaves_the_organization_loses_memberships_and_grants(world: World) -> None:
    grant(world, world.bob, "purge", "web-delivery")
    grant(world, world.bob, "manage_structure")
    last = last_activity()
    call, bob = world.alice.call(), world.bob.user

    def leave() -> None:
        events.publish(UserLeft(bob))
        events.deliver(call)
        activity.flush()

    with units.opened():
        write(leave)
    assert members("web") == grants(world.bob, "web-delivery") == structure_grants(world.bob) == set()
    assert not TeamMember.objects.filter(user=bob).exists()
    assert [(action, data.get("capability")) for action, _, _, data in activity_since(last)] == [
        ("update", None),
        ("capability_revoke", "purge"),
        ("capability_revoke", "manage_structure"),
    ]
    assert board("web-delivery").archived_at is None
