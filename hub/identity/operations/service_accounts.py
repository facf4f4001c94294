"""create_service_account, list_service_accounts: machines that act under a name of their own."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.inputs import Input, Maybe, Offset, Result
from hub.core.operations import operation
from hub.core.principals import UserKind
from hub.identity.arguments import DisplayName, RoleName, UserName
from hub.identity.authorization import admin_to, lock_people
from hub.identity.members import Member, fields_of, member
from hub.identity.models import Role
from hub.identity.references import members
from hub.identity.users import make_user

ADD = "add a service account"
MOST_ACCOUNTS = 200


class CreateServiceAccountInput(Input):
    user_name: UserName = Field(description="Unique among people, service accounts and agents.")
    display_name: Maybe[DisplayName] = Field(default=None, description="Default: the user name.")
    role: RoleName = Field(default="member", description="Role in the organization.")


class ServiceAccountsInput(Input):
    limit: Annotated[int, Field(ge=1)] = Field(default=50, description="Accounts in the answer, 200 at most.")
    offset: Offset = Field(default=0, description="Accounts to skip.")


class ServiceAccounts(Result):
    """The service accounts, by name."""

    results: tuple[Member, ...]
    total: int
    limit: int
    offset: int


def created_text(result: Member) -> str:
    """One line for a log."""
    return f"Added the service account {result.user_name} ({result.role})."


def list_text(result: ServiceAccounts) -> str:
    """One line an account."""
    return "\n".join(f"- {account.user_name} — {account.display_name}" for account in result.results)


@operation(
    name="create_service_account",
    text=created_text,
    admit=admin_to(ADD),
    refuses=(Code.VALIDATION, Code.CONFLICT, Code.FORBIDDEN, Code.KEY_SCOPE, Code.REQUEST_KEY_REUSED),
)
def create_service_account(call: Call, request: CreateServiceAccountInput) -> Member:
    """Make a service account. It has no password; an admin makes its keys."""
    lock_people(call, ADD)
    user = make_user(
        call,
        UserKind.SERVICE_ACCOUNT,
        request.user_name,
        request.display_name or request.user_name,
        role=Role(request.role),
        password=None,
    )
    return member(user)


@operation(
    name="list_service_accounts",
    text=list_text,
    writes=False,
    admit=admin_to("list the service accounts"),
    refuses=(Code.VALIDATION, Code.FORBIDDEN, Code.KEY_SCOPE),
)
def list_service_accounts(call: Call, request: ServiceAccountsInput) -> ServiceAccounts:
    """List the service accounts of the organization."""
    accounts = members(call).filter(kind=UserKind.SERVICE_ACCOUNT).order_by("name")
    limit = min(request.limit, MOST_ACCOUNTS)
    rows = accounts[request.offset : request.offset + limit]
    return ServiceAccounts(
        results=tuple(Member(**fields_of(user)) for user in rows),
        total=accounts.count(),
        limit=limit,
        offset=request.offset,
    )
