"""What the contract suite may need to know of a game: one entry for each game that differs from the default.

`unseen` makes the second of a pair of worlds: a position that differs only in what a viewer is not shown.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import cast

from sabika.engine.registry import find
from sabika.engine.rng import Rng
from sabika.engine.state import State
from sabika.games.alhambra.purse import Purse, new_purse
from sabika.games.alhambra.state import Alhambra

Unseen = Callable[[State, int | None, Random], State]


def nothing_hidden(state: State, viewer: int | None, rng: Random) -> State:
    """Everybody sees everything."""
    return state.clone()


def imagined(state: State, viewer: int | None, rng: Random) -> State:
    """Another position that agrees with all a seat knows; a spectator knows less than any seat."""
    seat = rng.randrange(state.seats) if viewer is None else viewer
    return find(state.game).sight(state, seat).imagine(Rng(rng.randrange(2**62)))


@dataclass(frozen=True)
class World:
    """A game as the suite needs to know it."""

    unseen: Unseen = imagined  # another state that this seat (None: a spectator) sees just so
    derived: frozenset[str] = frozenset()  # fields that are worked out of others when an object is made
    loose: frozenset[str] = frozenset()  # fields that may be written otherwise in an equal position


def alhambra_unseen(state: State, viewer: int | None, rng: Random) -> State:
    """Hands lie face down, unless they are being dealt, shown at the end or open by choice: deal them anew (A31)."""
    twin = cast(Alhambra, state.clone())
    if twin.open_money or twin.ending or twin.bank.start == 0:
        return twin
    others = [twin.hands[seat] for seat in range(twin.seats) if seat != viewer]
    deal_anew([twin.bank.pile, *others], rng)
    return twin


def deal_anew(purses: list[Purse], rng: Random) -> None:
    """Mix the cards of all purses; each gets as many as it had."""
    cards = [card for purse in purses for card in purse.cards()]
    rng.shuffle(cards)
    for purse in purses:
        size = purse.size()
        purse.packed = new_purse().packed
        for _ in range(size):
            purse.add(cards.pop())


GRID = frozenset({"bits", "width", "cells", "tiles"})  # a city's grid stays as large as it ever was

WIDTH = frozenset({"width"})

WORLDS = {
    "alhambra": World(alhambra_unseen, derived=WIDTH, loose=GRID),
    "alhambra_dice": World(nothing_hidden),
    "alcazaba": World(nothing_hidden, derived=WIDTH, loose=GRID),
}


def world_of(game: str) -> World:
    """Its own entry; without one, a world that its sight imagines, and no field that is derived or loose."""
    return WORLDS.get(game, World())
