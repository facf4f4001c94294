"""/api/auth/tokens: POST takes a password instead of a credential, as no other route does; GET lists."""

from __future__ import annotations

from typing import Any

from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request
from rest_framework.response import Response

from hub.core import arguments, operations, schemas
from hub.core.calls import Call, Surface
from hub.core.openapi import OperationSchema
from hub.core.rest import OperationView, Route
from hub.identity.authentication import principal_of_user
from hub.identity.operations.create_person_token import PersonTokenInput
from hub.identity.peers import peer_of
from hub.identity.signing_in import SignInInput, sign_in
from hub.identity.tenancy import tenants_of

ROUTE = Route("POST", "api/auth/tokens", "create_person_token", 201)
LIST = Route("GET", ROUTE.path, "list_person_tokens")


class TokenRequest(SignInInput, PersonTokenInput):
    """Who, with which password, and what the token is for."""


class TokenSchema(OperationSchema):
    """The body has the password, which the operation behind it never sees."""

    def _get_request_body(self, direction: Any = "request") -> dict[str, Any] | None:
        if self.method != ROUTE.method:
            return super()._get_request_body(direction)
        return {"content": {"application/json": {"schema": schemas.published(TokenRequest)}}}


class TokenView(OperationView):
    """POST checks the password, then runs the operation as the person; GET is a route as any other."""

    schema = TokenSchema()
    routes = {ROUTE.method: ROUTE, LIST.method: LIST}
    get = OperationView.run

    def get_authenticators(self) -> list[BaseAuthentication]:
        """None for POST: a credential beside the password is not read."""
        method = getattr(self.request, "method", None)  # no request while OpenAPI looks at the view
        return [] if method == ROUTE.method else super().get_authenticators()

    def post(self, request: Request) -> Response:
        """The token of the person whose password the body has."""
        body = arguments.parse(TokenRequest, dict(request.data))
        user = sign_in(body, tenants_of(request._request), peer_of(request._request))
        request_id: str = request._request.request_id  # type: ignore[attr-defined]
        call = Call(principal_of_user(user), Surface.REST, request_id=request_id)
        asked = body.model_dump(include=set(PersonTokenInput.model_fields), exclude_unset=True)
        outcome = operations.get(ROUTE.operation).run(call, asked)
        headers = {"Cache-Control": "no-store"}
        return Response(outcome.result.model_dump(mode="json"), ROUTE.status, headers=headers)
