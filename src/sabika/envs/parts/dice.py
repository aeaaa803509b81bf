"""Throws, markers and rounds in the codecs of the two games with dice."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sabika.envs.codec import Field, Pen, across, asked, beside
from sabika.games.parts.dice import BEFORE, DICE, FACES, FIRST, ONES, SETS, keep, showing
from sabika.games.parts.rounds import NAME, DiceRounds, name_first, seat_of
from sabika.games.parts.space import CELLS, NOBODY
from sabika.games.parts.turns import MARK, type_of, with_type

# The first actions of both games.
KEEPS: Final[i64] = FIRST[DICE]  # one for each set of up to seven dice
MARKS: Final[i64] = KEEPS
NAMES: Final[i64] = KEEPS + FACES  # seats, counted from the mover
OTHERS: Final[i64] = NAMES + 6  # the first action that belongs to one game


def keep_index(dice: i64) -> i64:
    """The place of a set of dice among all sets: fewer dice first, then as `games/parts/dice.py` orders them."""
    sums = dice * ONES  # field f: dice that show face f or an earlier one
    number = (sums >> 25) & 31
    place = FIRST[number]
    for face in range(FACES - 1):
        place += BEFORE[face * 9 + number - ((sums >> (5 * face)) & 31)]
    return place


def turn_index(state: DiceRounds, kind: i64, move: i64) -> i64:
    """The action of a MARK or a NAME."""
    if kind == MARK:
        return MARKS + type_of(move)
    return NAMES + beside(seat_of(move), state.actor, state.seats)


def turn_move(state: DiceRounds, action: i64) -> i64:
    """The move of an action below OTHERS; a seat that is not there is still coded, and refused by its rule."""
    if action < KEEPS:
        return keep(SETS[action])
    if action < NAMES:
        return with_type(MARK, action - MARKS)
    return name_first(across(action - NAMES, max(state.actor, 0), state.seats))


def is_turn_kind(kind: i64) -> bool:
    return kind in (MARK, NAME)


def turn_fields(players: int) -> list[Field]:
    """What `write_turn` writes."""
    return [
        Field("stage", (1,), "what is being decided, as the state numbers it"),
        Field("asked", (1,), "whose decision it is: 1 is this seat, 2 the next clockwise; 0 nobody"),
        Field("round", (1,), "1 to 5"),
        Field("throws", (1,), "throws made in this turn"),
        Field("scorings", (1,), "scorings held so far"),
        Field("first_player", (1,), "who is first player, counted as in `asked`"),
        Field("chip_column", (1,), "the column of the first-player chip, from 1; 0 none"),
        Field("column", (1,), "the column that is evaluated, from 0"),
        Field("dice", (6,), "how many dice show each symbol"),
        Field("kept", (6,), "of these, what was kept from the throw before"),
        Field("space", (6, 24), "the marker on each cell of each column, best first; 0 none, else as in `asked`"),
        Field("markers", (players,), "markers in hand, by player: this seat first, the ghost last"),
        Field("fallen", (players,), "markers that fell off the columns"),
        Field("points", (players, 2), "points so far in two bytes, the high one first"),
    ]


def write_turn(state: DiceRounds, seat: i64, pen: Pen) -> None:
    """Write what both games with dice have."""
    pen.put(state.stage)
    pen.put(asked(state, seat))
    pen.put(state.round)
    pen.put(state.throws)
    pen.put(state.held)
    pen.put(beside(state.caliph, seat, state.seats) + 1)
    pen.put(state.chip + 1)
    pen.put(state.column)
    for face in range(FACES):
        pen.put(showing(state.dice, face))
    for face in range(FACES):
        pen.put(showing(state.kept, face))
    write_space(state, seat, pen)
    players = state.players()
    for place in range(players):
        pen.put(state.in_hand(across(place, seat, state.seats)))
    for place in range(players):
        pen.put(state.fallen(across(place, seat, state.seats)))
    for place in range(players):
        pen.number(state.points[across(place, seat, state.seats)])


def write_space(state: DiceRounds, seat: i64, pen: Pen) -> None:
    cells = state.space.cells
    seats = state.seats
    for at in range(FACES * CELLS):
        owner = i64(cells[at]) - 1
        pen.put(0 if owner == NOBODY else beside(owner, seat, seats) + 1)
