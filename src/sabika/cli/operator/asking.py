"""Shared by the operator's commands: asking a running server, and printing its answers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

import click
import msgspec

from sabika.server.ops.admin import Unreached, ask
from sabika.server.ops.operator.acts import Did, OperatorAct

T = TypeVar("T")

REASON = click.option("--reason", default="", help="Why, for the audit log.")
DAYS = click.option("--days", type=float, default=None, help="For this many days; by default until lifted.")
MOST = click.option("--most", type=click.IntRange(1, 10_000), default=100, show_default=True, help="Lines to print.")


def asked(data: str, act: OperatorAct, kind: type[T]) -> T:
    """The running server's answer; an error in one line if it refuses, or if none is running."""
    try:
        status, answer = ask(Path(data).absolute(), "POST", "/operator", act)
    except Unreached:
        raise click.UsageError(f"no server is running on {data}") from None
    if status != 200:
        raise click.UsageError(answer)
    return msgspec.json.decode(answer, type=kind)


def do(data: str, act: OperatorAct) -> None:
    click.echo(plain(asked(data, act, Did).text))


def pass_data_on(context: click.Context, group: click.Group, data: str) -> None:
    """Accept `--data` before or after the subcommand."""
    context.default_map = {name: {"data": data} for name in group.commands}


def table(head: Sequence[str], lines: Sequence[Sequence[str]], none: str) -> None:
    """Print aligned columns or, if there are no lines, a note on standard error."""
    if not lines:
        click.echo(none, err=True)
        return
    rows = [head, *([plain(text) for text in line] for line in lines)]
    widths = [max(len(row[n]) for row in rows) for n in range(len(head))]
    for row in rows:
        click.echo("  ".join(f"{text:<{width}}" for text, width in zip(row, widths, strict=True)).rstrip())


def plain(text: str) -> str:
    """People's text without control characters."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def when(milliseconds: int | None) -> str:
    """A time in UTC; a dash for none."""
    if not milliseconds:
        return "-"
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M")


def and_more(more: bool) -> None:
    if more:
        click.echo("There are more; raise --most to print them.", err=True)
