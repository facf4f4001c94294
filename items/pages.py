"""The board pages, and the command palette."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_GET, require_POST
from django.views.decorators.vary import vary_on_headers

from hub.core import operations, queries
from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.pages import act, refused
from hub.core.refusals import Refusal
from hub.identity.page_authentication import signed_in


@require_GET
@signed_in
def boards(request: HttpRequest, call: Call) -> HttpResponse:
    """/boards/: the boards by level."""
    page: Any = operations.get("boards_page").run(call, {}).result
    return render(request, "kairos_boards/boards.html", {"levels": page.levels})


@require_GET
@vary_on_headers("HX-Request")
@signed_in
def board(request: HttpRequest, call: Call, slug: str) -> HttpResponse:
    """/boards/<slug>/: the board; to htmx, its refreshable part alone."""
    try:
        page: Any = _read(request, call, "board_page", board=slug)
    except Refusal as refusal:
        return _not_shown(request, refusal)
    part = "kairos_boards/_board.html" if request.headers.get("HX-Request") else "kairos_boards/board.html"
    filters = _filters(request)
    context = {
        "board": page.board,
        "columns": page.columns,
        "matches": any(column.matched for column in page.columns),
        "filters": {**filters, "narrows": any(filters.values())},
        "query": _query(request),
    }
    return render(request, part, context)


@require_GET
@signed_in
def column(request: HttpRequest, call: Call, slug: str, column_id: UUID) -> HttpResponse:
    """/boards/<slug>/columns/<id>/?offset=50: the next cards of a column."""
    try:
        page: Any = _read(request, call, "column_page", board=slug, column=str(column_id))
    except Refusal as refusal:
        return _not_shown(request, refusal)
    return render(request, "kairos_boards/_column_part.html", {"part": page, "query": _query(request)})


@require_POST
@signed_in
def move(request: HttpRequest, call: Call, slug: str) -> HttpResponse:
    """A card dropped on, or sent to, another column."""
    return act(request, call, "move_card", then=f"/boards/{slug}/")


@require_POST
@signed_in
def claim(request: HttpRequest, call: Call, slug: str) -> HttpResponse:
    """The key `a` on a card."""
    return act(request, call, "claim_item", then=f"/boards/{slug}/")


@require_POST
@signed_in
def create(request: HttpRequest, call: Call, slug: str) -> HttpResponse:
    """A new item of the board."""
    return act(request, call, "create_item", then=f"/boards/{slug}/", board=slug)


@require_GET
@signed_in
def palette(request: HttpRequest, call: Call) -> HttpResponse:
    """/palette/?text=: where the person may want to go."""
    try:
        page: Any = _read(request, call, "palette")
    except Refusal as refusal:
        return refused(request, refusal)
    return render(request, "items/_palette.html", {"page": page})


def _read(request: HttpRequest, call: Call, operation: str, **fixed: Any) -> Any:
    found = operations.get(operation)
    known = found.input.model_fields
    asked = queries.arguments_of(request.GET, found.input)
    # A filter form sends its empty fields too, and an address may carry what is no argument.
    arguments = {name: value for name, value in asked.items() if value and name in known}
    return found.run(call, {**arguments, **fixed}).result


def _not_shown(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    if refusal.code is Code.NOT_FOUND:
        raise Http404 from refusal
    return refused(request, refusal)


def _filters(request: HttpRequest) -> dict[str, str]:
    """What the filter form shows as chosen."""
    return {name: request.GET.get(name, "") for name in ("claim", "type", "repository", "text")}


def _query(request: HttpRequest) -> str:
    """The filters of the page as a query string, for its parts."""
    chosen = request.GET.copy()
    for name in ("shown", "offset"):
        chosen.pop(name, None)
    return chosen.urlencode()


urlpatterns = [
    path("boards/", boards, name="boards"),
    path("boards/<slug:slug>/", board, name="board"),
    path("boards/<slug:slug>/columns/<uuid:column_id>/", column, name="board_column"),
    path("boards/<slug:slug>/move/", move, name="move_card"),
    path("boards/<slug:slug>/claim/", claim, name="claim_card"),
    path("boards/<slug:slug>/create/", create, name="create_on_board"),
    path("palette/", palette, name="palette"),
]
