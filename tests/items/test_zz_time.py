import time
from tests.items.boards import fill
from django.db import connection
from django.test.utils import CaptureQueriesContext
def test_time(world):
    fill("web-delivery","Todo",10000)
    for kw in ({}, {"limit":1000}):
        best=min(_t(world,kw) for _ in range(5)); print(kw, round(best*1000,1),"ms cpu")
    with CaptureQueriesContext(connection) as c: world.alice.run("board_items", board="web-delivery")
    for q in c.captured_queries: print(q["time"], q["sql"][:150], "ms")
    sql=[q["sql"] for q in c.captured_queries if "LIMIT 200" in q["sql"]][0]
    with connection.cursor() as cur:
        cur.execute("EXPLAIN QUERY PLAN "+sql); print(cur.fetchall(), "ms")
def _t(world,kw):
    t=time.process_time(); world.alice.text("board_items", board="web-delivery", **kw); return time.process_time()-t
