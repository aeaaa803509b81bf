"""Picks positions of many kinds out of random games, counts what can follow, and writes them beside this file.

    python -m tests.positions.make

Positions and counts stay as they are forever; make them anew only if they were wrong.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from sabika.engine.playout import random_move
from sabika.engine.rng import Rng
from sabika.engine.state import LUCK, OVER, State
from sabika.games import ALHAMBRA
from sabika.games import find as find_game
from sabika.games.alhambra.codes import BUY, payment_of
from sabika.games.alhambra.purse import worth
from sabika.games.alhambra.state import Alhambra
from sabika.games.alhambra.tabletop import ACT, LAST, SITE
from sabika.games.parts.building import SWAP, kind_of, tile_of
from sabika.games.parts.tiles import PRICE, tiles_in

HERE = Path(__file__).parent
DEPTH = 3
MOST = 200_000

Kind = Callable[[Alhambra, int], bool]  # of a position and how many decisions came before it


def sequences(state: State, depth: int) -> int:
    """In how many ways the next decisions can be made; luck always answers with its first chance."""
    while state.actor == LUCK:
        state.settle(0)
    if state.actor == OVER:
        return 0
    moves = state.moves()
    if depth == 1:
        return len(moves)
    found = 0
    for move in moves:
        twin = state.clone()
        twin.play(move)
        found += sequences(twin, depth - 1)
    return found


def counts(text: str, deepest: int = DEPTH) -> list[int]:
    """The ways of one, two, three decisions from a position."""
    game = find_game(text.partition(":")[0])
    return [sequences(game.load(text), depth) for depth in range(1, deepest + 1)]


def exact_buys(state: Alhambra) -> int:
    moves = [move for move in state.moves() if kind_of(move) == BUY]
    return sum(worth(payment_of(move)) == PRICE[tile_of(move)] for move in moves)


def late(state: Alhambra, made: int) -> bool:
    return state.stage == ACT and tiles_in(state.bag) < 12 and state.held == 2


def can_swap(state: Alhambra, made: int) -> bool:
    return state.stage == ACT and sum(kind_of(move) == SWAP for move in state.moves()) > 5


KINDS: dict[str, tuple[int, str, Kind]] = {
    "two players, the first turn": (2, "off", lambda state, made: made == 0),
    "two players, Dirk has got his second tiles": (
        2,
        "off",
        lambda state, made: state.held == 1 and state.stage == ACT,
    ),
    "two players, two tiles wait and may go to Dirk": (
        2,
        "off",
        lambda state, made: state.stage == SITE and tiles_in(state.waiting) == 2,
    ),
    "two players, late": (2, "off", late),
    "two players, the last tiles": (2, "off", lambda state, made: state.stage == LAST and tiles_in(state.waiting) > 1),
    "two players with the extra tower": (2, "added", lambda state, made: made > 60 and state.stage == ACT),
    "three players, early": (3, "off", lambda state, made: made == 9),
    "three players, several exact payments": (
        3,
        "off",
        lambda state, made: state.stage == ACT and exact_buys(state) > 2,
    ),
    "three players, after an exact payment": (
        3,
        "off",
        lambda state, made: state.stage == ACT and state.waiting != 0 and exact_buys(state) > 0,
    ),
    "three players, after two exact payments": (
        3,
        "off",
        lambda state, made: state.stage == ACT and tiles_in(state.waiting) == 2,
    ),
    "three players, a tower replaced": (3, "replaces", lambda state, made: made > 80 and state.stage == ACT),
    "three players, the pile runs out": (
        3,
        "off",
        lambda state, made: state.stage == ACT and state.bank.left < 2 and state.bank.spent.size() > 0,
    ),
    "four players, the first turn": (4, "off", lambda state, made: made == 0),
    "four players, many swaps": (4, "off", can_swap),
    "four players, the last tiles": (4, "added", lambda state, made: state.stage == LAST),
    "five players, in the middle": (5, "off", lambda state, made: state.held == 1 and state.stage == ACT and made > 90),
    "five players, late": (5, "off", late),
    "six players, early": (6, "off", lambda state, made: made == 13),
    "six players, the bag is empty": (6, "off", lambda state, made: state.stage == ACT and state.bag == 0),
    "six players, the extra tower, late": (6, "added", late),
}


def find(seats: int, extra_tower: str, kind: Kind) -> str:
    """The widest of the first few positions of a kind in random games."""
    found: dict[str, int] = {}
    for seed in range(1000):
        state = reach(seats, extra_tower, kind, Rng(seed))
        if state is not None and sequences(state.clone(), DEPTH) < MOST:
            found[ALHAMBRA.text(state)] = sequences(state.clone(), DEPTH)
        if len(found) == 6:
            break
    return max(found, key=lambda text: found[text])


def reach(seats: int, extra_tower: str, kind: Kind, rng: Rng) -> Alhambra | None:
    """The first position of a kind in one random game."""
    state = ALHAMBRA.start(seats, {"extra_tower": extra_tower})
    assert isinstance(state, Alhambra)
    made = 0
    while state.actor != OVER:
        if state.actor == LUCK:
            state.settle(rng.below(state.luck_total()))
        elif kind(state, made):
            return state
        else:
            state.play(random_move(state, rng))
            made += 1
    return None


def main() -> None:
    rows = []
    for name, (seats, extra_tower, kind) in KINDS.items():
        text = find(seats, extra_tower, kind)
        rows.append({"name": name, "position": text, "counts": counts(text)})
        print(name, rows[-1]["counts"])
    HERE.joinpath("alhambra.json").write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
