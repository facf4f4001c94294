"""Actions on one row: a page that says what will happen, and one operation behind its button."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest
from unfold.decorators import action
from unfold.enums import ActionVariant

from hub.core.adminsite.forms import REFUSED, new_key
from hub.core.refusals import Refusal


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What a button of `actions_detail` asks for.

    `arguments` makes the operation's from the row; `when` says for which rows the button is there (the
    operation refuses in any case); `stays` goes back to the row instead of the list.
    """

    operation: str
    label: Any
    sentence: Any
    arguments: Callable[[Any], dict[str, Any]]
    path: str
    icon: str | None = None
    when: Callable[[Any], bool] = lambda row: True
    danger: bool = True
    stays: bool = False


def admin_action(operation: str, label: Any, sentence: Any, **traits: Any) -> Any:
    """A button on the page of a row: asks on a page of its own, then runs the operation. See Asked."""
    asked = Asked(operation=operation, label=label, sentence=sentence, **traits)

    def ask(self: Any, request: HttpRequest, object_id: str) -> Any:
        return _answer(asked, self, request, object_id)

    variant = ActionVariant.DANGER if asked.danger else ActionVariant.DEFAULT
    made: Any = action(description=label, url_path=asked.path, icon=asked.icon, variant=variant)(ask)
    made.when = asked.when
    return made


def _answer(asked: Asked, section: Any, request: HttpRequest, object_id: str) -> Any:
    row = section.get_object(request, object_id)
    if row is None or not section.may(request):
        raise Http404
    refused = None
    if request.method == "POST":
        key = request.POST.get("request_key", "")
        try:
            outcome = section.run(request, asked.operation, key, asked.arguments(row))
            then = section.address(row if asked.stays else None)
            return section.answer(request, asked.operation, outcome, then)
        except Refusal as refusal:
            refused = refusal
    context = {
        "title": asked.label,
        "sentence": asked.sentence,
        "rows": [str(row)],
        "request_key": new_key(),
        "refusal": refused,
        "danger": asked.danger,
        "then": section.address(row),
        "opts": section.opts,
    }
    return section.page(request, "admin/confirm.html", context, REFUSED if refused else 200)
