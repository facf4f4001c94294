"""Validation errors as the refusal texts of the Kairos page ("Refusal codes").

The only place where a malformed argument becomes words. No text of a library passes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from hub.core import schemas
from hub.core.codes import Code
from hub.core.inputs import LARGEST
from hub.core.refusals import Refusal

M = TypeVar("M", bound=BaseModel)

_SHOWN_CHARACTERS = 100
_TYPE_WORDS = {
    "string": "a string",
    "integer": "an integer",
    "number": "a number",
    "boolean": "true or false",
    "array": "an array",
    "object": "an object",
    "null": "null",
}


def parse(model: type[M], data: Mapping[str, Any]) -> M:
    """The input of an operation, or the VALIDATION refusal of the first fault."""
    _refuse_two_names(model, data)
    try:
        return model.model_validate(dict(data))
    except ValidationError as error:
        raise refusal_of(model, error) from None


def refusal_of(model: type[BaseModel], error: ValidationError) -> Refusal:
    """The refusal of a failed validation: an unknown argument first, then a missing one, then a bad value."""
    errors = error.errors(include_url=False, include_context=True)
    rank = {"extra_forbidden": 0, "missing": 1}
    worst = min(errors, key=lambda fault: rank.get(fault["type"], 2))
    path = _canonical(model, tuple(worst["loc"]))
    if worst["type"] == "extra_forbidden":
        return _unknown(model, path)
    if worst["type"] == "missing":
        return _missing(model, path)
    secret = schemas.at(schemas.published(model), path).get("writeOnly", False)
    given = "a secret, not shown" if secret else worst["input"]
    return bad_value(".".join(map(str, path)), _expected(model, path, worst), given)


def bad_value(field: str, expected: str, value: Any) -> Refusal:
    """A value that the operation does not accept: what it accepts, and what the call gave."""
    return Refusal(
        Code.VALIDATION,
        f'The value of {field} must be {expected}. The call gives "{shown(value)}".',
        expected=expected,
        field=field,
    )


def shown(value: Any) -> str:
    """A value of the call, short and printable everywhere."""
    text = value if isinstance(value, str) else json.dumps(value, default=str, ensure_ascii=False)
    text = text.replace("\x00", "\\u0000").encode("utf-8", "backslashreplace").decode()
    return text if len(text) <= _SHOWN_CHARACTERS else text[: _SHOWN_CHARACTERS - 1] + "…"


def _refuse_two_names(model: type[BaseModel], data: Mapping[str, Any]) -> None:
    for name, others in schemas.aliases(model).items():
        used = [candidate for candidate in (name, *others) if candidate in data]
        if len(used) > 1:
            raise Refusal(
                Code.VALIDATION,
                f'The call has two names of one argument: "{used[0]}" and "{used[1]}". Send "{name}" only.',
                field=name,
            )


def _canonical(model: type[BaseModel], path: tuple[str | int, ...]) -> tuple[str | int, ...]:
    for name, others in schemas.aliases(model).items():
        if path and path[0] in others:
            return (name, *path[1:])
    return path


def _arguments(model: type[BaseModel], path: tuple[str | int, ...]) -> tuple[list[str], str]:
    """The argument names beside the fault, and the sentence that lists them."""
    allowed = list(schemas.at(schemas.published(model), path[:-1]).get("properties", {}))
    owner = f'"{".".join(map(str, path[:-1]))}"' if len(path) > 1 else "this tool"
    if not allowed:
        return allowed, "This tool has no arguments."
    return allowed, f"The arguments of {owner} are: {', '.join(allowed)}."


def _unknown(model: type[BaseModel], path: tuple[str | int, ...]) -> Refusal:
    allowed, listing = _arguments(model, path)
    field = shown(".".join(map(str, path)))
    middle = "This tool does not accept that argument. " if allowed else ""
    return Refusal(
        Code.VALIDATION,
        f'The call has the argument "{field}". {middle}{listing}',
        allowed=allowed,
        field=field,
    )


def _missing(model: type[BaseModel], path: tuple[str | int, ...]) -> Refusal:
    allowed, listing = _arguments(model, path)
    field = ".".join(map(str, path))
    return Refusal(
        Code.VALIDATION,
        f'The call does not have the argument "{field}". This tool must have that argument. {listing}',
        allowed=allowed,
        field=field,
    )


def _expected(model: type[BaseModel], path: tuple[str | int, ...], fault: Any) -> str:
    if fault["type"] == "form":
        return str(fault["ctx"]["expected"])
    if fault["type"] == "string_unicode":
        return "text without a lone surrogate"
    schema = schemas.at(schemas.published(model), path)
    if fault["type"].endswith("_type") or fault["type"] == "int_from_float":
        return _type_words(schema)
    return _form_words(schema)


def _type_words(schema: dict[str, Any]) -> str:
    if "enum" in schema:
        return _form_words(schema)
    types = schema.get("type", "object")
    return " or ".join(_TYPE_WORDS[name] for name in ([types] if isinstance(types, str) else types))


def _form_words(schema: dict[str, Any]) -> str:
    if "enum" in schema:
        return f"one of these values: {', '.join(map(str, schema['enum']))}"
    if "minLength" in schema and "pattern" in schema:
        return f"{schema['minLength']} to {schema['maxLength']} characters that match {schema['pattern']}"
    if "pattern" in schema:
        return f"text that matches {schema['pattern']}"
    if "maxLength" in schema:
        return f"text of {schema.get('minLength', 0)} to {schema['maxLength']} characters"
    if "maxItems" in schema:
        return f"an array of {schema.get('minItems', 0)} to {schema['maxItems']} values"
    if schema.get("type") == "integer":
        return f"an integer from {schema.get('minimum', -LARGEST)} to {schema.get('maximum', LARGEST)}"
    return _type_words(schema)
