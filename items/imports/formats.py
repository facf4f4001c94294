"""The formats that `import_backlog` reads, by the name of its `--format`."""

from collections.abc import Callable, Mapping
from pathlib import Path

from items.imports.metis import read_metis
from items.imports.records import Backlog

READERS: Mapping[str, Callable[[Path], Backlog]] = {"metis": read_metis}
