"""set_state: the live state of a task, a patch of one current line."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, Field

from hub.core import clock
from hub.core.calls import Call
from hub.core.codes import Code
from hub.core.events import publish
from hub.core.inputs import CodeRef, Input, Instant, Maybe, Result, Text, unexpected
from hub.core.models import Action
from hub.core.operations import operation
from hub.core.refusals import Refusal, validation
from items import claims, moving
from items.authorization import require_state_write
from items.details import State, state_of
from items.events import ItemUpdated
from items.models import Item, ItemType, TaskState
from items.people import warn_of_claim
from items.placement import either
from items.references import live_subject
from kairos_boards import boards

FIELDS = ("branch", "commit", "pushed", "pr_url", "next_step")


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _web_address(text: str) -> str:
    if text and not text.lower().startswith(("http://", "https://")):
        raise unexpected("a URL that starts with http:// or https://")
    return text


OneLine = Annotated[Text, AfterValidator(_one_line)]


class StateInput(Input):
    short_code: CodeRef = Field(description="The task.")
    branch: Annotated[OneLine, Field(max_length=500)] | None = Field(
        default=None, description="null clears it."
    )
    commit: Annotated[OneLine, Field(max_length=200)] | None = Field(
        default=None, description="Last commit, a hash or a short hash; null clears it."
    )
    pushed: Maybe[bool] = Field(default=None, description="Whether the last commit is pushed.")
    pr_url: Annotated[OneLine, Field(max_length=2048), AfterValidator(_web_address)] | None = Field(
        default=None, description="URL of the PR; null clears it."
    )
    next_step: Annotated[OneLine, Field(max_length=2000)] | None = Field(
        default=None, description="What comes next; null clears it."
    )
    expected_updated_at: Maybe[Instant] = Field(
        default=None,
        description="updated_at of the state you read (RFC 3339); CONFLICT when it changed since.",
    )


class StateSet(Result):
    """The state of the task now; None while nothing was ever written."""

    short_code: str
    state: State | None


def as_text(result: StateSet) -> str:
    """The answer of the tool: one line."""
    return f"State of {result.short_code}: {result.state.line if result.state else 'none.'}"


@operation(
    name="set_state",
    profile="work",
    text=as_text,
    idempotent=True,
    refuses=(Code.NOT_FOUND, Code.VALIDATION, Code.FORBIDDEN, Code.KEY_SCOPE, Code.CONFLICT),
)
def set_state(call: Call, request: StateInput) -> StateSet:
    """Write the live state of a task: after each commit, push and PR, and before you stop.
    A field not sent is kept.
    """
    sent = {name: getattr(request, name) for name in FIELDS if request.sent(name)}
    if not sent:
        raise validation(f"The call has no field of the state. Send at least one of: {', '.join(FIELDS)}.")
    item = live_subject(call, request.short_code)
    if item.type is not ItemType.TASK:
        raise validation(
            f"{item.code} is {either((item.type,))}: only a task has a live state.", "short_code"
        )
    placed = moving.locked(call, item)
    item = placed.item
    require_state_write(call, item)
    state = TaskState.within(call.organization_id).filter(item=item).select_related("updated_by").first()
    if request.sent("expected_updated_at"):
        _require_unchanged(item, state, request.expected_updated_at)
    warn_of_claim(call, item)
    changed = _changes(state, sent)
    if changed:
        state = _write(call, item, state, changed)
        boards.touch(placed.board)
    return StateSet(short_code=item.code, state=state_of(state) if state else None)


def _require_unchanged(item: Item, state: TaskState | None, expected: object) -> None:
    if state is not None and state.updated_at == expected:
        return
    raise Refusal(
        Code.CONFLICT,
        f"The state of {item.code} changed since you read it. Read details.current, then send the call again "
        "with its updated_at as expected_updated_at.",
        current=state_of(state).model_dump(mode="json") if state else None,
        field="expected_updated_at",
    )


def _changes(state: TaskState | None, sent: dict[str, Any]) -> dict[str, Any]:
    """The columns that get another value; a text that is cleared is stored empty."""
    values = {name: "" if value is None else value for name, value in sent.items()}
    present = state or TaskState()
    return {name: value for name, value in values.items() if getattr(present, name) != value}


def _write(call: Call, item: Item, state: TaskState | None, changed: dict[str, Any]) -> TaskState:
    now, principal = clock.now(), call.principal
    values = {
        **changed,
        "updated_at": now,
        "updated_by_id": principal.user_id,
        "updated_by_agent": principal.agent_id is not None,
    }
    if state is None:
        state = TaskState.add(organization_id=call.organization_id, item=item, **values)
    else:
        state.change(**values)
    item.change(updated_at=now)
    claims.record(call, Action.STATE, item, fields=list(changed))
    publish(ItemUpdated(item, what="state"))
    return state
