"""/agents/: a person's agents, and their keys made, rotated and revoked."""

from __future__ import annotations

from typing import Any, cast

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST
from django.views.decorators.vary import vary_on_headers

from hub.core import clock, operations
from hub.core.calls import Call
from hub.core.operations import Outcome
from hub.core.pages import act, attempt, refused
from hub.core.refusals import Refusal
from hub.identity import clients, posted
from hub.identity.expiries import choices
from hub.identity.keys import KeyMade
from hub.identity.page_authentication import signed_in

_OF_THE_SCOPE = {"rights", "capabilities", "boards"}


@require_GET
@vary_on_headers("HX-Request")
@never_cache
@signed_in
def agents(request: HttpRequest, call: Call) -> HttpResponse:
    """/agents/: the agents and their keys; to htmx, the list alone."""
    try:
        context = _page(request, call)
    except Refusal as refusal:
        return refused(request, refusal)
    part = "identity/_agents.html" if request.headers.get("HX-Request") else "identity/agents.html"
    return render(request, part, context)


@require_POST
@never_cache
@signed_in
def make_key(request: HttpRequest, call: Call) -> HttpResponse:
    """A new key, with its agent when that is new."""
    try:
        outcome = posted.run(request, call, "create_agent_key", _arguments(request.POST))
    except Refusal as refusal:
        return refused(request, refusal)
    return _shown_once(request, call, outcome)


@require_POST
@never_cache
@signed_in
def rotate_key(request: HttpRequest, call: Call) -> HttpResponse:
    """A new key in the place of an old one."""
    try:
        outcome = attempt(request, call, "rotate_agent_key")
    except Refusal as refusal:
        return refused(request, refusal)
    return _shown_once(request, call, outcome, rotated=True)


@require_POST
@signed_in
def revoke_key(request: HttpRequest, call: Call) -> HttpResponse:
    """The end of a key."""
    response = act(request, call, "revoke_agent_key", then=reverse("agents"))
    if response.status_code == 200:
        # The form goes away with its key: what became of it stands above the list.
        response["HX-Retarget"] = "#said"
    return response


def _shown_once(request: HttpRequest, call: Call, outcome: Outcome, *, rotated: bool = False) -> HttpResponse:
    """The one answer that has the key. No redirect: what would carry the key over would be stored."""
    made = cast(KeyMade, outcome.result)
    context = {
        "made": made,
        "rotated": rotated,
        "address": clients.address(),
        "clients": clients.configurations(made.key) if made.key else (),
    }
    if not request.headers.get("HX-Request"):
        return render(request, "identity/agents.html", {**_page(request, call), **context})
    response = render(request, "identity/_key_made.html", context)
    response["HX-Trigger"] = "written"
    response["HX-Retarget"] = "#new-keys"
    # Above a key that was made before: that one may not have been copied yet.
    response["HX-Reswap"] = "afterbegin show:#new-keys:top"
    return response


def _page(request: HttpRequest, call: Call) -> dict[str, Any]:
    page = operations.get("agents_page").run(call, posted.part_of_list(request, "agents_page")).result
    return {"page": page, "expiries": choices(clock.now())}


def _arguments(form: QueryDict) -> dict[str, Any]:
    """The arguments that the form means: its scope is made of three inputs."""
    arguments = posted.arguments_of(form, "create_agent_key", besides=_OF_THE_SCOPE)
    scope = _scope(form)
    return {**arguments, "scope": scope} if scope else arguments


def _scope(form: QueryDict) -> dict[str, list[str]]:
    scope = {}
    if form.get("rights") != "all":
        scope["capabilities"] = form.getlist("capabilities")
    if "boards" in form:
        scope["boards"] = form.getlist("boards")
    return scope
