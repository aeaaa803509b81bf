"""`sabika tune`: better numbers for a bot's judge."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import click

from sabika.arena import text_report
from sabika.arena.plan import Plan, deals_for
from sabika.arena.pool import Executor, WorkersFail
from sabika.arena.run import run
from sabika.arena.tally import Tally, tally
from sabika.arena.tuned import TunedBots
from sabika.arena.tuning import STEPS, Tuning, TuningRun, numbers_to_tune
from sabika.arena.tuning_plot import picture
from sabika.cli.arena import executor_of
from sabika.cli.parameters import keep_folder_alone
from sabika.cli.signals import endable


@click.command("tune")
@click.argument("game")
@click.argument("bot")
@click.option("--numbers", default="", metavar="A,B,..", help="Which of the judge's numbers to tune; by default all.")
@click.option(
    "--dir", "folder", required=True, metavar="DIR", help="Folder for the steps and a plot; continues a run kept there."
)
@click.option("--steps", type=click.IntRange(1, 100_000), default=100, show_default=True, help="Steps in all.")
@click.option("--games", type=click.IntRange(2), default=40, show_default=True, help="Games per step, at least.")
@click.option("--check", type=click.IntRange(0), default=400, show_default=True,
              help="Games between the result and the original at the end.")  # fmt: skip
@click.option("--seats", type=int, default=2, show_default=True, help="Seats at each table.")
@click.option("--seed", type=click.IntRange(0, 2**62), default=0, show_default=True, help="Chooses the deals.")
@click.option("--jobs", type=click.IntRange(1, 512), help="Games played at once; by default one per core.")
@click.option("--ray", metavar="ADDRESS", help="Play on a Ray cluster; `local` starts one on this machine.")
def command(
    game: str,
    bot: str,
    numbers: str,
    folder: str,
    steps: int,
    games: int,
    check: int,
    seats: int,
    seed: int,
    jobs: int | None,
    ray: str | None,
) -> int:
    """Look for better numbers in a bot's judge by playing it against itself (SPSA), and check the result.

    Stop it when you like; run the same command again to continue. `plot.svg` in the folder shows how each number moved.

    \b
    Examples:
      sabika tune zatre builder --dir tuned --steps 200
      sabika tune alhambra builder --numbers exact,money --dir tuned --games 100
    """
    try:
        wanted = [name.strip() for name in numbers.split(",") if name.strip()]
        found = numbers_to_tune(game, bot, wanted)
        tuning = Tuning(game=game, bot=bot, numbers=found, seats=seats, games=games, steps=steps, seed=seed)
        plan_of(tuning, (bot, tuning.spec([0.0] * len(found))), games, seed)
        executor = executor_of(ray, jobs)
        keep_folder_alone(Path(folder))
        course = TuningRun.open(Path(folder) / STEPS, tuning)
    except (ValueError, OSError) as error:
        raise click.UsageError(str(error)) from None
    with endable() as ending:
        try:
            make_steps(course, executor)
            click.echo(told(course))
            if check:
                click.echo("\n" + text_report.text(checked(course, executor, check)))
        except KeyboardInterrupt:
            click.echo(f"Interrupted; run the same command again to continue.\n{told(course)}")
            return ending.code
        except WorkersFail as problem:
            raise click.UsageError(str(problem)) from None
    return 0


def plan_of(tuning: Tuning, names: tuple[str, str], games: int, seed: int, **called: str) -> Plan:
    plan = Plan(tuning.game, names, 1, tuning.seats, seed, finder=TunedBots.of(tuning.game, names, **called))
    return replace(plan, deals=deals_for(plan, games))


def duel(plan: Plan, executor: Executor) -> Tally:
    """Play a step; if interrupted, discard it and raise KeyboardInterrupt."""
    done = run(plan, executor)
    if done.interrupted:
        raise KeyboardInterrupt
    return tally(plan, done.games)


def make_steps(course: TuningRun, executor: Executor) -> None:
    tuning = course.tuning

    def play(up: str, down: str, seed: int) -> float:
        found = duel(plan_of(tuning, (up, down), tuning.games, seed), executor)
        return found.standing(up).rate.value - found.standing(down).rate.value

    while len(course.steps) < tuning.steps:
        course.go_on(play)
        course.file.with_name("plot.svg").write_text(picture(course), encoding="utf-8")
        if sys.stderr.isatty():
            click.echo(f"\rstep {len(course.steps)} of {tuning.steps}", err=True, nl=False)


def checked(course: TuningRun, executor: Executor, games: int) -> Tally:
    """Play the result against the original, on new deals."""
    tuning = course.tuning
    plan = plan_of(tuning, ("tuned", tuning.bot), games, tuning.seed + 1, tuned=tuning.spec(course.result))
    return duel(plan, executor)


def told(course: TuningRun) -> str:
    """The old and new numbers, and how to play with them."""
    tuning = course.tuning
    now = tuning.values(course.result)
    numbers = [[name, f"{was:.4g}", f"{now[name]:.4g}"] for name, was in tuning.numbers.items()]
    head = f"{tuning.bot} in {tuning.game}: {len(course.steps)} of {tuning.steps} steps of {tuning.games} games"
    columns = text_report.columns([["number", "before", "now"], *numbers])
    return "\n".join([head, "", *columns, "", f"As a bot: {tuning.spec(course.result)}"])
