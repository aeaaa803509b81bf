"""All worlds that agree with what a viewer has seen, found by playing the public course again in each of them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import msgspec

from sabika.engine.dealer import chance_named
from sabika.engine.rng import Rng
from sabika.engine.rule import NONE
from sabika.engine.state import EVERYBODY, LUCK, OVER, State
from sabika.games import ZATRE
from sabika.games.zatre.facts import tiles_in
from sabika.games.zatre.hidden_tiles import arrangements
from sabika.games.zatre.sight import ZatreSight
from sabika.games.zatre.state import Zatre

Chances = dict[tuple[int, ...], Fraction]  # of the hands of all seats


def seen(state: State, viewer: int | None) -> bytes:
    """A view as it leaves the house."""
    return msgspec.json.encode(ZATRE.view(state, viewer))


class Worlds:
    """Every state that looks to the viewer as the true one does, with its weight."""

    def __init__(self, state: Zatre, viewer: int) -> None:
        """At the start nothing is hidden."""
        self.viewer = viewer
        self.states: dict[str, tuple[Zatre, int]] = {ZATRE.text(state): (state.clone(), 1)}

    def luck(self, true: Zatre, outcome: str, audience: int) -> None:
        """A tile was drawn: who saw it knows it, others think of every tile that was in the bag."""
        hidden = audience != EVERYBODY and not audience >> self.viewer & 1
        drawn = []
        for state, weight in self.states.values():
            for name, number in state.chances():
                if hidden or name == outcome:
                    twin = state.clone()
                    twin.settle(chance_named(twin, name))
                    drawn.append((twin, weight * number))
        self._keep(true, drawn)

    def move(self, true: Zatre, move: int) -> None:
        """A move was made: worlds in which it is refused are out."""
        moved = []
        for state, weight in self.states.values():
            if state.refusal(move) is NONE:
                twin = state.clone()
                twin.play(move)
                moved.append((twin, weight))
        self._keep(true, moved)

    def _keep(self, true: Zatre, found: list[tuple[Zatre, int]]) -> None:
        """What looks otherwise than the true state is out."""
        view = seen(true, self.viewer)
        self.states = {}
        for state, weight in found:
            if seen(state, self.viewer) == view:
                text = ZATRE.text(state)
                self.states[text] = (state, weight + self.states.get(text, (state, 0))[1])

    def chances(self) -> Chances:
        total = sum(weight for _, weight in self.states.values())
        return {tuple(state.hands): Fraction(weight, total) for state, weight in self.states.values()}


def told_by(sight: ZatreSight) -> Chances:
    """The chances by which a sight imagines the hands, worked out exactly."""
    table = sight._table
    known = sight.guesses()
    weights: dict[tuple[int, ...], int] = {}
    for numbers in product(*(range(len(guess.hands)) for guess in known)):
        hands = list(table.hands)
        ways = 1
        for guess, number in zip(known, numbers, strict=True):
            assert tiles_in(guess.hands[number]) == guess.size
            hands[guess.seat] = guess.hands[number]
            ways *= guess.ways[number]
        weight = ways * arrangements(table.bag, sum(hands) - sum(table.hands))
        if weight:
            weights[tuple(hands)] = weight
    total = sum(weights.values())
    return {hands: Fraction(weight, total) for hands, weight in weights.items()}


def course(state: Zatre, worlds: list[Worlds], seed: int, most: int) -> Iterator[Zatre]:
    """Play at random, with all worlds beside; the state after every step."""
    rng = Rng(seed)
    while state.actor != OVER and max(len(each.states) for each in worlds) < most:
        if state.actor == LUCK:
            audience = state.luck().seen_by
            k = rng.below(state.luck_total())
            outcome = state.outcome(k)
            state.settle(k)
            for each in worlds:
                each.luck(state, outcome, audience)
        else:
            moves = state.moves()
            move = moves[rng.below(len(moves))]
            state.play(move)
            for each in worlds:
                each.move(state, move)
        yield state


def sight_of(state: State, seat: int) -> ZatreSight:
    return ZATRE.sight(state, seat)
