"""Which organizations a request names beside its credential: its host, its `X-Tenant`, the setting."""

from __future__ import annotations

from collections.abc import Iterable

from django.conf import settings
from django.http import HttpRequest

Headers = Iterable[tuple[bytes, bytes]]


def named_tenants(headers: Headers) -> frozenset[str]:
    """The organization slugs that the raw headers of a request name.

    Raw headers, because a framework folds `X_Tenant` and a doubled `X-Tenant` into one value:
    only the exact name counts, and two values are two names, of which one must be wrong.
    """
    named = set()
    for name, value in headers:
        if name.lower() == b"x-tenant":
            named.add(value.decode("latin-1").strip())
        elif name.lower() == b"host":
            named |= _of_host(value.decode("latin-1"))
    if settings.SINGLE_TENANT:
        named.add(settings.SINGLE_TENANT)
    return frozenset(named)


def tenants_of(request: HttpRequest) -> frozenset[str]:
    """The organization slugs that a request names, by its raw headers where it has them (not in tests)."""
    scope = getattr(request, "scope", None)
    if scope is not None:
        return named_tenants(scope["headers"])
    return named_tenants(
        (name.lower().encode(), value.encode("latin-1", "replace")) for name, value in request.headers.items()
    )


def _of_host(host: str) -> set[str]:
    bare = host.rsplit(":", 1)[0].lower()
    suffix = f".{settings.BASE_DOMAIN}"
    if settings.BASE_DOMAIN and bare.endswith(suffix):
        return {bare.removesuffix(suffix)}
    return set()
