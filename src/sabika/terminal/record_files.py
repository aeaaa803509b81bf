"""Records as files: reads a person's file, and saves without damaging other files."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Final

from sabika.engine.game import Unreadable
from sabika.engine.record import FIRST_LINES, LONGEST_TEXT, read
from sabika.engine.table import Table

STDIN: Final = "-"


class NoRecord(Unreadable):
    """A file that cannot be read as a record at all."""


def load(name: str) -> str:
    """The text of a record file, `-` for standard input; NoRecord when it is missing, huge, binary or foreign."""
    try:
        if name == STDIN:
            raw = sys.stdin.buffer.read(LONGEST_TEXT + 1)
        else:
            with Path(name).expanduser().open("rb") as file:
                raw = file.read(LONGEST_TEXT + 1)
    except OSError as error:
        raise NoRecord(f"{name}: {reason(error)}") from None
    if len(raw) > LONGEST_TEXT:
        raise NoRecord(f"{name}: too large for a record, which has at most {LONGEST_TEXT:,} bytes")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise NoRecord(f"{name}: not a text file, so not a record") from None
    if text.partition("\n")[0].strip() not in FIRST_LINES:
        raise NoRecord(f"{name}: not a record; one begins with '{list(FIRST_LINES)[-1]}'")
    return text


def reason(error: OSError) -> str:
    return (error.strerror or "cannot be read").lower()


def save(table: Table, name: str) -> None:
    """Save a table that can be resumed; ValueError with one line if something else would be lost."""
    path = Path(name).expanduser()
    try:
        if path.exists() and not (path.is_file() and is_earlier(path, table)):
            raise ValueError(f"{name} exists and is not this game; choose another name")
        write(path.resolve(), table.saved)
    except OSError as error:
        raise ValueError(f"{name} cannot be written: {reason(error)}") from None


def save_new(table: Table, name: str) -> None:
    """Save a new game; another game in that file is not overwritten."""
    if Path(name).expanduser().exists():
        raise ValueError(f"{name} already exists; `sabika resume {name}` continues a saved game")
    save(table, name)


def is_earlier(path: Path, table: Table) -> bool:
    """Does the file have this very game, up to an earlier moment or now? Then nothing in it is lost."""
    try:
        kept = read(load(str(path)))
    except Unreadable:
        return False
    steps = [str(step) for step in kept.steps]
    return kept.header == table.record.header and steps == [str(step) for step in table.record.steps[: len(steps)]]


def write(path: Path, text: str) -> None:
    """Write everything or nothing: a crash in between leaves the old file."""
    handle, other = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~umask()
        Path(other).chmod(mode)
        Path(other).replace(path)
    except BaseException:
        Path(other).unlink(missing_ok=True)
        raise


def umask() -> int:
    """The person's umask, which can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
