"""OpenAPI from the registry: bodies, answers and errors of the routes."""

from __future__ import annotations

from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter

from hub.core import operations, schemas
from hub.core.operations import Operation
from hub.core.rest import OperationView, Route

ERROR = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["code", "message", "details"],
            "properties": {
                "code": {"type": "string"},
                "message": {"type": "string"},
                "details": {"type": "object", "additionalProperties": True},
            },
        }
    },
}


class OperationSchema(AutoSchema):
    """Describes an `OperationView` by its operations; leaves other views to drf-spectacular."""

    def _route(self) -> Route | None:
        return self.view.routes.get(self.method) if isinstance(self.view, OperationView) else None

    def _operation(self) -> Operation | None:
        route = self._route()
        return operations.get(route.operation) if route else None

    def get_operation_id(self) -> str:
        operation, route = self._operation(), self._route()
        if operation is None or route is None:
            return super().get_operation_id()
        return f"{operation.name}__{route.method.lower()}_" + "".join(
            c if c.isalnum() else "_" for c in route.path
        )

    def get_description(self) -> str:  # type: ignore[override]
        operation = self._operation()
        return operation.description if operation else super().get_description()

    def get_tags(self) -> list[str]:
        operation = self._operation()
        return [operation.family] if operation else super().get_tags()

    def get_override_parameters(self) -> list[Any]:
        operation, route = self._operation(), self._route()
        if operation is None or route is None or route.method not in ("GET", "DELETE"):
            return []
        return [
            OpenApiParameter(
                name,
                {key: value for key, value in schema.items() if key not in ("description", "default")},
                OpenApiParameter.QUERY,
                description=schema.get("description", ""),
            )
            for name, schema in schemas.published(operation.input)["properties"].items()
            if f"<{name}>" not in route.path and f":{name}>" not in route.path
        ]

    def _get_request_body(self, direction: Any = "request") -> dict[str, Any] | None:
        operation, route = self._operation(), self._route()
        if operation is None or route is None:
            return super()._get_request_body(direction)  # type: ignore[no-any-return,no-untyped-call]
        if route.method in ("GET", "DELETE"):
            return None
        return {"content": {"application/json": {"schema": _without_path(operation, route)}}}

    def _get_response_bodies(self, direction: Any = "response") -> dict[str, Any]:
        operation, route = self._operation(), self._route()
        if operation is None or route is None:
            return super()._get_response_bodies(direction)
        statuses: dict[int, list[str]] = {}
        for code in operation.refuses:
            statuses.setdefault(code.status, []).append(code.name)
        errors = {
            str(status): {"description": ", ".join(names), "content": {"application/json": {"schema": ERROR}}}
            for status, names in sorted(statuses.items())
        }
        unauthorized = {
            "401": {"description": "UNAUTHORIZED", "content": {"application/json": {"schema": ERROR}}}
        }
        return {str(route.status): _answer(operation), **unauthorized, **errors}


def _without_path(operation: Operation, route: Route) -> dict[str, Any]:
    schema = schemas.published(operation.input)
    inside = [name for name in schema["properties"] if f":{name}>" in route.path or f"<{name}>" in route.path]
    return {
        **schema,
        "properties": {name: part for name, part in schema["properties"].items() if name not in inside},
        "required": [name for name in schema.get("required", []) if name not in inside],
    }


def _answer(operation: Operation) -> dict[str, Any]:
    schema = schemas.published(operation.output)
    return {"description": operation.description, "content": {"application/json": {"schema": schema}}}
