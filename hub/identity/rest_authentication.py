"""How a REST request says who it is: a bearer token, or the browser session with its CSRF token."""

from __future__ import annotations

from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from hub.core.principals import Principal
from hub.identity.authentication import principal_of_token, principal_of_user
from hub.identity.models import User
from hub.identity.tenancy import named_tenants


class BearerAuthentication(BaseAuthentication):
    """`Authorization: Bearer …`; puts the principal into `request.auth`."""

    def authenticate(self, request: Request) -> tuple[User | None, Principal] | None:
        header = request.headers.get("Authorization")
        if header is None:
            return None
        kind, _, token = header.partition(" ")
        principal = None
        if kind.lower() == "bearer":
            principal = principal_of_token(token.strip(), named_tenants(raw_headers(request)))
        if principal is None:
            raise AuthenticationFailed
        return None, principal

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class BrowserAuthentication(SessionAuthentication):
    """The signed-in person of the pages; unsafe methods need the CSRF token."""

    def authenticate(self, request: Request) -> tuple[User, Principal] | None:  # type: ignore[override]
        found = super().authenticate(request)
        if found is None or not isinstance(found[0], User):
            return None
        user = found[0]
        if user.left_at is not None or named_tenants(raw_headers(request)) - {user.organization.slug}:
            raise AuthenticationFailed
        return user, principal_of_user(user)


def raw_headers(request: Request) -> list[tuple[bytes, bytes]]:
    """The headers as they came, names exact and doubled ones apart (ASGI); from META in tests."""
    scope = getattr(request._request, "scope", None)
    if scope is not None:
        return list(scope["headers"])
    return [(name.lower().encode(), value.encode("latin-1", "replace")) for name, value in request.headers.items()]
