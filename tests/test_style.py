"""The rules of style that no linter holds: sizes, names, rooms, scoped queries, direction of foreign keys.

There is no list of exemptions. A rule that does not fit a case is changed here, for everyone.
"""

from __future__ import annotations

import ast
import shutil
import subprocess
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path, PurePosixPath

import pytest
from django.apps import apps
from django.db.models import Model

Check = Callable[[PurePosixPath, str], list[str]]

FILE_LINES = 400
FUNCTION_LINES = 40
VAGUE_NAMES = {"utils", "helpers", "common", "manager", "service"}

# Every table of a tenant is reached by `within`; these names reach all of them.
UNSCOPED = {"objects", "_default_manager", "_base_manager"}
# Calls that write rows whatever they are called on.
WRITES = {"save", "bulk_create", "bulk_update", "get_or_create", "update_or_create"}
# What a query is made of.
QUERIES = {"objects", "of", "within", "filter", "exclude", "all", "select_for_update"}

# Where requests and commands come in: these call an operation and write nothing themselves.
ADAPTERS = {"admin", "api", "live", "management", "mcp_bridge", "pages"}
# What is not the product: it may look at and set up any row.
AROUND = {"bench", "scripts", "tests"}

# The one reference upward that is allowed: whose row it is and who wrote it.
KERNEL_MAY_NAME = {"organization", "user", "agent"}


def package_heights() -> dict[str, int]:
    """Package -> its height, the kernel at 0: the layers that import-linter enforces for imports."""
    contract = next(entry for entry in LINTER["contracts"] if entry["id"] == "direction")
    layers = enumerate(reversed(contract["layers"]))
    return {name.strip(" ()"): height for height, layer in layers for name in layer.split("|")}


ROOT = Path(__file__).resolve().parents[1]
LINTER = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
HEIGHTS = package_heights()


@cache
def sources() -> tuple[tuple[PurePosixPath, str], ...]:
    """Path and text of every Python file of the work tree that is not ignored, migrations excepted."""
    if not (shutil.which("git") and (ROOT / ".git").exists()):
        pytest.skip("needs git and a clone: what is ignored is no source")
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.py"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    paths = (PurePosixPath(line) for line in listed.splitlines())
    kept = (path for path in paths if "migrations" not in path.parts and (ROOT / path).exists())
    return tuple((path, (ROOT / path).read_text()) for path in kept)


def hold(check: Check) -> None:
    """Fail with one line per problem that a check finds in all files."""
    found = [problem for path, text in sources() for problem in check(path, text)]
    assert not found, "\n".join(found)


def long_files(path: PurePosixPath, text: str) -> list[str]:
    lines = len(text.splitlines())
    return [f"{path}: {lines} lines"] if lines > FILE_LINES else []


def long_functions(path: PurePosixPath, text: str) -> list[str]:
    """Functions above the limit, from `def` to the last line, without decorators."""
    functions = (
        node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    sizes = ((node, (node.end_lineno or node.lineno) - node.lineno + 1) for node in functions)
    return [
        f"{path}:{node.lineno}: {node.name} has {size} lines" for node, size in sizes if size > FUNCTION_LINES
    ]


def full_inits(path: PurePosixPath, text: str) -> list[str]:
    return [f"{path}: is not empty"] if path.name == "__init__.py" and text.strip() else []


def vague_names(path: PurePosixPath, text: str) -> list[str]:
    vague = VAGUE_NAMES & {*path.parent.parts, path.stem}
    return [f"{path}: {name} says nothing" for name in sorted(vague)]


def unscoped_queries(path: PurePosixPath, text: str) -> list[str]:
    """Queries over all tenants. The kernel sweeps them all, and sign-in comes before there is a tenant."""
    if path.is_relative_to("hub/core") or path.is_relative_to("hub/identity") or path.parts[0] in AROUND:
        return []
    return [
        f"{path}:{node.lineno}: .{node.attr}"
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Attribute) and node.attr in UNSCOPED
    ]


def chain(node: ast.expr) -> Iterator[str]:
    """The names of a chain of attributes, calls and subscripts, last first: a.b(c).d -> d, b, a."""
    while not isinstance(node, ast.Name):
        if isinstance(node, ast.Attribute):
            yield node.attr
            node = node.value
        elif isinstance(node, ast.Call):
            node = node.func
        elif isinstance(node, ast.Subscript):
            node = node.value
        else:
            return
    yield node.id


def writes_rows(call: ast.Call) -> bool:
    """Whether a call writes rows with Django's own methods, as far as its text tells."""
    if not isinstance(call.func, ast.Attribute):
        return False
    if call.func.attr in {"create", "update", "delete"}:  # else a dict's, a hash's or a client's
        return not QUERIES.isdisjoint(chain(call.func.value))
    return call.func.attr in WRITES


def writes_a_row(call: ast.Call) -> bool:
    """Whether a call writes one row: Model.add(...), row.change(...), row.delete()."""
    if not isinstance(call.func, ast.Attribute):
        return False
    receiver = next(chain(call.func.value), "")
    match call.func.attr:
        case "add":  # a set has a lower-case name
            return receiver[:1].isupper() and not receiver.isupper()
        case "delete":  # a cache or a client deletes something that is named
            return not call.args and not call.keywords
        case name:
            return name == "change"


def stray_writes(path: PurePosixPath, text: str) -> list[str]:
    """Writes that would have no check, no activity and no event.

    Django's own methods stay in operations and the kernel. The kernel's `add` and `change`, which
    operations share through plain functions, stay out of adapters.
    """
    if path.parts[0] in AROUND or path.is_relative_to("hub/core") or "operations" in path.parent.parts:
        return []
    adapter = not ADAPTERS.isdisjoint({*path.parent.parts, path.stem})
    return [
        f"{path}:{node.lineno}: {ast.unparse(node.func)}()"
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and (writes_rows(node) or (adapter and writes_a_row(node)))
    ]


