"""The tables, columns and indexes of a SQLite file, compared with what the migrations make."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from sabika.server.store import migrations
from sabika.server.store.base import Damaged

NAMED = 3  # missing ones to name


def check_schema(db: sqlite3.Connection) -> None:
    """Check that the schema is complete, or empty. Raises Damaged; Unfit for a newer version."""
    found = columns(db)
    if not found:
        return
    if "schema_version" not in found:
        raise Damaged("it is a database of another program")
    (version,) = db.execute(migrations.CURRENT).fetchone()
    migrations.check_known(version)
    missing = [name for name, names in made_by_migrations(version).items() if found.get(name) != names]
    if missing:
        more = f" and {len(missing) - NAMED} more" if len(missing) > NAMED else ""
        raise Damaged(f"it is of version {version} and lacks {', '.join(missing[:NAMED])}{more}")


def made_by_migrations(version: int) -> dict[str, list[str]]:
    """The schema of a file of this version."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        db.execute(migrations.FIRST)
        for statement in migrations.pending(0, sqlite=True, upto=version):
            db.execute(statement)
        return columns(db)


def columns(db: sqlite3.Connection) -> dict[str, list[str]]:
    """The columns of every table and index."""
    listed = db.execute("select type, name from sqlite_master where name not like 'sqlite~_%' escape '~'")
    found: dict[str, list[str]] = {}
    for kind, name in listed.fetchall():
        if kind in ("table", "index"):
            found[name] = [each for (each,) in db.execute(f"select name from pragma_{kind}_info(?)", [name])]
    return found
