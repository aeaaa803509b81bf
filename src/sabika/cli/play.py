"""`sabika play`: a new game at the prompt."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import click

from sabika.cli.parameters import OPTIONS, named_values, need_game
from sabika.cli.seats import bot_seats, seat_names, sit_down
from sabika.engine.registry import find
from sabika.engine.table import Table
from sabika.terminal import face, record_files
from sabika.terminal.lesson import scenes_from, teach
from sabika.terminal.prompt import Prompt
from sabika.terminal.screen import open_console


@click.command("play")
@click.argument("game", required=False)
@click.option(
    "--seats",
    default="you,builder,novice",
    show_default=True,
    help="Who plays, in order. A bot's name is that bot; any other name is a person.",
)
@OPTIONS
@click.option(
    "--seed",
    type=click.IntRange(0, 2**62),
    metavar="N",
    help="Use this seed for the luck. The record notes that it was chosen.",
)
@click.option("--save", "file", metavar="FILE", help="Save the game to this file after every move.")
@click.option("--lesson", is_flag=True, help="Learn the game first: short scenes, one idea each.")
@click.option("--scene", type=click.IntRange(1), metavar="N", help="Start the lesson at this scene.")
def command(
    game: str | None,
    seats: str,
    options: Sequence[str],
    seed: int | None,
    file: str | None,
    lesson: bool,
    scene: int | None,
) -> int:
    """Play a game at the prompt, against bots or with friends at the same screen.

    \b
    Examples:
      sabika play alhambra
      sabika play alhambra --seats you,builder --option extra_tower=added
      sabika play alhambra --seats Ana,Ben,novice --save evening.sabika
      sabika play alhambra --lesson
    `sabika games` lists the games, their options and the bots.
    """
    name = need_game(game)
    if lesson or scene is not None:
        return learn(name, scene or 1)
    try:
        names = seat_names(name, seats)
        table = Table.deal(find(name), names, seed, named_values(options), bots=bot_seats(names))
        shown = face(name)
        if file is not None:
            record_files.save_new(table, file)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    return sit_down(table, shown, file, secrets.randbits(62) if seed is None else seed)


def learn(name: str, first: int) -> int:
    """The scenes of a game's lesson, from this one on; the exit code."""
    try:
        scenes = scenes_from(find(name), first)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    console = open_console()
    return teach(scenes, face(name), console, Prompt(console))
