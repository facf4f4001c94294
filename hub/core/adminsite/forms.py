"""Forms of the admin: each submit is one run of one operation, and its refusals stand at their fields.

A form validates shape only (a number is a number); rights, limits and states are the operation's.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Model
from django.forms import BaseInlineFormSet, all_valid
from django.http import QueryDict
from django.utils.translation import gettext, gettext_lazy
from unfold import widgets

from hub.core import clock, operations, schemas
from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.operations import Outcome
from hub.core.refusals import Refusal

REFUSED = 422
# The buttons and the token of every form.
_BUTTONS = {"csrfmiddlewaretoken", "_save", "_continue", "_addanother"}

Choices = Iterable[tuple[str, Any]]
Submit = Callable[["OperationForm", list[Any]], Outcome]


def plain(value: Any) -> Any:
    """A cleaned value as an argument: a row is its id, a time is text."""
    if isinstance(value, Model):
        return str(value.pk)
    return clock.rfc3339(value) if isinstance(value, datetime) else value


def new_key() -> str:
    """A retry key of one form: pressed twice, it writes once."""
    return f"admin-{secrets.token_hex(12)}"


class OperationForm(forms.ModelForm):  # type: ignore[type-arg]  # not generic when it runs
    """A form whose `is_valid` runs its operation; `outcome` is the answer.

    Its fields are named like the operation's arguments, which also give the help texts and say what
    is required. `placed` is list argument -> the forms of its rows, to find a refusal's row again.
    """

    request_key = forms.CharField(widget=forms.HiddenInput, required=False)
    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    # What a section gives the class that it makes for one request.
    call: Call
    operation = ""
    mark = ""
    there: dict[str, Any] = {}
    submit: Submit
    outcome: Outcome | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.placed: dict[str, list[forms.BaseForm]] = {}
        self.initial = {**self.initial, "request_key": new_key(), "seen": self.mark, **self.there}
        self.prepare()
        if self.operation:
            describe(self.fields, self.operation)

    def prepare(self) -> None:
        """Fill the choices that depend on who looks."""

    def is_valid(self) -> bool:
        """Whether the form and its rows are well formed and the operation has taken them."""
        if self.outcome is not None:
            return True
        formsets = list(getattr(self.instance, "admin_formsets", []))
        well_formed = super().is_valid()
        if not (all_valid(formsets) and well_formed and self._only_known_names(formsets)):
            return False
        try:
            self.outcome = type(self).submit(self, formsets)
        except Refusal as refusal:
            self.show(refusal)
        return self.outcome is not None

    def values(self) -> dict[str, Any]:
        """The arguments that the form's own fields are; an empty optional text is left out."""
        own = {name: self.cleaned_data[name] for name in self.fields if name not in ("request_key", "seen")}
        return {name: plain(value) for name, value in own.items() if value not in ("", None)}

    def show(self, refusal: Refusal) -> None:
        """Put the reason of a refusal where it belongs: at a field, at a row, or above the form."""
        if refusal.code is Code.REQUEST_KEY_REUSED:
            self._renew_key()
            self.add_error(
                None, gettext("This form was sent already, with other values. Check it and send it again.")
            )
            return
        first, *rest = (refusal.field or "").split(".")
        rows = self.placed.get(first, [])
        if rest and rest[0].isdigit() and int(rest[0]) < len(rows):
            _point(rows[int(rest[0])], rest[-1], refusal.message)
        else:
            _point(self, rest[-1] if rest and rest[-1] in self.fields else first, refusal.message)

    def _only_known_names(self, formsets: list[Any]) -> bool:
        known = _BUTTONS | set(self.fields)
        prefixes = (
            *(f"{formset.prefix}-" for formset in formsets),
            *(f"{name}_" for name, field in self.fields.items() if isinstance(field, forms.MultiValueField)),
        )
        unknown = sorted(name for name in self.data if name not in known and not name.startswith(prefixes))
        if unknown:
            self.add_error(
                None,
                gettext("This form has no field %(name)s. Nothing was saved.") % {"name": unknown[0][:100]},
            )
        return not unknown

    def _renew_key(self) -> None:
        self.data = {**cast(QueryDict, self.data).dict(), "request_key": new_key()}

    def _post_clean(self) -> None:
        """Not the model's own checks: they know no operation, and uniqueness would be a query a field."""


