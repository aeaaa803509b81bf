"""The schema: numbered files that are applied in order, once each, and never changed after a release."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import resources

from sabika.server.store.base import Unfit

# The files are in PostgreSQL's SQL. In SQLite tables are WITHOUT ROWID: one write for each entry instead of two.
SQLITE = {r"\bbytea\b": "blob", r"\bbigint\b": "integer", r"\bboolean\b": "integer", r"\n\);": "\n) without rowid;"}

FIRST = "create table if not exists schema_version (version bigint primary key)"
CURRENT = "select coalesce(max(version), 0) from schema_version"


def files() -> dict[int, str]:
    """The text of every migration by its number, in order."""
    folder = resources.files(__name__)
    names = sorted(file.name for file in folder.iterdir() if file.name.endswith(".sql"))
    return {int(name[:3]): (folder / name).read_text(encoding="utf-8") for name in names}


LATEST = max(files())


def pending(current: int, *, sqlite: bool, upto: int = LATEST) -> Iterator[str]:
    """The statements that bring a database from one version to another. Raises Unfit for a newer one."""
    check_known(current)
    for number, text in files().items():
        if current < number <= upto:
            yield from statements(text, sqlite=sqlite)
            yield f"insert into schema_version values ({number})"


def check_known(version: int) -> None:
    """Raises Unfit for a newer version."""
    if version > LATEST:
        raise Unfit(f"the database has version {version}, and this program knows versions up to {LATEST}: update it")


def statements(text: str, *, sqlite: bool) -> Iterator[str]:
    """The statements of a file, one by one: SQLite would end the transaction for a script."""
    text = re.sub(r"\s*--.*", "", text)
    for word, ours in SQLITE.items() if sqlite else ():
        text = re.sub(word, ours, text)
    yield from filter(None, map(str.strip, text.split(";\n")))
