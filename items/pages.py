"""The board pages. Reading only; moves are made elsewhere and seen here live."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_GET
from django.views.decorators.vary import vary_on_headers

from hub.core import operations
from hub.core.calls import Call
from hub.core.codes import Code
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
        page: Any = operations.get("board_page").run(call, {"board": slug}).result
    except Refusal as refusal:
        if refusal.code is Code.NOT_FOUND:
            raise Http404 from refusal
        raise
    part = "kairos_boards/_board.html" if request.headers.get("HX-Request") else "kairos_boards/board.html"
    return render(request, part, {"board": page.board, "columns": page.columns})


urlpatterns = [
    path("boards/", boards, name="boards"),
    path("boards/<slug:slug>/", board, name="board"),
]
