"""Filters of lists: their choices are the caller's organization's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.contrib.admin import SimpleListFilter
from django.http import HttpRequest

from hub.core.adminsite.rows import offered
from hub.core.references import as_uuid

Choices = Iterable[tuple[str, Any]]


def related(field: str, label: Any, model: Any) -> type[SimpleListFilter]:
    """Rows whose `field` is one of the organization's; Django's own filter offers every tenant's."""

    class Related(SimpleListFilter):
        title = label
        parameter_name = field

        def lookups(self, request: HttpRequest, model_admin: Any) -> Any:
            rows = offered(model_admin.admin_site, model, request)
            return [(str(row.pk), str(row)) for row in rows]

        def queryset(self, request: HttpRequest, queryset: Any) -> Any:
            chosen = self.value()
            if chosen is None:
                return queryset
            uuid = as_uuid(chosen)
            return queryset.filter(**{field: uuid}) if uuid else queryset.none()

    return Related


def chosen(
    name: str, label: Any, choices: Choices, narrow: Callable[[Any, str], Any] | None = None
) -> type[SimpleListFilter]:
    """Rows by one of some values; `narrow(rows, value)` says how when it is not the column's."""
    values = list(choices)

    class Chosen(SimpleListFilter):
        title = label
        parameter_name = name

        def lookups(self, request: HttpRequest, model_admin: Any) -> Any:
            return values

        def queryset(self, request: HttpRequest, queryset: Any) -> Any:
            value = self.value()
            if value is None:
                return queryset
            if value not in dict(values):
                return queryset.none()
            return narrow(queryset, value) if narrow else queryset.filter(**{name: value})

    return Chosen
