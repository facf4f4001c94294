"""Periodic jobs: due, leased to one worker, repeated, and robust against a fault."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.db import connection

from hub.core import clock, jobs, retry_keys
from hub.core.models import Job, RefusedCall, RetryKey
from hub.core.retention import count_rows
from tests.counting import counted
from tests.items.boards import fill
from tests.racing import race
from tests.world import World


@pytest.fixture(autouse=True)
def _own_jobs() -> Iterator[None]:
    kept = dict(jobs._jobs)
    jobs._jobs.clear()
    yield
    jobs._jobs.clear()
    jobs._jobs.update(kept)


def test_a_job_runs_when_it_is_due_and_again_after_its_interval(db: None) -> None:
    ran: list[int] = []
    jobs.periodic("probe", timedelta(hours=1))(lambda now: ran.append(1))
    with time_machine.travel("2026-10-01 12:00Z", tick=False) as traveller:
        assert jobs.run_due() == ["probe"]
        assert jobs.run_due() == []
        traveller.shift(timedelta(minutes=61))
        assert jobs.run_due() == ["probe"]
    assert len(ran) == 2


def test_a_job_that_fails_is_noted_and_runs_again_later(db: None) -> None:
    def broken(now: object) -> None:
        raise ValueError("x")

    jobs.periodic("probe", timedelta(hours=1))(broken)
    assert jobs.run_due() == ["probe"]
    assert Job.objects.get(name="probe").last_error == "ValueError"


def test_a_worker_that_died_loses_its_lease(db: None) -> None:
    jobs.periodic("probe", timedelta(hours=1))(lambda now: None)
    Job.objects.create(name="probe", due_at=clock.now(), lease_until=clock.now() + timedelta(minutes=1))
    assert jobs.run_due() == []
    Job.objects.filter(name="probe").update(lease_until=clock.now() - timedelta(seconds=1))
    assert jobs.run_due() == ["probe"]


@pytest.mark.race
def test_of_several_workers_one_runs_a_job(transactional_db: None) -> None:
    ran: list[int] = []
    jobs.periodic("probe", timedelta(hours=1))(lambda now: ran.append(1))
    race(*[jobs.run_due] * 8)
    assert len(ran) == 1


@pytest.mark.rule("refusal_log.05")
def test_retention_deletes_refusals_of_more_than_ninety_days_and_keeps_younger_ones(world: World) -> None:
    from hub.core.retention import sweep  # noqa: PLC0415 - registers its job, which the fixture forgets

    for days in (91, 89):
        RefusedCall.objects.create(
            organization_id=world.alice.principal.organization_id,
            tool=f"tool-{days}",
            code="VALIDATION",
            caller_kind="person",
            created_at=clock.now() - timedelta(days=days),
        )
    sweep(clock.now())
    assert list(RefusedCall.objects.values_list("tool", flat=True)) == ["tool-89"]


def test_retention_frees_the_retry_keys_of_more_than_a_day(world: World) -> None:
    world.task(request_key="a-key-of-12ch")
    assert retry_keys.sweep(clock.now()) == 0
    assert retry_keys.sweep(clock.now() + timedelta(hours=24)) == 1
    assert not RetryKey.objects.exists()


def test_the_rows_of_sqlite_are_counted_and_postgresql_is_left_alone(world: World) -> None:
    fill("web-delivery", "Todo", 300)
    with counted() as queries:
        count_rows(clock.now())
    if connection.vendor != "sqlite":
        assert queries == []
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT stat FROM sqlite_stat1 WHERE idx = 'items_live_in_column'")
        assert cursor.fetchone()[0].startswith("300 ")
