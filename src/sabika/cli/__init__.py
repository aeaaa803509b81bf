"""The command `sabika`: a file for each command, loaded when it is called."""

from __future__ import annotations

import sys

import click

from sabika import __version__
from sabika.cli.group import Commands

# The first line of help for each command; its file is cli/<name>.py.
COMMANDS = {
    "play": "Play a game at the prompt.",
    "resume": "Continue a saved game.",
    "replay": "Show a record at any step.",
    "review": "Review a game: luck, decisions and turning points.",
    "puzzles": "Solve puzzles, or find new ones.",
    "verify": "Check a record: moves, luck and score.",
    "arena": "Let bots play many games and measure them.",
    "duel": "Test a bot with changed numbers in its judge.",
    "regret": "Measure what bots' individual decisions cost.",
    "tune": "Look for better numbers in a bot's judge.",
    "dataset": "Let bots play and write every decision to Parquet files.",
    "ratings": "Print the published ratings of the bots.",
    "serve": "Host tables for people on the network.",
    "backup": "Copy all tables of a server into a file.",
    "restore": "Rebuild a server's tables from a backup.",
    "tables": "List, close, hide and export the tables of a server.",
    "people": "List, mute and ban people on a server.",
    "audit": "List what operators did on a server.",
    "games": "List games, options and bots.",
    "doctor": "Show versions and build, or check a server's data.",
}

# Where else a command's file is.
ROOMS = dict.fromkeys(("tables", "people", "audit"), "operator") | {"puzzles": "study"}


@click.group(
    cls=Commands,
    files=COMMANDS,
    rooms=ROOMS,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="sabika")
@click.pass_context
def main(context: click.Context) -> None:
    """Board games with exact rules, in the browser and in the terminal.

    \b
    Open the tables in your browser:
      sabika
    Play in the terminal:
      sabika play alhambra
    """
    if context.invoked_subcommand is None:
        open_tables(context)


def open_tables(context: click.Context) -> None:
    """`sabika` without a command: opens the tables in the browser; in a pipe it prints the help."""
    if not sys.stdout.isatty():
        click.echo(context.get_help())
        return
    serve = main.get_command(context, "serve")
    assert serve is not None
    context.invoke(serve, open_page=True)
