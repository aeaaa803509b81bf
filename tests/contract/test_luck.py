"""Luck is a number below a total; the state names it, weighs it, and does the same for all numbers of one name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest
from mypy_extensions import i64

from sabika.engine.dealer import FastDealer, ScriptedDealer, chance_named
from sabika.engine.state import EVERYBODY, LUCK, State
from tests.contract.dump import change, dump
from tests.contract.planted import Planted, planted
from tests.contract.setups import POSITIONS, Setup, every_setup, share, usual_setups
from tests.contract.walks import glimpses, where

MOST_CHANCES = 2**31  # what the generators take


def lucky(setup: Setup, number: int) -> Iterator[tuple[State, Random]]:
    """Positions in which luck is asked."""
    return ((state, rng) for state, rng in glimpses(setup, "luck", number) if state.actor == LUCK)


def check_luck(setup: Setup, number: int) -> None:
    for state, rng in lucky(setup, number):
        before = dump(state)
        check_question(setup, state)
        check_chances(setup, state, rng)
        assert not change(before, dump(state)), where(setup, state)


def check_question(setup: Setup, state: State) -> None:
    luck = state.luck()
    assert luck.total == state.luck_total(), where(setup, state)
    assert 0 < luck.total < MOST_CHANCES, where(setup, state)
    assert re.fullmatch("[a-z-]+", luck.kind), where(setup, state)
    assert luck.seen_by == EVERYBODY or 0 < luck.seen_by < 2**setup.seats, where(setup, state)


def check_chances(setup: Setup, state: State, rng: Random) -> None:
    """Weights sum to the total; each outcome has the numbers that its weight gives it, and one effect."""
    chances = state.chances()
    names = [name for name, _ in chances]
    assert len(set(names)) == len(names), where(setup, state)
    assert sum(weight for _, weight in chances) == state.luck_total(), where(setup, state)
    first = 0
    for name, weight in chances:
        assert weight > 0, where(setup, state)
        assert re.fullmatch(r"\S+", name), where(setup, state)
        last = first + weight - 1
        assert {state.outcome(k) for k in (first, last, rng.randint(first, last))} == {name}, where(setup, state)
        first += weight
    for name, _ in rng.sample(chances, min(3, len(chances))):
        check_one_effect(setup, state, name, dict(chances)[name])


def check_one_effect(setup: Setup, state: State, name: str, weight: int) -> None:
    first = chance_named(state, name)
    ends = []
    for k in (first, first + weight - 1):
        twin = state.clone()
        twin.settle(k)
        ends.append(dump(twin))
    assert ends[0] == ends[1] != dump(state), where(setup, state)


def check_no_such_chance(setup: Setup, state: State) -> None:
    """A number outside the total is refused and changes nothing, whoever is asked."""
    before, total = dump(state), state.luck_total()
    for k in (-1, total, total + 1, 2**62, -(2**62)):
        with pytest.raises(ValueError, match="chance"):
            state.settle(k)
        with pytest.raises(ValueError, match="chance"):
            state.outcome(k)
        assert not change(before, dump(state)), where(setup, state)


@every_setup
def test_chances_agree_with_outcomes(setup: Setup) -> None:
    check_luck(setup, share(POSITIONS, setup))


@every_setup
def test_there_are_no_other_chances(setup: Setup) -> None:
    for state, _ in glimpses(setup, "no such chance", 50):
        check_no_such_chance(setup, state)


@every_setup
def test_a_script_gets_what_it_names(setup: Setup) -> None:
    for state, rng in lucky(setup, 20):
        name = rng.choice(state.chances())[0]
        assert state.outcome(ScriptedDealer([name]).answer(state)) == name
        assert 0 <= FastDealer(rng.randrange(2**62)).answer(state) < state.luck_total()


# The tests would notice.


class Heavy(Planted):
    """Its first chance is said to be likelier than it is."""

    def chances(self) -> list[tuple[str, int]]:
        (name, weight), *others = self.inner.chances()
        return [(name, weight + 1), *others]


class Reversed(Planted):
    """It lists chances in another order than it counts them."""

    def chances(self) -> list[tuple[str, int]]:
        return self.inner.chances()[::-1]


class Wide(Planted):
    """It promises more chances than there are."""

    def luck_total(self) -> i64:
        return super().luck_total() + (1 if self.actor == LUCK else 0)


class Careless(Planted):
    """It takes any number."""

    def settle(self, k: i64) -> None:
        super().settle(k % self.luck_total() if self.actor == LUCK else k)


class Fickle(Planted):
    """What it does depends on more than the name of the outcome."""

    def settle(self, k: i64) -> None:
        super().settle(k)
        self.last_number = k


@usual_setups
@pytest.mark.parametrize("fault", [Heavy, Reversed, Wide, Fickle])
def test_wrong_chances_are_noticed(fault: type[Planted], setup: Setup) -> None:
    check_luck(planted(setup, Planted), 100)
    if fault is Fickle and all(weight == 1 for state, _ in lucky(setup, 100) for _, weight in state.chances()):
        pytest.skip("every number has a name of its own in this game")
    with pytest.raises((AssertionError, ValueError)):
        check_luck(planted(setup, fault), 100)


@usual_setups
def test_luck_that_takes_any_number_is_noticed(setup: Setup) -> None:
    for fault in (Planted, Careless):
        state = next(state for state, _ in lucky(planted(setup, fault), 100))
        if fault is Planted:
            check_no_such_chance(setup, state)
        else:
            with pytest.raises(pytest.fail.Exception):
                check_no_such_chance(setup, state)
