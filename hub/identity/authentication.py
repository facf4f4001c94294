"""From a credential to a principal. Read on every request: a revoked key ends at the next one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Q, QuerySet

from hub.core import clock
from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.operations import recheck
from hub.core.prepared import Prepared
from hub.core.principals import Principal, Scope, UserKind
from hub.core.refusals import Refusal
from hub.core.secrets import digest
from hub.identity.models import Credential, Role, User

# What a token resolves to, as plain values of one row: it is read on every request.
_RESOLVED = (
    "id",
    "lineage",
    "scope",
    "revoked_at",
    "expires_at",
    "organization_id",
    "organization__slug",
    "user_id",
    "user__name",
    "user__display_name",
    "user__kind",
    "user__role",
    "user__is_active",
    "user__left_at",
    "agent_id",
    "agent__name",
)
_resolve: Prepared[tuple[Any, ...]] = Prepared(
    lambda token_digest: Credential.objects.filter(digest=token_digest).values_list(*_RESOLVED), str
)


def principal_of_token(token: str, tenants: frozenset[str]) -> Principal | None:
    """The principal of a bearer token; None for every token that is not valid here and now.

    `tenants` are the organizations that host and `X-Tenant` name: they may only agree.
    """
    found = _resolve.first(digest(token))
    if found is None:
        return None
    row = dict(zip(_RESOLVED, found, strict=True))
    if not _is_usable(row) or tenants - {row["organization__slug"]}:
        return None
    return Principal(
        organization_id=row["organization_id"],
        organization_slug=row["organization__slug"],
        user_id=row["user_id"],
        user_name=row["user__name"],
        display_name=row["user__display_name"],
        kind=UserKind(row["user__kind"]),
        is_admin=row["user__role"] == Role.ADMIN,
        agent_id=row["agent_id"],
        agent_name=row["agent__name"],
        credential_id=row["id"],
        credential_lineage=row["lineage"],
        scope=scope_of(row["scope"]),
    )


def principal_of_user(user: User) -> Principal:
    """The principal of a person at their own sign-in (or of a system actor at work)."""
    return Principal(
        organization_id=user.organization_id,
        organization_slug=user.organization.slug,
        user_id=user.id,
        user_name=user.name,
        display_name=user.display_name,
        kind=UserKind(user.kind),
        is_admin=user.is_admin,
    )


def scope_of(stored: dict[str, list[str]] | None) -> Scope | None:
    """The scope of a key as it is stored: a missing member does not narrow."""
    if stored is None:
        return None
    capabilities, boards = stored.get("capabilities"), stored.get("boards")
    return Scope(
        capabilities=None if capabilities is None else frozenset(capabilities),
        boards=None if boards is None else frozenset(map(UUID, boards)),
    )


@recheck.contribute
def _still_valid(call: Call) -> None:
    """Refuse a write whose credential was revoked, or whose user left, since the request began."""
    principal = call.principal
    rows: QuerySet[Any]
    if principal.credential_id is not None:
        rows = Credential.objects.filter(_usable(), id=principal.credential_id)
    else:
        rows = User.objects.filter(id=principal.user_id, is_active=True, left_at=None)
    if not _there_to_stay(rows):
        raise Refusal(Code.UNAUTHORIZED, "The credential of this call is no longer valid. Sign in again.")


def _there_to_stay(rows: QuerySet[Any]) -> bool:
    """Whether the row is there; on PostgreSQL its user cannot leave before this transaction ends.

    So a claim or a grant that is being written is either seen by the leaving, or refused here.
    The inserts of the operation take this lock on the user anyway (foreign keys); SQLite has one writer.
    """
    sql, parameters = rows.values("id").query.sql_with_params()
    if connection.vendor == "postgresql":
        sql += f" FOR KEY SHARE OF {connection.ops.quote_name(User._meta.db_table)}"
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        return cursor.fetchone() is not None


def _is_usable(row: Mapping[str, Any]) -> bool:
    """`_usable` for a row that has been read."""
    if row["revoked_at"] or row["user__left_at"] or not row["user__is_active"]:
        return False
    return row["expires_at"] is None or bool(row["expires_at"] > clock.now())


def _usable() -> Q:
    return Q(revoked_at=None, user__is_active=True, user__left_at=None) & (
        Q(expires_at=None) | Q(expires_at__gt=clock.now())
    )
