"""Named hooks that a lower app declares and higher apps fill.

A contribution is asked once per call and makes one query; it returns None when it has
nothing to say.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class Hook(Generic[P, R]):
    """A list of functions with one signature, in the order of their registration."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._functions: list[Callable[P, R | None]] = []

    def contribute(self, function: Callable[P, R | None]) -> Callable[P, R | None]:
        """Register a function; usable as a decorator."""
        self._functions.append(function)
        return function

    def collect(self, *args: P.args, **kwargs: P.kwargs) -> list[R]:
        """What the contributors answer, without the Nones."""
        answers = [function(*args, **kwargs) for function in self._functions]
        return [answer for answer in answers if answer is not None]
