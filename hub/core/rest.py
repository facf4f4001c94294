"""The REST adapter's shared half: routes made from operations.

A route is one line in an app's `api.py`: method, path, operation. The path's parameters and
the body (or the query string of a GET) become the operation's arguments; the answer is the
JSON of its result; a refusal is the error envelope with the status of its code.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from django.http import HttpResponseBase
from django.urls import URLPattern, path
from rest_framework import exceptions, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from hub.core import operations, queries
from hub.core.calls import Call, Surface
from hub.core.codes import Code
from hub.core.operations import Operation
from hub.core.principals import Principal
from hub.core.refusals import Refusal

Arguments = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Route:
    """One method of one path, and the operation that it calls."""

    method: str
    path: str
    operation: str
    status: int = status.HTTP_200_OK
    # Turns path parameters into arguments, where they are not arguments themselves.
    from_path: Callable[[Call, Arguments], Arguments] | None = None


def urls(routes: list[Route]) -> list[URLPattern]:
    """URL patterns of an app's routes: one view per path, one method per route.

    Two apps may have methods of one path (`/api/members`): the later adds its own to the view of the first.
    """
    patterns = []
    for route in routes:
        view = _views.get(route.path)
        if view is None:
            view = _views[route.path] = _view(route.path)
            patterns.append(path(route.path, cast(Callable[..., HttpResponseBase], view.as_view())))
        if route.method in view.routes:
            raise ValueError(f"two operations answer {route.method} {route.path}")
        view.routes[route.method] = route
        setattr(view, route.method.lower(), OperationView.run)
    return patterns


class OperationView(APIView):
    """A path of the REST API; `routes` says which operation each method calls."""

    routes: dict[str, Route]

    def run(self, request: Request, **parameters: str) -> Response:
        """Parse, run, render."""
        route = self.routes[request.method or ""]
        operation = operations.get(route.operation)
        call = call_of(request)
        arguments = _merged(_arguments(request, operation), _path_arguments(route, call, parameters))
        outcome = operation.run(call, arguments)
        headers = {"Idempotent-Replayed": "true"} if outcome.replayed_at else None
        return Response(outcome.result.model_dump(mode="json"), route.status, headers=headers)


def call_of(request: Request) -> Call:
    """The call of an authenticated REST request; 401 without a credential."""
    if request.auth is None:
        raise exceptions.NotAuthenticated
    return Call(
        principal=cast(Principal, request.auth),  # our authentication classes put it there
        surface=Surface.REST,
        retry_key=request.headers.get("Idempotency-Key"),
        request_id=request._request.request_id,  # type: ignore[attr-defined]
    )


def error_envelope(error: Exception, context: Any) -> Response | None:
    """DRF's exception handler: one envelope for every error."""
    if isinstance(error, Refusal):
        return _refused(error, from_query=context["request"].method == "GET")
    if isinstance(error, (exceptions.NotAuthenticated, exceptions.AuthenticationFailed)):
        return unauthorized()
    if isinstance(error, exceptions.APIException):
        return Response(_body(_code_of(error), str(error.detail), {}), error.status_code)
    return None


def unauthorized() -> Response:
    """The one answer to every credential that is not valid."""
    from hub.core import unauthorized as answer  # noqa: PLC0415 - the module shares its name with this function

    # Only a request without a token has its session read: said for all, so that the answers are equal.
    return Response(answer.BODY, 401, headers={**dict(answer.headers()), "Vary": "Cookie"})


_views: dict[str, type[OperationView]] = {}


def _view(where: str) -> type[OperationView]:
    name = "View_" + "".join(char if char.isalnum() else "_" for char in where)
    return type(name, (OperationView,), {"routes": {}})


def _arguments(request: Request, operation: Operation) -> Arguments:
    if request.method in ("GET", "DELETE") and not request.body:
        return queries.arguments_of(request._request.GET, operation.input)
    return dict(cast(Mapping[str, Any], request.data))


def _path_arguments(route: Route, call: Call, parameters: dict[str, str]) -> Arguments:
    arguments: Arguments = dict(parameters)
    return route.from_path(call, arguments) if route.from_path else arguments


def _merged(body: Arguments, from_path: Arguments) -> Arguments:
    for name, value in from_path.items():
        if name in body and body[name] != value:
            raise Refusal(
                Code.VALIDATION,
                f'The path names the {name} "{value}" and the body another one. Send it in the path only.',
                field=name,
            )
    return {**body, **from_path}


def _refused(refusal: Refusal, from_query: bool) -> Response:
    code = refusal.code.status
    if refusal.code is Code.VALIDATION and from_query:
        code = status.HTTP_400_BAD_REQUEST
    if refusal.code is Code.UNAUTHORIZED:
        return unauthorized()
    headers = {"Retry-After": str(refusal.retry_after_seconds)} if refusal.retry_after_seconds else None
    return Response(_body(refusal.code.name, refusal.message, refusal.details), code, headers=headers)


def _body(code: str, message: str, details: dict[str, Any]) -> dict[str, Any]:
    return {"error": {"code": code, "message": message, "details": details}}


def _code_of(error: exceptions.APIException) -> str:
    return {413: "PAYLOAD_TOO_LARGE", 429: "RATE_LIMITED", 404: "NOT_FOUND", 403: "FORBIDDEN"}.get(
        error.status_code, Code.VALIDATION.name
    )
