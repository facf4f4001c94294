"""What tests of moves, claims and edges set up and look at, past operations that are not their subject."""

from __future__ import annotations

from typing import Any

from hub.core import clock
from hub.core.models import Activity
from items.models import Edge, Item, ShortCode, TaskState
from kairos_boards.models import Board, Column, Grant, Transition
from tests.world import Persona, World

LONG_AGO = "2026-01-01T00:00:00Z"


def item(code: str) -> Item:
    return Item.objects.select_related("column", "board", "claim_user", "owner").get(code=code)


def column_of(code: str) -> str:
    column = item(code).column
    assert column is not None
    return column.name


def board_of(code: str) -> str:
    board = item(code).board
    assert board is not None
    return board.slug


def holder(code: str) -> str | None:
    """The user name of the holder of a claim, or of an owner."""
    found = item(code)
    user = found.claim_user or found.owner
    return user.name if user else None


def activity(code: str) -> list[tuple[str, dict[str, Any]]]:
    """Action and data of the rows of an item, oldest first."""
    rows = Activity.objects.filter(subject_id=item(code).id).order_by("id")
    return [(row.action, row.data) for row in rows]


def actions(code: str) -> list[str]:
    return [action for action, _ in activity(code)]


def edges(code: str) -> set[str]:
    """The edges of an item, each as `A -[blocks]-> B`."""
    return {
        f"{edge.source.code} -[{edge.relationship}]-> {edge.target.code}"
        for edge in Edge.objects.select_related("source", "target")
        if code in (edge.source.code, edge.target.code)
    }


def draw(source: str, relationship: str, target: str) -> None:
    """An edge past all rules."""
    Edge.objects.create(
        organization_id=item(source).organization_id,
        relationship=relationship,
        source=item(source),
        target=item(target),
        created_by=item(source).created_by,
        created_at=clock.now(),
    )


def state(code: str) -> TaskState | None:
    return TaskState.objects.filter(item__code=code).first()


def board(slug: str) -> Board:
    return Board.objects.get(slug=slug, organization__slug="acme")


def policy(slug: str, **values: bool) -> None:
    """Set policies of a board, or agents_decide."""
    Board.objects.filter(id=board(slug).id).update(**values)


def column(slug: str, name: str) -> Column:
    return Column.objects.get(board=board(slug), name=name)


def flags(slug: str, name: str, **values: object) -> None:
    """Set flags of a column: is_done, claims, keeps_claims, wip_limit."""
    Column.objects.filter(id=column(slug, name).id).update(**values)


def way(slug: str, start: str, end: str) -> None:
    """Add a transition."""
    Transition.objects.create(
        organization_id=board(slug).organization_id,
        board=board(slug),
        from_column=column(slug, start),
        to_column=column(slug, end),
    )


def grant(persona: Persona, capability: str, slug: str) -> None:
    """Grant a capability on a board, when it is not granted already."""
    Grant.objects.get_or_create(
        organization_id=persona.principal.organization_id,
        board=board(slug),
        user_id=persona.principal.user_id,
        capability=capability,
        defaults={"created_at": clock.now()},
    )


def revoke(persona: Persona, slug: str) -> None:
    Grant.objects.filter(user_id=persona.principal.user_id, board=board(slug)).delete()


def archive(code: str) -> None:
    Item.objects.filter(code=code).update(archived_at=clock.now())


def retire(code: str, new: str) -> None:
    """Rename an item: the old code is retired."""
    found = item(code)
    ShortCode.objects.filter(item=found).update(retired_at=clock.now())
    ShortCode.objects.create(organization_id=found.organization_id, text=new, item=found)
    Item.objects.filter(id=found.id).update(code=new)


def on(world: World, name: str, code: str) -> str:
    """Put an item into a column, past all rules."""
    found = item(code)
    Item.objects.filter(id=found.id).update(column=Column.objects.get(board=found.board, name=name))
    return code


def claimed(world: World, by: Persona | None = None) -> str:
    """A task in Active with the claim of a persona (bob)."""
    code = world.task()
    world.move(code, "Todo", "Active", by=by or world.bob)
    return code


def other_team(world: World) -> None:
    """The team platform with the board platform-delivery; nobody is in it."""
    world.alice.run("create_team", name="Platform", slug="platform", code_prefix="PLAT", adr_board=True)


def has_line(text: str, start: str) -> bool:
    return any(line.startswith(start) for line in text.splitlines())
