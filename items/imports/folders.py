"""The files of a foreign folder, read without trust: no link is followed, no file read beyond the limit."""

import os
from pathlib import Path

from items.imports.front_matter import MAX_FILE_BYTES, Misfit


def files(root: Path) -> list[Path]:
    """Every file and every link below `root`, in order of their paths."""
    # rglob lists symbolic links and does not enter them.
    return sorted(path for path in root.rglob("*") if path.is_symlink() or not path.is_dir())


def source_path(file: Path, root: Path) -> str:
    """The path below `root` as text that can be stored and printed, whatever bytes the name has."""
    return os.fsencode(file.relative_to(root).as_posix()).decode(errors="backslashreplace")


def markdown(file: Path) -> bytes:
    if file.is_symlink():
        raise Misfit("A symbolic link is not followed.")
    if file.suffix != ".md" or not file.is_file():
        raise Misfit("It is not a Markdown file.")
    try:
        with file.open("rb") as stream:
            data = stream.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise Misfit(f"The file cannot be read: {error.strerror}.") from error
    if len(data) > MAX_FILE_BYTES:
        raise Misfit("The file is larger than 1 MiB of content and 64 KiB of front matter.")
    return data
