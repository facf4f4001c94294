"""How a page knows who looks at it: the browser session, and the call that the page makes for them."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec
from urllib.parse import urlencode, urlsplit
from uuid import UUID

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from hub.core.calls import Call, Surface
from hub.identity.authentication import principal_of_user
from hub.identity.models import User
from hub.identity.preferences import zone_of
from hub.identity.tenancy import tenants_of

P = ParamSpec("P")


def call_of(request: HttpRequest) -> Call | None:
    """The call of who is signed in; None for nobody, and where the host names another organization."""
    user = request.user
    if not isinstance(user, User) or user.left_at is not None:
        return None
    principal = principal_of_user(user)
    if tenants_of(request) - {principal.organization_slug}:
        return None
    return Call(principal, Surface.PAGE, request_id=request.request_id)  # type: ignore[attr-defined]


def signed_in(
    view: Callable[Concatenate[HttpRequest, Call, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """A view for people who are signed in, which gets their call; others go to sign in and come back."""

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        call = call_of(request)
        if call is None:
            return sent_to_sign_in(request)
        with timezone.override(zone_of(request)):  # templates show times in it
            return view(request, call, *args, **kwargs)

    return guarded


def sent_to_sign_in(request: HttpRequest) -> HttpResponse:
    """On to the sign-in page, and back afterwards; in a part of a page, the sentence and the link."""
    if not request.headers.get("HX-Request"):
        return HttpResponseRedirect(_sign_in_address(request.get_full_path()))
    # The page stays as it is: what somebody has typed there is not lost.
    shown = urlsplit(request.headers.get("HX-Current-URL", ""))
    address = _sign_in_address(f"{shown.path or '/'}{'?' if shown.query else ''}{shown.query}")
    return render(request, "components/signed_out.html", {"address": address}, status=401)


def _sign_in_address(then: str) -> str:
    return f"{settings.LOGIN_URL}?{urlencode({'next': then})}"


def still_signed_in(session_key: str, user_id: UUID) -> bool:
    """Whether a browser session is alive, this person's, and of their present password.

    An open socket asks again and again, since no request of it would.
    """
    session = SessionStore(session_key).load()
    user = User.objects.filter(id=user_id, is_active=True, left_at=None).first()
    if user is None or session.get(SESSION_KEY) != str(user_id):
        return False
    return constant_time_compare(session.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash())
