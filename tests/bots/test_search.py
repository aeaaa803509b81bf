"""The search: on games small enough to know the right answer, and in its promises."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import sabika
from sabika import OVER, FastDealer, Table, bots
from sabika.bots.bot import Budget
from sabika.bots.search_bots import SearchBot
from sabika.bots.tree_search import Manner, Tree, true_wins
from sabika.bots.worth.base import Worth
from sabika.engine.registry import GAMES
from sabika.engine.state import LUCK, State
from tests.contract.test_compiled import SOURCE, compiled_environment, run
from tests.examples.pig import HOLD, THROW, Pig, PigGame, SecretPig, SecretPigGame
from tests.examples.registered import registered
from tests.fuzz import some

PIG, SECRET_PIG = PigGame(), SecretPigGame()
EXAMPLES = {game.name: game for game in (PIG, SECRET_PIG)}


@pytest.fixture(autouse=True)
def _examples() -> Iterator[None]:
    with registered(*EXAMPLES.values()):
        yield


def pig(points: list[int], pot: int) -> Pig:
    """Seat 1 is asked."""
    state = Pig(len(points))
    state.points, state.pot = points, pot
    return state


def thinker(playouts: int = 400, worth: Worth | None = None) -> SearchBot:
    return SearchBot(1, Budget(playouts=playouts), worth)


PIGS = {
    "what is in the pot wins": ([10, 25], 20, HOLD),
    "an empty pot is not worth holding": ([0, 0], 0, THROW),
    "the rival is about to win, so all is risked": ([0, 29], 20, THROW),
    "one more throw loses more than it brings": ([0, 0], 25, HOLD),
    "among three": ([10, 25, 28], 20, HOLD),
}


@pytest.mark.parametrize(("points", "pot", "expected"), PIGS.values(), ids=list(PIGS))
def test_the_search_knows_when_to_stop(points: list[int], pot: int, expected: int) -> None:
    assert thinker().choose(PIG.sight(pig(points, pot), 0)) == expected


def test_a_forced_move_is_made_at_once() -> None:
    class OnlyHold(Worth):
        def shortlist(self, state: State) -> vec[i64]:
            return vec[i64]([HOLD])

    bot = thinker(10**9, OnlyHold())
    assert bot.choose(PIG.sight(pig([0, 0], 3), 0)) == HOLD
    assert bot.playouts == 0


def test_what_a_rival_is_imagined_to_hold_tells_nothing_about_the_luck_to_come() -> None:
    class Witness(Worth):
        """Only throws, once, and notes the rival's cup and what was thrown; a 1 ends the turn."""

        def __init__(self) -> None:
            super().__init__()
            self.seen: list[tuple[int, int]] = []

        def shortlist(self, state: State) -> vec[i64]:
            return vec[i64]([THROW])

        def cut(self, state: State) -> bool:
            return state.actor != LUCK

        def prospects(self, state: State) -> vec[float]:
            assert isinstance(state, SecretPig)
            self.seen.append((state.cups[1], state.pot or 1))
            return super().prospects(state)

    state = SecretPig(2)
    state.cups, state.actor = [3, 5], 0
    witness = Witness()
    tree = Tree(SECRET_PIG.sight(state, 0), witness, Manner(), 7)
    for _ in range(3600):
        tree.playout()
    counts = Counter(witness.seen[1:])  # the first was the root
    chi_square = sum((counts[cup, thrown] - 100) ** 2 / 100 for cup in range(1, 7) for thrown in range(1, 7))
    assert abs(chi_square - 35) < 5 * 70**0.5


def test_where_the_judge_decides_nothing_is_searched() -> None:
    class Reckless(Worth):
        """Throws forever, and is sure of it."""

        def decides(self, state: State) -> bool:
            return True

        def weigh(self, state: State, moves: vec[i64]) -> vec[float]:
            return vec[float]([float(move) for move in moves])

    bot = thinker(10**9, Reckless())
    assert bot.choose(PIG.sight(pig([10, 25], 20), 0)) == THROW
    assert bot.playouts == 0
    assert [advice.move for advice in bot.explain(PIG.sight(pig([10, 25], 20), 0))] == [THROW, HOLD]


def test_the_same_seed_and_playouts_give_the_same_thoughts() -> None:
    for game in GAMES:
        sight = Table.deal(game, seats=3, dealer=FastDealer(4)).sight
        assert thinker(60).explain(sight) == thinker(60).explain(sight)


