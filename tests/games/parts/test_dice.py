"""Dice as sets: their order, their weights, and what may be kept."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from sabika.games.parts.dice import (
    KEEPS,
    POWERS,
    all_throws,
    dice_in,
    dice_name,
    holds,
    is_dice,
    keeps_of,
    kept_by,
    place_of,
    showing,
    thrown,
)
from tests.games.facts import facts

MATHS = facts("alhambra_dice")["maths"]
Counts = tuple[int, ...]


def packed(counts: Counts) -> int:
    return sum(count * 32**face for face, count in enumerate(counts))


def counts_of(faces: Counts) -> Counts:
    return tuple(faces.count(face) for face in range(6))


@pytest.mark.parametrize("number", range(6))
def test_weights_are_those_of_ordered_throws(number: int) -> None:
    ordered = Counter(packed(counts_of(faces)) for faces in product(range(6), repeat=number))
    assert dict(all_throws(number)) == ordered


@pytest.mark.parametrize("number", range(5))
def test_every_chance_has_its_throw(number: int) -> None:
    total = 6**number
    assert POWERS[number] == total
    told = [dice for dice, ways in all_throws(number) for _ in range(ways)]
    assert [thrown(number, k) for k in range(total)] == told


def test_eight_dice() -> None:
    throws = all_throws(8)
    assert len(throws) == MATHS["multisets"]
    assert sum(ways for _, ways in throws) == 6**8
    best = Counter[str]()
    for dice, ways in throws:
        best[str(max(showing(dice, face) for face in range(6)))] += ways
    assert best == MATHS["first_throw_max_count_ways"]
    assert [dice_name(thrown(8, k)) for k in (0, 1, 8, 9, 6**8 - 1)] == [
        "pav8",
        "pav7-ser1",
        "pav7-ser1",
        "pav7-arc1",
        "tow8",
    ]


def test_each_set_of_eight_knows_its_place() -> None:
    assert [place_of(dice) for dice, _ in all_throws(8)] == list(range(1287))


def test_all_keeps_of_all_throws() -> None:
    """Every set of the dice but all of them, each once (D10)."""
    assert len(KEEPS) == MATHS["multiset_keep_pairs"] - MATHS["multisets"]
    for dice, _ in all_throws(8)[::7]:
        counts = [range(showing(dice, face) + 1) for face in range(6)]
        kept = [kept_by(move) for move in keeps_of(dice)]
        assert sorted([*kept, dice]) == sorted(packed(part) for part in product(*counts))


HELD = {
    "nothing is in everything": ("none", "pav8", True),
    "some of many": ("pav2-tow1", "pav3-tow5", True),
    "all": ("pav3-tow5", "pav3-tow5", True),
    "one too many of a type": ("pav4", "pav3-tow5", False),
    "a type that is not there": ("gar1", "pav3-tow5", False),
    "eight of one": ("tow8", "tow8", True),
    "eight of another": ("tow8", "pav8", False),
}


def dice(name: str) -> int:
    names = {dice_name(dice): dice for number in range(9) for dice, _ in all_throws(number)}
    return names[name]


@pytest.mark.parametrize(("part", "whole", "expected"), HELD.values(), ids=HELD)
def test_what_is_held(part: str, whole: str, expected: bool) -> None:
    assert holds(dice(whole), dice(part)) is expected


NO_DICE = {
    "a negative number": -1,
    "nine dice": packed((9, 0, 0, 0, 0, 0)),
    "nine dice of two types": packed((4, 5, 0, 0, 0, 0)),
    "a seventh face": 32**6,
    "counts beyond the fields": 2**62,
}


@pytest.mark.parametrize("number", NO_DICE.values(), ids=NO_DICE)
def test_numbers_that_are_no_dice(number: int) -> None:
    assert not is_dice(number)


def test_all_sets_up_to_eight_are_dice() -> None:
    for number in range(9):
        assert all(is_dice(dice) and dice_in(dice) == number for dice, _ in all_throws(number))


def best_counts() -> Fraction:
    """The expected best count of three throws, by dynamic programming over sets of dice and what is kept."""
    # Values are whole numbers of 6**-16: each of two levels divides by at most 6**8.
    stop = {dice: max(showing(dice, face) for face in range(6)) * 6**16 for dice, _ in all_throws(8)}
    value = stop
    for _ in range(2):
        keep_worth: dict[int, int] = {}
        for number in range(9):
            throws = all_throws(8 - number)
            for kept, _ in all_throws(number):
                keep_worth[kept] = sum(ways * value[kept + dice] for dice, ways in throws) // 6 ** (8 - number)
        value = {m: max(stop[m], *(keep_worth[kept_by(move)] for move in keeps_of(m))) for m in stop}
    return Fraction(sum(ways * value[dice] for dice, ways in all_throws(8)), 6**24)


def test_the_exact_value_of_a_turn() -> None:
    """Weights, keeps and their sums together: the expected best count with optimal play."""
    assert best_counts() == Fraction(MATHS["expected_max_count_any_symbol_3_throws"]["exact"])
