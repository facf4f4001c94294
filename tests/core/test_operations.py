"""The single gate: surfaces, bugs, warnings, wake-ups, the recheck of the credential."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from hub.core import operations, units, wakeups
from hub.core.calls import Call, Surface
from hub.core.codes import Code
from hub.core.inputs import Input, Result
from hub.core.models import Activity, RefusedCall
from hub.core.operations import operation
from hub.core.refusals import Refusal
from tests.world import Persona, World


class Nothing(Input):
    """No arguments."""


class Done(Result):
    said: str = "done"


def _said(result: Done) -> str:
    return result.said


@pytest.fixture(autouse=True)
def _own_registry() -> Iterator[None]:
    kept = dict(operations._registry)
    yield
    operations._registry.clear()
    operations._registry.update(kept)


def declare(body: Any, **options: Any) -> operations.Operation:
    """An operation of the tests, named `probe`."""

    def probe(call: Call, request: Nothing) -> Done:
        body(call)
        return Done()

    operation(name="probe", text=_said, **{"profile": "work", **options})(probe)
    return operations.get("probe")


def test_a_surface_that_an_operation_does_not_serve_is_refused(world: World) -> None:
    probe = declare(lambda call: None, surfaces=frozenset({Surface.COMMAND}))
    with pytest.raises(Refusal) as caught:
        probe.run(world.alice.call(), {})
    assert caught.value.code is Code.FORBIDDEN


def test_a_bug_is_answered_as_internal_without_detail_and_writes_nothing(world: World) -> None:
    def broken(call: Call) -> None:
        world.alice.user.change(display_name="Changed")
        raise KeyError("secret detail")

    probe = declare(broken)
    with pytest.raises(Refusal) as caught:
        probe.run(world.alice.call(request_id="r-1"), {})
    assert caught.value.code is Code.INTERNAL
    assert caught.value.message == "The server failed. It is logged under the request r-1."
    assert world.alice.user.display_name == "Alice"
    assert RefusedCall.objects.filter(tool="probe", code="INTERNAL").count() == 1


def _warn_twice(call: Call) -> None:
    units.warn("Mind this.")
    units.warn("Mind this.")


def test_warnings_end_the_answer_each_once(world: World) -> None:
    probe = declare(_warn_twice)
    assert probe.render(probe.run(world.alice.call(), {})) == "done\nMind this."


def test_wake_ups_are_sent_after_the_commit_and_not_for_a_refusal(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[set[str]] = []
    monkeypatch.setattr(wakeups, "send", lambda topics: sent.append(set(topics)))
    world.task()
    board = world.alice.result("get_item", short_code="WEB-T-0001").board
    assert board == "web-delivery"
    sent.clear()
    world.alice.refused(
        Code.INVALID_TRANSITION, "transition_item", short_code="WEB-T-0001", to_column="Completed"
    )
    assert sent == []
    world.move("WEB-T-0001", "Todo")
    assert len(sent) == 1
    assert [topic.split(".")[0] for topic in sent[0]] == ["board"]


def test_an_activity_row_has_principal_agent_mark_surface_and_request(world: World) -> None:
    call = Call(world.robo.principal, Surface.MCP, request_id="r-7")
    operations.get("create_item").run(call, {"item_type": "task", "title": "x", "board": "web-delivery"})
    row = Activity.objects.get(action="create", subject_type="item")
    assert (row.user_id, row.agent_id) == (world.bob.principal.user_id, world.robo.principal.agent_id)
    assert (row.by_agent, row.surface, row.request_id) == (True, "mcp", "r-7")
    assert row.data == {"code": "WEB-T-0001", "title": "x"}


def test_a_write_of_a_person_who_left_meanwhile_is_refused(world: World) -> None:
    principal = world.carol.principal
    world.carol.user.change(is_active=False)
    refusal = Persona(principal).refused(
        Code.UNAUTHORIZED, "create_item", item_type="task", title="x", board="web-delivery"
    )
    assert refusal.message == "The credential of this call is no longer valid. Sign in again."


def test_two_operations_of_one_name_are_a_mistake() -> None:
    declare(lambda call: None)
    with pytest.raises(ValueError, match="two operations are named probe"):
        declare(lambda call: None)
