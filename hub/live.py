"""The websockets of the pages, routed. Each app's consumers live in its `live.py`."""

from __future__ import annotations

from channels.auth import AuthMiddlewareStack
from channels.routing import URLRouter
from django.urls import path

from hub.core.origins import SameOriginOnly
from kairos_boards.live import BoardConsumer

live_application = SameOriginOnly(
    AuthMiddlewareStack(URLRouter([path("ws/boards/<str:slug>/", BoardConsumer.as_asgi())]))
)
