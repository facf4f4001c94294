"""Loading an app's operations and contributions when Django is ready."""

from __future__ import annotations

import importlib
import pkgutil


def load_operations(app: str) -> None:
    """Import every module of `<app>.operations`, so that each registers what it declares."""
    package = importlib.import_module(f"{app}.operations")
    for module in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"{app}.operations.{module.name}")
