"""The engine against the slow game of `oracle.py`: all that is asked, every legal move, the board after each step.

With SABIKA_LONG=10 a hundred thousand turns are compared, else some thousand.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import cast

import pytest

from sabika.engine.state import LUCK, OVER
from sabika.games.alhambra_dice import ALHAMBRA_DICE
from sabika.games.alhambra_dice.state import AlhambraDice
from sabika.games.parts.dice import all_throws, dice_name
from tests.fuzz import LONG
from tests.games.alhambra_dice.helpers import board, chips_of, field, give, track
from tests.games.alhambra_dice.oracle import TYPES, Ask, Luck, Slow, short
from tests.games.facts import facts

COLUMNS = facts("alhambra_dice")["columns"]
TURNS = 100_000 if LONG else 3_000
ACTIONS = ("swap", "displace", "annul", "black-die")
TABLES = [(seats, same, late) for seats in range(2, 7) for same, late in ((False, False), (True, True))]


def ranges() -> list[dict[str, tuple[int, int]]]:
    """For n dice: where the chances of each throw begin, and how many they are."""
    found = []
    for number in range(9):
        start, names = 0, {}
        for dice, ways in all_throws(number):
            names[dice_name(dice)] = (start, ways)
            start += ways
        found.append(names)
    return found


RANGES = ranges()


def throw(rng: random.Random, number: int) -> tuple[str, int]:
    """Some dice: half of the time of few types, so that columns fill and equal results meet."""
    faces = rng.choices(TYPES, k=2) if rng.random() < 0.5 else TYPES
    name = short(sorted(rng.choices(faces, k=number), key=TYPES.index))
    start, ways = RANGES[number][name]
    return name, start + rng.randrange(ways)


def choose(rng: random.Random, moves: set[str]) -> str:
    """Any move, but chips are used and markers placed more often than by chance alone."""
    listed = sorted(moves)
    used = [move for move in listed if move.split()[0] in ("displace", "annul", "black") or "swap" in move]
    placed = [move for move in listed if move.startswith("mark")]
    if used and rng.random() < 0.5:
        return rng.choice(used)
    if placed and rng.random() < 0.5:
        return placed[-1] if rng.random() < 0.5 else rng.choice(placed)
    return rng.choice(listed)


def settle(state: AlhambraDice, luck: Luck, rng: random.Random) -> str:
    """Compare what is asked of luck, and let something happen."""
    assert state.actor == LUCK
    if isinstance(luck.chances, int):
        assert (state.luck().kind, state.luck().total) == (luck.kind, 6**luck.chances)
        name, k = throw(rng, luck.chances)
    else:
        assert (state.luck().kind, dict(state.chances())) == (luck.kind, luck.chances)
        k = rng.randrange(state.luck().total)
        name = state.outcome(k)
    assert state.outcome(k) == name
    state.settle(k)
    return name


def ask(state: AlhambraDice, asked: Ask, rng: random.Random) -> str:
    """Compare who is asked and every legal move, and make one."""
    moves = [ALHAMBRA_DICE.notation(move) for move in state.moves()]
    assert (state.actor, set(moves)) == (asked.seat, asked.moves)
    assert len(moves) == len(asked.moves)
    move = choose(rng, asked.moves)
    state.play(ALHAMBRA_DICE.parse(move))
    return move


def compare(state: AlhambraDice, slow: Slow) -> None:
    for column in TYPES:
        assert board(state, column) == " ".join(
            f"{row}-{throws}:{player}" for (row, throws), player in sorted(slow.board[column].items(), key=in_order)
        )
        assert track(state, column) == slow.tracks[column]
        assert field(state, column) == slow.bonus.get(column)
    for player in range(slow.players):
        assert Counter(chips_of(state, player)) == +slow.chips[player]
        assert state.fallen(player) == slow.out.count(player)
        assert state.score(player) == slow.points[player]
    assert state.caliph == slow.first


def in_order(marker: tuple[tuple[int, int], int]) -> tuple[int, int]:
    (row, throws), _ = marker
    return -row, throws


@pytest.mark.parametrize(("seats", "same", "late"), TABLES)
def test_engine_and_oracle_agree(seats: int, same: bool, late: bool) -> None:
    rng = random.Random(f"{seats} {same} {late}")
    seen = Counter[str]()
    while seen["turns"] < TURNS // len(TABLES):
        options = {"annul": "same" if same else "free", "black_die": "any-throw" if late else "first-throw"}
        state = cast(AlhambraDice, ALHAMBRA_DICE.start(seats, options))
        slow = Slow(seats, COLUMNS, same=same, late=late)
        for seat in range(seats):
            give(state, seat, *ACTIONS, *ACTIONS)
            slow.chips[seat].update([*ACTIONS, *ACTIONS])
        game = slow.play()
        asked = next(game)
        while True:
            answer = settle(state, asked, rng) if isinstance(asked, Luck) else ask(state, asked, rng)
            word = answer.split()[0]
            seen["turns"] += word in ("mark", "displace")
            seen[word] += 1
            seen["swaps"] += "swap " in answer
            seen["fallen"] += len(slow.out)
            try:
                asked = game.send(answer)
            except StopIteration:
                break
            compare(state, slow)
        assert state.actor == OVER
        assert state.result().scores == slow.points
    assert min(seen[word] for word in ("keep", "displace", "annul", "black", "name", "swaps", "fallen")) > 0
