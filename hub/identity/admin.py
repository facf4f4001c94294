"""The admin's sections on people and keys, and the activity log, which takes the admin role to read."""

from __future__ import annotations

from typing import Any

from django.contrib.admin import display
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, QueryDict
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from hub.core import clock
from hub.core.adminsite import filters
from hub.core.adminsite.actions import admin_action
from hub.core.adminsite.options import Entry, OperationModelAdmin, ReadOnlyModelAdmin
from hub.core.adminsite.site import PEOPLE, WATCH, call_of, site
from hub.core.calls import Surface
from hub.core.models import Activity
from hub.core.principals import UserKind, marked
from hub.identity import admin_door, scopes
from hub.identity.admin_forms import AccountForm, KeyForm, MemberForm, PersonForm
from hub.identity.authorization import admin_to
from hub.identity.models import Agent, Credential, Organization, Role, User
from hub.identity.operations import edit_member, update_organization
from hub.identity.operations.update_member import CHANGE

__all__ = ["admin_door"]  # the door opens with the sections

PERSON, ACCOUNT = UserKind.PERSON.value, UserKind.SERVICE_ACCOUNT.value
KINDS = [(PERSON, _("Person")), (ACCOUNT, _("Service account"))]


def _state(rows: QuerySet[Credential], value: str) -> QuerySet[Credential]:
    if value == "revoked":
        return rows.exclude(revoked_at=None)
    ended = Q(expires_at__lte=clock.now())
    return rows.filter(revoked_at=None).filter(ended if value == "expired" else ~ended | Q(expires_at=None))


def _agent_keys(rows: QuerySet[Credential]) -> QuerySet[Credential]:
    return rows.filter(agent__isnull=False).select_related("user__organization", "agent")


class OrganizationAdmin(OperationModelAdmin):
    """The organization itself."""

    section = PEOPLE
    icon = "domain"
    about = _("The name of your organization.")
    right = staticmethod(admin_to(update_organization.CHANGE))
    change_operation = "update_organization"
    list_display = ("name", "slug", "created_at")
    readonly_fields = ("slug", "created_at")
    fieldsets = ((None, {"fields": ("name", "slug", "created_at")}),)

    def entries(self) -> list[Entry]:
        """There is one."""
        return [Entry(_("Organization"), self.about, self.icon)]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Organization]:
        """Your own."""
        return Organization.objects.filter(id=call_of(request).organization_id)

    def seen(self, row: Organization) -> str:
        """See update_organization."""
        return update_organization.mark_of(row)


class MemberAdmin(OperationModelAdmin):
    """People and service accounts: one table, two entries."""

    names = (_("member"), _("members"))
    section = PEOPLE
    right = staticmethod(admin_to(CHANGE))
    add_operation = "create_member"
    change_operation = "edit_member"
    form = MemberForm
    list_display = ("name", "display_name", "email", "kind_shown", "role", "created_at")
    list_filter = (
        filters.chosen("kind", _("kind"), KINDS),
        filters.chosen("role", _("role"), Role.choices),
    )
    search_fields = ("name", "display_name", "email")
    ordering = ("name",)
    readonly_fields = ("name", "email", "kind_shown", "created_at")
    fieldsets = ((None, {"fields": ("display_name", "role", "name", "email", "kind_shown", "created_at")}),)
    actions_detail = ("set_password_link", "remove")

    set_password_link = admin_action(
        "create_set_password_link",
        _("Make a set-password link"),
        _("The person opens the link and sets a new password; the one they have works until then."),
        arguments=lambda user: {"user": str(user.id)},
        path="set-password-link",
        when=lambda user: user.kind == PERSON,
        danger=False,
        stays=True,
    )
    remove = admin_action(
        "remove_member",
        _("Remove from the organization"),
        _("Keys, tokens, rights and claims end now. What they wrote stays, and the name stays taken."),
        arguments=lambda user: {"user": str(user.id)},
        path="remove",
    )

    def entries(self) -> list[Entry]:
        """People, and service accounts."""
        return [
            Entry(_("People"), _("Who signs in, and as what."), "person", {"kind": PERSON}, {"kind": PERSON}),
            Entry(
                _("Service accounts"),
                _("Machines that act under a name of their own. They have keys and no password."),
                "smart_toy",
                {"kind": ACCOUNT},
                {"kind": ACCOUNT},
            ),
        ]

    @display(description=_("kind"), ordering="kind")
    def kind_shown(self, user: User) -> str:
        """Person or service account."""
        return str(dict(KINDS).get(user.kind, user.kind))

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        """Who is in the organization now."""
        rows = super().get_queryset(request).filter(left_at=None)
        return rows.exclude(kind=UserKind.SYSTEM).select_related("organization")

    def adding(self, request: HttpRequest) -> str:
        """A person, unless the address says service account."""
        listed = QueryDict(request.GET.get("_changelist_filters", ""))  # the list that its button stood on
        kind = request.GET.get("kind") or listed.get("kind")
        return "create_service_account" if kind == ACCOUNT else "create_member"

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        """The form of the kind."""
        if not change:
            kwargs["form"] = AccountForm if self.adding(request) == "create_service_account" else PersonForm
        return super().get_form(request, obj, change=change, **kwargs)

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """A new service account has no email."""
        if obj is not None:
            return self.fieldsets
        email = () if self.adding(request) == "create_service_account" else ("email",)
        return ((None, {"fields": ("user_name", "display_name", *email, "role")}),)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """None of a new form."""
        return self.readonly_fields if obj is not None else ()

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """The kind is the address's, not the form's."""
        return {}

    def arguments(self, request: HttpRequest, form: Any, rows: list[Any]) -> dict[str, Any]:
        """Whom an edit is about."""
        about = {"user": str(form.instance.pk)} if not form.instance._state.adding else {}
        return {**form.values(), **about}

    def seen(self, row: User) -> str:
        """See edit_member."""
        return edit_member.mark_of(row)

    def made(self, request: HttpRequest, result: Any) -> User | None:
        """The new member."""
        found: User | None = self.get_queryset(request).filter(id=result.id).first()
        return found


