"""Organization-scoped queries: the only way that domain code reaches a table of a tenant.

`Model.within(organization_id)` is where every query starts. `.objects` is banned outside
this module by a test, so a query that forgot its tenant cannot be written by accident.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self, TypeVar
from uuid import UUID

from django.db import models

M = TypeVar("M", bound=models.Model)


class JoinedUpdate(Exception):
    """An update whose filter reaches another table: on PostgreSQL every racer would win it."""


class GuardedQuerySet(models.QuerySet[M]):
    """A query set whose `update` refuses conditions on other tables (design: concurrency, 4)."""

    def update(self, **values: Any) -> int:
        """Update, with every condition on a column of the updated table itself."""
        live = [alias for alias, count in self.query.alias_refcount.items() if count]
        if len(live) > 1:
            raise JoinedUpdate(f"filter {self.model.__name__} by its own columns before update()")
        return super().update(**values)


class OrganizationModel(models.Model):
    """A row that belongs to one organization."""

    organization = models.ForeignKey("identity.Organization", on_delete=models.PROTECT, related_name="+")

    objects = GuardedQuerySet.as_manager()

    class Meta:
        abstract = True

    @classmethod
    def within(cls, organization_id: UUID) -> GuardedQuerySet[Self]:
        """The rows of one organization."""
        manager: Any = cls.objects  # the manager of each subclass is its own; no type says so
        rows: GuardedQuerySet[Self] = manager.filter(organization_id=organization_id)
        return rows

    @classmethod
    def add(cls, **values: Any) -> Self:
        """Insert one row; for operations, inside their transaction."""
        row = cls(**values)
        row.save(force_insert=True)
        return row

    @classmethod
    def add_many(cls, rows: Iterable[Self]) -> list[Self]:
        """Insert rows in one statement; for operations, inside their transaction."""
        manager: Any = cls.objects
        made: list[Self] = manager.bulk_create(rows)
        return made

    def increase(self, name: str) -> None:
        """Add one to a number of the row, whatever it is by now."""
        type(self).within(self.organization_id).filter(pk=self.pk).update(**{name: models.F(name) + 1})

    def change(self, **values: Any) -> Self:
        """Write just these columns of the row."""
        for name, value in values.items():
            setattr(self, name, value)
        self.save(update_fields=list(values))
        return self
