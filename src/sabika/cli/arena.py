"""`sabika arena`: bots play many games and are measured."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import click
import msgspec
from click.core import ParameterSource
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from sabika.arena import text_report
from sabika.arena.cluster import Cluster, check_ray
from sabika.arena.html_report import check_plots, page
from sabika.arena.kept import Finder, KeptRun, not_asked, read_plan
from sabika.arena.match import Played
from sabika.arena.plan import TIME_LIMIT, Plan, deals_for, specs
from sabika.arena.pool import Executor, Pool, WorkersFail
from sabika.arena.run import Run, check_testable, run
from sabika.arena.stats import Sprt
from sabika.arena.tally import Tally, tally
from sabika.bots import find as find_bot
from sabika.bots.own import OwnBots
from sabika.cli.parameters import OPTIONS, keep_folder_alone, named_values, need_game
from sabika.cli.signals import Ending, endable
from sabika.engine.registry import find
from sabika.locks import LOCK


@click.command("arena")
@click.argument("game", required=False)
@click.option("--bots", metavar="A,B,..",
              help="Who plays: `builder`, with a budget `vizier@400`, or your own, `mybot.py:First`.")  # fmt: skip
@click.option("--games", type=click.IntRange(1), default=100, show_default=True, help="At least this many games.")
@click.option("--seed", type=click.IntRange(0, 2**62), default=0, show_default=True, help="Chooses the deals.")
@click.option("--seats", type=int, default=2, show_default=True, help="Seats at each table.")
@OPTIONS
@click.option("--jobs", type=click.IntRange(1, 512), help="Games played at once; by default one per core.")
@click.option("--ray", metavar="ADDRESS", help="Play on a Ray cluster; `local` starts one on this machine.")
@click.option("--limit", type=click.FloatRange(0.01), default=TIME_LIMIT, show_default=True, metavar="SECONDS",
              help="A bot that takes longer than this over a move loses the game.")  # fmt: skip
@click.option("--sprt", metavar="ELO0,ELO1", help="Stop once a test tells which of two Elo leads the first bot has.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--report", metavar="FILE.html", help="Write a page with tables and charts.")
@click.option("--records", metavar="DIR", help="Keep records and results of all games in this new or empty folder.")
@click.option("--resume", metavar="DIR", help="Continue the run in this folder.")
@click.option("--from-records", metavar="DIR", help="Play nothing: report again on the run in this folder.")
def command(
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
    resume: str | None,
    from_records: str | None,
) -> int:
    """Let bots play many games on equal deals with rotated seats, and measure how strong and how fast they are.

    The same seed gives the same games, whatever the number of jobs, as long as no bot thinks by the clock.

    \b
    Examples:
      sabika arena alhambra --bots builder,novice
      sabika arena zatre --bots builder,novice,random --games 600 --seed 7
      sabika arena alhambra --bots builder,novice,novice --seats 3 --records games
      sabika arena alhambra --bots builder,novice --games 4000 --sprt 0,50
      sabika arena alcazaba --bots builder,novice --report evening.html
      sabika arena zatre --bots mybot.py:First,builder --games 1000 --records games
      sabika arena --resume games --bots mybot.py:First,builder
      sabika arena --from-records games --report evening.html
    """
    try:
        if sum(each is not None for each in (records, resume, from_records)) > 1:
            raise ValueError("--records, --resume and --from-records cannot be combined; use one of them")
        old = kept_run(resume, from_records, bots, game)
        if old is not None:
            check_asked(old, games, seats, seed, options, limit, play=resume is not None)
        if old is not None:
            plan = old.plan
        else:
            plan = plan_of(need_game(game), bots, games, seats, seed, options, limit, keep=records is not None)
        test = None if sprt is None else read_test(sprt, plan)
        executor = Nobody() if from_records else executor_of(ray, jobs)
        file = None if report is None else new_report(report)
        if old is not None and resume is not None:
            old.save_plan()
        run_kept = old if records is None else KeptRun.begin(new_folder(records), plan)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    with endable() as ending:
        done = played(plan, executor, test, run_kept)
    found = tally(plan, done.games)
    click.echo(as_text(done, found) if not as_json else as_document(done, found))
    if file is not None and found.games:
        write_report(file, page(plan, done.games, found, test))
    return exit_code(done, ending)


def plan_of(
    game: str, bots: str | None, games: int, seats: int, seed: int, options: Sequence[str], limit: float, *, keep: bool
) -> Plan:
    """The requested run; ValueError with one line if it is impossible."""
    chosen = find(game).settle_options(named_values(options))
    names = specs(bots or "")
    plan = Plan(game, names, 1, seats, seed, chosen, finder_of(names), time_limit=limit, records=keep)
    return replace(plan, deals=deals_for(plan, games))


def finder_of(names: Sequence[str]) -> Finder:
    """Finds the bots of the command line; only there may a name be a file."""
    own = OwnBots.of(names)
    return own if own.places else find_bot


def kept_run(resume: str | None, from_records: str | None, bots: str | None, game: str | None) -> KeptRun | None:
    """The run in a folder, if one was named; it defines what is played."""
    if from_records is not None:
        kept = KeptRun.open(Path(from_records), not_asked)
        kept.check_bots(None if bots is None else specs(bots))
    elif resume is not None:
        read_plan(Path(resume))  # a folder without a run is left as it is
        keep_folder_alone(Path(resume))
        names = None if bots is None else specs(bots)
        kept = KeptRun.reopen(Path(resume), names, finder_of(names or ()))
    else:
        return None
    if game is not None and game != kept.plan.game:
        raise ValueError(f"{kept.folder} is a run of {kept.plan.game}, not of {game}")
    return kept


def check_asked(
    old: KeptRun, games: int, seats: int, seed: int, options: Sequence[str], limit: float, *, play: bool
) -> None:
    """More games extend a resumed run; every other option that was typed must be the same as when the run began."""
    settled = find(old.plan.game).settle_options(named_values(options))
    chosen = {name: settled[name] for name in named_values(options)}
    asked = {"seed": seed, "seats": seats, "time_limit": limit, "options": chosen}
    old.check({name: value for name, value in asked.items() if is_typed("limit" if name == "time_limit" else name)})
    if is_typed("games") and play:
        old.extend(games)
    elif is_typed("games") and deals_for(old.plan, games) != old.plan.deals:
        raise ValueError(f"{old.folder} is a run of {old.plan.games:,} games; --resume can play more")


def is_typed(name: str) -> bool:
    """Was this option given, or is it the default?"""
    return click.get_current_context().get_parameter_source(name) is ParameterSource.COMMANDLINE


class Nobody:
    """Plays nothing: only reports on earlier games."""

    def play(self, plan: Plan, numbers: Sequence[int]) -> Generator[Played]:
        yield from ()


def executor_of(ray: str | None, jobs: int | None) -> Executor:
    if ray is None:
        return Pool(jobs or os.cpu_count() or 1)
    check_ray(ray)
    return Cluster(ray, jobs)


def read_test(text: str, plan: Plan) -> Sprt:
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError:
        raise ValueError(f"--sprt takes two numbers, as in --sprt 0,50, not {text[:40]!r}") from None
    check_testable(plan)
    return Sprt(elo0, elo1)


# Files, checked for writing before the first game.


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
    """A new or empty folder for records."""
    if not name:
        raise ValueError("--records needs the name of a folder")
    folder = Path(name)
    try:
        keep_folder_alone(folder)
        if any(file.name != LOCK for file in folder.iterdir()):
            raise ValueError(f"{name} is not empty; choose a new or empty folder for the records")
        check_writable(folder / "0")
    except OSError as error:
        raise ValueError(f"{name} cannot be written: {error.strerror or error}") from None
    return folder


def check_writable(file: Path) -> None:
    """OSError unless the file can be written; it is not changed."""
    there = file.exists()
    with file.open("a"):
        pass
    if not there:
        file.unlink()


def exit_code(done: Run, ending: Ending) -> int:
    """The signal's code; or 1 if no game was played to its end, so the figures say nothing about strength."""
    if done.interrupted:
        return ending.code
    return 1 if done.games and all(game.fault or game.void for game in done.games) else 0


