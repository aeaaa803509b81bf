"""`sabika resume`: a saved game, continued."""

from __future__ import annotations

import secrets

import click

from sabika.cli.group import complain
from sabika.cli.records import load_record
from sabika.cli.seats import sit_down
from sabika.engine.replay import NoDealer
from sabika.engine.table import Table
from sabika.engine.verify import verify
from sabika.terminal import face, record_files


@click.command("resume")
@click.argument("file")
def command(file: str) -> int:
    """Continue a saved game. Every further move is saved to the same file.

    \b
    Example:
      sabika resume evening.sabika

    A game from standard input (`-`) is not saved unless you type `save FILE`.
    """
    text = load_record(file)
    try:
        verify(text)
        table = Table.resume(text)
        shown = face(table.game.name)
    except ValueError as error:
        complain(f"{file}: {error}", 1)
    if isinstance(table.dealer, NoDealer) and not table.over:
        raise click.UsageError(f"{file} has no seed, so it cannot be continued; `sabika replay` shows it")
    return sit_down(table, shown, None if file == record_files.STDIN else file, secrets.randbits(62))
