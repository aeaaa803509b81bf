"""Exact dice: known values, and every combination of chips against plain enumeration of fewer dice in fractions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from time import process_time

import pytest
from librt.vecs import vec

from sabika import doctor
from sabika.bots.dice.odds import HITS, NO_BLACK, Aim, Thrown, chances, lead, odds, reach
from sabika.bots.dice.plan import CHIP, FREE, NONE, STOP, Plan, Turn
from sabika.bots.dice.tables import chance_of, number_of, parts_of, tables
from sabika.games.parts.dice import SETS, UNIT, all_throws, keeps_of, kept_by
from sabika.games.parts.space import new_space, target
from tests.fuzz import fewer, some
from tests.games.facts import facts

MATHS = facts("alhambra_dice")["maths"]
CLOSE = 1e-9


def turn_for(worth: Callable[[int, int], float], **given: object) -> Turn:
    """A turn whose ends are worth this, by row and throws, in every column."""
    turn = Turn(vec[float]([worth(8 - cell // 3, cell % 3 + 1) for _ in range(6) for cell in range(24)]))
    for name, number in given.items():
        setattr(turn, name, number)
    return turn


def rank(row: int, throws: int) -> float:
    """The best cell has the least rank."""
    return -float(target(row, throws))


def dice(*counts: int) -> int:
    """So many dice of each type, pavilion first."""
    return sum(count * UNIT[face] for face, count in enumerate(counts))


# Known values.


def test_the_numbers_of_outcomes_keeps_and_pairs() -> None:
    table = tables(8)
    assert len(table.outcomes) == MATHS["multisets"]
    assert table.first == MATHS["keep_multisets_excluding_keep_all"]
    assert len(table.keeps) + len(table.outcomes) == MATHS["multiset_keep_pairs"]
    assert len(SETS) == MATHS["keep_multisets_sizes_0_8"]
    assert [number_of(some) for some in SETS] == list(range(len(SETS)))


def test_the_chances_of_a_throw_are_those_of_the_rules() -> None:
    for number in range(9):
        for throw, ways in all_throws(number):
            assert chance_of(throw) == ways / 6**number


def test_the_keeps_are_those_of_the_rules() -> None:
    for outcome in tables(8).outcomes:
        assert sorted(parts_of(outcome)) == sorted(kept_by(move) for move in keeps_of(outcome))


def test_the_best_count_of_three_throws() -> None:
    exact = Fraction(MATHS["expected_max_count_any_symbol_3_throws"]["exact"])
    assert Plan(turn_for(lambda row, _: row)).start() == pytest.approx(float(exact), abs=CLOSE)


@pytest.mark.parametrize("annuls", [0, 1, 2])
def test_the_best_count_with_annul_chips(annuls: int) -> None:
    found = Plan(turn_for(lambda row, _: row, annuls=annuls)).start()
    assert found == pytest.approx(MATHS["expected_max_count_with_chips"][f"annul{annuls}"], abs=CLOSE)


def test_the_best_count_with_the_black_die_if_nine_counted_as_nine() -> None:
    turn = turn_for(lambda row, _: row, black=CHIP)
    turn.nines = vec[float]([9.0] * 6)
    assert Plan(turn).start() == pytest.approx(MATHS["expected_max_count_with_chips"]["black_die_max_9"], abs=CLOSE)


@pytest.mark.parametrize("least", range(3, 9))
def test_the_chance_of_so_many_equal(least: int) -> None:
    found = Plan(turn_for(lambda row, _: float(row >= least))).start()
    assert found == pytest.approx(MATHS["p_max_any_symbol_at_least_k_optimal"][str(least)], abs=CLOSE)


RANKS: dict[str, dict[str, object]] = {
    "any_column_no_chip": {},
    "any_column_one_annul": {"annuls": 1},
    "any_column_black_die": {"black": CHIP},
}


@pytest.mark.parametrize(("name", "chips"), RANKS.items(), ids=list(RANKS))
def test_the_best_mean_rank_of_a_cell(name: str, chips: dict[str, object]) -> None:
    found = -Plan(turn_for(rank, **chips)).start()
    assert found == pytest.approx(MATHS["expected_cell_index_empty_board"][name], abs=CLOSE)


def test_the_best_mean_rank_in_one_column() -> None:
    """Off the column counts as one cell below it."""
    ends = [-24.0] * 144
    ends[72:96] = [-float(cell) for cell in range(24)]
    turn = Turn(vec[float](ends))
    turn.instead = vec[float]([-24.0] * 3)
    found = -Plan(turn).start()
    assert found == pytest.approx(MATHS["expected_cell_index_empty_board"]["single_column_no_chip"], abs=CLOSE)


@pytest.mark.parametrize("cell", range(24))
def test_the_chance_of_a_cell_in_one_column(cell: int) -> None:
    exact = float(Fraction(MATHS["p_reach_cell_or_better_single_column_empty"][str(cell)]))
    assert reach(0, 0, 0, cell) == pytest.approx(exact, abs=CLOSE)
    assert Plan(one_column(2, cell)).start() == pytest.approx(exact, abs=CLOSE)


def one_column(building: int, cell: int) -> Turn:
    """Worth 1 where this cell or a better one of the column is reached."""
    ends = vec[float]([0.0] * 144)
    for better in range(cell + 1):
        ends[building * 24 + better] = 1.0
    return Turn(ends)


def test_a_type_that_is_always_kept_comes_up_as_often_as_a_binomial_says() -> None:
    known = MATHS["fixed_symbol_distribution"]
    chances = [1.0] + [0.0] * 8
    for throws in ("t1", "t2", "t3"):
        chances = [
            sum(chances[before] * HITS[(8 - before) * 9 + now - before] for before in range(now + 1))
            for now in range(9)
        ]
        assert chances == pytest.approx(known[throws], abs=CLOSE)
    mean = sum(count * chance for count, chance in enumerate(chances))
    assert mean == pytest.approx(float(Fraction(MATHS["expected_count_fixed_symbol_3_throws"])), abs=CLOSE)


def test_where_to_stop_for_the_best_rank() -> None:
    plan = Plan(turn_for(rank))
    for throws in (1, 2):
        assert plan.best_keep(dice(7, 1), throws) == STOP
        assert plan.best_keep(dice(8), throws) == STOP
        six = dice(1, 0, 6, 1)
        assert plan.keep(dice(0, 0, 6), six, throws) == pytest.approx(plan.stop(six, throws), abs=CLOSE)
        assert plan.best_keep(dice(0, 5, 1, 1, 1), throws) == dice(0, 5)


LIMITS: dict[str, tuple[dict[str, object], int]] = {
    "no chips": ({}, 5),
    "an annul chip": ({"annuls": 1}, 40),
    "three annul chips": ({"annuls": 3}, 120),
    "three annul chips and a black die": ({"annuls": 3, "black": CHIP}, 300),
    "the same where an annulled throw binds the dice": ({"annuls": 3, "black": CHIP, "same_dice": True}, 300),
}


@pytest.mark.skipif(not doctor.compiled(), reason="time is promised of the compiled plan")
@pytest.mark.parametrize(("chips", "milliseconds"), LIMITS.values(), ids=list(LIMITS))
def test_a_plan_takes_no_longer_than_a_player_notices(chips: dict[str, object], milliseconds: int) -> None:
    tables(8)  # once for all
    times = []
    for _ in range(3):  # the least of them: what else runs here is not the plan's doing
        start = process_time()
        Plan(turn_for(rank, **chips)).start()
        times.append(1000 * (process_time() - start))
    assert min(times) <= milliseconds


# People's odds and plans agree in mid-turn too.


def test_the_odds_from_a_throw_are_those_of_a_plan_for_that_column() -> None:
    rng = Random(4)
    for _ in range(20):
        rolled = rng.choice(list(tables(8).outcomes))
        throws, black = rng.choice([1, 2, 3]), rng.choice([NONE, 0, 3])
        found = odds(rolled, throws, black)
        building, cell = rng.randrange(6), rng.randrange(24)
        turn = one_column(building, cell)
        turn.black = black
        assert found[building * 24 + cell] == pytest.approx(Plan(turn).worth(rolled, throws), abs=CLOSE)


def test_a_cell_that_is_reached_has_odds_of_one() -> None:
    found = odds(dice(5, 1, 1, 1), 2, NONE)
    assert found[target(5, 2)] == 1.0
    assert 0.0 < found[target(5, 1)] < 1.0


# Against plain enumeration: every die on its own, every choice of dice, in fractions.


class Enumeration:
    """A turn of few dice, played through in every way; the rules again, without sets of dice or tables."""

    def __init__(self, turn: Turn, number: int) -> None:
        self.turn = turn
        self.number = number
        self.ends = [Fraction(end) for end in turn.ends]
        self.stands = cache(self._stands)

    def start(self, annuls: int, black: int) -> Fraction:
        """Before the first throw."""
        floor = self.start(annuls - 1, black) - Fraction(self.turn.annul_price) if annuls else None
        found = [self.stands(roll, 1, annuls, black, None) for roll in product(range(6), repeat=self.number)]
        return sum((one if floor is None else max(one, floor)) for one in found) / Fraction(len(found))

    def _stands(
        self, rolled: tuple[int, ...], throws: int, annuls: int, black: int, bound: tuple[int, ...] | None
    ) -> Fraction:
        """The last throw stands; `bound` tells which dice must be kept if any are thrown."""
        options = [Fraction(self.turn.instead[throws - 1])]
        for face in range(6):
            symbols = rolled.count(face) + (face == black)
            if symbols:
                options.append(self.ends[face * 24 + (8 - symbols) * 3 + throws - 1])
        if throws < 3:
            masks = product((0, 1), repeat=self.number) if bound is None else [bound]
            options += [self.throw(rolled, mask, throws, annuls, black) for mask in masks if not all(mask)]
        if black == CHIP and (throws == 1 or self.turn.late_black):
            price = Fraction(self.turn.black_price)
            options += [self.stands(rolled, throws, annuls, face, bound) - price for face in range(6)]
        return max(options)

    def throw(self, rolled: tuple[int, ...], mask: tuple[int, ...], throws: int, annuls: int, black: int) -> Fraction:
        """Keep the dice of the mask and throw the others."""
        kept = tuple(face for face, stays in zip(rolled, mask, strict=True) if stays)
        floor = None
        if annuls:
            bound = mask if self.turn.same_dice else None
            floor = self.stands(rolled, throws, annuls - 1, black, bound) - Fraction(self.turn.annul_price)
        found = [
            self.stands(tuple(sorted(kept + roll)), throws + 1, annuls, black, None)
            for roll in product(range(6), repeat=self.number - len(kept))
        ]
        return sum((one if floor is None else max(one, floor)) for one in found) / Fraction(len(found))


def random_turn(rng: Random) -> Turn:
    """Any worth for any end, and any price for a chip."""
    turn = Turn(vec[float]([float(rng.randrange(100)) for _ in range(144)]))
    if rng.random() < 0.3:
        turn.instead = vec[float]([60.0, 50.0, -1000.0])
    turn.annul_price = rng.choice([0.0, 3.0, 7.5])
    turn.black_price = rng.choice([0.0, 2.0, 9.25])
    return turn


COMBINATIONS = [
    (number, annuls, black, same_dice, late_black)
    for number, chips in ((2, (0, 1, 2, 3)), (3, (0, 1)))
    for annuls in chips
    for black in (NONE, CHIP, 2)
    for same_dice in ((False, True) if annuls else (False,))
    for late_black in ((False, True) if black == CHIP else (False,))
    if number == 2 or black != CHIP or annuls == 0
]


@pytest.mark.parametrize(("number", "annuls", "black", "same_dice", "late_black"), some(COMBINATIONS, 9))
def test_a_plan_is_what_enumeration_gives(
    number: int, annuls: int, black: int, same_dice: bool, late_black: bool
) -> None:
    rng = Random(number * 1000 + annuls * 100 + black * 10 + 2 * same_dice + late_black)
    for _ in range(fewer(3) if number == 2 else 1):
        turn = random_turn(rng)
        turn.annuls, turn.black, turn.same_dice, turn.late_black = annuls, black, same_dice, late_black
        plan, slow = Plan(turn, number), Enumeration(turn, number)
        assert plan.start() == pytest.approx(float(slow.start(annuls, black)), abs=CLOSE)
        for _ in range(fewer(12, 4)):
            compare_in_mid_turn(plan, slow, rng)


def compare_in_mid_turn(plan: Plan, slow: Enumeration, rng: Random) -> None:
    """Stopping, every keep, annulling and the black die, somewhere in the turn."""
    turn = plan.turn
    rolled = tuple(sorted(rng.choices(range(6), k=slow.number)))
    before = tuple(sorted(rng.choices(range(6), k=slow.number)))
    mask = rng.choice([mask for mask in product((0, 1), repeat=slow.number) if not all(mask)])
    throws = rng.choice([1, 2, 3])
    stands = slow.stands(rolled, throws, turn.annuls, turn.black, None)
    assert plan.worth(packed(rolled), throws) == pytest.approx(float(stands), abs=CLOSE)
    kept = packed(face for face, stays in zip(rolled, mask, strict=True) if stays)
    if throws < 3:
        one = slow.throw(rolled, mask, throws, turn.annuls, turn.black)
        assert plan.keep(kept, packed(rolled), throws) == pytest.approx(float(one), abs=CLOSE)
    if turn.annuls and throws > 1:
        stayed = packed(face for face, stays in zip(before, mask, strict=True) if stays)
        bound = mask if turn.same_dice else None
        price = Fraction(turn.annul_price)
        back = slow.stands(before, throws - 1, turn.annuls - 1, turn.black, bound) - price
        assert plan.annul(stayed, packed(before), throws) == pytest.approx(float(back), abs=CLOSE)
        best = max(back, stands)
        assert plan.fresh(stayed, packed(before), packed(rolled), throws) == pytest.approx(float(best), abs=CLOSE)
    if turn.black == CHIP and (throws == 1 or turn.late_black):
        face, tied = rng.randrange(6), turn.same_dice and throws < 3
        with_it = slow.stands(rolled, throws, turn.annuls, face, mask if tied else None) - Fraction(turn.black_price)
        found = plan.set_black(face, packed(rolled), throws, kept if tied else FREE)
        assert found == pytest.approx(float(with_it), abs=CLOSE)


# The odds that people are told, with chips: the same enumeration, for a player who aims for one cell of one column.


@pytest.mark.parametrize(("number", "annuls", "black", "same_dice", "late_black"), some(COMBINATIONS, 12))
def test_odds_with_chips_are_what_enumeration_gives(
    number: int, annuls: int, black: int, same_dice: bool, late_black: bool
) -> None:
    rng = Random(number * 1000 + annuls * 100 + black * 10 + 2 * same_dice + late_black)
    for _ in range(fewer(6, 3) if number == 2 else 1):
        building, cell = rng.randrange(6), target(rng.randint(1, number), rng.randint(1, 3))
        turn = one_column(building, cell)
        turn.annuls, turn.black, turn.same_dice, turn.late_black = annuls, black, same_dice, late_black
        slow, lies = Enumeration(turn, number), some_dice(rng, number, same_dice)
        lies.annuls, lies.black_chip, lies.late_black = annuls, black == CHIP, late_black
        lies.black = black if black < 6 else NO_BLACK
        found = Aim(cell, number, late_black).of(lies, building)
        assert found == pytest.approx(float(slow_odds(slow, lies)), abs=CLOSE)


def some_dice(rng: Random, number: int, same_dice: bool) -> Thrown:
    """Dice after any throw, which can be annulled or not, or was annulled."""
    rolled = rng.choices(range(6), k=number)
    lies = Thrown(packed(rolled), rng.choice([1, 2, 3]), NO_BLACK)
    lies.same_dice = same_dice
    lies.fresh = rng.random() < 0.7
    lies.bound = same_dice and not lies.fresh and lies.throws < 3
    before = rolled if lies.bound or lies.throws == 1 else rng.choices(range(6), k=number)
    lies.before = packed(before) if lies.throws > 1 else 0
    lies.kept = packed(before[: rng.randrange(number)]) if lies.throws > 1 or lies.bound else 0
    return lies


def slow_odds(slow: Enumeration, lies: Thrown) -> Fraction:
    """The last throw stands, or is annulled where it may be."""
    turn = slow.turn
    bound = mask_of(lies.dice, lies.kept) if lies.bound else None
    stands = slow.stands(faces(lies.dice), lies.throws, turn.annuls, turn.black, bound)
    if not (lies.fresh and turn.annuls):
        return stands
    if lies.throws == 1:
        return max(stands, slow.start(turn.annuls - 1, turn.black))
    bound = mask_of(lies.before, lies.kept) if turn.same_dice else None
    return max(stands, slow.stands(faces(lies.before), lies.throws - 1, turn.annuls - 1, turn.black, bound))


def mask_of(dice: int, kept: int) -> tuple[int, ...]:
    """Which of these dice, in order, are kept."""
    left, mask = list(faces(kept)), []
    for face in faces(dice):
        mask.append(int(face in left))
        if face in left:
            left.remove(face)
    return tuple(mask)


def faces(dice: int) -> tuple[int, ...]:
    return tuple(face for face in range(6) for _ in range(dice // UNIT[face] % 32))


def test_odds_of_eight_dice_with_chips_are_those_of_a_plan() -> None:
    rng = Random(6)
    for annuls, black in ((1, NONE), (0, CHIP), (2, CHIP)):
        rolled = rng.choice(list(tables(8).outcomes))
        lies = Thrown(rolled, 1, NO_BLACK)
        lies.annuls, lies.black_chip, lies.fresh = annuls, black == CHIP, True
        building, cell = rng.randrange(6), rng.randrange(3, 15)
        turn = one_column(building, cell)
        turn.annuls, turn.black = annuls, black
        assert chances(lies)[building * 24 + cell] == pytest.approx(Plan(turn).fresh(0, 0, rolled, 1), abs=CLOSE)


LEADS = {
    "nobody is there": ([], False, 23),
    "a rival is to be beaten": ([(10, 1)], False, 9),
    "a displace chip takes the rival's own cell": ([(10, 1)], True, 10),
    "a rival before one's own marker": ([(4, 1), (10, 0)], False, 3),
    "one leads": ([(4, 0), (10, 1)], False, None),
    "nothing is better than the best cell": ([(0, 1)], False, -1),
}


@pytest.mark.parametrize(("markers", "displaces", "cell"), LEADS.values(), ids=LEADS)
def test_who_leads_and_what_it_takes(markers: list[tuple[int, int]], displaces: bool, cell: int | None) -> None:
    space = new_space()
    for at, player in markers:
        space.put(2, at, player)
    cells = [at / 24 for at in range(1, 25)]
    expected = None if cell is None else cells[cell] if cell >= 0 else 0.0
    assert lead(cells, space, 2, 0, displaces) == expected


def packed(faces: Iterable[int]) -> int:
    return sum(UNIT[face] for face in faces)


def test_an_annulled_first_throw_is_thrown_again() -> None:
    plan = Plan(turn_for(rank, annuls=1))
    none = Plan(turn_for(rank))
    assert plan.annul(0, 0, 1) == pytest.approx(none.start(), abs=CLOSE)


def test_a_dear_chip_is_kept_and_a_free_one_never_harms() -> None:
    plain = Plan(turn_for(lambda row, _: row)).start()
    assert Plan(turn_for(lambda row, _: row, annuls=1, annul_price=9.0)).start() == pytest.approx(plain, abs=CLOSE)
    assert Plan(turn_for(lambda row, _: row, annuls=1, annul_price=0.1)).start() > plain


def test_the_best_keep_is_the_keep_worth_most() -> None:
    rng = Random(8)
    plan = Plan(turn_for(lambda row, throws: row * row - throws, annuls=1))
    for _ in range(10):
        rolled = rng.choice(list(tables(8).outcomes))
        best = max(plan.keep(part, rolled, 1) for part in parts_of(rolled))
        kept = plan.best_keep(rolled, 1)
        if kept == STOP:
            assert plan.stop(rolled, 1) >= best
        else:
            assert plan.keep(kept, rolled, 1) == best > plan.stop(rolled, 1)
