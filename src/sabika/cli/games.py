"""`sabika games`: the games, their options and the bots."""

from __future__ import annotations

import click

from sabika import bots
from sabika.engine.registry import installed


@click.command("games")
def command() -> None:
    """List the games with their seats and options, and the bots.

    \b
    Example:
      sabika games
    """
    games, problems = installed()
    for game in games:
        click.echo(f"{game.name:<14} {game.title}, {game.fewest} to {game.most} seats")
        for option in game.options:
            click.echo(f"{'':<14} --option {option.name}={'|'.join(option.choices)}")
            click.echo(f"{'':<16} {option.about}")
    for problem in problems:
        click.echo(problem, err=True)
    click.echo(f"{'bots':<14} {', '.join(bots.names())}")
