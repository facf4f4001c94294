"""Agent keys as results show them, and how a route finds one."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, ClassVar

from django.db.models import QuerySet
from pydantic import BaseModel, Field

from hub.core import clock
from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.inputs import Input, Instant, Offset, Result, Text
from hub.core.principals import UserKind
from hub.core.references import as_uuid
from hub.core.refusals import Refusal, validation
from hub.identity import scopes
from hub.identity.models import Credential, User
from hub.identity.references import members
from hub.identity.scopes import ShownScope

MOST_KEYS = 200


class KeyLine(BaseModel):
    """A key in a list: never its secret."""

    prefix: str
    agent: str
    display_name: str
    user_name: str
    scope: ShownScope | None
    created_at: str
    expires_at: str | None
    expired: bool


class KeyMade(Result):
    """A new key. `key` is there in this one answer, and nowhere again; a replay has null."""

    shown_once: ClassVar[frozenset[str]] = frozenset({"key"})

    agent: str
    display_name: str
    user_name: str
    key: str | None = None
    prefix: str
    scope: ShownScope | None
    created_at: str
    expires_at: str | None


class PartOfList(Result):
    """A part of a list, and where the parts beside it begin."""

    total: int
    limit: int
    offset: int

    @property
    def earlier(self) -> int | None:
        """Where the part before begins; None in the first."""
        return max(self.offset - self.limit, 0) if self.offset else None

    @property
    def later(self) -> int | None:
        """Where the next part begins; None in the last."""
        after = self.offset + self.limit
        return after if after < self.total else None


class KeyList(PartOfList):
    """Keys that nobody revoked, the newest first."""

    results: tuple[KeyLine, ...]


class PrefixInput(Input):
    prefix: Text = Field(max_length=200, description="The key's prefix, as lists show it.")


class PartInput(Input):
    limit: Annotated[int, Field(ge=1)] = Field(default=50, description="Keys in the answer, 200 at most.")
    offset: Offset = Field(default=0, description="Keys to skip.")


def made_text(result: KeyMade) -> str:
    """One line for a log; it does not have the key."""
    return f"Made the key {result.prefix} of the agent {result.agent}."


def list_text(result: KeyList) -> str:
    """One line a key."""
    return "\n".join(
        f"- {key.prefix} · {key.agent} · expires {key.expires_at or 'never'}" for key in result.results
    )


def made(call: Call, key: Credential, text: str) -> KeyMade:
    """The one answer that has the key."""
    line = lines(call, [key])[0]
    return KeyMade(key=text, **line.model_dump(exclude={"expired"}))


def part(call: Call, keys: QuerySet[Credential], request: PartInput) -> KeyList:
    """A part of a list of keys: three queries, whatever its length."""
    limit = min(request.limit, MOST_KEYS)
    rows = keys.order_by("-created_at", "prefix")[request.offset : request.offset + limit]
    return KeyList(results=tuple(lines(call, rows)), total=keys.count(), limit=limit, offset=request.offset)


def live_keys(call: Call) -> QuerySet[Credential]:
    """The agent keys of the organization that nobody revoked, expired ones among them."""
    keys = Credential.within(call.organization_id).filter(revoked_at=None, agent__isnull=False)
    return keys.select_related("user", "agent")


def lines(call: Call, keys: Iterable[Credential]) -> list[KeyLine]:
    """Keys as results show them."""
    rows = list(keys)
    shown = scopes.shown(call, [key.scope for key in rows])
    return [_line(key, scope) for key, scope in zip(rows, shown, strict=True)]


def locked(call: Call, prefix: str) -> Credential:
    """An agent key by its prefix, revoked ones too; locked until the end of the transaction."""
    keys = Credential.within(call.organization_id).select_for_update(of=("self",))
    key = keys.select_related("user", "agent").filter(prefix=prefix.strip(), agent__isnull=False).first()
    if key is None:
        raise unknown(prefix)
    return key


def unknown(prefix: str) -> Refusal:
    """The refusal of a key that is not there, or not there for this caller: the same."""
    return Refusal(
        Code.NOT_FOUND,
        f'You have no agent key with the prefix "{prefix}". GET /api/me/agent-keys lists your keys.',
        field="prefix",
    )


def service_account(call: Call, name: str) -> User:
    """A service account as the subject of a route, by id or name."""
    accounts = members(call).filter(kind=UserKind.SERVICE_ACCOUNT)
    user = accounts.filter(name=name.strip().casefold()).first() or _by_id(accounts, name)
    if user is None:
        raise Refusal(
            Code.NOT_FOUND,
            f'No service account has the name "{name}". GET /api/service-accounts lists them.',
            field="user",
        )
    return user


def expiry(sent: Instant | None, argument: str = "expires_at") -> datetime | None:
    """The expiry that a call asks for; VALIDATION for one that is past."""
    if sent is None:
        return None
    assert isinstance(sent, datetime), "the type of the argument made a time of it"
    if sent <= clock.now():
        raise validation(
            f"The value of {argument} must be in the future. Leave it out for no expiry.", argument
        )
    return sent


def _line(key: Credential, scope: ShownScope | None) -> KeyLine:
    assert key.agent is not None, "an agent key has an agent"
    return KeyLine(
        prefix=key.prefix,
        agent=key.agent.name,
        display_name=key.agent.display_name,
        user_name=key.user.name,
        scope=scope,
        created_at=clock.rfc3339(key.created_at),
        expires_at=clock.rfc3339(key.expires_at) if key.expires_at else None,
        expired=key.expires_at is not None and key.expires_at <= clock.now(),
    )


def _by_id(accounts: QuerySet[User], text: str) -> User | None:
    uuid = as_uuid(text.strip())
    return accounts.filter(id=uuid).first() if uuid is not None else None
