"""The generator of simulation and bots: pinned numbers, a long period, fair numbers below a total."""

from __future__ import annotations

from itertools import pairwise

import pytest

from sabika.engine.rng import MIXER, MULTIPLIER, Rng

PINNED = {
    0: ([3082318611, 2818311357, 2966089072, 2286588518], [1, 2, 49, 14, 340193, 958293148]),
    1: ([2227020324, 1685869439, 2548035501, 1201925532], [1, 0, 43, 94, 951998, 1296496515]),
    7: ([1742516939, 2321037268, 3034505272, 1479089728], [1, 3, 5, 69, 183528, 1249891448]),
    2**62 - 1: ([813578905, 1007051783, 905346412, 1028879027], [1, 4, 45, 15, 434379, 13512805]),
    -1: ([813578905, 1007051783, 905346412, 1028879027], [1, 4, 45, 15, 434379, 13512805]),  # 62 bits of a seed count
}
TOTALS = [2, 6, 54, 108, 6**8, 2**31 - 1]


@pytest.mark.parametrize(("seed", "words", "numbers"), [(seed, *pair) for seed, pair in PINNED.items()])
def test_numbers_never_change(seed: int, words: list[int], numbers: list[int]) -> None:
    """Games that are made with a seed can be made again, compiled or not."""
    rng = Rng(seed)
    assert [rng.next() for _ in words] == words
    assert [rng.below(total) for total in TOTALS] == numbers


def is_prime(number: int) -> bool:
    """Miller and Rabin's test with bases that are enough below 3.3 * 10**24."""
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41):
        power = pow(base, odd, number)
        if power not in (1, number - 1) and all(pow(power, 2**n, number) != number - 1 for n in range(1, twos)):
            return False
    return True


def test_the_period_is_long() -> None:
    """A multiply-with-carry generator whose a * b - 1 and a * b / 2 - 1 are prime runs through a * b / 2 - 1 states."""
    assert is_prime(MULTIPLIER * 2**32 - 1)
    assert is_prime(MULTIPLIER * 2**31 - 1)
    assert not is_prime(MULTIPLIER * 2**32 + 1)


def test_every_product_fits_in_64_bits() -> None:
    """So compiled and uncompiled runs agree."""
    assert MULTIPLIER * (2**32 - 1) + 2**31 < 2**63
    assert (2**32 - 1) * (2**31 - 1) < 2**63
    assert (2**31 - 1) * MIXER < 2**63


@pytest.mark.parametrize("total", [1, 2, 3, 6, 36, 54, 108, 1000])
def test_numbers_below_a_total_are_fair(total: int) -> None:
    """Chi-square: the sum of squared differences is near its degrees of freedom, within five deviations."""
    draws = max(20_000, 20 * total)
    rng = Rng(2024)
    counts = [0] * total
    for _ in range(draws):
        counts[rng.below(total)] += 1
    expected = draws / total
    chi_square = sum((count - expected) ** 2 / expected for count in counts)
    freedom = total - 1
    assert abs(chi_square - freedom) <= 5 * (2 * freedom) ** 0.5


def test_pairs_of_numbers_are_fair() -> None:
    """What comes next does not hang on what came before."""
    rng = Rng(77)
    counts = [0] * 36
    last = rng.below(6)
    for _ in range(36_000):
        number = rng.below(6)
        counts[6 * last + number] += 1
        last = number
    chi_square = sum((count - 1000) ** 2 / 1000 for count in counts)
    assert abs(chi_square - 35) < 5 * 70**0.5


def test_a_total_that_does_not_divide_the_words_favours_nobody() -> None:
    """Below 3 * 2**29 the unfair words are a quarter: without a second draw the numbers would lean."""
    total = 3 * 2**29
    rng = Rng(5)
    thirds = [0, 0, 0]
    rests = [0, 0, 0]
    for _ in range(30_000):
        number = rng.below(total)
        thirds[number // 2**29] += 1
        rests[number % 3] += 1
    for counts in (thirds, rests):
        assert sum((count - 10_000) ** 2 / 10_000 for count in counts) < 20


def test_the_largest_total() -> None:
    rng = Rng(9)
    numbers = [rng.below(2**31 - 1) for _ in range(2000)]
    assert 0 <= min(numbers) < 2**24
    assert 2**31 - 2**24 < max(numbers) < 2**31 - 1


def test_nearby_seeds_give_other_numbers() -> None:
    firsts = {Rng(seed).next() for seed in range(1000)}
    assert len(firsts) == 1000


@pytest.mark.parametrize("apart", [1, 2, 7, 1_000_003, 2**31])
def test_streams_of_nearby_seeds_have_nothing_to_do_with_each_other(apart: int) -> None:
    """Games that are dealt from seeds in a row would else be less, or more, alike than chance has it."""
    thrown = [[rng.below(6) for _ in range(3)] for rng in map(Rng, range(0, 9001 * apart, apart))]
    for draw in range(3):
        counts = [0] * 36
        for one, other in pairwise(thrown):
            counts[6 * one[draw] + other[draw]] += 1
        chi_square = sum((count - 250) ** 2 / 250 for count in counts)
        assert abs(chi_square - 35) < 5 * 70**0.5
