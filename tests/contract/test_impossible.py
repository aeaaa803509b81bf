"""A changed position is refused, or is one that play leads on from: everything that can follow is accepted too."""

from __future__ import annotations

import re
from random import Random

from sabika.engine.game import Game, Unreadable
from sabika.engine.state import OVER, State
from tests.contract.setups import COMPILED, LONG, Setup, usual_setups
from tests.contract.walks import generator, positions, step

TRIES = (120 if COMPILED else 12) * LONG  # a setup
STEPS = 40  # that are played from an accepted position


def changed(text: str, other: str, rng: Random) -> str:
    """A position with one field of another one, with a number one up or down, or with two parts exchanged."""
    words = text.split(" ")
    at = rng.randrange(1, len(words))
    name, _, told = words[at].partition("=")
    way = rng.randrange(3)
    numbers, parts = list(re.finditer(r"\d+", told)), re.split("([,/])", told)
    if way == 0 and numbers:
        found = rng.choice(numbers)
        told = told[: found.start()] + str(abs(int(found[0]) + rng.choice((-1, 1)))) + told[found.end() :]
    elif way == 1:
        one, two = rng.randrange(0, len(parts), 2), rng.randrange(0, len(parts), 2)
        parts[one], parts[two] = parts[two], parts[one]
        told = "".join(parts)
    else:
        told = next((word.partition("=")[2] for word in other.split(" ") if word.startswith(f"{name}=")), told)
    words[at] = f"{name}={told}"
    return " ".join(words)


def loaded(game: Game, text: str) -> State | None:
    try:
        return game.load(text)
    except Unreadable:
        return None


@usual_setups
def test_whatever_is_accepted_leads_on(setup: Setup) -> None:
    game, rng = setup.game, generator(setup, "impossible")
    texts = [game.text(state) for state in positions(setup, rng)]
    accepted = 0
    for _ in range(int(TRIES)):
        text = changed(rng.choice(texts), rng.choice(texts), rng)
        state = loaded(game, text)
        if state is None:
            continue
        accepted += 1
        for _ in range(STEPS):
            if state.actor == OVER:
                break
            step(game, state, rng)
            assert loaded(game, game.text(state)) is not None, text
    assert accepted  # not everything is refused
