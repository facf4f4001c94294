"""list_person_tokens, revoke_person_token: a person's own tokens by prefix, never their secret."""

from __future__ import annotations

from django.db.models import QuerySet
from pydantic import BaseModel, Field

from hub.core import activity, clock
from hub.core.calls import Call, Surface
from hub.core.codes import Code
from hub.core.inputs import Input, Result, Text
from hub.core.models import Action
from hub.core.operations import operation
from hub.core.refusals import Refusal
from hub.identity.authorization import own_sign_in
from hub.identity.keys import PartInput, PartOfList
from hub.identity.models import Credential

MOST_TOKENS = 200
SURFACES = frozenset({Surface.REST, Surface.PAGE})


class TokenLine(BaseModel):
    """A token in a list: never its secret."""

    prefix: str
    label: str
    created_at: str
    expires_at: str | None
    expired: bool


class TokenList(PartOfList):
    """Tokens that nobody revoked, the newest first."""

    results: tuple[TokenLine, ...]


class TokenInput(Input):
    prefix: Text = Field(max_length=200, description="The token's prefix, as lists show it.")


class TokenRevoked(Result):
    """The token that ended."""

    prefix: str
    revoked_at: str


def list_text(result: TokenList) -> str:
    """One line a token."""
    return "\n".join(
        f"- {token.prefix} · {token.label or 'no label'} · expires {token.expires_at or 'never'}"
        for token in result.results
    )


def revoked_text(result: TokenRevoked) -> str:
    """One line for a page or a log."""
    return f"Revoked the token {result.prefix}. Whatever uses it is refused from now on."


@operation(
    name="list_person_tokens",
    text=list_text,
    writes=False,
    surfaces=SURFACES,
    admit=own_sign_in,
    refuses=(Code.VALIDATION, Code.FORBIDDEN),
)
def list_person_tokens(call: Call, request: PartInput) -> TokenList:
    """List your person tokens that are not revoked, expired ones among them."""
    limit = min(request.limit, MOST_TOKENS)
    tokens = _own(call).filter(revoked_at=None).order_by("-created_at", "prefix")
    return TokenList(
        results=tuple(_line(token) for token in tokens[request.offset : request.offset + limit]),
        total=tokens.count(),
        limit=limit,
        offset=request.offset,
    )


@operation(
    name="revoke_person_token",
    text=revoked_text,
    destructive=True,
    idempotent=True,
    surfaces=SURFACES,
    admit=own_sign_in,
    refuses=(Code.NOT_FOUND, Code.VALIDATION, Code.FORBIDDEN),
)
def revoke_person_token(call: Call, request: TokenInput) -> TokenRevoked:
    """Revoke one of your person tokens. A revoked token stays revoked."""
    token = _own(call).select_for_update().filter(prefix=request.prefix.strip()).first()
    if token is None:
        raise Refusal(
            Code.NOT_FOUND,
            f'You have no person token with the prefix "{request.prefix}". '
            "GET /api/auth/tokens lists your tokens.",
            field="prefix",
        )
    at = token.revoked_at or clock.now()
    if token.revoked_at is None:
        token.change(revoked_at=at)
        activity.record(call, Action.DELETE, "person_token", token.id, prefix=token.prefix)
    return TokenRevoked(prefix=token.prefix, revoked_at=clock.rfc3339(at))


def _own(call: Call) -> QuerySet[Credential]:
    return Credential.within(call.organization_id).filter(user_id=call.principal.user_id, agent=None)


def _line(token: Credential) -> TokenLine:
    return TokenLine(
        prefix=token.prefix,
        label=token.label,
        created_at=clock.rfc3339(token.created_at),
        expires_at=clock.rfc3339(token.expires_at) if token.expires_at else None,
        expired=token.expires_at is not None and token.expires_at <= clock.now(),
    )
