"""The protected resource metadata (RFC 9728) that the 401 points to.

It names no authorization server: people make keys, and hand them to their agents.
"""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponseNotAllowed, JsonResponse
from django.http.response import HttpResponseBase
from django.urls import path

from hub.core.unauthorized import METADATA_PATH


def document(request: HttpRequest) -> HttpResponseBase:
    """What guards `/mcp`, and how to send a credential. Public; made from the configured address only."""
    if request.method not in ("GET", "HEAD"):
        return HttpResponseNotAllowed(["GET", "HEAD"])
    return JsonResponse(
        {
            "resource": f"{settings.PUBLIC_URL}/mcp",
            "resource_name": "Kairos Hub",
            "bearer_methods_supported": ["header"],
        }
    )


# Clients that derive the address from that of the endpoint put the endpoint's path after it.
urlpatterns = [
    path(METADATA_PATH.removeprefix("/"), document),
    path(f"{METADATA_PATH.removeprefix('/')}/mcp", document),
]
