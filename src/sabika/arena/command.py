"""The commands `sabika arena` and `sabika ratings`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from sabika.arena import show
from sabika.arena.cluster import Cluster, check_ray
from sabika.arena.match import Played
from sabika.arena.plan import TIME_LIMIT, Plan, deals_for, specs
from sabika.arena.pool import Executor, Pool, WorkersFail
from sabika.arena.published import published, table
from sabika.arena.report import check_plots, page
from sabika.arena.run import Run, check_testable, run
from sabika.arena.stats import Sprt
from sabika.arena.tally import Tally, tally
from sabika.engine.game import GAMES, find


@click.command(short_help="Let bots play many games and measure them.")
@click.argument("game", required=False)
@click.option("--bots", required=True, metavar="A,B,..", help="Who plays: `builder`, or with a budget `vizier@400`.")
@click.option("--games", type=click.IntRange(1), default=100, show_default=True, help="At least so many: whole deals.")
@click.option("--seed", type=click.IntRange(0, 2**62), default=0, show_default=True, help="Which deals.")
@click.option("--seats", type=int, default=2, show_default=True, help="How many sit at a table.")
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game; may be repeated."
)
@click.option("--jobs", type=click.IntRange(1, 512), help="Games at once; without it, one for each core.")
@click.option("--ray", metavar="ADDRESS", help="Play on a Ray cluster; `local` starts one here.")
@click.option("--limit", type=click.FloatRange(0.01), default=TIME_LIMIT, show_default=True, metavar="SECONDS",
              help="A bot that thinks longer about a move has lost.")  # fmt: skip
@click.option("--sprt", metavar="ELO0,ELO1", help="Stop when it is clear which of two strengths the first bot has.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--report", metavar="FILE.html", help="Write a page with tables and pictures.")
@click.option("--records", metavar="DIR", help="Keep the records of the games in this new or empty folder.")
def arena(
    game: str | None,
    bots: str,
    games: int,
    seed: int,
    seats: int,
    options: Sequence[str],
    jobs: int | None,
    ray: str | None,
    limit: float,
    sprt: str | None,
    as_json: bool,
    report: str | None,
    records: str | None,
) -> int:
    """Let bots play many games on equal deals with rotated seats, and tell how strong and how fast they are.

    The same seed gives the same games, whatever the number of jobs, as long as no bot thinks by the clock.

    \b
    Examples:
      sabika arena alhambra --bots builder,novice
      sabika arena zatre --bots builder,novice,random --games 600 --seed 7
      sabika arena alhambra --bots builder,novice,novice --seats 3 --records games
      sabika arena alhambra --bots builder,novice --games 4000 --sprt 0,50
      sabika arena alcazaba --bots builder,novice --report evening.html
    """
    if game is None:
        raise click.UsageError(f"say which game to play: {' or '.join(GAMES)}")
    try:
        plan = plan_of(game, bots, games, seats, seed, options, limit, keep=records is not None)
        test = None if sprt is None else read_test(sprt, plan)
        executor = executor_of(ray, jobs)
        file = None if report is None else new_report(report)
        folder = None if records is None else new_folder(records)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    done = played(plan, executor, test, folder)
    found = tally(plan, done.games)
    click.echo(as_text(done, found) if not as_json else as_document(done, found))
    if file is not None and found.games:
        write_report(file, page(plan, done.games, found, test))
    return 130 if done.interrupted else 0


@click.command(name="ratings", short_help="Print the published ratings of the bots.")
@click.argument("game", required=False)
def print_ratings(game: str | None) -> None:
    """Print how strong the bots of the house are, as it was measured for this version.

    \b
    Example:
      sabika ratings alhambra
    """
    if game is None:
        raise click.UsageError(f"say of which game: {' or '.join(GAMES)}")
    try:
        find(game)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    tables = published()
    if game not in tables:
        raise click.UsageError(f"no ratings of {game} are published yet")
    click.echo(table(tables[game]))


def plan_of(
    game: str, bots: str, games: int, seats: int, seed: int, options: Sequence[str], limit: float, *, keep: bool
) -> Plan:
    """What was asked for; ValueError with one line when it cannot be played."""
    chosen = find(game).settle_options(dict(map(read_option, options)))
    plan = Plan(game, specs(bots), 1, seats, seed, chosen, time_limit=limit, records=keep)
    return replace(plan, deals=deals_for(plan, games))


def executor_of(ray: str | None, jobs: int | None) -> Executor:
    if ray is None:
        return Pool(jobs or os.cpu_count() or 1)
    check_ray(ray)
    return Cluster(ray, jobs)


def read_option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise ValueError(f"an option is written NAME=VALUE, not {text[:40]!r}")
    return name, value


def read_test(text: str, plan: Plan) -> Sprt:
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError:
        raise ValueError(f"--sprt is two numbers, as in --sprt 0,50; not {text[:40]!r}") from None
    check_testable(plan)
    return Sprt(elo0, elo1)


# Files: what cannot be written is found out before a game is played.


def new_report(name: str) -> Path:
    """A file for the report."""
    if not name:
        raise ValueError("--report needs the name of a file")
    check_plots()
    try:
        check_writable(Path(name))
    except OSError as error:
        raise ValueError(f"{name} cannot be written: {error.strerror or error}") from None
    return Path(name)


def new_folder(name: str) -> Path:
    """A folder for records: new, or empty."""
    if not name:
        raise ValueError("--records needs the name of a folder")
    folder = Path(name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise ValueError(f"{name} is not empty; records go into a new folder")
        check_writable(folder / "0")
    except OSError as error:
        raise ValueError(f"{name} cannot be written: {error.strerror or error}") from None
    return folder


def check_writable(file: Path) -> None:
    """OSError unless the file can be written; it is left as it was."""
    there = file.exists()
    with file.open("a"):
        pass
    if not there:
        file.unlink()


def write_report(file: Path, text: str) -> None:
    """What was found is printed already; a disk that is full by now costs only the page."""
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise click.ClickException(f"{file} cannot be written: {error.strerror or error}") from None


def write_records(folder: Path, deal: Sequence[Played]) -> None:
    """A file for each game, but for those whose record was lost with their worker."""
    for game in deal:
        if game.record:
            (folder / f"{game.number:06}.sabika").write_text(game.record, encoding="utf-8")


# Playing.


def played(plan: Plan, executor: Executor, test: Sprt | None, folder: Path | None) -> Run:
    """Play with a bar at a terminal, and keep records where they are wanted."""

    def counted(deal: Sequence[Played]) -> None:
        if folder is not None:
            write_records(folder, deal)

    try:
        with bar(plan) as advance:
            return run(plan, executor, test, heard=lambda game: advance(), counted=counted)
    except WorkersFail as problem:
        raise click.UsageError(str(problem)) from None
    except OSError as error:
        raise click.ClickException(f"a record cannot be written: {error.strerror or error}") from None


class Rate(ProgressColumn):
    """Games a second."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text("" if speed is None else f"{speed:,.1f} games/s" if speed >= 1 else f"{60 * speed:,.1f} games/min")


@contextmanager
def bar(plan: Plan) -> Iterator[Callable[[], None]]:
    """A bar on standard error, if somebody looks at it."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda: None
        return
    parts = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn())
    with Progress(*parts, console=console, transient=True) as progress:
        task = progress.add_task(f"{plan.game}: {' '.join(plan.names)}", total=plan.games)
        yield lambda: progress.advance(task)


# Telling.


@dataclass
class Document:
    """What --json prints."""

    sabika: str
    interrupted: bool
    test: dict[str, object] | None
    tally: Tally


def as_document(done: Run, found: Tally) -> str:
    from sabika import __version__

    test = done.test.facts() if done.test else None
    return msgspec.json.format(msgspec.json.encode(Document(__version__, done.interrupted, test, found))).decode()


def as_text(done: Run, found: Tally) -> str:
    if not found.games:
        return "No deal was played to its end." + "".join(f"\n{line}" for line in show.notes(found, None))
    head = "Interrupted; this is what was played of whole deals.\n\n" if done.interrupted else ""
    return head + show.text(found, done.test)
