"""Games for reviews: of bots, as records, and with one thing changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from itertools import accumulate

from sabika import Table, bots
from sabika.bots.value import Estimate, valuer_of
from sabika.engine.rng import Rng
from sabika.engine.state import State
from sabika.review.account import Account, account_of
from tests.recorded.make import HERE

MAIN = ["alhambra-3", "alhambra_dice-3", "alcazaba-3", "zatre-3"]  # recorded games that many tests look at
NAMES = [*MAIN, *sorted({path.stem for path in HERE.glob("*.txt")} - set(MAIN))]


SETTLED = 40  # draws, after which a game is in its course


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
    """A dealer who once gives seat 0 the best there is, where it is worth most; other luck evens out, kind by kind."""

    TRIES = 16

    def __init__(self, game: str, seed: int, kind: str, least: float) -> None:
        self.valuer = valuer_of(game)
        self.rng = Rng(seed)
        self.kind = kind  # of luck
        self.least = least  # of the chance to win: the luck that is planted
        self.drawn = 0
        self.planted = 0  # which draw it was, from 1
        self.others: defaultdict[str, float] = defaultdict(
            float
        )  # what all other luck has brought seat 0 so far, by kind

    def answer(self, state: State) -> int:
        self.drawn += 1
        kind = state.luck().kind
        if not self.planted and kind == self.kind and self.drawn > SETTLED and self.valuer.drawer(state) in (-1, 0):
            firsts = list(accumulate([0, *(ways for _, ways in state.chances())]))[:-1]
            gains = self.gains(state, firsts)
            best = max(firsts, key=lambda k: gains[k])
            if gains[best] >= self.least:
                self.planted = self.drawn
                return best
        gains = self.gains(state, [int(self.rng.below(state.luck_total())) for _ in range(self.TRIES)])
        k = min(gains, key=lambda k: abs(self.others[kind] + gains[k]))
        self.others[kind] += gains[k]
        return k

    def gains(self, state: State, ks: Iterable[int]) -> dict[int, float]:
        before = self.valuer.before(state).wins[0]
        return {k: self.fallen(state, k).wins[0] - before for k in ks}

    def fallen(self, state: State, k: int) -> Estimate:
        twin = state.clone()
        twin.settle(k)
        return self.valuer.fallen(twin)
