"""Is a data folder complete? Checked at every start, and by `sabika doctor --data DIR`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from sabika.server.ops.listen import DATABASE, KEY, CannotServe, server_key
from sabika.server.store.base import Damaged, StoreError
from sabika.server.store.integrity.file import Contents, check_fully, gone, is_blank, log_of, size_of
from sabika.server.store.sqlite.files import files_beside, path_of

UNITS = ("bytes", "KiB", "MiB", "GiB")


def check_folder(data: Path) -> None:
    """A folder with a key, which is made after the tables, or with more files must have them. Raises Damaged, Unfit."""
    first, *others = database_files(data)
    if is_blank(first):
        signs = [path for path in (data / KEY, *others) if size_of(path)]
        if signs:
            raise Damaged(f"{first} is {gone(first)}, but there is {signs[0].name}")
    elif empty := [path.name for path in others if not size_of(path)]:
        raise Damaged(f"{', '.join(empty)} in {data} is empty")


def how_to_restore(data: Path) -> str:
    """What to do about it; no old file or log may stay beside the restored ones."""
    return (
        f"move {Path(DATABASE).stem}*.db* elsewhere and run `sabika restore BACKUP --data {data}`, "
        f"or start from scratch by moving the key as well"
    )


def database_files(data: Path) -> list[Path]:
    """The first, whether it exists or not, and those beside it."""
    return [path_of(data / DATABASE, number) for number in files_beside(data / DATABASE)]


class Finding(NamedTuple):
    """The result for one file of the folder."""

    name: str
    text: str
    sound: bool = True
    damaged: bool = False  # so that only a backup helps


def examine(data: Path) -> Iterator[Finding]:
    """Check every page of every file, without disturbing a running server; one by one, since it may take a while."""
    held: list[Contents] = []
    for path in database_files(data):
        yield finding(path, held.append)
    yield about_key(data, unfinished=sum(each.tables - each.finished for each in held))


def finding(path: Path, note: Callable[[Contents], None]) -> Finding:
    try:
        contents = check_fully(path)
    except StoreError as problem:
        return Finding(path.name, one_line(problem, path), sound=False, damaged=isinstance(problem, Damaged))
    note(contents)
    size = in_units(size_of(path) + size_of(log_of(path)))
    tables = "1 table" if contents.tables == 1 else f"{contents.tables:,} tables"
    return Finding(path.name, f"{tables}, {contents.finished:,} finished, {size}, sound")


def about_key(data: Path, *, unfinished: int) -> Finding:
    if os.environ.get("SABIKA_KEY"):
        where = "in SABIKA_KEY"
    elif not (data / KEY).exists():
        needed = f"missing, and unfinished tables need it: {unfinished:,}" if unfinished else "none yet"
        return Finding(KEY, needed, sound=not unfinished)
    else:
        where = f"present, mode {(data / KEY).stat().st_mode & 0o777:o}"
    try:
        server_key(data, make=False)
    except (CannotServe, OSError, ValueError) as problem:
        return Finding(KEY, f"{where}: {problem}", sound=False)
    return Finding(KEY, where)


def one_line(problem: Exception, path: Path) -> str:
    """Without the path, which the line begins with."""
    return " ".join(str(problem).removeprefix(f"{path} cannot be used: ").split())


def in_units(size: float) -> str:
    unit = 0
    while size >= 1024 and unit < len(UNITS) - 1:
        size, unit = size / 1024, unit + 1
    return f"{size:,.1f} {UNITS[unit]}" if unit else f"{size:,.0f} {UNITS[unit]}"
