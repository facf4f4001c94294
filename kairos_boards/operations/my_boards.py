"""my_boards: the boards of the organization by level, with the moves of the caller's delivery boards."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal
from uuid import UUID

from pydantic import AliasChoices, BaseModel, Field

from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.inputs import Input, Maybe, Result
from hub.core.operations import operation
from kairos_boards.descriptions import ColumnShown, columns_shown, moves_line, policies_of, policy_line
from kairos_boards.models import Board, Grant, Level, TeamMember
from kairos_boards.vocabulary import given_by_team

HEADINGS = {
    Level.STRATEGY: "Strategy boards",
    Level.INITIATIVE: "Initiative boards",
    Level.DELIVERY: "Delivery boards",
    Level.ADR: "ADR boards",
}


class MyBoardsInput(Input):
    board_level: Maybe[Literal["strategy", "initiative", "delivery", "adr"]] = Field(
        default=None,
        validation_alias=AliasChoices("board_level", "level"),
        description="This level only.",
    )


class BoardShown(BaseModel):
    """A board. Only the caller's delivery boards have `columns`, the teams' boards `team_capabilities`."""

    id: UUID
    slug: str
    name: str
    level: Level
    prefix: str
    team: str | None
    policies: dict[str, bool]
    columns: tuple[ColumnShown, ...] | None
    team_capabilities: tuple[str, ...]

    @property
    def lines(self) -> list[str]:
        """The board's line, and the indented lines of what is shown of it."""
        lines = [f"- {self.slug} — {self.name} {self._owner}"]
        if self.columns is not None:
            lines.append(
                "  columns: " + ", ".join(f"{column.name} {column.items}" for column in self.columns)
            )
            lines.append(f"  {moves_line(self.columns)}")
        if self.policies:
            lines.append(f"  {policy_line(self.level, self.policies)}")
        if self.team_capabilities:
            lines.append(f"  team capabilities: {', '.join(self.team_capabilities)}")
        return lines

    @property
    def _owner(self) -> str:
        if self.level is not Level.ADR:
            return f"(prefix {self.prefix}, team {self.team})"
        owner = f"team {self.team}" if self.team else "organization"
        return f"(prefix {self.prefix}) (ADR board of the {owner})"


class BoardsShown(Result):
    """The live boards of the organization."""

    results: tuple[BoardShown, ...]
    total: int


def as_text(result: BoardsShown) -> str:
    """The answer of the tool, one section per level."""
    sections = []
    for level, heading in HEADINGS.items():
        lines = [line for board in result.results if board.level is level for line in board.lines]
        if lines:
            count = sum(board.level is level for board in result.results)
            sections.append("\n".join([f"## {heading} ({count})", *lines]))
    return "\n\n".join(["# Boards", *(sections or ["There is no such board."])])


@operation(name="my_boards", profile="work", text=as_text, writes=False, refuses=(Code.VALIDATION,))
def my_boards(call: Call, request: MyBoardsInput) -> BoardsShown:
    """List the boards by level: policies; of your delivery boards also columns, item counts, moves."""
    boards = (
        Board.within(call.organization_id).filter(archived_at=None).select_related("team").order_by("slug")
    )
    if request.board_level is not None:
        boards = boards.filter(level=request.board_level)
    return shown(call, sorted(boards, key=lambda board: list(HEADINGS).index(Level(board.level))))


def shown(call: Call, boards: list[Board]) -> BoardsShown:
    """Boards as the caller sees them; the number of queries does not depend on how many there are."""
    user = call.principal.user_id
    members = TeamMember.within(call.organization_id).filter(user=user, team__archived_at=None)
    teams = set(members.values_list("team_id", flat=True))
    granted = set(Grant.within(call.organization_id).filter(user=user).values_list("board_id", flat=True))
    mine = [
        board
        for board in boards
        if board.level == Level.DELIVERY and (board.team_id in teams or board.id in granted)
    ]
    columns = columns_shown(call, mine)
    results = tuple(_shown(board, teams, columns.get(board.id)) for board in boards)
    return BoardsShown(results=results, total=len(results))


def _shown(board: Board, teams: Collection[UUID], columns: list[ColumnShown] | None) -> BoardShown:
    return BoardShown(
        id=board.id,
        slug=board.slug,
        name=board.name,
        level=Level(board.level),
        prefix=board.prefix,
        team=board.team.slug if board.team else None,
        policies=policies_of(board),
        columns=None if columns is None else tuple(columns),
        team_capabilities=given_by_team(board.level) if board.team_id in teams else (),
    )
