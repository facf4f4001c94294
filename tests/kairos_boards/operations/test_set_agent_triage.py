"""set_agent_triage: who decides the triage of intake."""

import pytest

from hub.core.codes import Code
from hub.core.models import Activity
from tests.kairos_boards.reading import activity_since, board, grant, last_activity
from tests.world import Persona, World, agent

WEB = "web-delivery"


def intake(world: World, by: Persona | None = None) -> str:
    return world.task(by or world.carol)


@pytest.mark.rule("set_agent_triage.01")
def test_the_setting_is_per_board(world: World) -> None:
    text = world.alice.text("set_agent_triage", board=WEB, agents_decide=True)
    assert text == "Triage of intake on the board web-delivery: an agent decides."
    assert (board(WEB).agents_decide, board("core-delivery").agents_decide) == (True, False)
    text = world.alice.text("set_agent_triage", board=WEB, agents_decide=False)
    assert text == ("Triage of intake on the board web-delivery: an agent proposes, and a person decides.")
    assert board(WEB).agents_decide is False


@pytest.mark.rule("set_agent_triage.02")
def test_needs_board_and_setting(world: World) -> None:
    world.alice.run("set_agent_triage", board=str(board(WEB).id), agents_decide=True)
    world.alice.refused(Code.NOT_FOUND, "set_agent_triage", board="nowhere", agents_decide=True)
    assert world.alice.refused(Code.VALIDATION, "set_agent_triage", board=WEB).field == "agents_decide"
    assert world.alice.refused(Code.VALIDATION, "set_agent_triage", agents_decide=True).field == "board"
    assert world.alice.refused(Code.VALIDATION, "set_agent_triage", board=WEB, agents_decide="on").field == (
        "agents_decide"
    )


@pytest.mark.rule("set_agent_triage.04")
def test_an_agent_is_a_key_or_a_service_account(world: World) -> None:
    grant(world, world.depot, "transition_items", WEB)
    for persona in (world.robo, world.depot):
        persona.refused(Code.AGENT_TRIAGE_OFF, "transition_item", short_code=intake(world), to_column="Todo")
    world.move(intake(world), "Todo", by=world.bob)


@pytest.mark.rule("set_agent_triage.05", "set_agent_triage.10")
def test_planned_tasks_and_support_tasks_elsewhere_are_no_intake(world: World) -> None:
    world.move(world.task(), "Todo", by=world.robo)
    task = intake(world)
    world.move(task, "Todo", by=world.bob)
    world.move(task, "Blocked", "Todo", by=world.robo)


@pytest.mark.rule("set_agent_triage.12")
def test_with_the_setting_on_an_agent_triages_and_the_log_says_so(world: World) -> None:
    world.alice.run("set_agent_triage", board=WEB, agents_decide=True)
    task, other = intake(world), intake(world)
    world.move(task, "Todo", by=world.robo)
    world.move(other, "Todo", by=world.bob)
    lines = [
        row.data.get("agent_triage") for row in Activity.objects.filter(action="transition").order_by("id")
    ]
    assert lines == ["agent_triage: moved from Backlog to Todo", None]
    carols = agent(world.carol, "carols-agent")
    carols.refused(Code.FORBIDDEN, "transition_item", short_code=intake(world), to_column="Todo")


@pytest.mark.rule("set_agent_triage.13")
@pytest.mark.parametrize("setting", [True, False])
def test_a_person_triages_in_each_case(world: World, setting: bool) -> None:
    world.alice.run("set_agent_triage", board=WEB, agents_decide=setting)
    world.move(intake(world), "Todo", by=world.bob)
    world.carol.refused(Code.FORBIDDEN, "transition_item", short_code=intake(world), to_column="Todo")


@pytest.mark.rule("set_agent_triage.14")
def test_the_setting_of_one_board_does_not_reach_another(world: World) -> None:
    world.alice.run("add_team_member", team="core", user="bob")
    world.alice.run("set_agent_triage", board="core-delivery", agents_decide=True)
    world.move(intake(world), "Todo", by=world.bob)
    world.move(world.task(world.carol, board="core-delivery"), "Todo", by=world.robo)
    world.robo.refused(Code.AGENT_TRIAGE_OFF, "transition_item", short_code=intake(world), to_column="Todo")


@pytest.mark.rule("set_agent_triage.16")
def test_needs_configure_boards(world: World) -> None:
    refusal = world.bob.refused(Code.FORBIDDEN, "set_agent_triage", board=WEB, agents_decide=True)
    assert refusal.details["required_capability"] == "configure_boards"
    grant(world, world.bob, "configure_boards", WEB)
    world.bob.run("set_agent_triage", board=WEB, agents_decide=True)


@pytest.mark.rule("set_agent_triage.17")
def test_an_agent_cannot_lift_its_own_restriction(world: World) -> None:
    for persona in (world.bob, world.depot):
        grant(world, persona, "configure_boards", WEB)
    admins = agent(world.alice, "admins-agent")
    for persona in (world.robo, world.depot, admins):
        for value in (True, False):
            persona.refused(Code.AGENT_TRIAGE_OFF, "set_agent_triage", board=WEB, agents_decide=value)
    world.bob.run("set_agent_triage", board=WEB, agents_decide=True)
    world.robo.run("set_agent_triage", board=WEB, agents_decide=False)
    assert board(WEB).agents_decide is False


def test_the_change_is_in_the_activity_once(world: World) -> None:
    last = last_activity()
    for _ in range(2):
        world.alice.run("set_agent_triage", board=WEB, agents_decide=True)
    assert activity_since(last) == [
        ("board_config", "alice", False, {"change": "agent_triage", "agents_decide": True})
    ]
