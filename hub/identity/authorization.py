"""Who may change people and credentials."""

from __future__ import annotations

from collections.abc import Callable

from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.principals import UserKind
from hub.core.refusals import Refusal
from hub.identity.models import Organization, Role, User


def require_admin(call: Call, what: str) -> None:
    """Only an organization admin; a key with a scope has no admin right."""
    if not call.principal.is_admin:
        raise _forbidden(what)
    if call.principal.scope is not None:
        raise Refusal(
            Code.KEY_SCOPE,
            f"The scope of this agent key holds no admin right, so it cannot {what}.",
            required_role=Role.ADMIN.value,
        )


def admin_to(what: str) -> Callable[[Call], None]:
    """`require_admin` before the arguments are read; for `admit=` of an operation."""
    return lambda call: require_admin(call, what)


def own_sign_in(call: Call) -> None:
    """Only a person at their own sign-in: by browser session or person token, not by an agent key."""
    if call.principal.kind is not UserKind.PERSON or call.principal.agent_id is not None:
        raise Refusal(
            Code.FORBIDDEN,
            "Only a person with their own sign-in can do this: an agent key or a service account cannot. "
            "Sign in, or send a token of POST /api/auth/tokens.",
        )


def lock_people(call: Call, what: str) -> None:
    """Lock the people of the organization and read the caller's role again under the lock.

    Whoever adds, changes or removes a member takes this lock first, so that two admins cannot
    demote each other at once. It leaves inserts of the organization's rows alone (NO KEY).
    """
    Organization.objects.select_for_update(no_key=True).get(id=call.organization_id)
    admins = User.within(call.organization_id).filter(role=Role.ADMIN, left_at=None)
    if not admins.filter(id=call.principal.user_id).exists():
        raise _forbidden(what)


def require_another_admin(user: User) -> None:
    """Refuse with LAST_ADMIN when no other person is an admin who can sign in.

    Admins that are service accounts do not count: nobody could sign in to repair the organization.
    """
    if not user.is_admin or user.kind != UserKind.PERSON:
        return
    others = User.within(user.organization_id).filter(
        role=Role.ADMIN, kind=UserKind.PERSON, is_active=True, left_at=None
    )
    if not others.exclude(id=user.id).exists():
        raise Refusal(
            Code.LAST_ADMIN,
            f"{user.name} is the last admin of the organization. Make another person an admin first.",
        )


def _forbidden(what: str) -> Refusal:
    return Refusal(
        Code.FORBIDDEN,
        f"Only an organization admin can {what}. Ask an organization admin to do this.",
        required_role=Role.ADMIN.value,
    )
