"""The only place that opens a transaction: one writer on SQLite, fair, durable, never nested."""

from __future__ import annotations

import sqlite3
import threading
import time

import pytest
from django.db import OperationalError, connection

from hub.core.codes import Code
from hub.core.models import Counter
from hub.core.refusals import Refusal
from hub.core.transactions import FairLock, read_txn, write
from tests.racing import race
from tests.world import World

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_write_never_nests() -> None:
    with pytest.raises(RuntimeError, match="never nests"):
        write(lambda: write(lambda: None))


def test_a_refused_write_leaves_nothing(live_world: World) -> None:
    organization_id = live_world.alice.principal.organization_id

    def body() -> None:
        Counter.add(organization_id=organization_id, name="test")
        raise Refusal(Code.CONFLICT, "no")

    with pytest.raises(Refusal):
        write(body)
    assert not Counter.within(organization_id).filter(name="test").exists()


def test_a_busy_database_is_tried_three_times_and_then_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    tries = []

    def busy() -> None:
        tries.append(1)
        error = OperationalError("busy")
        cause = sqlite3.OperationalError("database is locked")
        if connection.vendor == "postgresql":
            cause.sqlstate = "40P01"  # type: ignore[attr-defined]
        raise error from cause

    with pytest.raises(Refusal) as caught:
        write(busy)
    assert caught.value.code is Code.UNAVAILABLE
    assert len(tries) == 3


def test_another_fault_of_the_database_is_not_tried_again() -> None:
    tries = []

    def broken() -> None:
        tries.append(1)
        raise OperationalError("disk I/O error") from sqlite3.OperationalError("disk I/O error")

    with pytest.raises(OperationalError):
        write(broken)
    assert len(tries) == 1


def test_a_read_transaction_takes_no_write_lock(live_world: World) -> None:
    reading, written = threading.Event(), threading.Event()

    def read() -> bool:
        with read_txn():
            Counter.objects.count()
            reading.set()
            return written.wait(5)

    def change() -> None:
        reading.wait(5)
        write(lambda: Counter.add(organization_id=live_world.alice.principal.organization_id, name="during"))
        written.set()

    assert race(read, change)[0] is True


def test_read_transactions_leave_the_mode_of_the_connection_as_it_was() -> None:
    before = getattr(connection, "transaction_mode", None)
    with pytest.raises(ValueError, match="x"), read_txn():
        raise ValueError("x")
    assert getattr(connection, "transaction_mode", None) == before


def test_the_writer_lock_is_given_in_the_order_of_asking() -> None:
    lock = FairLock()
    order: list[int] = []
    lock.__enter__()
    threads = []
    for number in range(8):
        thread = threading.Thread(target=_queue, args=(lock, order, number))
        thread.start()
        threads.append(thread)
        while len(lock._queue) <= number:
            time.sleep(0.001)
    lock.__exit__()
    for thread in threads:
        thread.join()
    assert order == list(range(8))


@pytest.mark.race
def test_parallel_read_then_write_transactions_lose_nothing(live_world: World) -> None:
    organization_id = live_world.alice.principal.organization_id
    write(lambda: Counter.add(organization_id=organization_id, name="sum"))

    def add_ten() -> None:
        for _ in range(10):
            write(_add_one)

    def _add_one() -> None:
        row = Counter.within(organization_id).select_for_update().get(name="sum")
        row.change(value=row.value + 1)

    race(*[add_ten] * 8)
    assert Counter.within(organization_id).get(name="sum").value == 80


def _queue(lock: FairLock, order: list[int], number: int) -> None:
    with lock:
        order.append(number)