def test_to_be_asked_for_advice_changes_no_later_move_and_tells_the_next() -> None:
    table = Table.deal("alhambra", seats=2, dealer=FastDealer(4))
    asked, silent = thinker(60), thinker(60)
    for _ in range(6):
        advices = asked.explain(table.sight)
        move = asked.choose(table.sight)
        assert move == silent.choose(table.sight) == advices[0].move
        assert all(0 <= advice.win <= 1 for advice in advices)
        table.play(move)


@pytest.mark.parametrize("playouts", [1, 7, 100])
def test_no_more_playouts_than_the_budget_allows(playouts: int) -> None:
    bot = thinker(playouts)
    bot.choose(Table.deal("alhambra", seats=2, dealer=FastDealer(4)).sight)
    assert 0 < bot.playouts <= playouts
    assert bot.depth >= 1


def test_the_time_is_kept() -> None:
    table = Table.deal("alhambra", seats=2, dealer=FastDealer(4))
    bot = bots.find("vizier@50ms")(1)
    start = time.process_time()
    bot.choose(table.sight)
    assert time.process_time() - start < 0.2


def test_a_clear_choice_takes_less_time() -> None:
    bot = thinker(2000)
    bot.choose(PIG.sight(pig([10, 25], 20), 0))
    assert bot.playouts < 2000


def test_the_vizier_plays_on_where_the_architect_judges_at_once() -> None:
    sight = Table.deal("alhambra", seats=2, dealer=FastDealer(4)).sight
    depths = []
    for name in ("architect@50", "vizier@50"):
        bot = bots.find(name)(1)
        assert isinstance(bot, SearchBot)
        bot.choose(sight)
        depths.append(bot.depth)
    assert depths[0] + 15 < depths[1]


# Values by side.


def test_a_decision_keeps_what_its_own_side_got() -> None:
    """What is good for seat 1 is bad for seat 2: the search does not mix them up."""
    state = pig([29, 10], 0)
    state.turn = state.actor = 1
    tree = Tree(PIG.sight(state, 1), Worth(), Manner(), 5)
    for _ in range(300):
        tree.playout()
    root = tree.root
    assert root.side == 1
    throw = root.find(THROW)
    assert root.wins[throw] < 0.4 * float(root.tried[throw])
    reply = root.after(throw, 0)
    assert reply is not None
    assert reply.side == 0
    assert reply.mean() > 0.6


def test_luck_decides_who_is_asked_next() -> None:
    """After a throw it is the same seat's turn or, after a 1, the other's: two decisions behind one move."""
    tree = Tree(PIG.sight(pig([0, 0], 0), 0), Worth(), Manner(), 5)
    for _ in range(100):
        tree.playout()
    throw = tree.root.find(THROW)
    seats = [node.actor for seat in (0, 1) if (node := tree.root.after(throw, seat)) is not None]
    assert seats == [0, 1]


def test_teams_win_together() -> None:
    table = Table.deal("zatre", seats=4, dealer=FastDealer(3), options={"teams": "yes"})
    while not table.over:
        table.play(table.moves()[0])
    assert table.state.actor == OVER
    wins = true_wins(table.state)
    assert sum(wins) == pytest.approx(1.0)
    assert {side for side, win in enumerate(wins) if win > 0} == {
        table.state.side(seat) for seat in table.result.winners
    }


@pytest.mark.parametrize("game", some([*GAMES, *EXAMPLES], 3))
def test_a_thinker_finishes_every_game(game: str) -> None:
    table = Table.deal(sabika.games.find(game), seats=3, dealer=FastDealer(6))
    seats = [SearchBot(seat, Budget(playouts=2)) for seat in range(3)]
    while not table.over:
        table.play(seats[table.actor].choose(table.sight))
    assert max(table.result.scores) > 0


# Compiled and not.

THOUGHTS = """
from sabika import FastDealer, Table, bots
from sabika.engine.registry import GAMES

for game in GAMES:
    table = Table.deal(game, seats=2, dealer=FastDealer(9))
    for seed in range(5):
        print(game, bots.find("vizier@8")(seed).explain(table.sight))
        moves = table.moves()
        table.play(moves[seed % len(moves)])
"""


@pytest.mark.process
def test_compiled_and_uncompiled_it_thinks_the_same() -> None:
    compiled = compiled_environment()
    if compiled is None:
        pytest.skip("the installed sabika is not compiled: there is nothing to compare with its source")
    fast = run(compiled, "-c", THOUGHTS)
    assert fast == run({**compiled, "PYTHONPATH": str(SOURCE)}, "-c", THOUGHTS)
    assert len(fast) == 5 * len(GAMES.keys() - EXAMPLES.keys())
