"""`sabika audit`: what operators did."""

from __future__ import annotations

import click

from sabika.cli.operator.asking import MOST, asked, table, when
from sabika.cli.parameters import DATA
from sabika.server.ops.operator.acts import ActLines, ListActs


@click.command("audit")
@DATA
@MOST
def command(data: str, most: int) -> None:
    """List what operators did on a running server, newest last; times are UTC.

    \b
    Example:
      sabika audit --most 20
    """
    found = asked(data, ListActs(most), ActLines)
    table(
        ("when", "what", "whom", "reason"),
        [[when(act.at), act.what, act.whom, act.reason] for act in found.acts],
        "No operator has done anything here.",
    )
