"""Django middleware: the request id, and the Content-Security-Policy of the pages."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from hub.core.calls import new_request_id

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
# The API page's own files need inline style attributes; nothing there shows text of ours.
DOCS_POLICY = POLICY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")

# The admin theme's Alpine evaluates the expressions of its attributes and sets style attributes.
ADMIN_POLICY = POLICY.replace("script-src 'self'", "script-src 'self' 'unsafe-eval'").replace(
    "style-src 'self'", "style-src 'self'; style-src-attr 'unsafe-inline'"
)
_POLICIES = {"/api/docs/": DOCS_POLICY, "/admin/": ADMIN_POLICY}

Handler = Callable[[HttpRequest], HttpResponse]


class RequestIdMiddleware:
    """Gives each request an id: in logs, in activity rows, in the answer's `X-Request-Id`."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.request_id = new_request_id()  # type: ignore[attr-defined]
        response = self.get_response(request)
        response["X-Request-Id"] = request.request_id  # type: ignore[attr-defined]
        return response


class ContentSecurityPolicyMiddleware:
    """No inline script or style, nothing foreign, no frames."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        policies = (policy for path, policy in _POLICIES.items() if request.path.startswith(path))
        response.setdefault("Content-Security-Policy", next(policies, POLICY))
        return response
