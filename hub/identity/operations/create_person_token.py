"""create_person_token: a bearer token for scripts that act as the person.

The route takes no credential: it checks the password (`hub.identity.signing_in`) and then runs
this operation as the person, so the one gate and the activity row are those of every write. The
page asks for the password again: whoever finds a browser unlocked takes no token along.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated, ClassVar

from pydantic import Field

from hub.core import clock
from hub.core.calls import Call, Surface
from hub.core.codes import Code
from hub.core.inputs import Input, Result, Text
from hub.core.operations import operation
from hub.identity.authorization import own_sign_in
from hub.identity.models import User
from hub.identity.users import issue

DEFAULT_DAYS = 30
LONGEST_DAYS = 365


class PersonTokenInput(Input):
    label: Text = Field(default="", max_length=200, description="What it is for.")
    expires_in_days: Annotated[int, Field(ge=1, le=LONGEST_DAYS)] = Field(
        default=DEFAULT_DAYS, description="Days until it expires."
    )


class PersonToken(Result):
    """The token, shown this once."""

    shown_once: ClassVar[frozenset[str]] = frozenset({"token"})

    token: str | None = None
    prefix: str
    label: str
    expires_at: str


def as_text(result: PersonToken) -> str:
    """One line for a log; it does not have the token."""
    return f"Made the person token {result.prefix}, which expires {result.expires_at}."


@operation(
    name="create_person_token",
    text=as_text,
    surfaces=frozenset({Surface.REST, Surface.PAGE}),
    admit=own_sign_in,
    refuses=(Code.VALIDATION, Code.RATE_LIMITED, Code.FORBIDDEN),
)
def create_person_token(call: Call, request: PersonTokenInput) -> PersonToken:
    """Make a bearer token of the person who proved the password."""
    user = User.within(call.organization_id).get(id=call.principal.user_id)
    expires_at = clock.now() + timedelta(days=request.expires_in_days)
    made, token = issue(call, user, None, label=request.label, expires_at=expires_at)
    return PersonToken(
        token=token.text, prefix=made.prefix, label=made.label, expires_at=clock.rfc3339(expires_at)
    )
