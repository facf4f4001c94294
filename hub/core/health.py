"""Is the process alive, can it serve, and what has it done: for balancers and monitors."""

from __future__ import annotations

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest


def healthz(request: HttpRequest) -> HttpResponse:
    """200 while the process answers."""
    return JsonResponse({"status": "ok"})


def readyz(request: HttpRequest) -> HttpResponse:
    """200 when the database answers and has every migration; 503 otherwise."""
    try:
        executor = MigrationExecutor(connection)
        behind = len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
    except DatabaseError:
        return JsonResponse({"status": "the database does not answer"}, status=503)
    if behind:
        return JsonResponse({"status": f"{behind} migrations are not applied"}, status=503)
    return JsonResponse({"status": "ready"})


def metrics(request: HttpRequest) -> HttpResponse:
    """Prometheus text: operations by surface and outcome, and their times."""
    return HttpResponse(generate_latest(), content_type=CONTENT_TYPE_LATEST)
