"""The admin's sections on structure, and the counts of refusals; those on rights are in admin_rights.py."""

from __future__ import annotations

from typing import Any

from django.contrib.admin import display
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from hub.core import operations
from hub.core.adminsite import filters
from hub.core.adminsite.options import OperationModelAdmin, ReadOnlyModelAdmin
from hub.core.adminsite.rows import RowsInline
from hub.core.adminsite.site import STRUCTURE, WATCH, call_of, site
from hub.core.models import RefusedCall
from hub.core.references import as_uuid
from hub.core.refusals import Refusal
from hub.identity.authorization import admin_to
from kairos_boards import admin_rights, structure
from kairos_boards.admin_forms import (
    BoardForm,
    ColumnForm,
    ColumnRows,
    MemberForm,
    MoveForm,
    MoveRows,
    NewBoardForm,
    NewTeamForm,
    TeamForm,
)
from kairos_boards.authorization import require_structure
from kairos_boards.contributions import counts_of
from kairos_boards.descriptions import policies_of
from kairos_boards.models import (
    Board,
    Column,
    Level,
    Team,
    TeamMember,
    TeamType,
    Transition,
)

__all__ = ["admin_rights"]  # its sections come with these


def board_link(board: Board) -> SafeString:
    """A link to the page of a board."""
    return format_html(
        '<a class="text-link" href="{}">{}</a>', reverse("board", args=[board.slug]), board.slug
    )


