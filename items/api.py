"""REST routes of items. `{entity_type}` is the plural of the type in the path."""

from __future__ import annotations

from django.urls import register_converter

from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.refusals import Refusal
from hub.core.rest import Arguments, Route, urls
from items.models import ItemType

PLURALS = {
    "strategies": ItemType.STRATEGY,
    "initiatives": ItemType.INITIATIVE,
    "tasks": ItemType.TASK,
    "documents": ItemType.DOCUMENT,
    "adrs": ItemType.ADR,
}


def typed(call: Call, arguments: Arguments) -> Arguments:
    """The plural of the path as the argument `item_type`."""
    return {"item_type": PLURALS[arguments.pop("entity_type")], **arguments}


def of_type(call: Call, arguments: Arguments) -> Arguments:
    """The code of the path; a code of another type than the path names is no item there."""
    item_type = PLURALS[arguments.pop("entity_type")]
    code = arguments["short_code"].upper()
    if f"-{item_type.letter}-" not in code:
        raise Refusal(Code.NOT_FOUND, f'No {item_type} has the short code "{code}".', field="short_code")
    return arguments


def of_one_type(call: Call, arguments: Arguments) -> Arguments:
    """A type of the path, its plural or the word itself, as the argument `item_type`."""
    return {**arguments, "item_type": PLURALS.get(arguments["item_type"], arguments["item_type"])}


def of_task(call: Call, arguments: Arguments) -> Arguments:
    """The code of a path that is for tasks only."""
    return of_type(call, {"entity_type": "tasks", **arguments})


class PluralConverter:
    """Matches the five plurals only, so that other paths under /api/ stay free."""

    regex = "|".join(PLURALS)

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(PluralConverter, "plural")
_ITEM = "api/<plural:entity_type>/<str:short_code>"

urlpatterns = urls(
    [
        Route("POST", "api/<plural:entity_type>", "create_item", 201, typed),
        Route("GET", _ITEM, "get_item", from_path=of_type),
        Route("PATCH", _ITEM, "update_item", from_path=of_type),
        Route("GET", f"{_ITEM}/history", "get_history", from_path=of_type),
        Route("GET", f"{_ITEM}/notes", "list_notes", from_path=of_type),
        Route("POST", f"{_ITEM}/notes", "append_note", 201, of_type),
        Route("GET", "api/boards/<str:board>/items", "board_items"),
        Route("POST", f"{_ITEM}/transition", "transition_item", from_path=of_type),
        Route("POST", f"{_ITEM}/claim", "claim_item", from_path=of_type),
        Route("POST", f"{_ITEM}/hand-off", "hand_off_item", from_path=of_type),
        Route("POST", f"{_ITEM}/release", "release_item", from_path=of_type),
        Route("POST", f"{_ITEM}/cancel", "cancel_item", from_path=of_type),
        Route("POST", f"{_ITEM}/reopen", "reopen_item", from_path=of_type),
        Route("PUT", f"{_ITEM}/parent", "set_parent", from_path=of_type),
        Route("PUT", "api/tasks/<str:short_code>/state", "set_state", from_path=of_task),
        Route("POST", "api/relationships", "link_items", 201),
        Route("DELETE", "api/relationships", "unlink_items"),
        Route(
            "PUT",
            "api/boards/<str:board>/code-sequences/<str:item_type>",
            "set_code_sequence",
            from_path=of_one_type,
        ),
    ]
)
