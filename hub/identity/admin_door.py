"""Who enters the admin: organization admins at their own sign-in (docs/adr/0008)."""

from __future__ import annotations

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from hub.core.adminsite.site import Enter, door
from hub.core.calls import Surface
from hub.core.refusals import Refusal
from hub.identity.authorization import require_admin
from hub.identity.page_authentication import call_of, sent_to_sign_in
from hub.identity.preferences import zone_of


@door.contribute
def admitted(request: HttpRequest, enter: Enter) -> HttpResponse:
    """Let an organization admin in; send nobody to sign in; tell everyone else why not."""
    call = call_of(request)
    if call is None:
        return sent_to_sign_in(request)
    try:
        require_admin(call, "open the admin")
    except Refusal as refusal:
        return render(request, "403.html", {"exception": refusal.message}, status=403)
    with timezone.override(zone_of(request)):
        return enter(replace(call, surface=Surface.ADMIN))
