"""The operations that only the admin has: who may, over which way in, and the frame around them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hub.core import operations
from hub.core.adminsite.site import site
from hub.core.calls import Surface
from hub.core.codes import Code
from hub.core.refusals import Refusal
from hub.identity.models import Credential, Organization
from hub.identity.operations import edit_member, update_organization
from kairos_boards import structure
from kairos_boards.models import Board, Grant, Team
from tests.admin.forms import browser
from tests.world import World, nothing_written

OF_THE_ADMIN = {each.name for each in operations.every() if each.surfaces == {Surface.ADMIN}}


def right_calls(world: World) -> dict[str, dict[str, Any]]:
    """Operation -> arguments that are right but for who calls."""
    world.alice.run("grant_capability", user="bob", capability="purge", board="web-delivery")
    board, team, bob = Board.objects.get(slug="web-delivery"), Team.objects.get(slug="web"), world.bob.user
    organization = Organization.objects.get(slug="acme")
    key = Credential.objects.get(agent__name="robo")
    return {
        "edit_board": {
            "board": "web-delivery",
            "seen": structure.mark_of_board(board),
            "agents_decide": True,
            "columns": [{"name": "Only"}],
            "moves": [],
        },
        "edit_team": {
            "team": "web",
            "seen": structure.mark_of_team(team),
            "name": "Web two",
            "slug": "web",
            "team_type": "platform",
            "site_enabled": False,
        },
        "edit_capabilities": {
            "board": "web-delivery",
            "user": "bob",
            "seen": structure.mark_of_capabilities(board, bob.id),
            "capabilities": ["member"],
        },
        "revoke_grants": {"grants": [Grant.objects.get(user=bob).pk]},
        "edit_member": {
            "user": "bob",
            "seen": edit_member.mark_of(bob),
            "display_name": "Robert",
            "role": "member",
        },
        "revoke_agent_keys": {"keys": [str(key.pk)]},
        "update_organization": {"seen": update_organization.mark_of(organization), "name": "Acme Tools"},
    }


def test_every_operation_of_the_admin_has_a_row(world: World) -> None:
    assert set(right_calls(world)) == OF_THE_ADMIN


@pytest.mark.parametrize("name", sorted(OF_THE_ADMIN))
def test_only_an_admin_may(world: World, name: str) -> None:
    arguments = right_calls(world)[name]
    for who in ("bob", "carol", "robo", "depot", "mallory"):
        persona = replace(getattr(world, who), surface=Surface.ADMIN)
        with nothing_written(), pytest.raises(Refusal) as caught:
            operations.get(name).run(persona.call(), arguments)
        allowed = {Code.FORBIDDEN, Code.NOT_FOUND, Code.CONFLICT} if who == "mallory" else {Code.FORBIDDEN}
        assert caught.value.code in allowed, who
    operations.get(name).run(replace(world.alice, surface=Surface.ADMIN).call(), arguments)


@pytest.mark.parametrize("name", sorted(OF_THE_ADMIN))
@pytest.mark.parametrize("surface", [Surface.MCP, Surface.REST, Surface.PAGE])
def test_no_other_way_in(world: World, name: str, surface: Surface) -> None:
    call = replace(world.alice, surface=surface).call()
    with nothing_written(), pytest.raises(Refusal) as caught:
        operations.get(name).run(call, {})
    assert caught.value.code is Code.FORBIDDEN


def test_every_section_writes_through_operations_that_are_there() -> None:
    for section in site._registry.values():
        names = [
            section.add_operation,
            section.change_operation,
            *(each[1] for each in section.bulk.values()),
        ]
        for name in filter(None, names):
            assert operations.get(name).writes


def test_a_board_of_a_form_may_swap_nothing_it_does_not_name(world: World) -> None:
    """Names that change places are refused by the part that renames: no half of it is written."""
    board = Board.objects.get(slug="web-delivery")
    columns = [{"id": str(column.pk), "name": column.name} for column in board.columns.order_by("position")]
    columns[0]["name"], columns[1]["name"] = columns[1]["name"], columns[0]["name"]
    alice = replace(world.alice, surface=Surface.ADMIN)
    refusal = alice.refused(
        Code.DUPLICATE_COLUMN_NAME,
        "edit_board",
        board="web-delivery",
        seen=structure.mark_of_board(board),
        agents_decide=False,
        columns=columns,
        moves=[],
    )
    assert refusal.field == "columns.0.name"


def test_signing_out_in_the_admin_ends_the_session(world: World) -> None:
    client = browser(world.alice)
    assert client.get("/admin/logout/").status_code == 405
    assert client.post("/admin/logout/")["Location"] == "/sign-in/"
    assert client.get("/admin/").status_code == 302


def test_the_palette_finds_sections_by_their_names(world: World) -> None:
    client = browser(world.alice)
    found = client.get("/admin/search/?s=agent+key&extended=1").content.decode()
    assert "/admin/identity/credential/" in found
    assert client.get("/admin/search/?s=a&page=x").status_code == 404
