"""Random games whose every position is read back."""

from __future__ import annotations

import random
from collections.abc import Mapping

from sabika.engine.game import Game, Unreadable
from sabika.engine.playout import random_playout
from sabika.engine.rng import Rng
from sabika.engine.state import LUCK, OVER


def read_back(game: Game, seats: int, options: Mapping[str, object] | None = None) -> int:
    """Play a random game beside a twin that is read from the text of each position; tells the number of steps."""
    state = game.start(seats, options)
    rng = Rng(seats)
    pieces = game.census(state)
    steps = 0
    while True:
        text = game.text(state)
        twin = game.load(text)
        assert game.text(twin) == text
        assert game.census(state) == game.census(twin) == pieces
        if state.actor == OVER:
            return steps
        steps += 1
        if state.actor == LUCK:
            k = rng.below(state.luck_total())
            assert twin.outcome(k) == state.outcome(k)
            state.settle(k)
            twin.settle(k)
        else:
            moves = state.moves()
            assert list(twin.moves()) == list(moves)
            move = moves[rng.below(len(moves))]
            state.play(move)
            twin.play(move)
        assert game.text(twin) == game.text(state)


def texts_of(game: Game, seats: int) -> list[str]:
    """The positions of a random game."""
    state = game.start(seats)
    rng = Rng(seats)
    found = []
    while state.actor != OVER:
        found.append(game.text(state))
        if state.actor == LUCK:
            state.settle(rng.below(state.luck_total()))
        else:
            moves = state.moves()
            state.play(moves[rng.below(len(moves))])
    return found


def spoiled(rng: random.Random, text: str, other: str) -> str:
    """A position with one or two fields of another, or with a character gone or changed."""
    words, others = text.split(" "), other.split(" ")
    for _ in range(rng.choice((1, 2))):
        at = rng.randrange(1, len(words))
        key, _, value = words[at].partition("=")
        place = rng.randrange(len(value)) if value else 0
        changed = value[:place] + rng.choice(["", *"0129-,/:;+abt"]) + value[place + 1 :]
        words[at] = others[at] if rng.random() < 0.6 else f"{key}={changed}"
    return " ".join(words)


def play_what_can_be_read(game: Game, tries: int) -> int:
    """Spoil positions; what is still read can be played to its end. Tells how many were read."""
    rng = random.Random(tries)
    texts = [text for seats in (2, 3, 6) for text in texts_of(game, seats)]
    read = 0
    for n in range(tries):
        try:
            state = game.load(spoiled(rng, rng.choice(texts), rng.choice(texts)))
        except Unreadable:
            continue
        read += 1
        assert game.text(game.load(game.text(state))) == game.text(state)
        pieces = game.census(state)
        game.view(state, 0)
        state.score_now()
        random_playout(state, Rng(n), 10_000)
        assert state.actor == OVER
        assert game.census(state) == pieces == game.census(game.start(state.seats))
    return read
