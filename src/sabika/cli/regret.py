"""`sabika regret`: how far single decisions fall behind the best."""

from __future__ import annotations

import sys
from itertools import chain

import click

from sabika.arena.plan import specs
from sabika.arena.regret import ANY, Regret, positions
from sabika.arena.tuned import TunedBots
from sabika.cli.signals import endable


@click.command("regret")
@click.argument("game")
@click.option("--bots", default="builder,novice", show_default=True, metavar="A,B,..", help="Whose choices to judge.")
@click.option("--positions", "number", type=click.IntRange(1), default=60, show_default=True, help="Decisions to try.")
@click.option("--games", type=click.IntRange(4), default=200, show_default=True, help="Games played from each move.")
@click.option("--moves", type=click.IntRange(1), default=4, show_default=True,
              help="Also try this many of the moves the judge likes best.")  # fmt: skip
@click.option("--stage", default=ANY, help="Only decisions of this stage, such as `turn` with dice; by default all.")
@click.option("--seed", type=click.IntRange(0, 2**40), default=1, show_default=True, help="Chooses the positions.")
def command(game: str, bots: str, number: int, games: int, moves: int, stage: str, seed: int) -> int:
    """Say how many points bots' choices cost, decision by decision, against the best move that playing on can find.

    Builders play on from every move, with the same luck for each. Far fewer positions than games show a difference.

    \b
    Examples:
      sabika regret zatre --bots builder,novice --positions 40 --games 100
      sabika regret alhambra_dice --stage turn --bots builder,mybot.py:First
    """
    names = specs(bots)
    try:
        finder = TunedBots.of(game, names)
        factories = [finder(name) for name in names]
        looked_at = positions(game, stage, number, seed)
        regret = Regret(game, names, moves, games)
        first = next(looked_at)  # a stage that does not exist is found out now
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    with endable() as ending:
        try:
            for n, state in enumerate(chain([first], looked_at)):
                regret.look_at(state, [factory(n) for factory in factories])
                progress(n + 1, number)
        except KeyboardInterrupt:
            click.echo("Interrupted; this is what was found so far.\n")
            click.echo(regret.text())
            return ending.code
    click.echo(regret.text())
    return 0


def progress(done: int, number: int) -> None:
    """On standard error, if that is a terminal."""
    if sys.stderr.isatty():
        click.echo(f"\r{done} of {number} positions", err=True, nl=done == number)
