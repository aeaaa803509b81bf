"""`sabika review`: luck and decisions in a game."""

from __future__ import annotations

import os
import sys
from collections import deque
from pathlib import Path
from shutil import get_terminal_size
from textwrap import wrap

import click
import msgspec

from sabika.cli.group import complain
from sabika.cli.records import load_record
from sabika.engine.record import read
from sabika.engine.verify import verify
from sabika.locales import LANGUAGES
from sabika.review.account import Account, account_of, visible
from sabika.review.page import page
from sabika.review.story import Story, story_of
from sabika.review.words import Teller
from sabika.review.workers import deep_verdicts
from sabika.terminal.record_files import write

PLAYOUTS = 1000  # for each decision of a deep review
MOST_PLAYOUTS = 100_000


class Review(msgspec.Struct, frozen=True):
    """What --json prints."""

    account: Account
    story: Story


@click.command("review")
@click.argument("file")
@click.option("--deep", is_flag=True, help="Search every decision; takes up to a minute for a three-player game.")
@click.option("--seat", type=click.IntRange(1), metavar="N", help="Review the game for this seat.")
@click.option("--json", "as_json", is_flag=True, help="Print the whole account as JSON.")
@click.option("--html", metavar="FILE", help="Write one HTML page with the curve and the boards; it works offline.")
@click.option(
    "--language", type=click.Choice(LANGUAGES), default="en", show_default=True, help="Language of the review."
)
@click.option("--playouts", type=click.IntRange(1, MOST_PLAYOUTS), default=PLAYOUTS, show_default=True,
              help="Playouts for each decision of a deep review.")  # fmt: skip
@click.option(
    "--seed", type=click.IntRange(0, 2**31), default=0, show_default=True, help="The same seed gives the same review."
)
@click.option("--jobs", type=click.IntRange(1, 64), default=os.cpu_count() or 1, help="Processes for a deep review.")
def command(
    file: str, deep: bool, seat: int | None, as_json: bool, html: str | None, language: str, playouts: int, seed: int,
    jobs: int,
) -> None:  # fmt: skip
    """Review a game: what was luck, which decisions cost most and what would have been better, and when it turned.

    FILE may be - for standard input. An unfinished game is read up to the first hidden step.

    \b
    Examples:
      sabika review evening.sabika
      sabika review evening.sabika --deep --seat 2 --html evening.html
    """
    text = load_record(file)
    try:
        deque(visible(text), maxlen=0)  # names the step that cannot be
        warn_if_false(file, text)
        account = reviewed(text, playouts if deep else 0, seed, jobs)
    except ValueError as error:
        complain(f"{file}: {error}", 1)
    if seat is not None and seat > len(account.seats):
        raise click.UsageError(f"{file} has {len(account.seats)} seats, so there is no seat {seat}")
    story = story_of(account, None if seat is None else seat - 1)
    if html is not None:
        save(html, page(Teller(text, account, story, language, drawn=True), language))
    if as_json:
        click.echo(msgspec.json.encode(Review(account, story)))
    elif html is None:
        told = lines(Teller(text, account, story, language))
        if sys.stdout.isatty():
            told = [part for each in told for part in within(each, get_terminal_size().columns)]
        click.echo("\n".join(told))


def warn_if_false(file: str, text: str) -> None:
    """A review takes the record's word for its luck; say where a check does not."""
    try:
        if read(text).scores is not None:
            verify(text)
    except ValueError as problem:
        click.echo(f"{file}: this record fails `sabika verify`: {problem}", err=True)


def reviewed(text: str, playouts: int, seed: int, jobs: int) -> Account:
    if not playouts:
        return account_of(text, seed)
    try:
        verdicts = deep_verdicts(text, playouts, seed, jobs, show_progress)
    except KeyboardInterrupt:
        raise click.Abort from None
    finally:
        click.echo("", err=True)
    return account_of(text, seed, playouts, verdicts)


def show_progress(done: int, of: int) -> None:
    click.echo(f"\r{done} of {of} decisions", nl=False, err=True)


def save(name: str, content: str) -> None:
    """Write the page; an existing file is overwritten only if it is an HTML page."""
    path = Path(name).expanduser()
    try:
        if path.exists() and not path.read_bytes()[:15].lower().startswith(b"<!doctype html>"):
            raise click.UsageError(f"{name} exists and is not an HTML page; choose another name")
        write(path, content)
    except OSError as error:
        raise click.UsageError(f"{name} cannot be written: {(error.strerror or str(error)).lower()}") from None


def lines(teller: Teller) -> list[str]:
    """The review in the terminal."""
    say = teller.say
    found = [teller.title(), *teller.notes(), "", say("account")]
    found += grid(["", *teller.names()], teller.account_rows())
    found += ["", say("turning"), *bullets([told for _, told in teller.turning()], teller.none("turning"))]
    found += ["", say("slips"), *bullets([told for _, told in teller.slips()], teller.none("slips"))]
    if praise := teller.praise():
        found += ["", say("well"), *bullets([told for _, told in praise], "")]
    return [*found, "", say("ledger"), *grid(["", *teller.names()], teller.ledger())]


def within(line: str, width: int) -> list[str]:
    """A line as a terminal shows it without breaking words; tables stay as they are."""
    if not line.startswith("  - "):
        return [line]
    return wrap(line, width - 1, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)


def bullets(told: list[str], none: str) -> list[str]:
    return [f"  - {each}" for each in told] or [f"  {none}"]


def grid(columns: list[str], rows: list[tuple[str, list[str]]]) -> list[str]:
    """Columns as wide as their contents."""
    table = [columns, *([name, *cells] for name, cells in rows)]
    widths = [max(len(row[n]) for row in table) for n in range(len(columns))]
    return [
        "  "
        + "  ".join(
            [row[0].ljust(widths[0]), *(cell.rjust(wide) for cell, wide in zip(row[1:], widths[1:], strict=True))]
        )
        for row in table
    ]
