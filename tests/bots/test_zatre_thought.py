"""How architect and vizier think about a turn of Zatre: every end of the turn, every draw with its chance."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import cast

import pytest

from sabika.bots.bot import Budget
from sabika.bots.search_bots import SearchBot
from sabika.bots.worth.base import after
from sabika.bots.worth.zatre import WORTH
from sabika.bots.worth.zatre_thought import FURTHEST, NEAR, Replies, draws, with_tile
from sabika.engine.state import LUCK, OVER
from sabika.games.zatre import ZATRE
from sabika.games.zatre.facts import tiles_in
from sabika.games.zatre.state import Zatre
from tests.bots.test_worth_zatre import random_states, totals
from tests.games.zatre.helpers import board_of, laying


def turns(number: int, left: int = 60) -> list[Zatre]:
    """Positions of random games at the beginning of a turn, with so few tiles left in the bag."""
    rng = Random(number)
    found: list[Zatre] = []
    while len(found) < number:
        state = cast(Zatre, ZATRE.start(2))
        while state.actor != OVER:
            begins = state.actor >= 0 and len(state.board.laid) == 0 and tiles_in(state.bag) <= left
            if begins and rng.randrange(4) == 0:
                found.append(state)
                break
            if state.actor == LUCK:
                state.settle(rng.randrange(state.luck_total()))
            else:
                state.play(rng.choice(list(state.moves())))
    return found


def ended(state: Zatre) -> list[Zatre]:
    """The position after every way to play the turn."""
    found: list[Zatre] = []
    for move in state.moves():
        twin = after(state, move)
        found += ended(twin) if len(twin.board.laid) > 0 else [twin]
    return found


def board(state: Zatre) -> str:
    return str(sorted(board_of(state).items()))


def test_every_end_of_a_turn_is_thought_of_once() -> None:
    for state in turns(6):
        thought = Replies(state, WORTH)
        assert sorted(board(end.state) for end in thought.ends) == sorted({board(twin) for twin in ended(state)})


def test_draws_have_the_chances_of_the_bag() -> None:
    for state in turns(4, left=12):
        for twin in ended(state)[:2]:
            if twin.actor != LUCK:
                continue
            counted: Counter[str] = Counter()
            for first in range(twin.luck_total()):
                once = twin.clone()
                once.settle(first)
                for second in range(once.luck_total() if once.due else 1):
                    both = once.clone()
                    if once.due:
                        both.settle(second)
                    counted[ZATRE.text(both)] += 1
            found, chances = draws(twin)
            assert {ZATRE.text(answer) for answer in found} == set(counted)
            for answer, chance in zip(found, chances, strict=True):
                assert chance == pytest.approx(counted[ZATRE.text(answer)] / counted.total())


def test_a_first_look_is_the_mean_of_all_answers_as_the_judge_sees_them() -> None:
    state = turns(1)[0]
    thought = Replies(state, WORTH)
    while thought.look == 1 and not thought.done:
        thought.playout()
    looked = [end for end in thought.ends if len(end.values) > 1]
    assert looked
    for end in looked:
        found, chances = draws(end.state)
        mean = sum(chance * WORTH.of(answer, state.turn) for answer, chance in zip(found, chances, strict=True))
        assert end.values[1] == pytest.approx(mean)


def test_boards_far_behind_the_best_are_not_looked_at_again() -> None:
    for state in turns(2, left=12):
        thought = Replies(state, WORTH)
        while thought.look <= 2 and not thought.done:
            thought.playout()
        for look in range(2):
            reached = [end.values[look] for end in thought.ends if len(end.values) > look]
            for end in thought.ends:
                if len(end.values) == look + 1 and end.values[look] > max(reached) - NEAR[look]:
                    assert thought.done  # only where nothing else was near


def test_thinking_comes_to_an_end() -> None:
    for state in turns(2, left=4):
        thought = Replies(state, WORTH)
        while not thought.done:
            thought.playout()
        assert max(len(end.values) for end in thought.ends) <= FURTHEST + 1


def test_a_playout_is_as_deep_as_the_tiles_that_are_laid_in_it() -> None:
    thought = Replies(turns(1)[0], WORTH)
    ways = len(ended(turns(1)[0]))
    assert 0 < thought.playouts <= ways  # the ends themselves, each as the judge sees it
    assert thought.decisions <= 2 * thought.playouts
    while not thought.done and thought.look < 2:
        thought.playout()
    before = int(thought.playouts), int(thought.decisions)
    if not thought.done:
        thought.playout()
        deeper = (int(thought.decisions) - before[1]) / (int(thought.playouts) - before[0])
        assert 3 <= deeper <= 5  # two tiles of its own and two of an answer, where all fit


def test_thinking_changes_nothing() -> None:
    state = turns(1)[0]
    before = ZATRE.text(state)
    thought = Replies(state, WORTH)
    for _ in range(50):
        if not thought.done:
            thought.playout()
    thought.weigh(state.moves())
    assert ZATRE.text(state) == before


def test_in_the_last_turn_the_most_points_are_made() -> None:
    for state in turns(8):
        state.bag = 0
        best, seat, bot = max(totals(state)), state.turn, SearchBot(1, Budget(playouts=20))
        while state.actor != OVER:
            state.play(bot.choose(ZATRE.sight(state, seat)))
        assert state.score(seat) == best


def test_where_pairs_play_or_tiles_may_be_kept_a_tree_thinks() -> None:
    for options in ({"teams": "yes"}, {"keeping": "free"}):
        state = next(iter(random_states(1, seats=4, **options)))
        assert WORTH.thought(state, 1) is None
    assert WORTH.thought(laying({(0, 0): 6}, [1, 2]), 1) is not None
    assert WORTH.thought(laying({(0, 0): 6}, [1, 2, 3, 4]), 1) is None


def test_tiles_laid_in_another_order_are_the_same_tiles() -> None:
    rng = Random(1)
    for _ in range(50):
        moves = [rng.randrange(1, 35_000) for _ in range(3)]
        keys = set()
        for _ in range(4):
            rng.shuffle(moves)
            key = 0
            for move in moves:
                key = with_tile(key, move)
            keys.add(key)
        assert len(keys) == 1
    assert with_tile(with_tile(0, 5), 7) != with_tile(with_tile(0, 5), 6)
