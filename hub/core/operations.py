"""The operation: one thing the system can do, written once, called by every way in.

`Operation.run` is the single gate. It is synchronous and never changes thread. In order:
may this kind of caller call it at all; the arguments; the retry key; one transaction with
the function, its events, its activity and the stored answer; then wake-ups, one log line,
one metric sample and, on the MCP surface, the count of a refusal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, TypeVar, get_type_hints

from hub.core import activity, arguments, clock, events, observation, retry_keys, transactions, units, wakeups
from hub.core.calls import Call, Surface
from hub.core.codes import Code, HubCode
from hub.core.contributions import Hook
from hub.core.inputs import Input, KeyedInput, Result
from hub.core.refusals import Refusal

Family = Literal["boards", "hub"]
Profile = Literal["work", "admin", "hub"]
R = TypeVar("R", bound=Result)
I = TypeVar("I", bound=Input)  # noqa: E741 - the customary letter beside R

# Called at the start of every write transaction: raises a Refusal when the credential of the
# call was revoked since it was read (`03-concurrency` 15). `hub.identity` fills it.
recheck = Hook[[Call], None]("recheck")


@dataclass(frozen=True, slots=True)
class Outcome:
    """The answer of a run; `replayed_at` is the time of the first call when the key was used before."""

    result: Result
    replayed_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """An operation as every surface sees it."""

    name: str
    family: Family
    profile: Profile | None
    function: Callable[[Call, Any], Result]
    input: type[Input]
    output: type[Result]
    writes: bool
    destructive: bool
    idempotent: bool
    refuses: tuple[Code | HubCode, ...]
    text: Callable[[Any], str]
    surfaces: frozenset[Surface]
    admit: Callable[[Call], None] | None
    may_see: Callable[[Call, Any], None] | None
    description: str

    @property
    def keyed(self) -> bool:
        """Whether `request_key` is an argument of the tool."""
        return issubclass(self.input, KeyedInput)

    def run(self, call: Call, data: Mapping[str, Any]) -> Outcome:
        """Run the operation for a call with raw arguments; raises Refusal."""
        with observation.observed(self.name, self.profile is not None, call):
            if call.surface not in self.surfaces:
                raise Refusal(Code.FORBIDDEN, f"{self.name} cannot be called over {call.surface}.")
            if self.admit is not None:
                self.admit(call)
            request = arguments.parse(self.input, data)
            with units.opened() as unit:
                outcome = self._write(call, request) if self.writes else Outcome(self._answer(call, request))
            wakeups.send(unit.topics)
            return outcome

    def render(self, outcome: Outcome) -> str:
        """The markdown answer of a board tool: text, warnings, and the line of a replay."""
        lines = [self.text(outcome.result), *outcome.result.warnings]
        if outcome.replayed_at is not None:
            lines.append(
                f"Replayed: the call with this request_key at {clock.rfc3339(outcome.replayed_at)} "
                "applied the write. Nothing new was written."
            )
        return "\n".join(lines)

    def _write(self, call: Call, request: Input) -> Outcome:
        key = self._retry_key(call, request)

        def body() -> Outcome:
            unit = units.current()
            unit.reset()
            recheck.collect(call)
            if key is None:
                return Outcome(self._settled(call, request))
            return self._keyed(call, request, key)

        return transactions.write(body)

    def _keyed(self, call: Call, request: Input, key: str) -> Outcome:
        digest = retry_keys.fingerprint(
            # Without warnings: a checked time or day is no longer of the type that was sent.
            self.name,
            request.model_dump(exclude={"request_key"}, exclude_unset=True, warnings=False),
        )
        row, made = retry_keys.reserve(call, retry_keys.board_scope(call), key, self.name, digest)
        if not made:
            if self.may_see is not None:
                self.may_see(call, request)
            return Outcome(self.output.model_validate(row.result), replayed_at=row.created_at)
        result = self._settled(call, request)
        retry_keys.store(row, result.model_dump(mode="json", exclude=set(result.shown_once)))
        return Outcome(result)

    def _settled(self, call: Call, request: Input) -> Result:
        result = self._answer(call, request)
        events.deliver(call)
        activity.flush()
        return self._with_warnings(result)

    def _answer(self, call: Call, request: Input) -> Result:
        return self._with_warnings(self.function(call, request))

    def _with_warnings(self, result: Result) -> Result:
        lines = tuple(units.current().warnings)
        return result.model_copy(update={"warnings": lines}) if lines else result

    def _retry_key(self, call: Call, request: Input) -> str | None:
        if call.retry_key is not None:
            retry_keys.check_form(call.retry_key)
        argument = request.request_key if isinstance(request, KeyedInput) else None
        if argument and call.retry_key and argument != call.retry_key:
            raise Refusal(
                Code.VALIDATION,
                "The request_key of the body and the Idempotency-Key of the header differ. Send one of them.",
                field="request_key",
            )
        return argument or call.retry_key


_registry: dict[str, Operation] = {}


def operation(
    *,
    name: str,
    text: Callable[[R], str],
    family: Family = "boards",
    profile: Profile | None = None,
    refuses: tuple[Code | HubCode, ...] = (),
    writes: bool = True,
    destructive: bool = False,
    idempotent: bool = False,
    surfaces: frozenset[Surface] = frozenset(Surface),
    admit: Callable[[Call], None] | None = None,
    may_see: Callable[[Call, I], None] | None = None,
) -> Callable[[Callable[[Call, I], R]], Callable[[Call, I], R]]:
    """Declare a function `(call, request) -> result` as an operation and register it.

    The function stays callable as it is: an operation that needs another calls it inside
    its own transaction.
    """

    traits: dict[str, Any] = dict(locals())  # the declaration as it was written

    def declare(function: Callable[[Call, I], R]) -> Callable[[Call, I], R]:
        if name in _registry:
            raise ValueError(f"two operations are named {name}")
        hints = get_type_hints(function)
        description = " ".join((function.__doc__ or "").split("\n\n")[0].split())
        _registry[name] = Operation(
            function=function,
            input=hints["request"],
            output=hints["return"],
            description=description,
            **traits,
        )
        return function

    return declare


def get(name: str) -> Operation:
    """The operation of that name; KeyError when there is none."""
    return _registry[name]


def every() -> list[Operation]:
    """All operations, in the order of their names."""
    return [_registry[name] for name in sorted(_registry)]
