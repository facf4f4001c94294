"""How a REST request says who it is: a bearer token, or the browser session with its CSRF token."""

from __future__ import annotations

from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from hub.core.principals import Principal
from hub.core.secrets import holds_token
from hub.identity.authentication import principal_of_token, principal_of_user
from hub.identity.models import User
from hub.identity.tenancy import tenants_of


class BearerAuthentication(BaseAuthentication):
    """`Authorization: Bearer …`; puts the principal into `request.auth`."""

    def authenticate(self, request: Request) -> tuple[User | None, Principal] | None:
        if holds_token(request.META.get("QUERY_STRING", "")):
            raise AuthenticationFailed
        header = request.headers.get("Authorization")
        if header is None:
            return None
        kind, _, token = header.partition(" ")
        principal = None
        if kind.lower() == "bearer":
            principal = principal_of_token(token.strip(), tenants_of(request._request))
        if principal is None:
            raise AuthenticationFailed
        return None, principal

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class BrowserAuthentication(SessionAuthentication):
    """The signed-in person of the pages; unsafe methods need the CSRF token."""

    def authenticate(self, request: Request) -> tuple[User, Principal] | None:
        found = super().authenticate(request)
        if found is None or not isinstance(found[0], User):
            return None
        user = found[0]
        if user.left_at is not None or tenants_of(request._request) - {user.organization.slug}:
            raise AuthenticationFailed
        return user, principal_of_user(user)