def unplaced_modules(path: PurePosixPath, text: str) -> list[str]:
    """Modules of the product that no layer names, so that nothing would hold their direction."""
    if len(path.parts) == 1 or path.parts[0] in AROUND or not text.strip():
        return []
    placed = package_of(".".join(path.with_suffix("").parts)) and path.parts[0] in LINTER["root_packages"]
    return [] if placed else [f"{path}: in no layer of pyproject.toml"]


def package_of(module: str) -> str | None:
    """The package of a layer that a module belongs to; None for a library's."""
    return next((name for name in HEIGHTS if f"{module}.".startswith(f"{name}.")), None)


def points_up(source: str, target: str, model: str) -> bool:
    """Whether a key from one package to a model of another goes against the direction of imports."""
    if source == target or ((source, target) == ("hub.core", "hub.identity") and model in KERNEL_MAY_NAME):
        return False
    return HEIGHTS[target] >= HEIGHTS[source]


def upward_keys(model: type[Model]) -> list[str]:
    """Foreign keys and many-to-many fields of a model that point up."""
    source = package_of(model.__module__)
    related = (
        (field.name, field.related_model)
        for field in (*model._meta.local_fields, *model._meta.local_many_to_many)
        if isinstance(field.related_model, type)
    )
    return [
        f"{model._meta.label}.{name} -> {target._meta.label}"
        for name, target in related
        if source
        and (package := package_of(target.__module__))
        and points_up(source, package, target._meta.model_name or "")
    ]


def test_files_are_short() -> None:
    hold(long_files)


def test_functions_are_short() -> None:
    hold(long_functions)


def test_init_files_are_empty() -> None:
    hold(full_inits)


def test_modules_have_names_that_say_something() -> None:
    hold(vague_names)


def test_queries_start_within_an_organization() -> None:
    hold(unscoped_queries)


def test_rows_are_written_by_operations() -> None:
    hold(stray_writes)


def test_every_module_is_in_a_layer() -> None:
    hold(unplaced_modules)


def test_foreign_keys_point_down() -> None:
    found = [problem for model in apps.get_models() for problem in upward_keys(model)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("check", "path", "text"),
    [
        (long_files, "items/a.py", "x = 1\n" * (FILE_LINES + 1)),
        (long_functions, "items/a.py", "def f():\n" + "    x = 1\n" * FUNCTION_LINES),
        (
            long_functions,
            "items/a.py",
            "class A:\n async def f(\n  self):\n" + "    x = 1\n" * FUNCTION_LINES,
        ),
        (full_inits, "items/__init__.py", "from items import models\n"),
        (vague_names, "items/utils.py", ""),
        (vague_names, "items/common/names.py", ""),
        (unscoped_queries, "items/queries.py", "Item.objects.filter(pk=1)"),
        (unscoped_queries, "kairos_boards/queries.py", "model._default_manager.count()"),
        (stray_writes, "items/pages.py", "item.save(update_fields=['title'])"),
        (stray_writes, "items/pages.py", "Item.within(o).filter(pk=1).update(title='')"),
        (stray_writes, "items/pages.py", "Item.within(o).create()"),
        (stray_writes, "items/pages.py", "Item.add(title='')"),
        (stray_writes, "items/pages.py", "models.Item.add(title='')"),
        (stray_writes, "items/pages.py", "item.change(title='')"),
        (stray_writes, "items/pages.py", "item.delete()"),
        (stray_writes, "items/moving.py", "Item.within(o).bulk_create([])"),
        (stray_writes, "items/operations.py", "item.save()"),
        (unplaced_modules, "extras/models.py", "x = 1"),
        (unplaced_modules, "hub/extras.py", "x = 1"),
    ],
)
def test_a_check_sees_a_bad_sample(check: Check, path: str, text: str) -> None:
    assert len(check(PurePosixPath(path), text)) == 1


@pytest.mark.parametrize(
    ("check", "path", "text"),
    [
        (long_files, "items/a.py", "x = 1\n" * FILE_LINES),
        (long_functions, "items/a.py", "@d\ndef f():\n" + "    x = 1\n" * (FUNCTION_LINES - 1)),
        (vague_names, "items/managers_of_teams.py", ""),
        (unscoped_queries, "hub/core/scoping.py", "cls.objects.filter()"),
        (unscoped_queries, "hub/identity/queries.py", "User.objects.get()"),
        (stray_writes, "items/operations/create_item.py", "item.save()"),
        (
            stray_writes,
            "items/pages.py",
            "digest.update(b''); seen.add(1); cache.delete('key'); {}.update(a=1)",
        ),
        (stray_writes, "items/pages.py", "KINDS.add('epic'); response.headers.update(extra)"),
        (unplaced_modules, "items/a.py", "x = 1"),
        (unplaced_modules, "hub/settings.py", "x = 1"),
    ],
)
def test_a_check_passes_a_good_sample(check: Check, path: str, text: str) -> None:
    assert check(PurePosixPath(path), text) == []


@pytest.mark.parametrize(
    ("source", "target", "model", "up"),
    [
        ("items", "hub.identity", "user", False),
        ("items", "items", "note", False),
        ("hub.core", "hub.identity", "organization", False),
        ("hub.core", "hub.identity", "key", True),
        ("hub.core", "items", "user", True),
        ("hub.projects", "kairos_boards", "board", True),
        ("hub.brain", "hub.artifacts", "artifact", True),
    ],
)
def test_a_foreign_key_points_up_or_not(source: str, target: str, model: str, up: bool) -> None:
    assert points_up(source, target, model) is up
