"""Reads the `.metis` folder of Metis, where each vision, specification, initiative, task or ADR is a file."""

import re
from pathlib import Path

from items.imports import folders
from items.imports.fields import Fields, day, flag, instant
from items.imports.front_matter import Misfit, shown, split
from items.imports.metis_words import (
    COLUMN_OF_PHASE,
    COMPLEXITY_OF_WORD,
    KIND_OF_LEVEL,
    KINDS_WITH_KEPT_CODES,
    LIFECYCLE_OF_PHASE,
    TASK_TYPE_OF_WORD,
)
from items.imports.records import (
    MAX_TITLE_CHARACTERS,
    Backlog,
    BacklogNotFound,
    Complexity,
    ImportRecord,
    Kind,
    Note,
    TaskType,
    Unplaced,
)
from items.imports.references import settle

_ARCHIVE = "archived"
_OWN_FILES = frozenset({"config.toml", "metis.db", "metis.db-shm", "metis.db-wal"})
_PHASE_TAG = "#phase/"
# One spelling per number, the one we write, and a number that fits a 32-bit column.
_CODE = re.compile(r"[A-Z][A-Z0-9]{1,9}-([A-Z])-(?:[0-9]{4}|[1-9][0-9]{4,8})")


def read_metis(path: Path) -> Backlog:
    """Reads a `.metis` folder, or the one in `path`; without one BacklogNotFound. No file makes it fail.

    A code that several files claim goes to a live one before an archived one, then to the first by path.
    """
    root = _root(path)
    records: dict[str, ImportRecord] = {}
    unplaced: list[Unplaced] = []
    notes: list[Note] = []
    for file in _files(root):
        source_path = folders.source_path(file, root)
        try:
            values, body = split(folders.markdown(file))
            fields = Fields(source_path, values)
            record = _record(fields, body)
            if first := records.get(record.foreign_id):
                raise Misfit(f"The short code {record.foreign_id} is already that of {first.source_path}.")
        except Misfit as misfit:
            unplaced.append(Unplaced(source_path, str(misfit)))
        else:
            records[record.foreign_id] = record
            notes += fields.notes
    return Backlog(settle(records, notes), tuple(unplaced), tuple(notes))


def _root(path: Path) -> Path:
    folder = path.resolve()
    root = folder if folder.name == ".metis" else folder / ".metis"
    if root.is_symlink() or not root.is_dir():
        raise BacklogNotFound(f"{path} is not a .metis folder and contains none.")
    return root


def _files(root: Path) -> list[Path]:
    relevant = [file for file in folders.files(root) if file.parent != root or file.name not in _OWN_FILES]
    return sorted(relevant, key=lambda file: file.is_relative_to(root / _ARCHIVE))


def _record(fields: Fields, body: str) -> ImportRecord:
    kind, code = _kind_and_code(fields)
    phase = _phase(fields, kind)
    return ImportRecord(
        foreign_id=code,
        kind=kind,
        code=code if kind in KINDS_WITH_KEPT_CODES else None,
        title=_title(fields),
        content=body,
        source_path=fields.source_path,
        phase=phase,
        column=COLUMN_OF_PHASE[kind][phase] if phase and kind != "document" else None,
        lifecycle=LIFECYCLE_OF_PHASE[phase or "draft"] if kind == "document" else None,
        archived=fields.optional("archived", flag) or fields.source_path.startswith(f"{_ARCHIVE}/"),
        parent=fields.reference("parent"),
        blocked_by=fields.references("blocked_by"),
        supersedes=fields.references("supersedes"),
        created_at=fields.optional("created_at", instant),
        updated_at=fields.optional("updated_at", instant),
        task_type=_task_type(fields) if kind == "task" else None,
        complexity=fields.optional("estimated_complexity", _complexity) if kind == "initiative" else None,
        decision_maker=fields.optional("decision_maker", str) if kind == "adr" else None,
        decision_date=fields.optional("decision_date", day) if kind == "adr" else None,
    )


def _kind_and_code(fields: Fields) -> tuple[Kind, str]:
    level = fields.required("level")
    if level not in KIND_OF_LEVEL:
        raise Misfit(f"The level {shown(level)} is not one of Metis.")
    kind, letter = KIND_OF_LEVEL[level]
    code = fields.required("short_code")
    found = _CODE.fullmatch(code)
    if found is None or found[1] != letter:
        raise Misfit(
            f"The short code {shown(code)} is not of the form PREFIX-{letter}-0001 of level {level}."
        )
    return kind, code


def _title(fields: Fields) -> str:
    title = fields.required("title")
    if len(title) > MAX_TITLE_CHARACTERS:
        raise Misfit(f"The title has {len(title)} characters; at most {MAX_TITLE_CHARACTERS} are possible.")
    return title


def _phase(fields: Fields, kind: Kind) -> str | None:
    tags = (tag for tag in fields.words("tags") if tag.startswith(_PHASE_TAG))
    phase = next(tags, _PHASE_TAG).removeprefix(_PHASE_TAG)
    known = LIFECYCLE_OF_PHASE if kind == "document" else COLUMN_OF_PHASE[kind]
    if phase in known:
        return phase
    cause = f"The phase {shown(phase)} is not one of the kind {kind}" if phase else "There is no phase tag"
    fields.note(f"{cause}; the item starts at the beginning.")
    return None


def _task_type(fields: Fields) -> TaskType:
    words = (*fields.words("tags"), *fields.source_path.split("/"))
    return next((TASK_TYPE_OF_WORD[word] for word in words if word in TASK_TYPE_OF_WORD), "task")


def _complexity(word: str) -> Complexity:
    return COMPLEXITY_OF_WORD[word.upper()]
