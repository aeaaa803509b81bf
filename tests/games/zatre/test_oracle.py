"""The engine against the slow game of `oracle.py`: all that is asked, every legal move, sheets and scores.

SABIKA_ORACLE_TURNS sets how many turns are compared.
"""

from __future__ import annotations

import os
import random
from dataclasses import dataclass
from itertools import count
from typing import cast

import pytest

from sabika.engine.dealer import chance_named
from sabika.engine.rule import NONE
from sabika.engine.state import EVERYBODY, LUCK, OVER
from sabika.games.zatre import ZATRE
from sabika.games.zatre.state import Zatre
from sabika.games.zatre.turn_lines import tally_of
from tests.fuzz import fewer
from tests.games.zatre.box import LIGHT
from tests.games.zatre.helpers import board_of, laying, notations
from tests.games.zatre.oracle import Ask, Draw, Slow, Turn, places

TURNS = int(os.environ.get("SABIKA_ORACLE_TURNS", fewer(3000)))


@dataclass(frozen=True)
class Kind:
    """A kind of table."""

    seats: int
    teams: bool = False
    free: bool = False
    late_bonus: int = 6

    def __str__(self) -> str:
        return f"{self.seats}{'-teams' if self.teams else ''}{'-free' if self.free else ''}-{self.late_bonus}"

    def start(self) -> Zatre:
        options = {"teams": self.teams, "keeping": "free" if self.free else "compulsory", "late_bonus": self.late_bonus}
        return cast(Zatre, ZATRE.start(self.seats, options))

    def slow(self) -> Slow:
        return Slow(self.seats, teams=self.teams, free=self.free, late_bonus=self.late_bonus)


KINDS = [
    *(Kind(seats) for seats in range(2, 7)),
    Kind(2, late_bonus=0),
    Kind(2, free=True),
    Kind(5, free=True),
    Kind(4, teams=True),
    Kind(6, teams=True, late_bonus=0),
    Kind(4, teams=True, free=True),
    Kind(6, teams=True, free=True),
]


def check_luck(state: Zatre, asked: Draw, rng: random.Random) -> str:
    assert state.actor == LUCK
    assert state.chances() == [(str(value), number) for value, number in asked.bag]
    audience = state.luck().seen_by
    seats = None if audience == EVERYBODY else {seat for seat in range(state.seats) if audience >> seat & 1}
    assert seats == asked.seen_by
    outcome = state.outcome(rng.randrange(state.luck_total()))
    state.settle(chance_named(state, outcome))
    return outcome


def check_move(state: Zatre, asked: Ask, rng: random.Random) -> str:
    assert state.actor == asked.seat
    moves = notations(state)
    assert len(moves) == len(set(moves))
    assert set(moves) == asked.moves, ZATRE.text(state)
    move = rng.choice(moves)
    state.play(ZATRE.parse(move))
    return move


def check_table(state: Zatre, slow: Slow) -> None:
    """Board, hands and sheets after a turn."""
    assert board_of(state) == slow.tiles
    for side, sheet in enumerate(slow.sheets):
        ours = state.sheets[side]
        assert [ours.row_total(row) for row in range(ours.rows())] == sheet.rows()


def compare(kind: Kind, seed: int, most: int) -> int:
    """One game side by side; tells how many turns it had."""
    rng = random.Random(f"{kind} {seed}")
    state, slow = kind.start(), kind.slow()
    course = slow.course()
    asked = next(course)
    turns = 0
    while True:
        answer = check_luck(state, asked, rng) if isinstance(asked, Draw) else check_move(state, asked, rng)
        try:
            asked = course.send(answer)
        except StopIteration:
            break
        if slow.turns != turns:
            turns = slow.turns
            check_table(state, slow)
            if turns >= most:
                return turns
    assert state.actor == OVER
    assert state.result().scores == slow.scores()
    check_table(state, slow)
    return slow.turns


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_the_engine_plays_as_the_slow_game(kind: Kind) -> None:
    wanted = TURNS // len(KINDS)
    done = 0
    for seed in count():
        done += compare(kind, seed, wanted - done)
        if done >= wanted:
            return


# Hands of three and more tiles are rare in play; here they are not.


def random_board(rng: random.Random, size: int) -> Turn:
    turn = Turn({(0, 0): rng.randint(1, 6)}, [])
    while len(turn.tiles) < size:
        value = rng.choice((1, 1, 2, 2, 3, 3, 4, 5, 6))
        cells = places(turn.tiles, value)
        if not cells:
            break
        turn.tiles[rng.choice(cells)] = value
    return turn


def check_turn(turn: Turn, rng: random.Random, *, free: bool) -> int:
    """Lay tile after tile and compare what may be laid; tells how many light squares had to wait for their line."""
    state = laying(turn.tiles, turn.held, free=free)
    waited = 0
    while options := turn.options():
        expected = {f"lay {value} {x},{y}" for value, (x, y) in options}
        assert {move for move in notations(state) if move != "stop"} == expected, ZATRE.text(state)
        for value in set(turn.held):
            for cell in places(turn.tiles, value):
                rule = state.refusal(ZATRE.parse(f"lay {value} {cell[0]},{cell[1]}"))
                assert (rule is NONE) == ((value, cell) in options), ZATRE.text(state)
        value, cell = rng.choice(sorted(options, key=lambda option: (option[1] not in LIGHT, option))[:12])
        turn = turn.after(value, cell)
        waited += not turn.in_order()
        if turn.held and turn.options():
            state.play(ZATRE.parse(f"lay {value} {cell[0]},{cell[1]}"))
        else:
            board = state.board.clone()
            board.lay(value, (cell[1] + 8) * 16 + cell[0] + 7)
            check_tally(tally_of(board), turn)
            break
    return waited


def check_tally(tally: int, turn: Turn) -> None:
    made = turn.made()
    assert [tally & 255, tally >> 8 & 255, tally >> 16 & 255] == [made[10], made[11], made[12]]
    assert tally >> 24 == turn.crosses()


HANDS = {"two": (2, 40, 2), "three": (3, 20, 3), "four": (4, 10, 10), "five": (5, 5, 25)}


@pytest.mark.parametrize(("hand", "most", "part"), HANDS.values(), ids=HANDS)
def test_light_squares_with_larger_hands(hand: int, most: int, part: int) -> None:
    """Every sequence of the tiles is tried by the slow game, so boards are small where hands are large (Z12)."""
    rng = random.Random(f"hands {hand}")
    waited = 0
    for number in range(max(3, TURNS // 6 // part)):
        turn = random_board(rng, rng.randint(1, most))
        turn.held = [rng.choice((1, 2, 2, 3, 3, 4, 5, 6)) for _ in range(hand)]
        if not any(places(turn.tiles, value) for value in turn.held):
            continue
        waited += check_turn(turn, rng, free=number % 2 == 1)
    assert waited > 0
