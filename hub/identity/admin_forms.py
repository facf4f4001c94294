"""The admin's forms of people and keys."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from hub.core.adminsite.forms import OperationForm, choice, choices, moment, text
from hub.core.principals import UserKind
from hub.identity.models import Role, User
from hub.identity.scopes import boards_offered, capability_names

_USER_NAME = _(
    "Lower-case letters, digits, dot, dash and underscore. Unique among people, service accounts and agents; "
    "fixed for good."
)


class PersonForm(OperationForm):
    """A new person."""

    user_name = text(_("User name"), _USER_NAME)
    display_name = text(_("Display name"))
    email = text(_("Email"))
    role = choice(_("Role"), Role.choices)


class AccountForm(OperationForm):
    """A new service account."""

    user_name = text(_("User name"), _USER_NAME)
    display_name = text(_("Display name"))
    role = choice(_("Role"), Role.choices)


class MemberForm(OperationForm):
    """A member as they are."""

    display_name = text(_("Display name"))
    role = choice(_("Role"), Role.choices)


class KeyForm(OperationForm):
    """A new key of a service account."""

    user = choice(
        _("Service account"), help_text=_("Whose key it is. People make their own, on the page Agents.")
    )
    agent = text(_("Agent"))
    display_name = text(_("Display name"))
    expires_at: Any = moment(_("Expires"))
    capabilities = choices(_("Capabilities"), help_text=_("None ticked: all rights of the account."))
    boards = choices(_("Boards"), help_text=_("None ticked: every board."))

    def prepare(self) -> None:
        """The organization's accounts and boards."""
        accounts = User.within(self.call.organization_id).filter(kind=UserKind.SERVICE_ACCOUNT, left_at=None)
        rows = accounts.order_by("name").values_list("id", "name", "display_name")
        chosen: Any = self.fields["user"]
        chosen.choices = [("", "—"), *((str(pk), f"{shown} ({name})") for pk, name, shown in rows)]
        capabilities: Any = self.fields["capabilities"]
        capabilities.choices = [(name, name) for names in capability_names.collect() for name in names]
        boards: Any = self.fields["boards"]
        boards.choices = [pair for pairs in boards_offered.collect(self.call) for pair in pairs]