def write_report(file: Path, text: str) -> None:
    """Write the page; the results are printed already, so a full disk loses nothing else."""
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise click.ClickException(f"{file} cannot be written: {error.strerror or error}") from None


# Playing.


def played(plan: Plan, executor: Executor, test: Sprt | None, kept: KeptRun | None) -> Run:
    """Play, with a progress bar at a terminal; counts earlier games first, and saves every new deal at once."""
    before = kept.ledger.games.copy() if kept else []
    try:
        with bar(plan, len(before)) as advance:
            add = kept.add if kept else lambda deal: None
            return run(plan, executor, test, heard=lambda game: advance(), counted=add, before=before)
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
def bar(plan: Plan, done: int = 0) -> Iterator[Callable[[], None]]:
    """A progress bar on standard error, if that is a terminal."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda: None
        return
    parts = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn())
    with Progress(*parts, console=console, transient=True) as progress:
        task = progress.add_task(f"{plan.game}: {' '.join(plan.names)}", total=plan.games, completed=done)
        yield lambda: progress.advance(task)


# Results.


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
        return "No deal was finished." + "".join(f"\n{line}" for line in text_report.notes(found, None))
    head = "Interrupted; these are the results of all complete deals so far.\n\n" if done.interrupted else ""
    return head + text_report.text(found, done.test)
