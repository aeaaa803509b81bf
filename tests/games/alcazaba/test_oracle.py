"""The engine against the slow game of `oracle.py`: all that is asked, every legal move, the table after each step.

With SABIKA_LONG=10 a hundred thousand turns are compared, else some thousand.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import cast

import pytest

from sabika.engine.state import LUCK, OVER
from sabika.games.alcazaba import ALCAZABA
from sabika.games.alcazaba.state import Alcazaba
from sabika.games.parts.tiles import NAMES, TYPES
from tests.fuzz import LONG, fewer
from tests.games.alcazaba.helpers import board, names
from tests.games.alcazaba.oracle import SlowAlcazaba
from tests.games.alhambra_dice.oracle import Ask, Luck
from tests.games.alhambra_dice.test_oracle import in_order, throw
from tests.games.facts import facts

COLUMNS = facts("alhambra_dice")["columns"]
TURNS = 100_000 if LONG else fewer(1_500, 300)
SEATS = range(2, 7)


def choose(rng: random.Random, moves: set[str]) -> str:
    """Any move, but markers are placed, cities built and changed more often than by chance alone."""
    listed = sorted(moves)
    for words, often in ((("add", "swap", "remove"), 0.3), (("place",), 0.8), (("mark",), 0.5)):
        some = [move for move in listed if move.split()[0] in words]
        if some and rng.random() < often:
            return rng.choice(some)
    return rng.choice(listed)


def settle(state: Alcazaba, luck: Luck, rng: random.Random) -> str:
    assert state.actor == LUCK
    if isinstance(luck.chances, int):
        assert (state.luck().kind, state.luck().total) == (luck.kind, 6**luck.chances)
        name, k = throw(rng, luck.chances)
    else:
        assert (state.luck().kind, dict(state.chances())) == (luck.kind, luck.chances)
        assert state.luck().total == sum(luck.chances.values())
        k = rng.randrange(state.luck().total)
        name = state.outcome(k)
    assert state.outcome(k) == name
    state.settle(k)
    return name


def ask(state: Alcazaba, asked: Ask, rng: random.Random) -> str:
    moves = [ALCAZABA.notation(move) for move in state.moves()]
    assert (state.actor, set(moves)) == (asked.seat, asked.moves)
    assert len(moves) == len(asked.moves)
    move = choose(rng, asked.moves)
    state.play(ALCAZABA.parse(move))
    return move


def compare(state: Alcazaba, slow: SlowAlcazaba) -> None:
    for n, column in enumerate(TYPES):
        assert board(state, column) == " ".join(
            f"{row}-{throws}:{player}" for (row, throws), player in sorted(slow.board[column].items(), key=in_order)
        )
        tiles = [NAMES[tile] for tile in map(int, state.laid) if tile < 255 and NAMES[tile].startswith(column)]
        assert tiles == slow.laid[column]
        assert (state.chip == n) == (slow.chip == column)
    assert (set(names(state.unseen)), set(names(state.aside))) == (slow.unseen, slow.aside)
    assert (set(names(state.carlo)), state.caliph) == (slow.carlos, slow.first)
    for seat, city in enumerate(slow.cities):
        assert {(x, y): NAMES[tile] for tile, x, y in state.cities[seat].built()} == city.tiles
        assert set(names(state.cities[seat].reserve)) == city.reserve
        assert state.rests(seat) == slow.resting.count(seat)
    for player in range(slow.players):
        assert state.fallen(player) == slow.out.count(player)
        assert state.score(player) == slow.points[player]


@pytest.mark.parametrize("seats", SEATS)
def test_engine_and_oracle_agree(seats: int) -> None:
    rng = random.Random(seats)
    seen = Counter[str]()
    while seen["turns"] < TURNS // len(SEATS):
        state = cast(Alcazaba, ALCAZABA.start(seats))
        slow = SlowAlcazaba(seats, COLUMNS, NAMES[:55])
        game = slow.play()
        asked = next(game)
        while True:
            answer = settle(state, asked, rng) if isinstance(asked, Luck) else ask(state, asked, rng)
            word = answer.split()[0]
            seen["turns"] += word in ("mark", "add", "swap", "remove")
            seen[word] += 1
            try:
                asked = game.send(answer)
            except StopIteration:
                break
            compare(state, slow)
        assert state.actor == OVER
        assert state.result().scores == slow.points
    words = ["keep", "mark", "add", "swap", "remove", "pick", "place", "reserve", "name", *(["give"] * (seats == 2))]
    assert min(seen[word] for word in words) > 0
