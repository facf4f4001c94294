"""Sections of the admin over the rows of one table, changed through operations only."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from django.contrib import messages
from django.contrib.admin import ModelAdmin
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.text import capfirst
from unfold.admin import ModelAdmin as ThemedModelAdmin

from hub.core import operations
from hub.core.adminsite.bulk import BulkActions
from hub.core.adminsite.forms import REFUSED, OperationForm
from hub.core.adminsite.rows import OwnChoices
from hub.core.adminsite.site import call_of
from hub.core.calls import Call
from hub.core.operations import Outcome
from hub.core.refusals import Refusal


@dataclass(frozen=True)
class Entry:
    """A line of the index and of the side bar; `query` narrows the list, `initial` fills the new form."""

    title: Any
    about: Any
    icon: str
    query: dict[str, str] = field(default_factory=dict)
    initial: dict[str, str] = field(default_factory=dict)


class OutsideTransaction(ModelAdmin):  # type: ignore[type-arg]  # not generic when it runs
    """Django wraps a submitted form in `atomic`, in which the transaction of an operation cannot begin."""

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> Any:
        """The form, shown or submitted, with no transaction around it."""
        inner: Any = self
        return inner._changeform_view(request, object_id, form_url, extra_context)


class OperationModelAdmin(BulkActions, OwnChoices, ThemedModelAdmin, OutsideTransaction):  # type: ignore[misc]  # no types
    """Rows that operations write. A section sets `right`, its operations, and how a form becomes arguments.

    `right` is the operations' own check of who may; the operation checks again, whatever happens here.
    """

    section: ClassVar[Any]
    names: ClassVar[tuple[Any, Any] | None] = None  # one and several, where the table's name is not the word
    icon = "circle"
    about: ClassVar[Any] = ""
    right: Callable[[Call], None]
    add_operation = ""
    change_operation = ""
    lookups: ClassVar[tuple[str, ...]] = ()

    form = OperationForm
    add_form: type[OperationForm] | None = None
    change_form_before_template = "admin/form_keys.html"
    list_per_page = 50
    list_max_show_all = 0
    list_disable_select_all = True
    show_full_result_count = False

    # What a section says

    def __init__(self, model: Any, admin_site: Any) -> None:
        super().__init__(model, admin_site)
        if self.names is not None:
            self.opts = copy(self.opts)
            self.opts.verbose_name, self.opts.verbose_name_plural = self.names

    def entries(self) -> list[Entry]:
        """Its lines in the index."""
        return [Entry(capfirst(str(self.opts.verbose_name_plural)), self.about, self.icon)]

    def arguments(self, request: HttpRequest, form: OperationForm, rows: list[Any]) -> dict[str, Any]:
        """The arguments that a submitted form is; its own fields unless a section says more."""
        return form.values()

    def adding(self, request: HttpRequest) -> str:
        """The operation that a new form submits to."""
        return self.add_operation

    def seen(self, row: Any) -> str:
        """The mark of what the form of a row shows; "" where its operation takes none."""
        return ""

    def made(self, request: HttpRequest, result: Any) -> Model | None:
        """The row that a new form made, to go on with; None goes back to the list."""
        return None

    # Who may

    def may(self, request: HttpRequest) -> bool:
        """Whether the operations' own right lets the person into this section."""
        try:
            type(self).right(call_of(request))
        except Refusal:
            return False
        return True

    def has_module_permission(self, request: HttpRequest) -> bool:
        """See may."""
        return self.may(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """See may."""
        return self.may(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """When there is an operation that adds."""
        return bool(self.add_operation) and self.may(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """When there is an operation that changes."""
        return bool(self.change_operation) and self.may(request)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never: what ends, ends by an action with an operation of its own."""
        return False

    # What is there

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """The rows of the caller's organization."""
        model: Any = self.model
        rows: QuerySet[Any] = model.within(call_of(request).organization_id)
        return rows.order_by(*self.get_ordering(request))

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """The row of that id, if it is one of the organization's."""
        row: Any = super().get_object(request, object_id, from_field)
        if row is not None:
            row.admin_call = call_of(request)
        return row

    def caller_of(self, row: Any) -> Call:
        """Who looks at a row, for columns that need to know."""
        call: Call = row.admin_call
        return call

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Only the filters of the section: others would answer questions about any column."""
        columns = {each for each in self.list_filter if isinstance(each, str)}
        own = {getattr(each, "parameter_name", "") for each in self.list_filter} | set(self.lookups)
        return lookup in own or lookup.rpartition("__")[0] in columns

    # One submit, one operation

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        """The form, with the operation that it submits to."""
        name = self.change_operation if change else self.adding(request)
        kwargs.setdefault("form", (self.form if change else self.add_form) or OperationForm)
        made: Any = super().get_form(request, obj, change=change, **kwargs)
        made.call, made.operation = call_of(request), name
        made.mark = self.seen(obj) if change and obj is not None else ""

        def submit(form: OperationForm, rows: list[Any]) -> Outcome:
            arguments = self.arguments(request, form, rows)
            if change and "seen" in operations.get(name).input.model_fields:
                arguments["seen"] = form.cleaned_data["seen"]
            return self.run(request, name, form.cleaned_data["request_key"], arguments)

        made.submit = submit
        return made

    def run(self, request: HttpRequest, operation: str, key: str, arguments: dict[str, Any]) -> Outcome:
        """Run one operation for the person, under the form's retry key; raises Refusal."""
        return operations.get(operation).run(replace(call_of(request), retry_key=key or None), arguments)

    def _create_formsets(self, request: HttpRequest, obj: Any, change: bool) -> Any:
        formsets, inlines = super()._create_formsets(request, obj, change)
        if obj is not None:
            obj.admin_formsets = formsets  # where the form finds its rows
        return formsets, inlines

    def save_form(self, request: HttpRequest, form: Any, change: bool) -> Any:
        """The operation has written already."""
        return form.instance

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: Any) -> None:
        """Keep the answer for the response."""
        request.admin_outcome = form.outcome  # type: ignore[attr-defined]

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """The operation has written the rows too."""

    def construct_change_message(
        self, request: HttpRequest, form: Any, formsets: Any, add: bool = False
    ) -> list[Any]:
        """None: the activity log is the operation's."""
        return []

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        """Not Django's log: see construct_change_message."""

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        """Not Django's log: see construct_change_message."""

    def response_add(self, request: HttpRequest, obj: Any, post_url_continue: str | None = None) -> Any:
        """On to the new row, or to another form."""
        outcome: Outcome = request.admin_outcome  # type: ignore[attr-defined]
        made = self.made(request, outcome.result)
        then = request.get_full_path() if "_addanother" in request.POST else self.address(made)
        return self.answer(request, self.adding(request), outcome, then)

    def response_change(self, request: HttpRequest, obj: Any) -> Any:
        """Back to the form or to the list."""
        outcome: Outcome = request.admin_outcome  # type: ignore[attr-defined]
        stays = "_continue" in request.POST and self.get_queryset(request).filter(pk=obj.pk).exists()
        then = request.get_full_path() if stays else self.address(None)
        return self.answer(request, self.change_operation, outcome, then)

    def answer(self, request: HttpRequest, operation: str, outcome: Outcome, then: str) -> Any:
        """Say what was done and go on; a secret is shown in this one answer and kept nowhere."""
        result: Any = outcome.result
        said = operations.get(operation).text(result).strip().split("\n")[0]
        if result.shown_once:
            secret = {name: getattr(result, name) for name in result.shown_once}
            kept = {name: value for name, value in secret.items() if value is not None}
            if kept or outcome.replayed_at is not None:
                context = {
                    "said": said,
                    "secrets": list(kept.values()),
                    "then": then,
                    "title": said,
                    "opts": self.opts,
                }
                return self.page(request, "admin/shown_once.html", context)
        self.message_user(request, said, messages.SUCCESS)
        for line in result.warnings:
            self.message_user(request, line, messages.WARNING)
        return HttpResponseRedirect(then)

    def address(self, row: Model | None) -> str:
        """The form of a row, or the list."""
        base = f"admin:{self.opts.app_label}_{self.opts.model_name}"
        return reverse(f"{base}_change", args=[row.pk]) if row else reverse(f"{base}_changelist")

    def page(self, request: HttpRequest, template: str, context: dict[str, Any], status: int = 200) -> Any:
        """A page of the admin's own."""
        frame = {**self.admin_site.each_context(request), "trail": self.trail(context["title"])}
        return TemplateResponse(request, template, {**frame, **context}, status=status)

    def title(self) -> str:
        """The section's name: that of its one entry, or what its rows are."""
        entries = self.entries()
        return str(entries[0].title if len(entries) == 1 else capfirst(str(self.opts.verbose_name_plural)))

    def trail(self, here: Any = None) -> list[tuple[str, str]]:
        """The breadcrumb below the index."""
        parts = [(self.title(), self.address(None))]
        return [*parts, (str(here), "")] if here else parts

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> Any:
        """The form; 422 when it was submitted and not taken."""
        context["trail"] = self.trail(context["original"] or context["title"])
        context["show_save_and_add_another"] = context["original"] is None and self.has_add_permission(
            request
        )
        response: Any = super().render_change_form(request, context, *args, **kwargs)
        if request.method == "POST":
            response.status_code = REFUSED
        return response

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[Any]:
        """The buttons of a row that fit its state."""
        row = self.get_object(request, str(object_id))
        offered_ones: list[Any] = super().get_actions_detail(request, object_id) if row else []
        return [each for each in offered_ones if each.method.when(row)]

    # What Django would do past the operations

    def delete_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        """There is no raw delete."""
        raise Http404

    def history_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        """The activity log of the row."""
        row = self.get_object(request, object_id)
        if row is None or not self.has_view_permission(request):
            raise Http404
        return HttpResponseRedirect(f"{reverse('admin:core_activity_changelist')}?subject_id__exact={row.pk}")

    def _get_obj_does_not_exist_redirect(self, request: HttpRequest, opts: Any, object_id: str) -> Any:
        raise Http404

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> Any:
        """The list."""
        names = {"trail": self.trail(), "title": self.title()}
        return super().changelist_view(request, {**names, **(extra_context or {})})

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """The list under the section's own name."""
        found: Any = super().get_changelist_instance(request)
        found.opts = self.opts
        return found


class ReadOnlyModelAdmin(OperationModelAdmin):
    """Rows to look at."""
