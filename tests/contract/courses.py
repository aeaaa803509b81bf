"""Replays the records it is given and prints a digest of the whole position after every step.

`test_compiled` runs it in either build, as `python tests/contract/courses.py RECORD ...`.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path

import sabika.engine.state
from sabika.engine.game import Game
from sabika.engine.playout import random_playout
from sabika.engine.record import LuckStep, read
from sabika.engine.registry import GAMES, find
from sabika.engine.rng import Rng
from sabika.engine.state import LUCK, State

PLAYED_OUT = 40  # from every so-manieth position a game is played out at random


def main(paths: list[str]) -> None:
    print(sabika.engine.state.__file__)
    for path in paths:
        for step, told in enumerate(course(Path(path).read_text(encoding="utf-8"))):
            print(Path(path).name, step, hashlib.sha256(told.encode()).hexdigest()[:24])


def course(text: str) -> Iterator[str]:
    """What there is to tell of the position before every step of a record, and at its end."""
    record = read(text)
    game = GAMES[record.game]
    state = game.start(len(record.seats), record.options)
    for number, step in enumerate(record.steps):
        yield whole(game, state) + (played_out(state, number) if number % PLAYED_OUT == 0 else "")
        if isinstance(step, LuckStep):
            state.settle(step.k)
        else:
            state.play(game.parse(step.notation))
    yield whole(game, state)


def whole(game: Game, state: State) -> str:
    """The position, what is asked, and how it stands."""
    chances = state.chances() if state.actor == LUCK else []
    asked = (list(state.moves()), state.luck_total(), chances)
    lines = [(line.player, line.part, line.source, line.points, line.why) for line in state.score_now()]
    return f"{game.text(state)} {asked} {lines} {state.result().scores}"


def played_out(state: State, seed: int) -> str:
    twin = state.clone()
    made = random_playout(twin, Rng(seed), 60)
    return f"{made} {find(twin.game).text(twin)}"


if __name__ == "__main__":
    main(sys.argv[1:])
