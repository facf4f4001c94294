"""The pages of one item: what it is, its editing, its history, and the forms that write.

A form posts the arguments of one operation. A refusal stands beside the form, and so does what was done, or
at the top of the page where the form itself goes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django.views.decorators.vary import vary_on_headers

from hub.core import operations
from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.operations import Outcome
from hub.core.pages import act, attempt, done, refused
from hub.core.queries import arguments_of
from hub.core.refusals import Refusal
from hub.identity.page_authentication import signed_in
from items import edge_words
from items.details import State

CONFLICT = 409
# The last part of a form's address -> its operation, which takes the code and what the form has.
FORMS = {
    "claim": "claim_item",
    "release": "release_item",
    "cancel": "cancel_item",
    "reopen": "reopen_item",
}


@require_GET
@vary_on_headers("HX-Request")
@signed_in
def item(request: HttpRequest, call: Call, code: str) -> HttpResponse:
    """/items/<code>/: the item; to htmx, its refreshable parts alone."""
    page = _read(call, "item_page", short_code=code)
    current = page.item.short_code
    if current != code:
        if page.item.retired_code:
            words = _("The code {retired} is retired. It is {current} now.")
            messages.info(request, words.format(retired=page.item.retired_code, current=current))
        return HttpResponseRedirect(_address(current))
    part = "items/_item.html" if request.headers.get("HX-Request") else "items/item.html"
    return render(request, part, {"page": page, "item": page.item})


@require_http_methods(["GET", "POST"])
@signed_in
def edit(request: HttpRequest, call: Call, code: str) -> HttpResponse:
    """/items/<code>/edit/: the item with its text in a form, and the saving of that form."""
    try:
        if request.method == "POST":
            outcome = attempt(request, call, "update_item", short_code=code, **_lines(request, "content"))
            return _saved(request, outcome, _address(code))
        form = _read(call, "edit_page", short_code=code)
    except Refusal as refusal:
        if refusal.code is not Code.CONFLICT:
            return refused(request, refusal)
        return _meeting(request, call, code)
    page = _read(call, "item_page", short_code=code)
    return render(request, "items/item.html", {"page": page, "item": page.item, "form": form})


def _saved(request: HttpRequest, outcome: Outcome, then: str) -> HttpResponse:
    """Back to the item, which says what was saved and what to know about it."""
    said, *warnings = operations.get("update_item").render(outcome).split("\n")
    messages.success(request, said)
    for warning in warnings:
        messages.warning(request, warning)
    if request.headers.get("HX-Request"):
        return HttpResponse(headers={"HX-Redirect": then})
    return HttpResponseRedirect(then)


def _meeting(request: HttpRequest, call: Call, code: str) -> HttpResponse:
    """The form again, with both texts: somebody saved a newer version meanwhile. Nothing was written."""
    typed = arguments_of(request.POST, operations.get("edit_page").input)
    draft = {name: typed[name] for name in ("version", "title", "content") if name in typed}
    form = _read(call, "edit_page", **draft | _lines(request, "content"), short_code=code)
    if request.headers.get("HX-Request"):
        response = render(request, "items/_edit.html", {"form": form}, status=CONFLICT)
        return _into(response, "#editing", "outerHTML")
    page = _read(call, "item_page", short_code=code)
    context = {"page": page, "item": page.item, "form": form}
    return render(request, "items/item.html", context, status=CONFLICT)


@require_POST
@signed_in
def preview(request: HttpRequest, call: Call, code: str) -> HttpResponse:
    """/items/<code>/preview/: how a text would look."""
    try:
        page: Any = operations.get("preview_page").run(call, _lines(request, "content")).result
    except Refusal as refusal:
        return refused(request, refusal)
    return render(request, "items/_preview.html", {"content": page.content})


@require_GET
@signed_in
def history(request: HttpRequest, call: Call, code: str) -> HttpResponse:
    """/items/<code>/history/: its versions, newest first, and its activity."""
    asked = arguments_of(request.GET, operations.get("get_history").input)
    shown = _read(call, "get_history", **{**asked, "short_code": code})
    return _part(request, "history", {"history": shown, "next": shown.offset + len(shown.versions)})


@require_GET
@signed_in
def version(request: HttpRequest, call: Call, code: str, number: int) -> HttpResponse:
    """/items/<code>/versions/<number>/: what a version changed."""
    shown = _read(call, "version_page", short_code=code, version=number)
    return _part(request, "version", {"version": shown, "code": code})


@require_POST
@signed_in
def move(request: HttpRequest, call: Call, code: str) -> HttpResponse:
    """/items/<code>/move/: the item to another column, or why not."""
    return act(request, call, "transition_item", then=_address(code), short_code=code)


@require_POST
@signed_in
def note(request: HttpRequest, call: Call, code: str) -> HttpResponse:
    """/items/<code>/notes/: one more note."""
    return act(request, call, "append_note", then=_address(code), short_code=code, **_lines(request, "text"))


@require_http_methods(["GET", "POST"])
@signed_in
def hand_off(request: HttpRequest, call: Call, code: str) -> HttpResponse:
    """/items/<code>/hand-off/: the form with the people around the board, and its act."""
    if request.method == "POST":
        return _told(act(request, call, "hand_off_item", then=_address(code), short_code=code))
    return _part(request, "hand_off", {"holders": _read(call, "holders_page", short_code=code), "code": code})


@require_POST
@signed_in
def state(request: HttpRequest, call: Call, code: str) -> HttpResponse:
    """/items/<code>/state/: a patch of the live state; when it changed meanwhile, what it says now."""
    try:
        attempted = attempt(request, call, "set_state", short_code=code)
    except Refusal as refusal:
        if refusal.code is not Code.CONFLICT or not refusal.details.get("current"):
            return refused(request, refusal)
        now = State.model_validate(refusal.details["current"])
        return render(request, "items/_state_meeting.html", {"now": now}, status=422)
    return _told(done(request, "set_state", attempted, _address(code)))


@require_POST
@signed_in
def parent(request: HttpRequest, call: Call, code: str) -> HttpResponse:
    """/items/<code>/parent/: another parent."""
    return _told(act(request, call, "set_parent", then=_address(code), short_code=code))


@require_POST
@signed_in
def without_parent(request: HttpRequest, call: Call, code: str) -> HttpResponse:
    """/items/<code>/parent/remove/: no parent."""
    return _told(act(request, call, "set_parent", then=_address(code), short_code=code, parent=None))


@require_POST
@signed_in
def link(request: HttpRequest, call: Call, code: str) -> HttpResponse:
    """/items/<code>/links/: an edge to another item, in the words of this one (`blocked by`)."""
    typed = request.POST.get("relationship", ""), request.POST.get("target", "")
    edge = edge_words.arguments(typed[0], code, typed[1])
    return act(request, call, "link_items", then=_address(code), **edge)


@require_POST
@signed_in
def unlink(request: HttpRequest, call: Call, code: str) -> HttpResponse:
    """/items/<code>/links/remove/: one edge less."""
    return _told(act(request, call, "unlink_items", then=_address(code)))


def writes(operation: str) -> Callable[..., HttpResponse]:
    """A view for a form whose arguments are the operation's, beside the code of the address."""

    @require_POST
    @signed_in
    def view(request: HttpRequest, call: Call, code: str) -> HttpResponse:
        return _told(act(request, call, operation, then=_address(code), short_code=code))

    return view


