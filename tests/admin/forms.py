"""A persona at the admin: the client, and a form as the page shows it, filled in and posted."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

from django.contrib.messages import get_messages
from django.test import Client

from hub.core.models import Activity
from kairos_boards.models import Board, Column, Transition
from tests.world import Persona


def browser(persona: Persona) -> Client:
    """The persona's own browser, signed in."""
    client = Client()
    client.force_login(persona.user)
    return client


class _Form(HTMLParser):
    """The named inputs of the largest form of a page, with their values."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[dict[str, Any]] = []
        self._select: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        name = found.get("name")
        if tag == "form":
            self.forms.append({})
        elif not self.forms:
            return
        elif tag == "input" and name and "__prefix__" not in name:
            self._input(found, name)
        elif tag == "select" and name and "__prefix__" not in name:
            self._select = name
            self.forms[-1].setdefault(name, "")
        elif tag == "option" and self._select and "selected" in found:
            self.forms[-1][self._select] = found.get("value") or ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = None

    def _input(self, found: dict[str, str | None], name: str) -> None:
        if found.get("type") == "checkbox":
            if "checked" in found:
                self.forms[-1].setdefault(name, []).append(found.get("value") or "on")
        elif found.get("type") not in ("submit", "search"):
            self.forms[-1][name] = found.get("value") or ""


def fields_of(client: Client, address: str) -> dict[str, Any]:
    """What the form of a page would post as it stands."""
    answer = client.get(address)
    assert answer.status_code == 200, (address, answer.status_code)
    parser = _Form()
    parser.feed(answer.content.decode())
    return max((form for form in parser.forms if "request_key" in form), key=len)


def submit(client: Client, address: str, /, **changes: Any) -> Any:
    """Open a form, change some fields (None takes one away), and post it."""
    fields = {**fields_of(client, address), **changes}
    return client.post(address, {name: value for name, value in fields.items() if value is not None})


def errors(answer: Any) -> list[str]:
    """The reasons that a refused form shows, its rows' too."""
    context = answer.context
    found = [str(line) for lines in context["adminform"].form.errors.values() for line in lines]
    for inline in context["inline_admin_formsets"]:
        found += [str(line) for line in inline.formset.non_form_errors()]
        for row in inline.formset.errors:
            found += [str(line) for lines in row.values() for line in lines]
    return found


def told(answer: Any) -> list[str]:
    """The messages that the next page shows, after a redirect."""
    return [str(message) for message in get_messages(answer.wsgi_request)]


def newest() -> tuple[str, str, str]:
    """Surface, action and subject of the newest activity row."""
    row = Activity.objects.order_by("-id")[0]
    return row.surface, row.action, row.subject_type


def board(slug: str = "web-delivery") -> Board:
    return Board.objects.get(slug=slug)


def form_of(row: Any) -> str:
    return f"/admin/{row._meta.app_label}/{row._meta.model_name}/{row.pk}/change/"


def names(row: Board) -> list[str]:
    return [column.name for column in Column.objects.filter(board=row, removed_at=None).order_by("position")]


def moves(row: Board) -> set[tuple[str, str]]:
    rows = Transition.objects.filter(board=row)
    return set(rows.values_list("from_column__name", "to_column__name"))


def row_of(fields: dict[str, Any], prefix: str, **values: Any) -> str:
    """The index of the row of a form that has these values."""
    wanted = {f"-{name}": str(value) for name, value in values.items()}
    indices = range(int(fields[f"{prefix}-TOTAL_FORMS"]))
    return next(
        str(i)
        for i in indices
        if all(fields[f"{prefix}-{i}{name}"] == value for name, value in wanted.items())
    )
