"""Edges at the same time: no cycle, one parent, and no two writers that wait for each other."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from graphlib import TopologicalSorter
from typing import Any

import pytest
from django.db import connection

from hub.core.codes import Code
from hub.core.operations import Outcome
from hub.core.refusals import Refusal
from items.models import Edge, Relationship
from tests.items import acting
from tests.racing import race, rounds
from tests.world import World

pytestmark = pytest.mark.race


def outcome(answer: Any) -> str:
    """`ok`, or the code of the refusal; anything else fails the test."""
    if isinstance(answer, Outcome):
        return "ok"
    assert isinstance(answer, Refusal), repr(answer)
    return answer.code.name


def linking(world: World, source: str, target: str, relationship: str = "blocks") -> Callable[[], Any]:
    return lambda: world.alice.run("link_items", source=source, target=target, relationship=relationship)


def assert_acyclic() -> None:
    """Judged by the standard library, not by the query of the product."""
    graph: dict[Any, set[Any]] = {}
    for source, target in Edge.objects.filter(relationship=Relationship.BLOCKS).values_list(
        "source", "target"
    ):
        graph.setdefault(target, set()).add(source)
    TopologicalSorter(graph).prepare()


def test_two_tasks_do_not_block_each_other(live_world: World) -> None:
    for _ in range(rounds(200)):
        first, second = live_world.task(), live_world.task()
        answers = race(linking(live_world, first, second), linking(live_world, second, first))
        assert sorted(map(outcome, answers)) == [Code.CYCLE_DETECTED.name, "ok"]
    assert_acyclic()


def test_a_ring_over_several_boards_is_never_closed(live_world: World) -> None:
    """Each edge has its own two boards, so that no board lock is shared by all of them."""
    boards = ["web-delivery", "core-delivery"]
    for number in range(2):
        slug = f"ring-{number}"
        live_world.alice.run("create_team", name=slug, slug=slug, code_prefix=f"RING{number}")
        boards.append(f"{slug}-delivery")
    for _ in range(rounds(100)):
        ring = [live_world.create("task", board=board) for board in boards]
        answers = race(*(linking(live_world, *pair) for pair in zip(ring, [*ring[1:], ring[0]], strict=True)))
        outcomes = sorted(map(outcome, answers))
        assert outcomes == [Code.CYCLE_DETECTED.name, "ok", "ok", "ok"]
    assert_acyclic()


def test_random_edges_of_8_writers_close_no_cycle(live_world: World) -> None:
    tasks = [live_world.task() for _ in range(6)]
    tasks += [live_world.create("task", board="core-delivery") for _ in range(6)]

    def body(seed: int) -> Callable[[], set[str]]:
        def run() -> set[str]:
            chosen, seen = random.Random(seed), set()
            for _ in range(rounds(100)):
                source, target = chosen.sample(tasks, 2)
                try:
                    linking(live_world, source, target)()
                except Refusal as refusal:
                    seen.add(refusal.code.name)
            return seen

        return run

    for answer in race(*(body(seed) for seed in range(8)), seconds=300):
        assert answer <= {Code.CYCLE_DETECTED.name, Code.ALREADY_LINKED.name}, repr(answer)
    assert_acyclic()


def test_two_parents_at_once_are_one_parent(live_world: World) -> None:
    for _ in range(rounds(100)):
        first, second, task = (
            live_world.create("initiative"),
            live_world.create("initiative"),
            live_world.task(),
        )
        answers = race(
            *(
                lambda parent=parent, task=task: live_world.alice.run(
                    "set_parent", short_code=task, parent=parent
                )
                for parent in (first, second)
            )
        )
        outcomes = [outcome(answer) for answer in answers]
        assert "ok" in outcomes
        assert set(outcomes) <= {"ok", Code.PARENT_EXISTS.name}
        (edge,) = acting.edges(task)
        assert edge in {f"{parent} -[parent]-> {task}" for parent in (first, second)}


@pytest.mark.postgres
@pytest.mark.rule("set_parent.25")
def test_a_parent_that_a_write_at_the_same_time_gave_is_told(live_world: World) -> None:
    """On SQLite a call has the only write lock before it looks, so there is no such moment."""
    if connection.vendor != "postgresql":
        pytest.skip("needs PostgreSQL")
    first, second, task = live_world.create("initiative"), live_world.create("initiative"), live_world.task()
    seen = 0
    for _ in range(20):
        live_world.alice.run("set_parent", short_code=task, parent=None)
        answers = race(
            *(
                lambda parent=parent: live_world.alice.run("set_parent", short_code=task, parent=parent)
                for parent in (first, second)
            )
        )
        assert len(acting.edges(task)) == 1
        seen += Code.PARENT_EXISTS.name in map(outcome, answers)
    assert seen > 0


@pytest.mark.rule("set_parent.04")
def test_a_reader_sees_one_parent_while_it_changes(live_world: World) -> None:
    first, second = live_world.create("initiative"), live_world.create("initiative")
    task = live_world.task(parent=first)
    stop, seen = threading.Event(), set()

    def write() -> None:
        for number in range(rounds(100)):
            live_world.alice.run("set_parent", short_code=task, parent=(second, first)[number % 2])
        stop.set()

    def read() -> None:
        while not stop.is_set():
            edges = Edge.objects.filter(target__code=task, relationship=Relationship.PARENT)
            seen.add(tuple(edges.values_list("source__code", flat=True)))

    assert race(write, read, read, seconds=120) == [None, None, None]
    assert seen <= {(first,), (second,)}


def test_creates_links_and_moves_over_two_boards_do_not_wait_for_each_other(live_world: World) -> None:
    """Lock order: boards by id, then items, then edges. A deadlock would end a call with an error."""
    initiative = live_world.create("initiative")
    tasks = [live_world.task(parent=initiative) for _ in range(4)]
    before = deadlocks()  # the database counts those of earlier tests too

    def creating() -> None:
        for _ in range(rounds(60)):
            live_world.task(parent=initiative)

    def linking_up() -> None:
        for task in tasks:
            linking(live_world, initiative, task)()
            live_world.alice.run("unlink_items", source=initiative, target=task, relationship="blocks")

    def parenting() -> None:
        for task in tasks:
            for parent in (None, initiative):
                live_world.alice.run("set_parent", short_code=task, parent=parent)

    def moving() -> None:
        for column in ("Design", "Ready", "Decompose"):
            live_world.move(initiative, column)

    answers = race(creating, linking_up, parenting, moving, creating, seconds=120)
    assert answers == [None] * 5
    assert deadlocks() == before


def deadlocks() -> int:
    """How often PostgreSQL ended a transaction of this database because of one."""
    if connection.vendor != "postgresql":
        return 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
        return int(cursor.fetchone()[0])
