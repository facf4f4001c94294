"""The admin's sections on rights: board capabilities by grant, and manage_structure."""

from __future__ import annotations

from typing import Any

from django.contrib.admin import display
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from hub.core.adminsite import filters
from hub.core.adminsite.actions import admin_action
from hub.core.adminsite.options import OperationModelAdmin
from hub.core.adminsite.site import RIGHTS, site
from hub.identity.authorization import admin_to
from kairos_boards import structure
from kairos_boards.admin_forms import CapabilitiesForm, GrantForm, StructureForm
from kairos_boards.authorization import require_structure
from kairos_boards.models import Board, Grant, StructureGrant
from kairos_boards.vocabulary import GRANTABLE, MANAGE_STRUCTURE


class GrantAdmin(OperationModelAdmin):
    """Board capabilities by grant."""

    names = (_("board capability"), _("board capabilities"))
    section = RIGHTS
    icon = "badge"
    about = _("What a member may do on a board beyond what their team gives.")
    right = staticmethod(require_structure)
    add_operation, change_operation = "grant_capability", "edit_capabilities"
    form, add_form = CapabilitiesForm, GrantForm
    list_display = ("user", "capability", "board", "created_at")
    list_display_links = ("user", "capability")
    list_filter = (
        filters.related("board", _("board"), Board),
        filters.chosen("capability", _("capability"), [(name, name) for name in GRANTABLE]),
    )
    search_fields = ("user__name", "user__display_name", "board__slug")
    autocomplete_fields = ("user",)
    ordering = ("board__slug", "user__name", "capability")
    fieldsets = ((None, {"fields": ("user", "board", "capabilities")}),)
    add_fieldsets = ((None, {"fields": ("user", "board", "capability")}),)
    actions_detail = ("revoke",)
    bulk = {
        "revoke_selected": (
            _("Revoke the selected grants"),
            "revoke_grants",
            "grants",
            _("The members lose these capabilities now. What their team gives stays."),
        )
    }
    revoke = admin_action(
        "revoke_grants",
        _("Revoke"),
        _("The member loses this capability now. What their team gives stays."),
        arguments=lambda grant: {"grants": [grant.pk]},
        path="revoke",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Grant]:
        """The grants on live boards."""
        rows = super().get_queryset(request).filter(board__archived_at=None)
        return rows.select_related("user__organization", "board")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Whose, and where: those make another grant."""
        return ("user", "board") if obj is not None else ()

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        """With the capabilities that are there ticked."""
        made = super().get_form(request, obj, change=change, **kwargs)
        if change and obj is not None:
            there = Grant.within(obj.organization_id).filter(board=obj.board_id, user=obj.user_id)
            made.there = {"capabilities": list(there.values_list("capability", flat=True))}
        return made

    def arguments(self, request: HttpRequest, form: Any, rows: list[Any]) -> dict[str, Any]:
        """Whose grants, and where."""
        grant = form.instance
        if grant._state.adding:
            return dict(form.values())
        return {**form.values(), "user": str(grant.user_id), "board": str(grant.board_id)}

    def seen(self, row: Grant) -> str:
        """See edit_capabilities."""
        return structure.mark_of_capabilities(row.board, row.user_id)

    def references(self, chosen: list[str]) -> list[Any]:
        """Numbers, where they are; the operation refuses the rest."""
        return [int(pk) if pk.isascii() and pk.isdigit() and len(pk) < 20 else pk for pk in chosen]


class StructureGrantAdmin(OperationModelAdmin):
    """`manage_structure`, on the organization or on one board."""

    names = (_("grant of manage_structure"), _("organization grants"))
    section = RIGHTS
    icon = "account_tree"
    about = _(
        "manage_structure: who besides admins makes teams and boards (organization), or grants (one board)."
    )
    right = staticmethod(admin_to(f'grant the capability "{MANAGE_STRUCTURE}"'))
    add_operation = "grant_capability"
    add_form = StructureForm
    list_display = ("user", "where", "created_at")
    search_fields = ("user__name", "user__display_name", "board__slug")
    autocomplete_fields = ("user",)
    ordering = ("user__name", "board__slug")
    fieldsets = ((None, {"fields": ("user", "where", "created_at")}),)
    add_fieldsets = ((None, {"fields": ("user", "board")}),)
    actions_detail = ("revoke",)
    revoke = admin_action(
        "revoke_structure",
        _("Revoke"),
        _("The member loses manage_structure there now."),
        arguments=lambda grant: {
            "user": str(grant.user_id),
            **({"board": str(grant.board_id)} if grant.board_id else {}),
        },
        path="revoke",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[StructureGrant]:
        """With names."""
        return super().get_queryset(request).select_related("user__organization", "board")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Such a grant is made and revoked, not changed."""
        return ("user", "where", "created_at") if obj is not None else ()

    @display(description=_("where"), ordering="board__slug")
    def where(self, grant: StructureGrant) -> str:
        """The organization, or the board."""
        return grant.board.slug if grant.board else str(_("The organization"))

    def arguments(self, request: HttpRequest, form: Any, rows: list[Any]) -> dict[str, Any]:
        """The one capability of this section."""
        return {**form.values(), "capability": MANAGE_STRUCTURE}


site.register(Grant, GrantAdmin)
site.register(StructureGrant, StructureGrantAdmin)
