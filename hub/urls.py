"""Every address of the product, app by app."""

from __future__ import annotations

from django.urls import include, path
from django.views.generic import RedirectView
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from hub.core import health
from hub.core.adminsite.site import site

urlpatterns = [
    path("healthz", health.healthz),
    path("readyz", health.readyz),
    path("metrics", health.metrics),
    path("api/openapi.json", SpectacularAPIView.as_view(), name="openapi"),
    # Split: its script has an address of its own, as the Content-Security-Policy demands.
    path("api/docs/", SpectacularSwaggerSplitView.as_view(url_name="openapi")),
    # Until the page For me is there, people begin at the boards.
    path("", RedirectView.as_view(pattern_name="boards")),
    path("admin/", site.urls),
    path("", include("hub.identity.urls")),
    path("", include("hub.identity.api")),
    path("", include("kairos_boards.api")),
    path("", include("items.api")),
    path("", include("items.pages")),
    path("", include("items.item_pages")),
    path("", include("mcp_bridge.metadata")),
]
handler404 = "hub.core.pages.not_found"
handler500 = "hub.core.pages.server_error"
