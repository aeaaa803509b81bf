"""`sabika restore`: a server's tables, from a backup."""

from __future__ import annotations

from pathlib import Path

import click

from sabika.cli.parameters import DATA
from sabika.server.ops.backup import BackupError, restore


@click.command("restore")
@click.argument("file")
@DATA
@click.option("--database", default="", metavar="URL", help="An empty database to fill, instead of a data folder.")
def command(file: str, data: str, database: str) -> None:
    """Rebuild a server's tables from a backup, in an empty folder or database.

    \b
    Example:
      sabika restore sabika-2026-11-15.db --data /var/lib/sabika
    """
    try:
        needs = restore(Path(file).absolute(), Path(data).absolute(), database)
    except BackupError as problem:
        raise click.UsageError(str(problem)) from None
    click.echo(f"All tables are restored. {needs}".strip())
