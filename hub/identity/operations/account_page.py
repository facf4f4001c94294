"""account_page: what a person's own page shows of them."""

from __future__ import annotations

from hub.core.calls import Call, Surface
from hub.core.codes import Code
from hub.core.inputs import Result
from hub.core.operations import operation
from hub.identity.authorization import own_sign_in
from hub.identity.keys import PartInput
from hub.identity.models import User
from hub.identity.operations.person_tokens import TokenList, list_person_tokens
from hub.identity.preferences import offered_zones


class AccountPage(Result):
    """The person's tokens and preferences; `zones` are the time zones to choose among."""

    tokens: TokenList
    time_zone: str
    zones: tuple[str, ...]
    keys_enabled: bool


def as_text(result: AccountPage) -> str:
    """A count, for a log."""
    return f"{result.tokens.total} tokens"


@operation(
    name="account_page",
    text=as_text,
    writes=False,
    surfaces=frozenset({Surface.PAGE}),
    admit=own_sign_in,
    refuses=(Code.VALIDATION, Code.FORBIDDEN),
)
def account_page(call: Call, request: PartInput) -> AccountPage:
    """Show your own page."""
    user = User.within(call.organization_id).get(id=call.principal.user_id)
    zones = offered_zones()
    if user.time_zone and user.time_zone not in zones:
        zones = (user.time_zone, *zones)
    return AccountPage(
        tokens=list_person_tokens(call, request),
        time_zone=user.time_zone,
        zones=zones,
        keys_enabled=user.keys_enabled,
    )
