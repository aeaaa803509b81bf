"""`sabika verify`: checks a record."""

from __future__ import annotations

import re

import click

from sabika.cli.group import complain
from sabika.cli.records import beginning_told, load_record
from sabika.engine.record import Record, read
from sabika.engine.verify import Verdict, verify
from sabika.terminal.screen import listing


def checked(context: click.Context, option: click.Parameter, digest: str | None) -> str | None:
    if digest is not None and not re.fullmatch("[0-9a-f]{64}", digest):
        raise click.BadParameter("a digest is 64 characters from 0-9 and a-f")
    return digest


@click.command("verify")
@click.argument("file")
@click.option("--digest", metavar="HEX", callback=checked, help="Also compare with the digest that you kept.")
def command(file: str, digest: str | None) -> None:
    """Check a record: every move, every draw against the revealed seed, and the score.

    A valid record may still be of a different game from the one you played. The table's page shows a digest of
    everything that players were told, and keeps it in the browser; with --digest the record must match it.

    FILE may be - for standard input. Exit code 0: everything is right. 1: something is wrong, and the line names
    the step. 2: not a record.

    \b
    Example:
      sabika verify evening.sabika
      sabika verify evening.sabika --digest 77c3…
    """
    text = load_record(file)
    try:
        found = verify(text, digest)
        record = read(text)
    except ValueError as error:
        complain(f"{file}: {error}", 1)
    if digest is not None and found.known is None:
        cut = "" if found.scores is not None else ", or it was cut off before that step"
        complain(f"{file}: this is not the game whose digest you kept{cut}; the digest here is {found.digest}", 1)
    for name, finding in findings(record, found):
        click.echo(f"{name:<7} {finding}")


def findings(record: Record, found: Verdict) -> list[tuple[str, str]]:
    """The results of the checks, line by line."""
    chosen = ", which a person chose" if found.chosen else ""
    luck = {
        "sealed": f"all {found.draws} draws come from the committed seed{chosen}",
        "unsealed": f"{found.draws} draws; the record names no seed to check them against{chosen}",
        "unrevealed": f"{found.draws} draws; the seed{chosen and chosen + ','} is revealed when the game ends",
    }[found.luck]
    over = found.scores is not None
    result = " ".join(map(str, found.scores or [])) + ", recounted" if over else f"the game is not over; {UNFINISHED}"
    return [
        ("record", f"{record.game}, rules version {record.rules}, seats {listing(record.seats)}"),
        *([("begins", f"{begins}; {UNSEEN}")] if (begins := beginning_told(record)) else []),
        ("moves", f"all {found.moves} are legal"),
        ("luck", luck),
        ("result", result),
        ("digest", digest_told(found)),
        *([("note", REVEALED)] if found.luck == "sealed" and not over else []),
        *([("note", resigned_told(record))] if record.resigned else []),
        *([("note", VERSION_1)] if record.version == 1 else []),
    ]


def digest_told(found: Verdict) -> str:
    if found.known is None:
        return found.digest
    return f"{found.digest}; yours matches the digest after step {found.known}"


def resigned_told(record: Record) -> str:
    """Neither moves nor luck show it."""
    names = listing([record.seats[seat] for seat in record.resigned])
    return f"the record says that {names} resigned; this cannot be checked"


UNSEEN = "the record cannot show that a game really came to this"
UNFINISHED = "the record cannot show whether it went on, unless you kept the digest of a later step"
REVEALED = "the seed is revealed before the end: this is a saved game, or a finished one that was cut off"
VERSION_1 = "a record of version 1 does not show which seats were bots, or which nonces they had committed to"
