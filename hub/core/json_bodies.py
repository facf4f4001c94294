"""JSON bodies: one object, not too deep, whatever its size was allowed to be."""

from __future__ import annotations

import json
from typing import Any

from rest_framework import exceptions
from rest_framework.parsers import JSONParser

DEEPEST_JSON = 64


class StrictJSONParser(JSONParser):
    """A JSON object, not too deep; NaN and the like are no JSON."""

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        try:
            data = json.loads(stream.read())
        except (ValueError, RecursionError):
            raise exceptions.ParseError("The body is not valid JSON.") from None
        if not isinstance(data, dict):
            raise exceptions.ParseError("The body must be a JSON object.")
        if deeper_than(data, DEEPEST_JSON):
            raise exceptions.ParseError(f"The body is nested deeper than {DEEPEST_JSON} levels.")
        return data


def deeper_than(value: Any, levels: int) -> bool:
    """Whether lists and objects are nested deeper than that; no recursion."""
    layer = [value] if isinstance(value, (dict, list)) else []
    for _ in range(levels):
        layer = [
            inner
            for node in layer
            for inner in (node.values() if isinstance(node, dict) else node)
            if isinstance(inner, (dict, list))
        ]
        if not layer:
            return False
    return True
