"""Actions on several rows of a list: asked once, then one operation with all of them."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import messages
from django.contrib.admin import helpers
from django.http import HttpRequest, HttpResponseRedirect
from django.utils.translation import gettext

from hub.core.adminsite.forms import REFUSED, new_key
from hub.core.refusals import Refusal


class BulkActions:
    """Half of OperationModelAdmin. `bulk` is action -> (label, operation, its list argument, sentence)."""

    bulk: ClassVar[dict[str, tuple[Any, str, str, Any]]] = {}
    opts: Any
    may: Any
    message_user: Any
    run: Any
    answer: Any
    page: Any
    get_object: Any

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """The bulk actions of the section; Django calls none of them, see response_action."""
        if not self.may(request):
            return {}
        return {name: (None, name, spec[0]) for name, spec in self.bulk.items()}

    def response_action(self, request: HttpRequest, queryset: Any) -> Any:
        """Ask once, then run one operation with the chosen rows; it refuses rows that are not there."""
        chosen = request.POST.getlist(helpers.ACTION_CHECKBOX_NAME)
        spec = self.bulk.get(request.POST.get("action", ""))
        if spec is None or not chosen or request.POST.get("select_across", "0") not in ("", "0"):
            self.message_user(
                request, gettext("Choose rows and an action. Nothing was changed."), messages.WARNING
            )
            return HttpResponseRedirect(request.get_full_path())
        label, operation, argument, sentence = spec
        refused = None
        if "request_key" in request.POST:
            try:
                outcome = self.run(
                    request, operation, request.POST["request_key"], {argument: self.references(chosen)}
                )
                return self.answer(request, operation, outcome, request.get_full_path())
            except Refusal as refusal:
                refused = refusal
        context = {
            "title": label,
            "sentence": sentence,
            "rows": list(self._named(request, chosen)),
            "hidden": [
                ("action", request.POST["action"]),
                *((helpers.ACTION_CHECKBOX_NAME, pk) for pk in chosen),
            ],
            "request_key": new_key(),
            "refusal": refused,
            "then": request.get_full_path(),
            "opts": self.opts,
        }
        return self.page(request, "admin/confirm.html", context, REFUSED if refused else 200)

    def references(self, chosen: list[str]) -> list[Any]:
        """Primary keys as the operation takes them."""
        return chosen

    def _named(self, request: HttpRequest, chosen: list[str]) -> list[str]:
        rows = (self.get_object(request, pk) for pk in chosen[:50])
        return [str(row) for row in rows if row is not None]
