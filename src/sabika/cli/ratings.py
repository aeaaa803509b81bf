"""`sabika ratings`: how strong our bots are."""

from __future__ import annotations

import click

from sabika.arena.published import published, table
from sabika.cli.parameters import need_game
from sabika.engine.registry import find


@click.command("ratings")
@click.argument("game", required=False)
def command(game: str | None) -> None:
    """Print how strong our own bots are, as measured for this version.

    \b
    Example:
      sabika ratings alhambra
    """
    name = need_game(game)
    try:
        find(name)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    tables = published()
    if name not in tables:
        raise click.UsageError(f"no ratings of {name} are published yet")
    click.echo(table(tables[name]))
