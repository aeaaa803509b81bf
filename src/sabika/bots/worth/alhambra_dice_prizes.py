"""Prizes read out to the end of the round: no luck falls there, and a swap chip is for the best of all points (D27).

Without swap chips every column is for itself, and the judge knows the best choices. With one it does not: it would use
the chip as soon as that gains anything. So courses of prizes are read on as long as such a chip is about.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sabika.bots.dice.floors import falling
from sabika.bots.worth.alhambra_dice_outlook import DiceOutlook, DiceWeights, ahead
from sabika.bots.worth.base import after
from sabika.engine.state import LUCK
from sabika.games.alhambra_dice.codes import swaps_in
from sabika.games.alhambra_dice.facts import SWAP
from sabika.games.alhambra_dice.state import CHOICE, AlhambraDice
from sabika.games.parts.dice import FACES
from sabika.games.parts.rounds import FIRST

SWAPS: Final[i64] = 2  # ways to use swap chips on one prize that are read on
LEVEL: Final = 8.0  # points by which the judge may be wrong about a prize, because of a swap to come


def read_prizes(state: AlhambraDice, weights: DiceWeights, moves: vec[i64]) -> vec[float]:
    """What each prize leads to for the actor, if everybody goes on as is best for himself."""
    found = vec[float](capacity=len(moves))
    for move in moves:
        found = append(found, ahead(read_on(after(state, move), weights), state.actor, state.seats))
    return found


def read_on(state: AlhambraDice, weights: DiceWeights) -> vec[float]:
    """The points that each player can expect when these prizes are given."""
    if state.stage != CHOICE and state.stage != FIRST:
        if state.actor == LUCK:
            step_back(state)
        return DiceOutlook(state, weights).prospects()
    if not is_swap_about(state):
        return DiceOutlook(state, weights).prospects()
    best = vec[float]()
    most = -1e18
    for move in promising(state, weights):
        points = read_on(after(state, move), weights)
        lead = ahead(points, state.actor, state.seats)
        if lead > most:
            most = lead
            best = points
    return best


def step_back(state: AlhambraDice) -> None:
    """From the next round to the end of this one, so that all courses are judged by the same measure."""
    state.round -= 1
    state.stage = CHOICE
    state.column = FACES
    state.hand = 0


def is_swap_about(state: AlhambraDice) -> bool:
    """Is there a swap chip in a hand, or still to be won?"""
    found: i64 = 0
    for seat in range(state.seats):
        found += state.has(seat, SWAP)
    for column in range(state.column, FACES):
        if state.on_field(column) == SWAP:
            found += 1
    return found > 0


def promising(state: AlhambraDice, weights: DiceWeights) -> vec[i64]:
    """The moves that the judge likes best: without a swap those that are nearly level, and a few with one.

    At larger tables only the best without a swap: there are more of them who choose, and little time.
    """
    moves = state.moves()
    worth = vec[float](capacity=len(moves))
    for move in moves:
        worth = append(worth, ahead(DiceOutlook(after(state, move), weights).prospects(), state.actor, state.seats))
    found = vec[i64](capacity=SWAPS + 2)
    level = LEVEL if state.seats == 2 else 0.0
    least = -1e18
    swaps: i64 = 0
    for at in falling(worth):
        if state.stage == CHOICE and swaps_in(moves[at]) > 0:
            swaps += 1
            if swaps <= SWAPS:
                found = append(found, moves[at])
        elif worth[at] > least:
            least = max(least, worth[at] - level)
            found = append(found, moves[at])
    return found
