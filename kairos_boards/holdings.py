"""The capabilities of a person on a board by source, as whoami, my_boards and list_members show them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pydantic import BaseModel

from kairos_boards.vocabulary import GRANTABLE, MEMBER, given_by_board_membership, given_by_team

BY_GRANT = "grant"
BY_BOARD_MEMBERSHIP = "board member, no grant"


class Held(BaseModel):
    """Capabilities from one source; `source` is the text of their mark."""

    capabilities: tuple[str, ...]
    source: str

    @property
    def line(self) -> str:
        """`manage_tasks, purge (grant)`."""
        return f"{', '.join(self.capabilities)} ({self.source})"


def held(level: str, grants: Collection[str], team: str | None) -> tuple[Held, ...]:
    """What grants, the `member` grant and a team (its slug, when the person is in it) give on a board."""
    groups = []
    if grants:
        groups.append(Held(capabilities=in_order(grants), source=BY_GRANT))
    if MEMBER in grants and (given := given_by_board_membership(level)):
        groups.append(Held(capabilities=given, source=BY_BOARD_MEMBERSHIP))
    if team is not None:
        groups.append(Held(capabilities=given_by_team(level), source=f"team {team}, no grant"))
    return tuple(groups)


def listed(groups: Sequence[Held]) -> str:
    """Every group with its mark, in one line."""
    return "; ".join(group.line for group in groups)


def in_order(grants: Collection[str]) -> tuple[str, ...]:
    """Grants in the order of the vocabulary, each once."""
    return tuple(grant for grant in GRANTABLE if grant in grants)
