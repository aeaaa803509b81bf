"""`sabika dataset`: bots play, and every decision is written to Parquet files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sabika.arena.plan import TIME_LIMIT
from sabika.arena.pool import Executor, WorkersFail
from sabika.arena.run import Run
from sabika.cli.arena import bar, executor_of, plan_of
from sabika.cli.parameters import OPTIONS, keep_folder_alone, need_game
from sabika.cli.signals import endable
from sabika.dataset.manifest import check_arrow

if TYPE_CHECKING:
    from sabika.dataset.make import Making


@click.command("dataset")
@click.argument("game", required=False)
@click.option("--bots", metavar="A,B,..",
              help="Who plays: `builder`, with a budget `vizier@400`, or your own, `mybot.py:First`.")  # fmt: skip
@click.option("--dir", "folder", required=True, metavar="DIR", help="Folder for the files; continues a stopped run.")
@click.option("--games", type=click.IntRange(1), default=100, show_default=True, help="At least this many games.")
@click.option("--shard", type=click.IntRange(1), default=100, show_default=True, help="Games per file, at least.")
@click.option("--seed", type=click.IntRange(0, 2**62), default=0, show_default=True, help="Chooses the deals.")
@click.option("--seats", type=int, default=2, show_default=True, help="Seats at each table.")
@OPTIONS
@click.option("--jobs", type=click.IntRange(1, 512), help="Games played at once; by default one per core.")
@click.option("--ray", metavar="ADDRESS", help="Play on a Ray cluster; `local` starts one on this machine.")
@click.option("--limit", type=click.FloatRange(0.01), default=TIME_LIMIT, show_default=True, metavar="SECONDS",
              help="Leave out games in which a bot takes longer than this over a move.")  # fmt: skip
@click.option("--values", is_flag=True, help="Also write the points and chances to win that the judge expects.")
def command(
    game: str | None,
    bots: str | None,
    folder: str,
    games: int,
    shard: int,
    seed: int,
    seats: int,
    options: Sequence[str],
    jobs: int | None,
    ray: str | None,
    limit: float,
    values: bool,
) -> int:
    """Let bots play and write every decision to Parquet files: what the seat knew, what it did, how the game ended.

    The same seed gives the same files with any number of jobs, as long as no bot thinks by the clock. The same
    command resumes a stopped run; with more games it adds to it.

    \b
    Examples:
      sabika dataset zatre --bots builder --dir selfplay --games 1000
      sabika dataset alhambra --bots builder,novice --seats 3 --dir mixed --games 3000 --seed 7
      sabika dataset alhambra_dice --bots vizier@400 --dir strong --games 200 --shard 10
      sabika dataset zatre --bots builder --dir valued --values
      sabika dataset zatre --bots mybot.py:First,builder --dir mine
    """
    try:
        check_arrow()
        from sabika.dataset.make import Making

        plan = plan_of(need_game(game), bots, games, seats, seed, options, limit, keep=False)
        executor = executor_of(ray, jobs)
        keep_folder_alone(Path(folder))
        making = Making(Path(folder), plan, shard, values=values)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    with endable() as ending:
        done = made(making, executor)
    click.echo("Interrupted; run the same command again to continue.\n" * done.interrupted + making.text())
    if done.interrupted:
        return ending.code
    return 1 if making.empty else 0


def made(making: Making, executor: Executor) -> Run:
    """Play and write, with a progress bar at a terminal."""
    try:
        with bar(making.plan, making.done) as advance:
            return making.go_on(executor, heard=lambda game: advance())
    except WorkersFail as problem:
        raise click.UsageError(str(problem)) from None
    except ValueError as problem:
        raise click.ClickException(str(problem)) from None
    except OSError as error:
        raise click.ClickException(f"{making.folder} cannot be written: {error.strerror or error}") from None
