"""A round with dice and markers as text, and back."""

from __future__ import annotations

from collections.abc import Sequence

from sabika.engine.game import Unreadable
from sabika.engine.state import LUCK, OVER
from sabika.games.parts.dice import DICE, FACES, THROWS, dice_in, dice_name, holds
from sabika.games.parts.dice_moves import dice_named
from sabika.games.parts.rounds import DIE, DONE, LOT, ROUNDS, DiceRounds
from sabika.games.parts.space import CELLS, NOBODY, cell_name
from sabika.games.parts.texts import actor_text, choice, items, listed, number, read_actor, read_number, shorten
from sabika.games.parts.tiles import TYPES
from sabika.games.parts.turns import MARKERS, ONE, THROW, TURN

CELL_NUMBER = {cell_name(cell): cell for cell in range(CELLS)}
ROUND_KEYS = "stage round caliph turn actor throws dice kept space out column held".split()


def round_fields(state: DiceRounds, stages: Sequence[str]) -> dict[str, object]:
    return {
        "stage": stages[state.stage],
        "round": state.round,
        "caliph": state.caliph + 1,
        "turn": state.turn + 1,
        "actor": actor_text(state.actor),
        "throws": state.throws,
        "dice": dice_name(state.dice),
        "kept": dice_name(state.kept),
        "space": "/".join(markers_text(state, column) for column in range(FACES)),
        "out": listed(str(state.fallen(player)) for player in range(state.players())),
        "column": TYPES[state.column],
        "held": state.held,
    }


def markers_text(state: DiceRounds, column: int) -> str:
    return listed(f"{cell_name(cell)}:{player + 1}" for cell, player in state.space.markers(column))


def read_round(state: DiceRounds, fields: dict[str, str], stages: Sequence[str]) -> None:
    """Fill in what `round_fields` wrote; markers that lie nowhere else are in hand. `check_round` comes after."""
    seats = state.seats
    state.stage = choice(fields, "stage", stages)
    state.round = number(fields, "round", 0, ROUNDS)
    state.caliph = number(fields, "caliph", 1, seats) - 1
    state.turn = number(fields, "turn", 1, seats) - 1
    state.actor = read_actor(fields["actor"], seats)
    state.throws = number(fields, "throws", 0, THROWS)
    state.dice = dice_named(fields["dice"])
    state.kept = dice_named(fields["kept"])
    state.column = choice(fields, "column", TYPES)
    state.held = number(fields, "held", 0, 3)
    for column, text in enumerate(items(fields["space"], "/", FACES)):
        read_markers(state, column, text)
    for player, text in enumerate(items(fields["out"], ",", state.players())):
        fallen = read_number(text, "out", 0, 5)
        state.out += fallen * ONE[player]
        take_markers(state, player, fallen)


def read_markers(state: DiceRounds, column: int, text: str) -> None:
    for marker in items(text, ","):
        name, _, player = marker.partition(":")
        cell = CELL_NUMBER.get(name, CELLS)
        if cell == CELLS or state.space.owner(column, cell) != NOBODY:
            raise Unreadable(f"{shorten(marker)} is no marker in the result space; one is written like 5-3:1")
        owner = read_number(player, "marker", 1, state.players()) - 1
        state.space.put(column, cell, owner)
        take_markers(state, owner, 1)


def take_markers(state: DiceRounds, player: int, count: int) -> None:
    """Take markers out of a hand."""
    if state.in_hand(player) < count:
        raise Unreadable(f"player {player + 1} has too many markers on the table")
    state.hand -= count * ONE[player]


def check_round(state: DiceRounds) -> None:
    """Scorings held, dice and actor fit the stage."""
    stage = state.stage
    held = {0: 0, 1: 0, 2: 1, 3: 1, 4: 2, 5: 2}[state.round] + (stage == DONE)
    if state.held != held or (stage == LOT) != (state.round == 0) or (stage == DONE and state.round != ROUNDS):
        raise Unreadable("round, stage and scorings held do not agree")
    if stage == DIE and state.round == ROUNDS:
        raise Unreadable("there is no first-player chip in the last round, and no die for it (D7, C53)")
    if (state.actor == OVER) != (stage == DONE):
        raise Unreadable("a game is over exactly when its stage is done")
    thrown = DICE if state.throws else 0
    if stage not in (THROW, TURN) and (state.throws or state.dice or state.kept):
        raise Unreadable("dice lie on the table though nobody throws")
    if dice_in(state.dice) != thrown or not holds(state.dice, state.kept):
        raise Unreadable("the dice do not agree with the throws")
    if stage == THROW and (state.throws == THROWS or (state.throws and state.kept == state.dice)):
        raise Unreadable("there is nothing to throw")
    if stage == TURN and (state.throws == 0 or state.actor != state.turn):
        raise Unreadable("who throws is not asked")
    if stage in (LOT, DIE, THROW) and state.actor != LUCK:
        raise Unreadable("a seat is asked where luck is drawn")
    check_markers(state)


def check_markers(state: DiceRounds) -> None:
    """Before the turns and after the end all markers are in hand; in the turns they are used clockwise (D8)."""
    stage, most = state.stage, MARKERS[state.seats]
    hands = [state.in_hand((state.caliph + n) % state.seats) for n in range(state.seats)]
    if stage in (LOT, DIE, DONE) and min(hands) < most:
        raise Unreadable("a marker is on the table before the turns begin")
    if stage in (LOT, DIE, DONE) and state.out:
        raise Unreadable("a marker has fallen off, and nobody has placed one (D18)")
    if stage == LOT and (state.caliph or state.turn):
        raise Unreadable("nobody is first player before the lot (D4)")
    if stage in (THROW, TURN):
        before = (state.turn - state.caliph) % state.seats
        if hands[before] == 0 or hands != [hands[before] - (n < before) for n in range(state.seats)]:
            raise Unreadable("the markers in hand do not agree with whose turn it is")
        if state.out and all(state.space.owner(column, CELLS - 1) == NOBODY for column in range(FACES)):
            raise Unreadable("a marker falls off a column whose last cell is taken (D18), and none is")
    if state.seats == 2 and stage in (LOT, DONE, THROW, TURN):
        left = 0 if stage in (THROW, TURN) else most
        if state.in_hand(2) != left:
            raise Unreadable("Carlo's markers stand from the start of the turns to the end of the round")
