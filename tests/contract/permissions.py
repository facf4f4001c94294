"""Who may call what: one row per tool, with a call that is right but for who makes it.

The personas are those of `tests/world.py`, in the world that `arranged` makes: a task of alice in
Backlog of web-delivery (WEB-T-0001), a task of alice in Active without a claim (WEB-T-0002), a task
of alice in Completed (WEB-T-0003), a task of alice under an initiative (WEB-T-0004), and an
initiative of alice without an owner (ACME-I-0001). bob is in team web, robo is bob's agent, carol
and the service account depot are in no team.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.world import World

EVERYONE = frozenset({"alice", "bob", "carol", "robo", "depot"})
TEAM = frozenset({"alice", "bob", "robo"})
ADMIN = frozenset({"alice"})


@dataclass(frozen=True)
class Row:
    """The personas that may, and the arguments of the call."""

    may: frozenset[str]
    arguments: dict[str, Any] = field(default_factory=dict)


MATRIX: dict[str, Row] = {
    # orientation
    "whoami": Row(EVERYONE),
    "my_boards": Row(EVERYONE),
    "list_members": Row(EVERYONE),
    # structure
    "create_team": Row(ADMIN, {"name": "Ops", "slug": "ops", "code_prefix": "OPS"}),
    "update_team": Row(ADMIN, {"team": "web", "name": "Web platform"}),
    "add_team_member": Row(ADMIN, {"team": "web", "user": "carol"}),
    "remove_team_member": Row(ADMIN, {"team": "web", "user": "bob"}),
    "create_board": Row(
        ADMIN, {"name": "Second", "slug": "second", "board_level": "strategy", "code_prefix": "SEC"}
    ),
    "grant_capability": Row(ADMIN, {"user": "carol", "capability": "manage_tasks", "board": "web-delivery"}),
    "set_board_capabilities": Row(
        ADMIN, {"board": "web-delivery", "user": "carol", "capabilities": ["purge"]}
    ),
    "add_column": Row(ADMIN, {"board": "web-delivery", "name": "Review"}),
    "update_column": Row(ADMIN, {"board": "web-delivery", "column": "Todo", "name": "Next"}),
    "remove_column": Row(ADMIN, {"board": "web-delivery", "column": "Blocked"}),
    "set_transition": Row(
        ADMIN,
        {"board": "web-delivery", "from_column": "Backlog", "to_column": "Active", "allowed": True},
    ),
    "set_board_policy": Row(ADMIN, {"board": "web-delivery", "blockers_gate": True}),
    "set_agent_triage": Row(ADMIN, {"board": "web-delivery", "agents_decide": True}),
    "refusal_counts": Row(ADMIN),
    # reading items
    "get_item": Row(EVERYONE, {"short_code": "WEB-T-0001"}),
    "get_history": Row(EVERYONE, {"short_code": "WEB-T-0001"}),
    "board_items": Row(EVERYONE, {"board": "web-delivery"}),
    # writing items
    "create_item": Row(EVERYONE, {"item_type": "task", "title": "New", "board": "web-delivery"}),
    "update_item": Row(TEAM, {"short_code": "WEB-T-0001", "content": "New", "version": 1}),
    "edit_item": Row(TEAM, {"short_code": "WEB-T-0001", "search": "text", "replace": "words"}),
    "append_note": Row(TEAM, {"short_code": "WEB-T-0001", "text": "A note."}),
    "set_state": Row(TEAM, {"short_code": "WEB-T-0001", "branch": "x"}),
    "set_parent": Row(TEAM, {"short_code": "WEB-T-0001", "parent": "ACME-I-0001"}),
    # moving
    "transition_item": Row(TEAM, {"short_code": "WEB-T-0001", "to_column": "Todo"}),
    "claim_item": Row(TEAM, {"short_code": "WEB-T-0002"}),
    "hand_off_item": Row(TEAM, {"short_code": "WEB-T-0002", "to": "bob"}),
    "release_item": Row(TEAM, {"short_code": "WEB-T-0005"}),
    "cancel_item": Row(TEAM, {"short_code": "WEB-T-0001", "reason": "Not needed."}),
    "reopen_item": Row(TEAM, {"short_code": "WEB-T-0003"}),
    # edges
    "link_items": Row(TEAM, {"source": "WEB-T-0001", "target": "WEB-T-0002", "relationship": "informs"}),
    "unlink_items": Row(TEAM, {"source": "ACME-I-0001", "target": "WEB-T-0004", "relationship": "parent"}),
}


def arranged(world: World) -> None:
    """Make the items that the rows name."""
    world.task(content="some text")
    for columns in (("Todo", "Active"), ("Todo", "Active", "Completed")):
        world.move(world.task(), *columns)
    world.alice.run("release_item", short_code="WEB-T-0002")
    initiative = world.create("initiative", title="Checkout")
    world.task(parent=initiative)
    world.move(world.task(), "Todo", "Active")
