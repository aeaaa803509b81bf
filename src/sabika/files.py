"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def replacing(path: Path, *, private: bool = False) -> Iterator[Path]:
    """A file to write instead of `path`: it gets that name once it is on disk; if writing fails, the old file stays."""
    part = path.with_name(f".{path.name}.part")
    try:
        if private:  # for its owner alone, before anything is in it
            os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
        yield part
        flush(part)
        part.replace(path)
        flush(path.parent)
    finally:
        part.unlink(missing_ok=True)


def flush(path: Path) -> None:
    """What was written there is on disk."""
    if os.name == "nt" and path.is_dir():  # Windows has no such thing for folders
        return
    file = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(file)
    finally:
        os.close(file)
