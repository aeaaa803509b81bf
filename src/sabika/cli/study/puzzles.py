"""`sabika puzzles`: solve the puzzles of a game, find new ones, or prove them again."""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence

import click

from sabika.cli.group import complain
from sabika.cli.parameters import data_folder, need_game
from sabika.cli.seats import sit_down
from sabika.cli.study.find_puzzles import begun, check_again, find_new
from sabika.engine.registry import find
from sabika.review.puzzles.collect import POOL
from sabika.review.puzzles.glimpse import BUDGETS
from sabika.review.puzzles.puzzle import Puzzle, shipped
from sabika.terminal import face
from sabika.terminal.prompt import Prompt
from sabika.terminal.puzzles import Quiz, Solved, solved_file
from sabika.terminal.screen import open_console

MOST = 1000  # the most puzzles to look for
MOST_PLAYOUTS = 100_000


@click.command("puzzles")
@click.argument("game", required=False)
@click.option("--number", type=click.IntRange(1), metavar="N", help="Start with this puzzle.")
@click.option("--find", "wanted", type=click.IntRange(1, MOST), metavar="N", help="Find N new puzzles in bot games.")
@click.option(
    "--pool", type=click.IntRange(1), metavar="N", help=f"Collect N to choose from; {POOL} times as many by default."
)
@click.option("--out", metavar="FILE", help="File for the new puzzles; an unfinished one is continued.")
@click.option("--check", is_flag=True, help="Prove the shipped puzzles, or those in --out, again.")
@click.option(
    "--seed", type=click.IntRange(0, 2**20), default=1, show_default=True, help="Seed of the games, or of the check."
)
@click.option("--playouts", type=click.IntRange(8, MOST_PLAYOUTS), default=BUDGETS[-1], show_default=True,
              help="Maximum playouts for each search of a proof.")  # fmt: skip
@click.option("--jobs", type=click.IntRange(1, 64), default=os.cpu_count() or 1, help="Processes to use.")
def command(
    game: str | None, number: int | None, wanted: int | None, pool: int | None, out: str | None, check: bool, seed: int,
    playouts: int, jobs: int,
) -> int:  # fmt: skip
    """Solve puzzles: positions from bot games in which one move is clearly best and another looks better.

    \b
    Examples:
      sabika puzzles zatre
      sabika puzzles alhambra --find 40 --out new.json
      sabika puzzles alhambra --check --seed 7
    """
    name = need_game(game)
    try:
        find(name)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    if wanted is not None:
        return find_new(name, wanted, pool or POOL * wanted, out, seed, playouts, jobs)
    if check:
        return check_again(name, some_of(name) if out is None else begun(out, name).puzzles, seed)
    return solve(name, number)


# Solving.


def solve(game: str, number: int | None) -> int:
    """Solve one after the other at the prompt."""
    puzzles = some_of(game)
    if number is not None and number > len(puzzles):
        raise click.UsageError(f"{game} has {len(puzzles)} puzzles, so there is no number {number}")
    console = open_console()
    prompt = Prompt(console)
    quiz = Quiz(game, puzzles, face(game), console, prompt, Solved(solved_file(data_folder())))
    return quiz.run(number or quiz.first(), lambda table: sit_down(table, face(game), None, secrets.randbits(62)))


def some_of(game: str) -> Sequence[Puzzle]:
    puzzles = shipped(game)
    if not puzzles:
        complain(f"{game} has no puzzles yet; `sabika puzzles {game} --find 40 --out FILE` finds some")
    return puzzles