class MemberInline(RowsInline):
    """Who is in the team."""

    model = TeamMember
    form = MemberForm
    fields = ("user",)
    autocomplete_fields = ("user",)
    verbose_name = _("member")
    verbose_name_plural = _("Members: they may work on the boards of the team, with no grant")
    may_change = False
    ordering = ("user__name",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[TeamMember]:
        """With their names."""
        return super().get_queryset(request).select_related("user__organization")


class TeamAdmin(OperationModelAdmin):
    """Teams with their members."""

    section = STRUCTURE
    icon = "groups"
    about = _("A team owns boards; its members may work there. A new team gets its delivery board at once.")
    right = staticmethod(require_structure)
    add_operation, change_operation = "create_team", "edit_team"
    form, add_form = TeamForm, NewTeamForm
    list_display = ("name", "slug", "team_type", "member_count", "boards_shown")
    list_filter = (filters.chosen("team_type", _("team type"), TeamType.choices),)
    search_fields = ("name", "slug")
    ordering = ("name", "slug")
    fieldsets = ((None, {"fields": ("name", "slug", "team_type", "site_enabled", "boards_shown")}),)
    add_fieldsets = ((None, {"fields": ("name", "slug", "code_prefix", "team_type", "adr_board")}),)
    inlines = (MemberInline,)

    def get_queryset(self, request: HttpRequest) -> Any:
        """The live teams."""
        rows = super().get_queryset(request).filter(archived_at=None)
        return rows.annotate(members_there=Count("members")).prefetch_related("boards")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """The boards are the boards' own section."""
        return ("boards_shown",) if obj is not None else ()

    def get_inlines(self, request: HttpRequest, obj: Any) -> Any:
        """Members join once the team is there."""
        return self.inlines if obj is not None else ()

    @display(description=_("members"), ordering="members_there")
    def member_count(self, team: Any) -> int:
        """How many are in the team."""
        return int(team.members_there)

    @display(description=_("boards"))
    def boards_shown(self, team: Team) -> SafeString:
        """The board pages, and where each is set up."""
        live = sorted((board for board in team.boards.all() if board.archived_at is None), key=str)
        pairs = (
            (board_link(board), reverse("admin:kairos_boards_board_change", args=[board.pk]))
            for board in live
        )
        return format_html_join(", ", '{} (<a class="text-link" href="{}">set up</a>)', pairs)

    def arguments(self, request: HttpRequest, form: Any, rows: list[Any]) -> dict[str, Any]:
        """Of an edit: who joins, who leaves."""
        if form.instance._state.adding:
            return dict(form.values())
        (members,) = rows
        joining = [row for row in members.kept() if row.instance._state.adding]
        leaving = members.dropped()
        form.placed = {"add": joining, "remove": leaving}
        return {
            **form.values(),
            "team": str(form.instance.pk),
            "add": [str(row.cleaned_data["user"].pk) for row in joining],
            "remove": [str(row.instance.user_id) for row in leaving],
        }

    def seen(self, row: Team) -> str:
        """See edit_team."""
        return structure.mark_of_team(row)

    def made(self, request: HttpRequest, result: Any) -> Team | None:
        """The new team."""
        found: Team | None = self.get_queryset(request).filter(slug=result.slug).first()
        return found


class ColumnInline(RowsInline):
    """The columns of a board, in their order."""

    model = Column
    form, formset = ColumnForm, ColumnRows
    fields = ("position", "name", "is_done", "claims", "keeps_claims", "wip_limit", "items")
    readonly_fields = ("items",)
    ordering_field = "position"
    ordering = ("position",)
    verbose_name = _("column")
    verbose_name_plural = _("Columns: the first is where new items enter")
    template_before = "admin/column_help.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Column]:
        """The live columns."""
        return super().get_queryset(request).filter(removed_at=None)

    def get_formset(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:
        """With the count of items in each column, read once."""
        made = super().get_formset(request, obj, **kwargs)
        there = self.get_queryset(request).filter(board=obj).values_list("id", flat=True) if obj else ()
        made.counts = counts_of(call_of(request), list(there))
        return made

    @display(description=_("items"))
    def items(self, column: Any) -> str:
        """How many live items are in the column."""
        return str(getattr(column, "items_there", 0))


class MoveInline(RowsInline):
    """The transitions of a board."""

    model = Transition
    form, formset = MoveForm, MoveRows
    fields = ("from_column", "to_column")
    ordering = ("from_column__position", "to_column__position")
    verbose_name = _("transition")
    verbose_name_plural = _("Transitions: where a card may move; save a new column first")


class BoardAdmin(OperationModelAdmin):
    """Boards: policies, columns, transitions."""

    section = STRUCTURE
    icon = "view_kanban"
    about = _("The workflow: columns with flags and WIP limits, transitions, policies, triage.")
    right = staticmethod(require_structure)
    add_operation, change_operation = "create_board", "edit_board"
    form, add_form = BoardForm, NewBoardForm
    list_display = ("name", "slug", "level", "prefix", "team", "board_page")
    list_filter = (
        filters.chosen("level", _("level"), Level.choices),
        filters.related("team", _("team"), Team),
    )
    search_fields = ("name", "slug", "prefix")
    ordering = ("name", "slug")
    add_fieldsets = ((None, {"fields": ("name", "slug", "board_level", "code_prefix", "team")}),)
    inlines = (ColumnInline, MoveInline)
    owned = ("name", "slug", "level", "prefix", "team", "board_page")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Board]:
        """The live boards."""
        return super().get_queryset(request).filter(archived_at=None).select_related("team")

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """By id, or by slug as the board page links here."""
        if as_uuid(object_id) is not None:
            return super().get_object(request, object_id, from_field)
        found = self.get_queryset(request).filter(slug=object_id).first()
        return super().get_object(request, str(found.pk)) if found else None

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """What is fixed, and the policies of the level."""
        if obj is None:
            return self.add_fieldsets
        return (
            (None, {"fields": (("name", "slug"), ("level", "prefix"), ("team", "board_page"))}),
            (_("Policies"), {"fields": (*policies_of(obj), "agents_decide")}),
        )

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """What a board has for good."""
        return self.owned if obj is not None else ()

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        """Without the policies of other levels."""
        made = super().get_form(request, obj, change=change, **kwargs)
        if obj is not None:
            for name in set(BoardForm.base_fields) & {"parent_gate", "blockers_gate", "owner_gate"}:
                if name not in policies_of(obj):
                    del made.base_fields[name]
        return made

    def get_inlines(self, request: HttpRequest, obj: Any) -> Any:
        """A new board gets the columns of its level."""
        return self.inlines if obj is not None else ()

    @display(description=_("board page"))
    def board_page(self, board: Board) -> SafeString:
        """Where the team works."""
        return board_link(board)

    def arguments(self, request: HttpRequest, form: Any, rows: list[Any]) -> dict[str, Any]:
        """Of an edit: the whole board as the form has it."""
        values = form.values()
        if form.instance._state.adding:
            return dict(values)
        columns, moves = rows
        kept = columns.ordered()
        gone = {str(row.instance.pk) for row in columns.dropped()}
        wanted = [row for row in moves.kept() if not gone & set(_ends(row).values())]
        form.placed = {"columns": kept, "moves": wanted}
        return {
            "board": str(form.instance.pk),
            "policies": {name: values[name] for name in policies_of(form.instance)},
            "agents_decide": values["agents_decide"],
            "columns": [_column(row) for row in kept],
            "moves": [_ends(row) for row in wanted],
        }

    def seen(self, row: Board) -> str:
        """See edit_board."""
        return structure.mark_of_board(row)

    def made(self, request: HttpRequest, result: Any) -> Board | None:
        """The new board."""
        found: Board | None = self.get_queryset(request).filter(slug=result.slug).first()
        return found


def _column(row: Any) -> dict[str, Any]:
    about = {} if row.instance._state.adding else {"id": str(row.instance.pk)}
    names = ("name", "is_done", "claims", "keeps_claims", "wip_limit")
    return {**about, **{name: row.cleaned_data[name] for name in names}}


def _ends(row: Any) -> dict[str, str]:
    return {name: str(row.cleaned_data[name]) for name in ("from_column", "to_column")}


class RefusalAdmin(ReadOnlyModelAdmin):
    """Which refusals callers of the tools meet most: counts, never a call."""

    names = (_("refusal"), _("refusal counts"))
    section = WATCH
    icon = "block"
    about = _("Which refusals callers of the tools meet most, by tool and code.")
    right = staticmethod(admin_to("read the count of the refusals"))

    def get_queryset(self, request: HttpRequest) -> QuerySet[RefusedCall]:
        """No row is shown on its own."""
        return RefusedCall.within(call_of(request).organization_id).none()

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """The table of refusal_counts."""
        days = request.GET.get("days", "7")
        arguments = {
            "days": int(days) if days.isascii() and days.isdigit() and len(days) < 9 else days,
            "limit": 100,
        }
        counts, refused = None, None
        try:
            counts = operations.get("refusal_counts").run(call_of(request), arguments).result
        except Refusal as refusal:
            refused = refusal
        context = {
            "title": _("Refusal counts"),
            "counts": counts,
            "refusal": refused,
            "days": days,
            "choices": ("1", "7", "30", "90"),
            "opts": self.opts,
        }
        answer: HttpResponse = self.page(
            request, "admin/refusal_counts.html", context, 422 if refused else 200
        )
        return answer


site.register(Team, TeamAdmin)
site.register(Board, BoardAdmin)
site.register(RefusedCall, RefusalAdmin)
