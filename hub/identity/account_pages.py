"""What a person changes on their own page besides the password: tokens and preferences."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_POST

from hub.core import operations
from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.operations import Outcome
from hub.core.pages import act, refused
from hub.core.refusals import Refusal, validation
from hub.identity import posted
from hub.identity.models import User
from hub.identity.page_authentication import signed_in
from hub.identity.peers import peer_of
from hub.identity.signing_in import confirm


@require_GET
@never_cache
@signed_in
def tokens(request: HttpRequest, call: Call) -> HttpResponse:
    """The list of tokens alone, which looks again after a change."""
    try:
        page = operations.get("account_page").run(call, posted.part_of_list(request, "account_page")).result
    except Refusal as refusal:
        return refused(request, refusal)
    return render(request, "identity/_tokens.html", {"page": page})


@sensitive_post_parameters("password")
@require_POST
@never_cache
@signed_in
def make_token(request: HttpRequest, call: Call) -> HttpResponse:
    """A new person token, for the password."""
    arguments = posted.arguments_of(request.POST, "create_person_token", besides={"password"})
    try:
        _confirm(request)
        outcome = posted.run(request, call, "create_person_token", arguments)
    except Refusal as refusal:
        return refused(request, refusal)
    return _shown_once(request, outcome)


@require_POST
@signed_in
def revoke_token(request: HttpRequest, call: Call) -> HttpResponse:
    """The end of a token."""
    response = act(request, call, "revoke_person_token", then=reverse("account"))
    if response.status_code == 200:
        # The form goes away with its token: what became of it stands above the list.
        response["HX-Retarget"] = "#said"
    return response


@require_POST
@signed_in
def change_preferences(request: HttpRequest, call: Call) -> HttpResponse:
    """How the pages behave; the next page shows it."""
    return act(request, call, "change_preferences", then=reverse("account"))


def _confirm(request: HttpRequest) -> None:
    """The password again; a refusal says that it is about that field."""
    typed = request.POST.get("password", "")
    if not typed:
        raise validation(gettext("Type your password."), "password")
    assert isinstance(request.user, User), "the view is for who is signed in"
    try:
        confirm(request.user, typed, peer_of(request))
    except Refusal as refusal:
        if refusal.code is Code.UNAUTHORIZED:
            raise Refusal(refusal.code, refusal.message, field="password") from None
        raise


def _shown_once(request: HttpRequest, outcome: Outcome) -> HttpResponse:
    """The one answer that has the token. No redirect: what would carry it over would be stored."""
    context = {"made": outcome.result}
    if not request.headers.get("HX-Request"):
        return render(request, "identity/token_made.html", context)
    response = render(request, "identity/_token_made.html", context)
    response["HX-Trigger"] = "written"
    response["HX-Retarget"] = "#new-tokens"
    response["HX-Reswap"] = "afterbegin show:#new-tokens:top"
    return response
