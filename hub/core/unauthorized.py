"""The one answer to a credential that is not valid, on every surface.

Missing, unknown, revoked, expired, pending and malformed credentials get these same bytes, so
that nobody learns from the answer which of them it was (`04-security`, Pending agents). The
code is the boards' word, the message begins with the hub's.
"""

from __future__ import annotations

import json
from typing import Any, Final

from django.conf import settings

from hub.core.codes import Code, HubCode

STATUS: Final = Code.UNAUTHORIZED.status
BODY: Final[dict[str, Any]] = {
    "error": {
        "code": Code.UNAUTHORIZED.name,
        "message": f"{HubCode.unauthenticated.name}: the call carries no valid credential. "
        "Send a key or a token in the header Authorization: Bearer <token>, never in the address.",
        "details": {},
    }
}
# RFC 9728: where a client learns what guards `/mcp`.
METADATA_PATH: Final = "/.well-known/oauth-protected-resource"


def headers() -> list[tuple[str, str]]:
    """The headers that go with the body, besides its type."""
    address = settings.PUBLIC_URL + METADATA_PATH
    return [("WWW-Authenticate", f'Bearer resource_metadata="{address}"'), ("Cache-Control", "no-store")]


def encoded() -> bytes:
    """The body as DRF's JSON renderer writes it."""
    return json.dumps(BODY, ensure_ascii=False, separators=(",", ":")).encode()
