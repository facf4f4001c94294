"""Queries that are compiled once: the ORM's own SQL, kept, with the parameters bound at each call.

Django spends several times longer on turning a joined query into SQL than the database spends
on answering it (measured on the lookup of an item with its board, column and people: 5.9 ms of
CPU compiled each time, 0.6 ms kept). What runs on every call is therefore declared as a
`Prepared`; everything else stays a plain query. See docs/adr/0007.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar
from uuid import UUID

from django.db import connection, models
from django.db.models.query import get_related_populators

M = TypeVar("M")

# Values that no query has by itself: they mark where the arguments go.
_MARKS: dict[type, Callable[[int], Any]] = {
    UUID: lambda place: UUID(int=0xFACADE << 96 | place),
    str: lambda place: f"\u2062argument {place}\u2062",
    int: lambda place: 7_310_985_211 + place,
    datetime: lambda place: datetime(1871, 3, 4, 5, 6, place, tzinfo=UTC),
}


_NO_MODEL: tuple[Any, list[str], slice] = (None, [], slice(0))


class Prepared(Generic[M]):
    """A query set with arguments of the given types: `Prepared(build, UUID, str)(organization_id, code)`.

    `build` makes a query set of models (with `select_related`) or of `values_list`; it is called
    once per process. An argument may stand in several places, never inside `IN`, and every
    argument must reach the SQL as a parameter.
    """

    def __init__(self, build: Callable[..., models.QuerySet[Any, M]], *types: type) -> None:
        self._build = build
        self._types = types
        self._plan: _Plan | None = None

    def __call__(self, *arguments: Any) -> list[M]:
        """The rows, as the query set would give them."""
        return self._compiled().rows(arguments)

    def part(self, offset: int, limit: int, *arguments: Any) -> list[M]:
        """At most `limit` rows after the first `offset`. A slice of a query set would stand in the
        SQL as constants, so it cannot be part of what is compiled once.
        """
        return self._compiled().rows(arguments, offset=offset, limit=limit)

    def first(self, *arguments: Any) -> M | None:
        """The first row, or None."""
        rows = self(*arguments)
        return rows[0] if rows else None

    def plain(self, *arguments: Any) -> list[M]:
        """The same through the ORM, for the test that compares the two."""
        return list(self._build(*arguments))

    def _compiled(self) -> _Plan:
        if self._plan is None:
            marks = [_MARKS[kind](place) for place, kind in enumerate(self._types, 1)]
            self._plan = _plan_of(self._build(*marks), marks)
        return self._plan


@dataclass(frozen=True, slots=True)
class _Plan:
    """A compiled query. `places` says which argument each parameter is, or None for a constant."""

    sql: str
    parameters: tuple[Any, ...]
    places: tuple[int | None, ...]
    converters: dict[int, tuple[list[Callable[..., Any]], Any]]
    as_tuples: bool
    shape: tuple[Any, list[str], slice]
    populators: Sequence[Any]
    annotations: dict[str, int]

    def rows(self, arguments: tuple[Any, ...], *, offset: int = 0, limit: int | None = None) -> list[Any]:
        bound = [
            constant if place is None else _stored(arguments[place])
            for constant, place in zip(self.parameters, self.places, strict=True)
        ]
        sql = self.sql
        if limit is not None:
            sql, bound = f"{sql} LIMIT %s OFFSET %s", [*bound, limit, offset]
        with connection.cursor() as cursor:
            cursor.execute(sql, bound)
            found = self._converted(cursor.fetchall())
        return found if self.as_tuples else [self._model(row) for row in found]

    def _converted(self, rows: list[Any]) -> list[Any]:
        """The values as the fields give them; by column, which takes a third less than by row."""
        if not rows or not self.converters:
            return rows
        columns = list(zip(*rows, strict=True))
        for place, (converters, expression) in self.converters.items():
            for convert in converters:
                columns[place] = tuple([convert(value, expression, connection) for value in columns[place]])
        return list(zip(*columns, strict=True))

    def _model(self, row: Sequence[Any]) -> Any:
        model, names, columns = self.shape
        made = model.from_db(connection.alias, names, row[columns])
        for populator in self.populators:
            populator.populate(row, made)
        for name, place in self.annotations.items():
            setattr(made, name, row[place])
        return made


def _plan_of(query_set: models.QuerySet[Any, Any], marks: list[Any]) -> _Plan:
    compiler = query_set.query.get_compiler(using=connection.alias)
    sql, parameters = compiler.as_sql()
    as_tuples = query_set.query.values_select != () or compiler.klass_info is None
    stored = [_stored(mark) for mark in marks]
    places = tuple(stored.index(value) if value in stored else None for value in parameters)
    missing = set(range(len(marks))) - set(places)
    if missing:
        raise ValueError(f"an argument does not reach the SQL as a parameter: {sorted(missing)}")
    columns = [column[0] for column in compiler.select[: compiler.col_count]]
    return _Plan(
        sql=sql,
        parameters=tuple(parameters),
        places=places,
        converters=compiler.get_converters(columns),
        as_tuples=as_tuples,
        shape=_NO_MODEL if as_tuples else _shape(compiler),
        populators=[]
        if as_tuples
        else get_related_populators(  # type: ignore[call-arg]  # the stubs are of a newer Django
            compiler.klass_info, compiler.select, connection.alias
        ),
        annotations=compiler.annotation_col_map or {},
    )


def _shape(compiler: Any) -> tuple[Any, list[str], slice]:
    """The model of a row, its columns' names, and where they stand in the row."""
    fields = compiler.klass_info["select_fields"]
    columns = slice(fields[0], fields[-1] + 1)
    names = [column[0].target.attname for column in compiler.select[columns]]
    return compiler.klass_info["model"], names, columns


def _stored(value: Any) -> Any:
    """A value as the engine's driver takes it."""
    if isinstance(value, UUID):
        return value if connection.features.has_native_uuid_field else value.hex
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    return value
