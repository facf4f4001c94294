"""The rows inside a form, and the rows that a form may choose among."""

from __future__ import annotations

from typing import Any

from django.contrib.admin.options import BaseModelAdmin
from django.contrib.admin.widgets import RelatedFieldWidgetWrapper
from django.db.models import ForeignKey, QuerySet
from django.http import HttpRequest
from unfold.admin import TabularInline

from hub.core.adminsite.forms import RowForm, Rows
from hub.core.adminsite.site import call_of


class OwnChoices(BaseModelAdmin):  # type: ignore[type-arg]  # not generic when it runs
    """Fields that choose among the organization's own rows."""

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Without Django's buttons that open the related row in a popup."""
        found: Any = super().formfield_for_dbfield(db_field, request, **kwargs)
        if found is not None and isinstance(found.widget, RelatedFieldWidgetWrapper):
            found.widget = found.widget.widget
        return found

    def formfield_for_foreignkey(
        self, db_field: ForeignKey[Any, Any], request: HttpRequest, **kwargs: Any
    ) -> Any:
        """A choice among the rows that the related section shows."""
        kwargs["queryset"] = offered(self.admin_site, db_field.related_model, request)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)


class RowsInline(OwnChoices, TabularInline):  # type: ignore[misc]  # no types
    """The rows of a form; the form's operation writes them."""

    form = RowForm
    formset = Rows
    extra = 0
    hide_title = True
    may_add = True
    may_change = True
    may_drop = True

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """As the form around it."""
        return True

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """As the form's operation allows."""
        return self.may_add

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """As the form's operation allows."""
        return self.may_change

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """As the form's operation allows."""
        return self.may_drop

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """The rows of the caller's organization."""
        model: Any = self.model
        rows: QuerySet[Any] = model.within(call_of(request).organization_id)
        return rows.order_by(*self.get_ordering(request))

    def get_formset(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:
        """The rows, without Django's walk over everything that a deletion would reach."""
        made: Any = super().get_formset(request, obj, **kwargs)
        made.form.hand_clean_DELETE = lambda form: None
        return made


def offered(site: Any, model: Any, request: HttpRequest) -> QuerySet[Any]:
    """The rows of a related table that a form may choose."""
    registered = site._registry.get(model)
    if registered is not None:
        rows: QuerySet[Any] = registered.get_queryset(request)
        return rows
    found: QuerySet[Any] = model.within(call_of(request).organization_id)
    return found
