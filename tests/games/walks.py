"""Random games whose every position is read back."""

from __future__ import annotations

from collections.abc import Mapping

from sabika.engine.game import Game
from sabika.engine.rng import Rng
from sabika.engine.state import LUCK, OVER


def read_back(game: Game, seats: int, options: Mapping[str, object] | None = None) -> int:
    """Play a random game beside a twin that is read from the text of each position; tells the number of steps."""
    state = game.start(seats, options)
    rng = Rng(seats)
    pieces = game.census(state)
    steps = 0
    while True:
        text = state.text()
        twin = game.load(text)
        assert twin.text() == text
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
        assert twin.text() == state.text()