class AgentAdmin(ReadOnlyModelAdmin):
    """The agents of the organization."""

    section = PEOPLE
    icon = "robot_2"
    about = _("The names that agents act under, and for whom.")
    right = staticmethod(admin_to("list the agents of others"))
    list_display = ("name", "display_name", "acts_for", "live_keys", "created_at")
    search_fields = ("name", "display_name", "user__name")
    ordering = ("name",)
    fieldsets = ((None, {"fields": ("name", "display_name", "acts_for", "live_keys", "created_at")}),)
    readonly_fields = ("name", "display_name", "acts_for", "live_keys", "created_at")

    def get_queryset(self, request: HttpRequest) -> Any:
        """With the count of keys that nobody revoked."""
        live = Count("credentials", filter=Q(credentials__revoked_at=None))
        return super().get_queryset(request).select_related("user").annotate(live=live)

    @display(description=_("acts for"), ordering="user__name")
    def acts_for(self, agent: Agent) -> str:
        """Its person or service account."""
        return f"{agent.user.display_name} ({agent.user.name})"

    @display(description=_("keys"))
    def live_keys(self, agent: Any) -> str:
        """A link to the keys of the agent."""
        return format_html(
            '<a class="text-link" href="{}?agent={}">{}</a>',
            reverse("admin:identity_credential_changelist"),
            agent.id,
            agent.live,
        )