class RowForm(forms.ModelForm):  # type: ignore[type-arg]
    """A row of a form, checked by the operation of the whole."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():  # the label is the head of a column
            field.widget.attrs["aria-label"] = field.label

    def _post_clean(self) -> None:
        """See OperationForm."""


class Rows(BaseInlineFormSet):  # type: ignore[type-arg]
    """The rows of a form, which the form's operation writes."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        for name in ("request", "per_page", "count", "count_variant"):  # the theme's, for its own formsets
            kwargs.pop(name, None)
        super().__init__(*args, **kwargs)

    def get_unique_error_message(self, unique_check: Any) -> str:
        """Not asked: see validate_unique."""
        return ""

    def clean(self) -> None:
        """Refuse a row that says it is there and is not: not one of the form's own."""
        if any(form.instance._state.adding for form in self.initial_forms):
            raise ValidationError(gettext("A row of this form is not there any more. Open the form again."))

    def validate_unique(self) -> None:
        """The operation refuses what is there twice, in its own words."""

    def _goes(self, form: Any) -> bool:
        own: Any = self
        return bool(own._should_delete_form(form))

    def kept(self) -> list[Any]:
        """The forms of the rows that stay or are new, in their order; rows left empty are none."""
        return [form for form in self.forms if _is_filled(form) and not self._goes(form)]

    def dropped(self) -> list[Any]:
        """The forms of the rows that are there and shall go."""
        return [form for form in self.initial_forms if self._goes(form)]


class PlainSelect(forms.ChoiceField):
    """A choice whose values the operation checks; a forged one is refused by the operation."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, widget=widgets.UnfoldAdminSelectWidget(), **kwargs)


def describe(fields: dict[str, forms.Field], operation: str) -> None:
    """Give fields the help text, the limits and the need of the arguments that they are named like."""
    schema = schemas.published(operations.get(operation).input)
    for name, field in fields.items():
        argument = schema["properties"].get(name)
        if argument is None or name in ("request_key", "seen"):
            continue
        if isinstance(field, forms.ModelChoiceField):  # chosen from a list, not typed
            field.required = field.required or name in schema.get("required", [])
            continue
        field.help_text = field.help_text or argument.get("description", "")
        if not isinstance(field, forms.BooleanField | forms.MultipleChoiceField):
            field.required = name in schema.get("required", [])


def text(label: Any, help_text: Any = "") -> forms.CharField:
    """A line of text."""
    return forms.CharField(
        label=label,
        help_text=help_text,
        strip=False,
        max_length=500,
        widget=widgets.UnfoldAdminTextInputWidget(),
    )


def switch(label: Any, help_text: Any = "") -> forms.BooleanField:
    """On or off."""
    return forms.BooleanField(
        label=label, help_text=help_text, required=False, widget=widgets.UnfoldBooleanSwitchWidget()
    )


def choice(
    label: Any, choices: Choices = (), help_text: Any = "", *, required: bool = True
) -> forms.ChoiceField:
    """One of some values."""
    return PlainSelect(label=label, help_text=help_text, choices=list(choices), required=required)


def choices(label: Any, values: Choices = (), help_text: Any = "") -> forms.MultipleChoiceField:
    """Any of some values, as boxes to tick."""
    return forms.MultipleChoiceField(
        label=label,
        help_text=help_text,
        choices=list(values),
        required=False,
        widget=widgets.UnfoldAdminCheckboxSelectMultipleWidget(),
    )


def moment(label: Any, help_text: Any = "") -> forms.SplitDateTimeField:
    """A date and a time, in the time zone of the person."""
    return forms.SplitDateTimeField(
        label=label,
        help_text=help_text or gettext_lazy("In your time zone. Empty: never."),
        required=False,
        widget=widgets.UnfoldAdminSplitDateTimeWidget(),
    )


def _is_filled(form: Any) -> bool:
    return not form.instance._state.adding or bool(form.has_changed())


def _point(form: Any, name: str, message: str) -> None:
    hidden = isinstance(form, OperationForm) and name in ("request_key", "seen")
    form.add_error(name if name in form.fields and not hidden else None, ValidationError(message))
