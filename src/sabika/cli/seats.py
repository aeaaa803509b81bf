"""Seats at a table in the terminal: people and bots, recognised by their names."""

from __future__ import annotations

from difflib import get_close_matches

import click

from sabika import bots
from sabika.bots.own import is_own
from sabika.engine.table import Table
from sabika.terminal import Face
from sabika.terminal.play import play
from sabika.terminal.prompt import Prompt
from sabika.terminal.screen import open_console
from sabika.terminal.sitting import Sitting


def seat_names(game: str, text: str) -> list[str]:
    """Names separated by commas; equal bots get numbers, equal people are an error."""
    given = [name.strip() for name in text.split(",")]
    found: list[str] = []
    for name in given:
        if is_own(name):
            hint = f"sabika arena {game} --bots {name},builder"
            raise ValueError(f"{name} is your own bot, and your own bots play only in the arena: {hint}")
        if given.count(name) > 1 and bot_called(name):
            found.append(f"{name} {1 + sum(each.startswith(f'{name} ') for each in found)}")
        elif name in found:
            raise ValueError(f"two seats are called {name!r}; give each person their own name")
        elif not bot_called(name) and get_close_matches(name.casefold(), bots.names(), cutoff=0.85):
            raise ValueError(f"there is no bot {name!r}; choose one of {', '.join(bots.names())}")
        else:
            found.append(name)
    return found


def bot_called(name: str) -> str:
    """The bot that a seat's name stands for: `builder`, `vizier@400`, or `builder 2`; empty for a person."""
    word, _, number = name.partition(" ")
    return word if word.partition("@")[0] in bots.names() and (not number or number.isdecimal()) else ""


def bot_seats(names: list[str]) -> list[int]:
    return [seat for seat, name in enumerate(names) if bot_called(name)]


def make_bot(name: str, seed: int) -> bots.Bot:
    """The bot of this name; ValueError with one line if it does not exist or fails to start."""
    factory = bots.find(name)
    try:
        return factory(seed)
    except Exception as problem:  # a bot from another package may fail in any way
        reason = " ".join(f"{type(problem).__name__}: {problem}".split())
        raise ValueError(f"the bot {name!r} failed to start: {reason}") from problem


def sit_down(table: Table, face: Face, file: str | None, seed: int) -> int:
    """Seat a bot for every bot's name, and play; returns the exit code."""
    called = {seat: bot_called(name) for seat, name in enumerate(table.record.seats)}
    try:
        players = {seat: make_bot(bot, seed + seat) for seat, bot in called.items() if bot}
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    console = open_console()
    return play(Sitting(table, face, players, console, Prompt(console), file))
