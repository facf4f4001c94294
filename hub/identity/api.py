"""REST routes of people, service accounts, agents and their credentials."""

from __future__ import annotations

from django.urls import path

from hub.core.rest import Route, urls
from hub.identity.token_route import ROUTE, TokenView

urlpatterns = [
    path(ROUTE.path, TokenView.as_view()),
    *urls(
        [
            Route("DELETE", "api/auth/tokens/<str:prefix>", "revoke_person_token"),
            Route("POST", "api/members", "create_member", 201),
            Route("PATCH", "api/members/<str:user>", "update_member"),
            Route("DELETE", "api/members/<str:user>", "remove_member"),
            Route("POST", "api/members/<str:user>/set-password-link", "create_set_password_link", 201),
            Route("GET", "api/service-accounts", "list_service_accounts"),
            Route("POST", "api/service-accounts", "create_service_account", 201),
            Route("GET", "api/service-accounts/<str:user>/agent-keys", "list_service_account_keys"),
            Route("POST", "api/service-accounts/<str:user>/agent-keys", "create_service_account_key", 201),
            Route("GET", "api/me/agent-keys", "list_agent_keys"),
            Route("POST", "api/me/agent-keys", "create_agent_key", 201),
            Route("POST", "api/me/agent-keys/<str:prefix>/rotate", "rotate_agent_key", 201),
            Route("DELETE", "api/me/agent-keys/<str:prefix>", "revoke_agent_key"),
            Route("POST", "api/agent-keys/<str:prefix>/rotate", "rotate_agent_key", 201),
            Route("DELETE", "api/agent-keys/<str:prefix>", "revoke_agent_key"),
        ]
    ),
]
