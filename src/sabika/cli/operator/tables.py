"""`sabika tables`: an operator's work on the tables of a running server."""

from __future__ import annotations

from pathlib import Path

import click

from sabika.cli.operator.asking import MOST, REASON, and_more, asked, do, pass_data_on, table, when
from sabika.cli.parameters import DATA
from sabika.server.ops.operator.acts import CloseTable, Exported, ExportTable, HideTable, ListTables, ShowTable
from sabika.server.ops.operator.acts import TableLines as Lines

STATUSES = ("gathering", "opening", "playing", "over", "closed")
ID = click.argument("which", metavar="ID")


@click.group("tables")
@DATA
@click.pass_context
def command(context: click.Context, data: str) -> None:
    """List, close, hide and export the tables of a running server.

    \b
    Examples:
      sabika tables list --status playing
      sabika tables close 7k2m9xq4hbtd --reason "insults"
    """
    pass_data_on(context, command, data)


@command.command("list")
@DATA
@click.option("--status", multiple=True, type=click.Choice(STATUSES), help="Only these. Repeat it for more.")
@MOST
def list_tables(data: str, status: tuple[str, ...], most: int) -> None:
    """List tables, newest first; times are UTC."""
    found = asked(data, ListTables(list(status), most), Lines)
    lines = [
        [
            each.id,
            each.game,
            each.status,
            ", ".join(name or "-" for name in each.people),
            str(each.version),
            when(each.used),
            each.listed,
        ]
        for each in found.tables
    ]
    table(
        ("id", "game", "status", "people", "version", "last used", "listed"),
        lines,
        "There are no tables." if not status else "There are no such tables.",
    )
    and_more(found.more)


@command.command("close")
@ID
@DATA
@REASON
def close(which: str, data: str, reason: str) -> None:
    """Close an unfinished table, and tell everybody there."""
    do(data, CloseTable(which, reason))


@command.command("hide")
@ID
@DATA
@REASON
def hide(which: str, data: str, reason: str) -> None:
    """Take a table off the public list. Anyone with the link can still open it."""
    do(data, HideTable(which, reason))


@command.command("show")
@ID
@DATA
@REASON
def show(which: str, data: str, reason: str) -> None:
    """Put a hidden table back on the list."""
    do(data, ShowTable(which, reason))


@command.command("export")
@ID
@click.argument("file", required=False)
@DATA
def export(which: str, file: str | None, data: str) -> None:
    """Write the record of a table into a new FILE, or print it.

    The record of an unfinished game has only what a spectator may see.
    """
    record = asked(data, ExportTable(which), Exported).record
    if file is None:
        click.echo(record, nl=False)
        return
    try:
        with Path(file).open("x", encoding="utf-8", newline="") as target:
            target.write(record)
    except OSError as problem:
        raise click.UsageError(f"{file} cannot be written: {problem.strerror}") from None
