"""REST routes of people, service accounts, agents and their credentials."""

from __future__ import annotations

from hub.core.rest import Route, urls

urlpatterns = urls(list[Route]())
