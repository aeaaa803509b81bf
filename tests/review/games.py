"""Games for reviews: of bots, as records, and with one thing changed."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from sabika import Table, bots
from sabika.engine.state import State
from sabika.review.account import Account, account_of
from tests.recorded.make import HERE

MAIN = ["alhambra-3", "alhambra_dice-3", "alcazaba-3", "zatre-3"]  # recorded games that many tests look at
NAMES = [*MAIN, *sorted({path.stem for path in HERE.glob("*.txt")} - set(MAIN))]


@cache
def record(game: str, seats: int, seed: int, bot: str = "builder") -> str:
    """A game of equal bots."""
    table = Table.deal(game, seats, seed)
    players = [bots.find(bot)(1000 * seed + seat) for seat in range(seats)]
    while not table.over:
        table.play(players[table.actor].choose(table.sight))
    return table.record.text


@cache
def recorded(name: str) -> str:
    """A recorded game."""
    return HERE.joinpath(f"{name}.txt").read_text(encoding="utf-8")


@cache
def account(name: str) -> Account:
    """The quick account of a recorded game, worked out once for all tests of a process; nobody changes it."""
    return account_of(recorded(name))


class Lucky:
    """A dealer who once gives whatever is best by some measure, and otherwise the numbers of a generator."""

    def __init__(
        self, numbers: Callable[[int], int], now: Callable[[State], bool], worth: Callable[[State], float]
    ) -> None:
        self.numbers = numbers
        self.now = now  # is this the moment? the first one is
        self.worth = worth
        self.drawn = 0
        self.planted = 0  # which draw it was, from 1

    def answer(self, state: State) -> int:
        self.drawn += 1
        if self.planted or not self.now(state):
            return self.numbers(int(state.luck_total()))
        self.planted = self.drawn
        best, most, first = 0, -1e9, 0
        for _, ways in state.chances():
            twin = state.clone()
            twin.settle(first)
            if (worth := self.worth(twin)) > most:
                best, most = first, worth
            first += ways
        return best
