"""`sabika doctor`: versions and build, or the state of a server's data."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from sabika import doctor


@click.command("doctor")
@click.option("--brief", is_flag=True, help="One line only.")
@click.option("--data", default=None, metavar="DIR", help="Check everything a server keeps in this folder instead.")
def command(brief: bool, data: str | None) -> None:
    """Show the version, whether the rules are compiled, and what is installed.

    With --data, check every page of every database file and the key. Nothing is changed, and the server may be running.
    The exit code is 1 when something is wrong.

    \b
    Examples:
      sabika doctor --brief
      sabika doctor --data /var/lib/sabika
    """
    if data is not None:
        if brief:
            raise click.UsageError("--brief and --data cannot be combined; leave one out")
        sys.exit(0 if is_sound(Path(data).absolute()) else 1)
    if brief:
        click.echo(doctor.brief())
        return
    found = doctor.report()
    width = max(len(name) for name, _ in found)
    for name, finding in found:
        click.echo(f"{name:<{width}}  {finding}")


def is_sound(data: Path) -> bool:
    """Print the findings about a data folder; are they all good?"""
    from sabika.server.ops.data_folder import database_files, examine, how_to_restore  # needed only here

    if not data.is_dir():
        raise click.UsageError(f"there is no folder {data}")
    if not any(path.exists() for path in (*database_files(data), data / "key")):
        raise click.UsageError(f"there is no server data in {data}")
    width = max(len(path.name) for path in database_files(data))
    sound, damaged = True, False
    for found in examine(data):
        click.echo(f"{found.name:<{width}}  {found.text}")
        sound, damaged = sound and found.sound, damaged or found.damaged
    if damaged:
        click.echo(f"To restore: {how_to_restore(data)}.")
    return sound
