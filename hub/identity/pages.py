"""The pages of a person's own account: sign in, sign out, the password."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from hub.core import arguments, operations
from hub.core.calls import Call, Surface
from hub.core.codes import Code
from hub.core.pages import REFUSED, local, refused
from hub.core.refusals import Refusal
from hub.identity import members, posted
from hub.identity.authentication import principal_of_user
from hub.identity.expiries import DAYS
from hub.identity.models import User
from hub.identity.operations.browser_sessions import note_sign_in
from hub.identity.page_authentication import call_of, signed_in
from hub.identity.passwords import REQUIREMENT
from hub.identity.peers import peer_of
from hub.identity.signing_in import SignInInput, confirm, must_ask_organization, sign_in
from hub.identity.tenancy import tenants_of

_BACKEND = "django.contrib.auth.backends.ModelBackend"


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in_page(request: HttpRequest) -> HttpResponse:
    """Sign in with a user name and a password, then go on to where the person wanted to be."""
    target = local(request.POST.get("next") or request.GET.get("next") or "")
    if request.method != "POST":
        if call_of(request) is not None:
            return HttpResponseRedirect(target or settings.LOGIN_REDIRECT_URL)
        return _sign_in_form(request, target, {})
    typed = {name: request.POST.get(name, "") for name in SignInInput.model_fields}
    errors = _empty(typed, ("user_name", "password"))
    if errors:
        return _sign_in_form(request, target, typed, errors=errors)
    try:
        user = sign_in(arguments.parse(SignInInput, typed), tenants_of(request), peer_of(request))
    except Refusal as refusal:
        return _sign_in_form(request, target, typed, **_reason(refusal, "password"))
    # A new session key: whatever was known of the old one opens nothing.
    login(request, user, backend=_BACKEND)
    note_sign_in(user)
    return HttpResponseRedirect(target or settings.LOGIN_REDIRECT_URL)


@require_POST
def sign_out_page(request: HttpRequest) -> HttpResponse:
    """End the browser session."""
    logout(request)
    return HttpResponseRedirect(settings.LOGIN_URL)


@never_cache
@sensitive_post_parameters("current_password", "new_password")
@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def account_page(request: HttpRequest, call: Call) -> HttpResponse:
    """The person's own page; it posts the change of the password to itself."""
    if request.method != "POST":
        try:
            return render(request, "identity/account.html", _account(request, call, {}))
        except Refusal as refusal:
            return refused(request, refusal)
    typed = {name: request.POST.get(name, "") for name in ("current_password", "new_password")}
    errors = _empty(typed, tuple(typed))
    try:
        if not errors:
            assert isinstance(request.user, User)
            confirm(request.user, typed["current_password"], peer_of(request))
            operations.get("change_password").run(call, {"new_password": typed["new_password"]})
    except Refusal as refusal:
        reason = _reason(refusal, "current_password")
        return _refused(request, "identity/account.html", _account(request, call, reason))
    if errors:
        return _refused(request, "identity/account.html", _account(request, call, {"errors": errors}))
    # The session of this browser goes on under a new key; the person's other ones end.
    update_session_auth_hash(request, User.within(call.organization_id).get(id=call.principal.user_id))
    messages.success(request, gettext("Your password is changed. Your other sign-ins have ended."))
    return HttpResponseRedirect(request.path)


@never_cache
@sensitive_post_parameters("new_password")
@require_http_methods(["GET", "HEAD", "POST"])
def set_password_page(request: HttpRequest, user_id: UUID, token: str) -> HttpResponse:
    """Set a password by a one-time link."""
    user = User.objects.select_related("organization").filter(id=user_id).first()
    if user is None or not members.opens(user, token):
        return _dead_link(request)
    context: dict[str, Any] = {
        "person": {"display_name": user.display_name, "user_name": user.name},
        "password_help": _password_help(),
    }
    if request.method != "POST":
        return render(request, "identity/set_password.html", context)
    call = Call(principal_of_user(user), Surface.PAGE, request_id=request.request_id)  # type: ignore[attr-defined]
    given = {"link_token": token, "new_password": request.POST.get("new_password", "")}
    try:
        operations.get("set_password").run(call, given)
    except Refusal as refusal:
        if refusal.code is Code.NOT_FOUND:
            return _dead_link(request)
        return _refused(
            request, "identity/set_password.html", {**context, **_reason(refusal, "new_password")}
        )
    messages.success(request, gettext("Your password is set. Sign in with it."))
    return HttpResponseRedirect(settings.LOGIN_URL)


def _sign_in_form(request: HttpRequest, target: str, typed: dict[str, str], **reason: Any) -> HttpResponse:
    context = {
        "values": {"user_name": typed.get("user_name", ""), "organization": typed.get("organization", "")},
        "ask_organization": must_ask_organization(tenants_of(request)),
        "next": target,
        **reason,
    }
    if reason:
        return _refused(request, "identity/sign_in.html", context)
    return render(request, "identity/sign_in.html", context)


def _refused(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    """The page again with the reason next to its field; 429 and the time to wait above the limits."""
    wait = context.get("rate_limited")
    response = render(request, template, context, status=Code.RATE_LIMITED.status if wait else REFUSED)
    if wait:
        response["Retry-After"] = str(wait)
    return response


def _reason(refusal: Refusal, wrong_password: str) -> dict[str, Any]:
    """A refusal as the context of a form."""
    if refusal.code is Code.RATE_LIMITED:
        return {"rate_limited": refusal.retry_after_seconds, "error": refusal.message}
    if refusal.code is Code.UNAUTHORIZED:
        return {"errors": {wrong_password: refusal.message}}
    if refusal.field is None:
        return {"error": refusal.message}
    expected = refusal.details.get("expected")
    return {"errors": {refusal.field: f"It must be {expected}." if expected else refusal.message}}


def _empty(typed: dict[str, str], names: tuple[str, ...]) -> dict[str, str]:
    return {name: gettext("Fill this in.") for name in names if not typed[name].strip()}


def _account(request: HttpRequest, call: Call, reason: dict[str, Any]) -> dict[str, Any]:
    asked = posted.part_of_list(request, "account_page")
    page = operations.get("account_page").run(call, asked).result
    return {"page": page, "token_days": DAYS, "password_help": _password_help(), **reason}


def _password_help() -> str:
    return gettext("It must be %(requirement)s.") % {"requirement": REQUIREMENT}


def _dead_link(request: HttpRequest) -> HttpResponse:
    return render(request, "identity/set_password.html", {"person": None}, status=404)
