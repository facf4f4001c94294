"""The pages' shared half: designed error pages, and the same envelope for programs under /api/."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404: a page for people, the envelope for programs."""
    if request.path.startswith("/api/"):
        body = {"code": "NOT_FOUND", "message": f"There is no route {request.path}.", "details": {}}
        return JsonResponse({"error": body}, status=404)
    return render(request, "404.html", status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """500: nothing of the fault is shown."""
    if request.path.startswith("/api/"):
        body = {"code": "INTERNAL", "message": "The server failed. It is logged.", "details": {}}
        return JsonResponse({"error": body}, status=500)
    return render(request, "500.html", status=500)
