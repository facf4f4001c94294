"""Forms that have more inputs than their operation has arguments."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, QueryDict

from hub.core import operations, queries
from hub.core.calls import Call
from hub.core.operations import Outcome

_OF_EVERY_FORM = {"csrfmiddlewaretoken", "request_key"}


def arguments_of(form: QueryDict, operation: str, besides: Collection[str]) -> dict[str, Any]:
    """The arguments that a form has; an input that is left empty is an argument that is left out."""
    typed = queries.arguments_of(form, operations.get(operation).input)
    return {
        name: value
        for name, value in typed.items()
        if name not in _OF_EVERY_FORM and name not in besides and value != ""
    }


def run(request: HttpRequest, call: Call, operation: str, arguments: dict[str, Any]) -> Outcome:
    """Run the operation; a second press of the same form is the same call."""
    keyed = replace(call, retry_key=request.POST.get("request_key") or None)
    return operations.get(operation).run(keyed, arguments)


def part_of_list(request: HttpRequest, operation: str) -> dict[str, Any]:
    """Which part of a list the address asks for."""
    typed = queries.arguments_of(request.GET, operations.get(operation).input)
    return {name: value for name, value in typed.items() if name == "offset" and value != ""}
