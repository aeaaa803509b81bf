"""Finding new puzzles, and proving them again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from sabika.cli.parameters import keep_alone
from sabika.cli.signals import endable
from sabika.locks import LOCK
from sabika.review.puzzles.collect import collect, confirmed, picked
from sabika.review.puzzles.glimpse import BUDGETS
from sabika.review.puzzles.puzzle import Puzzle, Puzzles, gain, read, written
from sabika.terminal.record_files import write


def find_new(game: str, wanted: int, pool: int, out: str | None, seed: int, playouts: int, jobs: int) -> int:
    """Look for puzzles until there are enough to choose from; saves them however it ends."""
    if out is None:
        raise click.UsageError("name a file for the puzzles: --out FILE")
    file = Path(out).expanduser().resolve()
    try:
        keep_alone(file.with_name(f".{file.name}{LOCK}"), out)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    kept = begun(out, game) if Path(out).expanduser().exists() else Puzzles(game, seed)
    if kept.seed != seed:
        raise click.UsageError(f"{out} was begun with seed {kept.seed}; choose another file, or --seed {kept.seed}")
    keep(out, kept)  # check this now, not after an hour of searching
    budgets = [each for each in BUDGETS if each < playouts] + [playouts]
    with endable() as ending:
        try:
            for _ in collect(kept, pool, jobs, budgets, show_progress):
                keep(out, kept)
            click.echo("", err=True)
            choose(kept, wanted, seed)
            keep(out, kept)
        except KeyboardInterrupt:
            click.echo(f"\nSaved in {out}; run the same command again to continue.", err=True)
            return ending.code
    click.echo(summary(kept))
    return 0


def begun(out: str, game: str) -> Puzzles:
    """The results of an earlier search; any other file is left alone."""
    try:
        kept = read(Path(out).expanduser().read_bytes())
    except OSError as error:
        raise click.UsageError(f"{out} cannot be read: {(error.strerror or str(error)).lower()}") from None
    except ValueError as error:
        raise click.UsageError(f"{out}: {error}") from None
    if kept.game != game:
        raise click.UsageError(f"{out} has puzzles of {kept.game}; choose another file")
    return kept


def keep(out: str, kept: Puzzles) -> None:
    try:
        write(Path(out).expanduser().resolve(), written(kept).decode())
    except OSError as error:
        raise click.UsageError(f"{out} cannot be written: {(error.strerror or str(error)).lower()}") from None


def show_progress(kept: Puzzles) -> None:
    click.echo(f"\r{len(kept.puzzles)} found in {kept.deals} games", nl=False, err=True)


def choose(kept: Puzzles, wanted: int, seed: int) -> None:
    """A varied choice of the puzzles that another seed confirms."""

    def sound(puzzle: Puzzle) -> bool:
        click.echo(".", nl=False, err=True)
        return confirmed(kept.game, puzzle, seed)

    kept.puzzles, refuted = picked(kept.puzzles, wanted, sound)
    kept.refuted += refuted
    click.echo("", err=True)


def summary(kept: Puzzles) -> str:
    proved = len(kept.puzzles) + kept.refuted
    return (
        f"{len(kept.puzzles)} puzzles from {kept.deals} games: {kept.decisions} decisions, {kept.candidates} "
        f"candidates; a check rejected {kept.refuted} of {proved}; {kept.seconds:.0f} s of processor time"
    )


def check_again(game: str, puzzles: Sequence[Puzzle], seed: int) -> int:
    """Prove every puzzle with another seed, and name those that are not confirmed."""
    refuted = 0
    for number, puzzle in enumerate(puzzles, start=1):
        good = confirmed(game, puzzle, seed)
        refuted += not good
        click.echo(
            f"{number:>3}  {puzzle.best:<40} +{100 * gain(puzzle):.0f} %  {'confirmed' if good else 'NOT CONFIRMED'}"
        )
    click.echo(f"{len(puzzles) - refuted} of {len(puzzles)} confirmed with seed {seed}")
    return 1 if refuted else 0
