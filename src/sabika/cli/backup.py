"""`sabika backup`: all tables of a server, in a file."""

from __future__ import annotations

from pathlib import Path

import click

from sabika.cli.parameters import DATA
from sabika.server.ops.backup import BackupError, backup


@click.command("backup")
@click.argument("file")
@DATA
@click.option("--database", default="", metavar="URL", help="When no server is running: the database to copy.")
def command(file: str, data: str, database: str) -> None:
    """Copy everything a server keeps into a new file, while play goes on.

    A running server makes the copy itself. When no server is running, the data folder or the database is copied.
    The key is not included.

    \b
    Example:
      sabika backup sabika-2026-11-15.db
    """
    try:
        backup(Path(file).absolute(), Path(data).absolute(), database)
    except BackupError as problem:
        raise click.UsageError(str(problem)) from None
    click.echo(f"All tables are in {file}. The key is not: keep a copy of {Path(data) / 'key'} elsewhere.")
