"""`sabika duel`: a bot with changed numbers against the original."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import click

from sabika.arena import luck_free
from sabika.arena.plan import Plan, deals_for
from sabika.arena.tally import tally
from sabika.arena.tuned import TunedBots
from sabika.cli.arena import as_text, executor_of, exit_code, played
from sabika.cli.signals import endable


@click.command("duel")
@click.argument("game")
@click.argument("bots", nargs=-1, required=True, metavar="BOT BOT..")
@click.option("--games", type=click.IntRange(1), default=200, show_default=True, help="At least this many games.")
@click.option("--seats", type=int, default=2, show_default=True, help="Seats at each table.")
@click.option("--seed", type=click.IntRange(0, 2**62), default=0, show_default=True, help="Chooses the deals.")
@click.option("--jobs", type=click.IntRange(1, 512), help="Games played at once; by default one per core.")
@click.option("--ray", metavar="ADDRESS", help="Play on a Ray cluster; `local` starts one on this machine.")
@click.option("--luck-free", "calm", is_flag=True, help="Take the luck out of each margin: far fewer games are enough.")
def command(
    game: str, bots: Sequence[str], games: int, seats: int, seed: int, jobs: int | None, ray: str | None, calm: bool
) -> int:
    """Play bots with changed numbers in their judge, on equal deals: `builder:exact=0,look=0`, `vizier@400:explore=1`.

    A wrong name lists the available numbers. To compare bots as they are, use `sabika arena`.

    --luck-free values every piece of luck as `sabika review` does and subtracts it. The mean stays the same, the
    spread is much smaller. It works for two bots at a table for two.

    \b
    Examples:
      sabika duel alhambra builder:exact=0 builder --games 400
      sabika duel zatre vizier@400:ahead=24 vizier@400 --games 40
      sabika duel zatre mybot.py:First builder:look=0
      sabika duel alcazaba builder:room=8 builder --games 40 --luck-free
    """
    try:
        plan = Plan(game, tuple(bots), 1, seats, seed, finder=TunedBots.of(game, bots))
        plan = replace(plan, deals=deals_for(plan, games))
        if calm:
            luck_free.check_two(plan)
            plan = replace(plan, extract=luck_free.take_luck)
        executor = executor_of(ray, jobs)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    with endable() as ending:
        done = played(plan, executor, None, None)
    click.echo(as_text(done, tally(plan, done.games)))
    if calm and done.games:
        click.echo("\n" + luck_free.text(plan, done.games))
    return exit_code(done, ending)
