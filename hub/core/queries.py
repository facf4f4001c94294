"""Query strings as arguments: text becomes the JSON type that the argument publishes."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict
from pydantic import BaseModel

from hub.core import schemas

_BOOLEANS = {"true": True, "false": False}


def arguments_of(query: QueryDict, model: type[BaseModel]) -> dict[str, Any]:
    """The arguments of a query string; a value that is not of the type stays text and is refused as such."""
    properties = schemas.published(model)["properties"]
    names = {other: name for name, others in schemas.aliases(model).items() for other in others}
    return {
        name: _typed(query.getlist(name), properties.get(names.get(name, name), {}).get("type"))
        for name in query
    }


def _typed(values: list[str], wanted: Any) -> Any:
    if wanted == "array":
        return [part for value in values for part in value.split(",") if part]
    value = values[-1]
    if wanted == "integer" and value.removeprefix("-").isascii() and value.removeprefix("-").isdigit():
        return int(value) if len(value) < 20 else value
    if wanted == "boolean":
        return _BOOLEANS.get(value, value)
    return value
