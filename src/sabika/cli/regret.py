"""`sabika regret`: how far individual decisions fall behind the best."""

from __future__ import annotations

import sys

import click

from sabika.arena.plan import specs
from sabika.arena.pool import WorkersFail
from sabika.arena.regret import ANY, Regret, positions
from sabika.arena.regret_run import looked_at, regret_plan
from sabika.cli.arena import executor_of
from sabika.cli.signals import endable
from sabika.engine.registry import find


@click.command("regret")
@click.argument("game")
@click.option("--bots", default="builder,novice", show_default=True, metavar="A,B,..", help="Whose choices to judge.")
@click.option("--positions", "number", type=click.IntRange(1), default=60, show_default=True, help="Decisions to try.")
@click.option("--games", type=click.IntRange(4), default=200, show_default=True, help="Games to play from each move.")
@click.option("--moves", type=click.IntRange(1), default=4, show_default=True,
              help="Also try this many of the moves the judge likes best.")  # fmt: skip
@click.option("--stage", default=ANY, help="Only decisions of this stage, such as `turn` with dice; by default all.")
@click.option("--seed", type=click.IntRange(0, 2**40), default=1, show_default=True, help="Chooses the positions.")
@click.option("--jobs", type=click.IntRange(1, 512), help="Positions examined at once; by default one per core.")
@click.option("--ray", metavar="ADDRESS", help="Examine them on a Ray cluster; `local` starts one on this machine.")
def command(
    game: str,
    bots: str,
    number: int,
    games: int,
    moves: int,
    stage: str,
    seed: int,
    jobs: int | None,
    ray: str | None,
) -> int:
    """Measure how many points each decision of a bot costs, against the best move found by playing on.

    Builders play on from every move, with the same luck for each. This takes far fewer positions than the arena
    takes games. The same seed gives the same figures, whatever the number of jobs, as long as no bot thinks by the
    clock.

    \b
    Examples:
      sabika regret zatre --bots builder,novice --positions 40 --games 100
      sabika regret alhambra_dice --stage turn --bots builder,mybot.py:First
    """
    names = specs(bots)
    regret = Regret(game, names, moves, games)
    with endable() as ending:
        try:
            text = find(game).text
            asked = [text(state) for state in positions(game, stage, number, seed)]
            plan, executor = regret_plan(game, names, asked, moves, games), executor_of(ray, jobs)
            for found in looked_at(plan, number, executor, lambda done: progress(done, number)):
                regret.add(found)
        except (ValueError, WorkersFail) as error:
            raise click.UsageError(str(error)) from None
        except KeyboardInterrupt:
            click.echo("Interrupted; these are the results so far.\n")
            click.echo(regret.text())
            return ending.code
    click.echo(regret.text())
    return 0


def progress(done: int, number: int) -> None:
    """On standard error, if that is a terminal."""
    if sys.stderr.isatty():
        click.echo(f"\r{done} of {number} positions", err=True, nl=done == number)
