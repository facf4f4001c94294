"""The pages' shared half: writes that forms ask for, and the designed error pages.

A form posts the arguments of one operation. The answer to htmx is `components/outcome.html`, which says
what happened where it was asked for; on success the event `written` tells the other parts of the page to
look again. A form that a browser posts by itself is answered with a redirect, or with a page that says why.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme

from hub.core import operations, queries
from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.operations import Outcome
from hub.core.refusals import Refusal

REFUSED = 422
# Fields of every form that are not arguments.
_OF_THE_FORM = ("csrfmiddlewaretoken", "request_key", "next")
_STATUS = {Code.NOT_FOUND: 404, Code.RATE_LIMITED: 429, Code.UNAVAILABLE: 503}


def act(request: HttpRequest, call: Call, operation: str, *, then: str, **fixed: Any) -> HttpResponse:
    """Run the operation with the arguments of a posted form, and answer the form.

    `fixed` are the arguments that the address says; `then` is where a plain form goes on success, unless
    it names another page of this site in `next`. A second press of the same form is one call: its
    `request_key` is the retry key.
    """
    try:
        outcome = attempt(request, call, operation, **fixed)
    except Refusal as refusal:
        return refused(request, refusal)
    return done(request, operation, outcome, then)


def attempt(request: HttpRequest, call: Call, operation: str, **fixed: Any) -> Outcome:
    """Run the operation with the arguments of a posted form; raises Refusal."""
    found = operations.get(operation)
    typed = queries.arguments_of(request.POST, found.input)
    arguments = {name: value for name, value in typed.items() if name not in _OF_THE_FORM}
    keyed = replace(call, retry_key=request.POST.get("request_key") or None)
    return found.run(keyed, {**arguments, **fixed})


def done(request: HttpRequest, operation: str, outcome: Outcome, then: str) -> HttpResponse:
    """The answer to a form whose operation has written: the first line of its text, and its warnings."""
    said = operations.get(operation).text(cast(Any, outcome.result)).strip().split("\n")[0]
    lines = [("success", said), *(("warning", line) for line in outcome.result.warnings)]
    if request.headers.get("HX-Request"):
        response = render(request, "components/outcome.html", {"lines": lines})
        response["HX-Trigger"] = "written"
        return response
    for level, line in lines:
        messages.add_message(request, getattr(messages, level.upper()), line)
    return HttpResponseRedirect(local(request.POST.get("next", "")) or then)


def refused(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """The answer to a form whose operation refused: the reason, and the field that it is about."""
    status = _STATUS.get(cast(Code, refusal.code), REFUSED)
    context = {
        "lines": [("error", refusal.message)],
        "field": refusal.field,
        "refusal": refusal,
        "back": local(request.POST.get("next", "")),
    }
    part = "components/outcome.html" if request.headers.get("HX-Request") else "refused.html"
    response = render(request, part, context, status=status)
    if refusal.retry_after_seconds:
        response["Retry-After"] = str(refusal.retry_after_seconds)
    return response


def local(target: str) -> str:
    """A path of this site to go on to; "" for anything else."""
    is_path = target.startswith("/") and target.isprintable()
    return target if is_path and url_has_allowed_host_and_scheme(target, allowed_hosts=None) else ""


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404: a page for people, the envelope for programs."""
    if request.path.startswith("/api/"):
        body = {"code": "NOT_FOUND", "message": f"There is no route {request.path}.", "details": {}}
        return JsonResponse({"error": body}, status=404)
    return render(request, "404.html", status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """500: nothing of the fault is shown."""
    if request.path.startswith("/api/"):
        body = {"code": "INTERNAL", "message": "The server failed. It is logged.", "details": {}}
        return JsonResponse({"error": body}, status=500)
    return render(request, "500.html", status=500)
