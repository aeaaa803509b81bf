"""Eight dice with six faces: throws with their weights, and what may be kept of them.

Dice are a number with five bits for each face, pavilion lowest: how many dice show it. Which die shows what does not
matter, so equal throws and equal choices are equal numbers. Sets of dice stand in one order everywhere: most
pavilions first, among these most seraglios, and so on.
"""

from __future__ import annotations

from itertools import accumulate
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sabika.games.parts.tiles import TYPES

DICE: Final[i64] = 8
FACES: Final[i64] = 6
THROWS: Final[i64] = 3  # a turn has at most three (D9)
KEEP: Final[i64] = 1  # kind of the move that keeps dice and throws the others

SHORT: Final = [name[:3] for name in TYPES]  # pav ser arc cha gar tow
FACE_NUMBER: Final = {name: face for face, name in enumerate(SHORT)}

UNIT: Final = vec[i64]([32**face for face in range(6)])  # one die that shows a face
ONES: Final[i64] = 0x2108421  # one die of each face
HIGH: Final[i64] = 0x21084210  # the fifth bit of each face: no count reaches it
POWERS: Final = vec[i64]([6**dice for dice in range(9)])  # ways to throw this many dice


def showing(dice: i64, face: i64) -> i64:
    """How many of the dice show a face."""
    return (dice >> (5 * face)) & 31


def dice_in(dice: i64) -> i64:
    """How many dice these are."""
    return ((dice * ONES) >> 25) & 31


def holds(dice: i64, part: i64) -> bool:
    """Are all dice of the part among these?"""
    return ((dice | HIGH) - part) & HIGH == HIGH


def is_dice(number: i64) -> bool:
    """Does the number stand for at most eight dice?"""
    if number < 0 or number >> 30:
        return False
    total: i64 = 0
    for face in range(FACES):
        total += showing(number, face)
    return total <= DICE


# Every set of n dice, for n = 0 to 8, one after the other; and how many of the 6**n throws give a set up to and
# including this one.


def _choose(n: int, k: int) -> int:
    ways = 1
    for step in range(k):
        ways = ways * (n - step) // (step + 1)
    return ways


FIRST: Final = vec[i64]([_choose(dice + 5, 6) for dice in range(10)])  # where the sets of n dice begin


def _sets(number: int) -> list[int]:
    """All sets of this many dice, in order."""
    found = [(0, number)]  # sets of the faces so far, and how many dice are left for later faces
    for face in range(5):
        found = [(dice + count * 32**face, left - count) for dice, left in found for count in range(left, -1, -1)]
    return [dice + left * 32**5 for dice, left in found]


def _ways(dice: int) -> int:
    """How many throws give this set: n! / (a! b! ...)."""
    ways = 1
    thrown = 0
    for face in range(6):
        for count in range(1, (dice >> 5 * face & 31) + 1):
            thrown += 1
            ways = ways * thrown // count
    return ways


def _ends() -> list[int]:
    return [end for number in range(9) for end in accumulate(_ways(dice) for dice in _sets(number))]


SETS: Final = vec[i64]([dice for number in range(9) for dice in _sets(number)])
ENDS: Final = vec[i64](_ends())


def thrown(number: i64, k: i64) -> i64:
    """What the k-th of the 6**n throws of n dice shows; throws that show the same stand together."""
    low = FIRST[number]
    high = FIRST[number + 1] - 1
    while low < high:
        middle = (low + high) >> 1
        if ENDS[middle] > k:
            high = middle
        else:
            low = middle + 1
    return SETS[low]


def all_throws(number: i64) -> list[tuple[int, int]]:
    """Every set that n dice can show, with its number of throws."""
    found: list[tuple[int, int]] = []
    before: i64 = 0
    for at in range(FIRST[number], FIRST[number + 1]):
        found.append((SETS[at], ENDS[at] - before))
        before = ENDS[at]
    return found


# What may be kept of eight dice: every set of them but all eight (D10), as moves.

BEFORE: Final = vec[i64]([_choose(left + 4 - face, 5 - face) for face in range(5) for left in range(9)])


def place_of(dice: i64) -> i64:
    """Where a set stands among the sets of eight dice, from 0.

    Before it stand the sets with more pavilions; among those with as many, the sets with more seraglios; and so on.
    With `left` dice on later faces, the sets with more on this one number C(left + 4 - face, 5 - face).
    """
    sums = dice * ONES  # field f: dice that show face f or an earlier one
    place: i64 = 0
    for face in range(FACES - 1):
        place += BEFORE[face * 9 + DICE - ((sums >> (5 * face)) & 31)]
    return place


def keep(dice: i64) -> i64:
    """The code of the move that keeps these dice: bits 0-3 the kind, then the dice."""
    return KEEP | (dice << 4)


def kept_by(move: i64) -> i64:
    return move >> 4


def _parts(dice: int) -> list[int]:
    """Every set of these dice, all of them first."""
    found = [0]
    for face in range(6):
        counts = [count * 32**face for count in range(dice >> 5 * face & 31, -1, -1)]
        found = [part + count for part in found for count in counts]
    return found


def _number_of_parts(dice: int) -> int:
    number = 1
    for face in range(6):
        number *= (dice >> 5 * face & 31) + 1
    return number


# The moves for each set of eight dice, one after the other, and where those of each set begin.
KEEPS: Final = vec[i64]([KEEP | part << 4 for dice in _sets(8) for part in _parts(dice)[1:]])
KEEP_STARTS: Final = vec[i64](accumulate([0, *(_number_of_parts(dice) - 1 for dice in _sets(8))]))


def keeps_of(dice: i64) -> vec[i64]:
    """Every way to keep some of eight dice and throw the others."""
    place = place_of(dice)
    return KEEPS[KEEP_STARTS[place] : KEEP_STARTS[place + 1]]


def dice_name(dice: i64) -> str:
    """`pav2-tow6`; `none` for no dice."""
    names = [f"{SHORT[face]}{showing(dice, face)}" for face in range(6) if showing(dice, face) > 0]
    return "-".join(names) or "none"
