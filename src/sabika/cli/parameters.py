"""Parameters of several commands: a game, its options, a data folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from sabika.engine.registry import names
from sabika.locks import LOCK, alone


def need_game(game: str | None) -> str:
    """The named game; without one, an error that lists the games."""
    if game is None:
        raise click.UsageError(f"name a game: choose one of {', '.join(names())}")
    return game


OPTIONS = click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="Set an option of the game; `sabika games` lists them. Repeat it for more.",
)


def named_values(given: Sequence[str]) -> dict[str, str]:
    """Repeated NAME=VALUE; ValueError with one line for anything else."""
    found: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise ValueError(f"write an option as NAME=VALUE, not {text[:40]!r}")
        found[name] = value
    return found


def data_folder() -> str:
    """Where this system keeps a program's data."""
    from platformdirs import user_data_dir

    return user_data_dir("sabika", appauthor=False)


DATA = click.option("--data", default=data_folder, metavar="DIR", help="Folder for everything the server keeps.")


def keep_alone(lock_file: Path, what: object) -> None:
    """Lock a file for this run until the command ends; ValueError with one line if another run has it."""
    click.get_current_context().with_resource(alone(lock_file, what))


def keep_folder_alone(folder: Path) -> None:
    """The same for a whole folder, which is created if missing."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ValueError(f"{folder} cannot be written: {(error.strerror or str(error)).lower()}") from None
    keep_alone(folder / LOCK, folder)