class KeyAdmin(OperationModelAdmin):
    """Agent keys: never their secret."""

    names = (_("agent key"), _("agent keys"))
    section = PEOPLE
    icon = "key"
    about = _("Keys of agents, by prefix. Revoke any; issue those of service accounts.")
    right = staticmethod(admin_to("see the keys of others"))
    add_operation = "create_service_account_key"
    add_form = KeyForm
    list_display = ("prefix", "agent", "acts_for", "state", "created_at", "expires_at")
    list_filter = (
        filters.chosen(
            "state",
            _("state"),
            [("live", _("Live")), ("expired", _("Expired")), ("revoked", _("Revoked"))],
            _state,
        ),
        filters.chosen("user__kind", _("kind"), KINDS),
    )
    lookups = ("agent",)
    search_fields = ("prefix", "agent__name", "user__name")
    ordering = ("-created_at", "prefix")
    fieldsets = (
        (None, {"fields": ("prefix", "agent", "acts_for", "state", "scope_shown")}),
        (_("Dates"), {"fields": ("created_at", "expires_at", "revoked_at")}),
    )
    readonly_fields = (
        "prefix",
        "agent",
        "acts_for",
        "state",
        "scope_shown",
        "created_at",
        "expires_at",
        "revoked_at",
    )
    add_fieldsets = (
        (None, {"fields": ("user", "agent", "display_name", "expires_at")}),
        (_("Scope"), {"fields": ("capabilities", "boards")}),
    )
    actions_detail = ("rotate", "revoke")
    bulk = {
        "revoke_selected": (
            _("Revoke the selected keys"),
            "revoke_agent_keys",
            "keys",
            _("Each key ends at its next request. A revoked key stays revoked."),
        )
    }

    revoke = admin_action(
        "revoke_agent_key",
        _("Revoke"),
        _("The key ends at its next request. A revoked key stays revoked."),
        arguments=lambda key: {"prefix": key.prefix},
        path="revoke",
        when=lambda key: key.revoked_at is None,
    )
    rotate = admin_action(
        "rotate_agent_key",
        _("Rotate"),
        _("A new key with the same scope is shown once. This one ends now."),
        arguments=lambda key: {"prefix": key.prefix},
        path="rotate",
        when=lambda key: key.revoked_at is None and key.user.kind == ACCOUNT,
        danger=False,
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Credential]:
        """The keys of agents; a person's tokens are the person's."""
        return _agent_keys(super().get_queryset(request))

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """None of a new form."""
        return self.readonly_fields if obj is not None else ()

    @display(description=_("acts for"), ordering="user__name")
    def acts_for(self, key: Credential) -> str:
        """Its person or service account."""
        return f"{key.user.display_name} ({key.user.name})"

    @display(description=_("state"))
    def state(self, key: Credential) -> str:
        """Live, expired or revoked."""
        if key.revoked_at is not None:
            return str(_("Revoked"))
        expired = key.expires_at is not None and key.expires_at <= clock.now()
        return str(_("Expired") if expired else _("Live"))

    @display(description=_("scope"))
    def scope_shown(self, key: Credential) -> str:
        """What the key is narrowed to."""
        shown = scopes.shown(self.caller_of(key), [key.scope])[0]
        if shown is None:
            return str(_("All rights of its user"))
        parts = [", ".join(names) for names in (shown.capabilities, shown.boards) if names is not None]
        return str(_(" on ")).join(part or str(_("nothing")) for part in parts)

    def arguments(self, request: HttpRequest, form: Any, rows: list[Any]) -> dict[str, Any]:
        """The scope is one argument of two lists; a list with nothing ticked does not narrow."""
        values = form.values()
        scope = {name: values.pop(name) for name in ("capabilities", "boards") if values.get(name)}
        return {name: value for name, value in values.items() if name not in ("capabilities", "boards")} | (
            {"scope": scope} if scope else {}
        )

    def made(self, request: HttpRequest, result: Any) -> Credential | None:
        """The new key."""
        found: Credential | None = self.get_queryset(request).filter(prefix=result.prefix).first()
        return found


class ActivityAdmin(ReadOnlyModelAdmin):
    """Everything that was changed, by whom, through which way in."""

    names = (_("change"), _("changes"))
    section = WATCH
    icon = "history"
    about = _("Every change: who, what, when, through which way in.")
    right = staticmethod(admin_to("read the activity of the organization"))
    list_display = ("created_at", "who", "action", "subject_type", "what", "surface")
    list_display_links = ("created_at",)
    list_filter = (
        "action",
        filters.chosen("surface", _("way in"), [(each.value, each.value) for each in Surface]),
        "by_agent",
        "created_at",
    )
    lookups = ("subject_id__exact", "board_id__exact")
    search_fields = ("user__name", "agent__name", "subject_type", "request_id")
    ordering = ("-id",)
    fields = (
        "created_at",
        "who",
        "action",
        "subject_type",
        "subject_id",
        "board_id",
        "surface",
        "request_id",
        "data",
    )
    readonly_fields = fields

    def entries(self) -> list[Entry]:
        """The log."""
        return [Entry(_("Activity"), self.about, self.icon)]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Activity]:
        """With who did it."""
        return super().get_queryset(request).select_related("user", "agent")

    @display(description=_("who"), ordering="user__name")
    def who(self, row: Activity) -> str:
        """The person, with the mark of an agent."""
        return marked(row.user.display_name, row.by_agent)

    @display(description=_("what"))
    def what(self, row: Activity) -> str:
        """The details, short."""
        words = [f"{name}: {value}" for name, value in row.data.items() if value is not None]
        text = " · ".join(words)
        return text if len(text) <= 120 else f"{text[:119]}…"


site.register(User, MemberAdmin)
site.register(Credential, KeyAdmin)
site.register(Agent, AgentAdmin)
site.register(Organization, OrganizationAdmin)
site.register(Activity, ActivityAdmin)
