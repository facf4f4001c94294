"""create_item: a new item lands in the entry column of its board; a document is owned by one."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.inputs import CodeRef, Day, Description, KeyedInput, Markdown, Maybe, Name, Ref, Result, Title
from hub.core.operations import operation
from hub.core.refusals import Refusal
from items import creation, edges, gates, placement
from items.claims import settle_claim
from items.models import Item, ItemType
from items.people import Holding, claim_of, warn_of_claim
from items.placement import Place
from items.repositories import REPOSITORY
from kairos_boards.models import Board
from kairos_boards.references import columns_of


class CreateInput(KeyedInput):
    item_type: Literal["strategy", "initiative", "task", "document", "adr"] = Field(
        description="What to create."
    )
    title: Title = Field(description="1 to 500 characters.")
    board: Maybe[Ref] = Field(
        default=None,
        description="Slug or UUID. May be left out when one board of the level exists; "
        "a document must have it (its owner board).",
    )
    parent: Maybe[CodeRef] = Field(
        default=None, description="Parent's code. For a document or an ADR: the item that it supports."
    )
    content: Maybe[Markdown] = Field(default=None, description="Markdown.")
    task_type: Maybe[Literal["task", "bug", "tech_debt", "support"]] = Field(
        default=None, description="Tasks only; task when left out."
    )
    repository: Maybe[Ref] = Field(
        default=None, description="Tasks only: slug or UUID of any live repository."
    )
    work_class: Maybe[Literal["planned", "support"]] = Field(
        default=None, description="Tasks only: the lane."
    )
    from_team: Maybe[Ref] = Field(
        default=None,
        description="Tasks only: the sending team; another team than the board's makes it a request.",
    )
    hypothesis: Maybe[Description] = Field(default=None, description="Strategies only.")
    complexity: Maybe[Literal["xs", "s", "m", "l", "xl"]] = Field(
        default=None, description="Initiatives only."
    )
    bucket_type: Maybe[Literal["tech_debt", "bug", "ad_hoc"]] = Field(
        default=None, description="Initiatives only: makes it a bucket."
    )
    decision_maker: Maybe[Name] = Field(default=None, description="ADRs only.")
    decision_date: Maybe[Day] = Field(default=None, description="ADRs only: YYYY-MM-DD.")


class Created(Result):
    """The new item."""

    short_code: str
    item_type: str
    title: str
    version: int
    board: str
    column: str | None = None
    parent: str | None = None
    request: bool = False
    claim: Holding | None = None


def as_text(result: Created) -> str:
    """The answer of the tool."""
    head = f"Created {result.item_type} {result.short_code}: {result.title} (version {result.version})"
    if result.item_type == ItemType.DOCUMENT:
        supports = f", supports {result.parent}" if result.parent else ""
        return f"{head}, owner board {result.board}{supports}."
    lines = [f"{head}, on {result.board} / {result.column}."]
    if result.parent:
        relationship = "supports" if result.item_type == ItemType.ADR else "parent"
        lines.append(f"- {relationship}: {result.parent}")
    if result.request:
        lines.append(f"It is a request: the team of the board {result.board} moves it.")
    if result.claim is not None:
        lines.append(f"- claim: {result.claim.line}")
    return "\n".join(lines)


@operation(
    name="create_item",
    profile="work",
    text=as_text,
    refuses=(
        Code.VALIDATION,
        Code.NOT_FOUND,
        Code.FORBIDDEN,
        Code.KEY_SCOPE,
        Code.PARENT_NOT_ACTIVE,
        Code.NO_ENTRY_COLUMN,
        Code.REQUEST_KEY_REUSED,
    ),
)
def create_item(call: Call, request: CreateInput) -> Created:
    """Create a work item in the entry column of its board (a document: owned by its board).
    Without manage_tasks a task becomes a request.
    """
    item_type = ItemType(request.item_type)
    placement.refuse_foreign_arguments(request, item_type)
    place = placement.resolve(call, request, item_type)
    parent = placement.parent_for(call, request, item_type)
    repository = (
        REPOSITORY.named(call, request.repository, "repository") if request.repository is not None else None
    )
    board = placement.lock(call, place, parent)
    # Again, now that its board is locked: it may have been moved or archived meanwhile.
    parent = placement.parent_for(call, request, item_type)
    item = _insert(call, request, board, parent, place=place, repository=repository)
    if parent is not None:
        edges.add(call, placement.edge_to_parent(item_type), parent, item)
        warn_of_claim(call, parent)
    if item.column is not None:
        if item_type is ItemType.TASK:
            settle_claim(call, item, item.column)
        gates.warn_of_wip(item, item.column)
    return Created(
        short_code=item.code,
        item_type=item_type,
        title=item.title,
        version=item.version,
        board=place.board.slug,
        column=item.column.name if item.column else None,
        parent=parent.code if parent else None,
        request=place.is_request,
        claim=claim_of(item),
    )


def _insert(
    call: Call, request: CreateInput, board: Board, parent: Item | None, *, place: Place, **fields: Any
) -> Item:
    item_type = ItemType(request.item_type)
    column = None
    if item_type is not ItemType.DOCUMENT:
        columns = columns_of(board)
        if not columns:
            raise Refusal(
                Code.NO_ENTRY_COLUMN, f"The board {board.slug} has no column. Add one with add_column."
            )
        column = columns[0]
        gates.check_parent(Item(item_type=item_type), board, column, parent)
    return creation.make(
        call,
        item_type,
        board,
        column,
        title=request.title,
        content=request.content or "",
        task_type=(request.task_type or "task") if item_type is ItemType.TASK else None,
        work_class=place.work_class,
        is_request=place.is_request,
        hypothesis=request.hypothesis,
        complexity=request.complexity,
        bucket_type=request.bucket_type,
        decision_maker=request.decision_maker,
        decision_date=request.decision_date,
        **fields,
    )
