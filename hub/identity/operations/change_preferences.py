"""change_preferences: how a person's own pages behave for them."""

from __future__ import annotations

from pydantic import Field

from hub.core import activity
from hub.core.calls import Call, Surface
from hub.core.codes import Code
from hub.core.inputs import Input, Maybe, Result
from hub.core.models import Action
from hub.core.operations import operation
from hub.identity.authorization import own_sign_in
from hub.identity.models import User
from hub.identity.preferences import TimeZone


class PreferencesInput(Input):
    time_zone: Maybe[TimeZone] = Field(default=None, description="IANA name; empty: the browser's.")
    keys_enabled: Maybe[bool] = Field(default=None, description="Whether single keys act on pages.")


class Preferences(Result):
    """The preferences as they are now."""

    time_zone: str
    keys_enabled: bool


def as_text(result: Preferences) -> str:
    """What the page says."""
    zone = result.time_zone or "the time zone of your browser"
    return f"Saved: times in {zone}, keys {'on' if result.keys_enabled else 'off'}."


@operation(
    name="change_preferences",
    text=as_text,
    surfaces=frozenset({Surface.PAGE}),
    idempotent=True,
    admit=own_sign_in,
    refuses=(Code.VALIDATION, Code.FORBIDDEN),
)
def change_preferences(call: Call, request: PreferencesInput) -> Preferences:
    """Change how your own pages behave; what is left out stays."""
    users = User.within(call.organization_id).select_for_update(no_key=True)
    user = users.get(id=call.principal.user_id)
    asked = request.model_dump(exclude_unset=True)
    changes = {name: value for name, value in asked.items() if value != getattr(user, name)}
    if changes:
        user.change(**changes)
        activity.record(call, Action.UPDATE, "member", user.id, user_name=user.name, preferences=True)
    return Preferences(time_zone=user.time_zone, keys_enabled=user.keys_enabled)