def _read(call: Call, operation: str, **arguments: Any) -> Any:
    """The result of a read; what it does not find has no page."""
    try:
        return operations.get(operation).run(call, arguments).result
    except Refusal as refusal:
        if refusal.code in (Code.NOT_FOUND, Code.VALIDATION):
            raise Http404 from refusal
        raise


def _part(request: HttpRequest, name: str, context: dict[str, Any]) -> HttpResponse:
    """A part of the item's page, and a page of its own to who follows the link to it."""
    bare = "_" if request.headers.get("HX-Request") else ""
    return render(request, f"items/{bare}{name}.html", context)


def _told(response: HttpResponse) -> HttpResponse:
    """What a form in a refreshed part did is said at the top of the page: the form is about to go."""
    return _into(response, "#said", "innerHTML") if response.has_header("HX-Trigger") else response


def _into(response: HttpResponse, target: str, swap: str) -> HttpResponse:
    response["HX-Retarget"] = target
    response["HX-Reswap"] = swap
    return response


def _lines(request: HttpRequest, name: str) -> dict[str, str]:
    """A long text of the form with the line ends of the item: a browser posts CR and LF."""
    return {name: request.POST[name].replace("\r\n", "\n")} if name in request.POST else {}


def _address(code: str) -> str:
    return reverse("item", args=[code])


urlpatterns = [
    path("items/<str:code>/", item, name="item"),
    path("items/<str:code>/edit/", edit, name="item_edit"),
    path("items/<str:code>/preview/", preview, name="item_preview"),
    path("items/<str:code>/history/", history, name="item_history"),
    path("items/<str:code>/versions/<int:number>/", version, name="item_version"),
    path("items/<str:code>/move/", move, name="item_move"),
    path("items/<str:code>/notes/", note, name="item_note"),
    path("items/<str:code>/hand-off/", hand_off, name="item_hand_off"),
    path("items/<str:code>/state/", state, name="item_state"),
    path("items/<str:code>/parent/", parent, name="item_parent"),
    path("items/<str:code>/parent/remove/", without_parent, name="item_without_parent"),
    path("items/<str:code>/links/", link, name="item_link"),
    path("items/<str:code>/links/remove/", unlink, name="item_unlink"),
    *(path(f"items/<str:code>/{form}/", writes(name), name=f"item_{form}") for form, name in FORMS.items()),
]
