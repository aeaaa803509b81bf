"""What the builder thinks of positions of Zatre: its parts against the engine's own scoring, and its choices."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import cast

import pytest
from librt.vecs import vec
from mypy_extensions import i16

from sabika import FastDealer, Table
from sabika.bots.greedy import GreedyBot
from sabika.bots.worth.base import after
from sabika.bots.worth.zatre import WORTH, Offers, ZatreWeights, ZatreWorth, turns_to_come
from sabika.bots.worth.zatre_sheet import Entries
from sabika.engine.state import LUCK, OVER
from sabika.games.zatre import ZATRE
from sabika.games.zatre.facts import UNIT, tiles_in
from sabika.games.zatre.sheet import Sheet, new_sheet
from sabika.games.zatre.state import Zatre
from sabika.games.zatre.tabletop import LAYING
from tests.games.zatre.helpers import laying, notations

TEN, ELEVEN, TWELVE, CROSS = 1, 256, 65536, 16_777_216  # in the tally of a turn
RATES = [ZatreWeights().tens, ZatreWeights().elevens, ZatreWeights().twelves, ZatreWeights().crosses]
EVEN = vec[float]([0.0, *[1 / 6] * 6])  # all values equally likely
BOXES = [ZatreWeights().box_10, ZatreWeights().box_11, ZatreWeights().box_12]


def random_sheet(rng: Random) -> Sheet:
    """A sheet after some turns of luck."""
    sheet = new_sheet(6)
    for _ in range(rng.randrange(20)):
        sheet.enter(random_tally(rng))
    return sheet


def random_tally(rng: Random) -> int:
    """Up to two lines of each kind; crosses only with lines."""
    lines = [rng.choice([0, 0, 1, 1, 2]) for _ in range(3)]
    crosses = rng.randrange(4) if any(lines) else 0
    return lines[0] + 256 * lines[1] + 65536 * lines[2] + CROSS * crosses


def random_states(number: int, seats: int = 2, **options: str) -> Iterator[Zatre]:
    """States of random games in which a seat is asked for a tile."""
    rng = Random(number)
    while number:
        state = cast(Zatre, ZATRE.start(seats, options))
        stop = rng.randrange(100 * seats // 2)
        while state.actor != OVER and not (state.stage == LAYING and stop <= 0):
            stop -= 1
            if state.actor == LUCK:
                state.settle(rng.randrange(state.luck_total()))
            else:
                state.play(rng.choice(list(state.moves())))
        if state.actor >= 0:
            yield state
            number -= 1


# Sheets.


def test_a_sheet_to_which_no_turn_comes_is_worth_its_total() -> None:
    rng = Random(1)
    for _ in range(200):
        sheet = random_sheet(rng)
        assert Entries(sheet, 0, WORTH.reach()).now == pytest.approx(sheet.total())


def test_the_last_entry_is_worth_what_it_adds_to_the_total() -> None:
    rng = Random(2)
    for _ in range(300):
        sheet, tally = random_sheet(rng), random_tally(rng)
        gain = Entries(sheet, 0, WORTH.reach()).gain(tally)
        before = sheet.total()
        sheet.enter(tally)
        assert gain == pytest.approx(sheet.total() - before)


@pytest.mark.parametrize("turns", [1, 2, 9, 30])
def test_an_entry_adds_what_the_sheet_can_expect_more_after_it(turns: int) -> None:
    rng = Random(turns)
    for _ in range(60):
        sheet, tally = random_sheet(rng), random_tally(rng)
        entries = Entries(sheet, turns, WORTH.reach())
        sheet.enter(tally)
        assert entries.now + entries.gain(tally) == pytest.approx(Entries(sheet, turns, WORTH.reach()).now)


def test_a_turn_to_come_is_worth_the_mean_of_all_that_it_may_bring() -> None:
    rng = Random(3)
    for _ in range(40):
        sheet = random_sheet(rng)
        mean = 0.0
        for brought in product((False, True), repeat=4):
            chance = 1.0
            for rate, some in zip(RATES, brought, strict=True):
                chance *= rate if some else 1 - rate
            mean += chance * total_with(sheet, brought)
        assert Entries(sheet, 1, WORTH.reach()).now == pytest.approx(mean)


def total_with(sheet: Sheet, brought: tuple[bool, ...]) -> float:
    """The total of a sheet with a mean entry more in some columns."""
    filled = [sheet.filled >> 8 * column & 255 for column in range(3)]
    total = 0.0
    for row in range(sheet.rows() + 1):
        boxes = [float(sheet.box(row, column)) for column in range(3)]
        for column in range(3):
            if brought[column] and row == filled[column]:
                boxes[column] = BOXES[column]
        points = sum(boxes) + (int(sheet.bonus(row)) if all(boxes) else 0)
        total += points * (2 if row < sheet.crosses + brought[3] else 1)
    return total


def sheet_with(tens: int, elevens: int, twelves: int, crosses: int) -> Sheet:
    """A sheet with so many entries of one line in each column."""
    filled = [tens, elevens, twelves]
    boxes = [points if row < filled[n] else 0 for row in range(max(filled)) for n, points in enumerate((1, 2, 4))]
    return Sheet(6, vec[i16](boxes), tens + 256 * elevens + 65536 * twelves, crosses)


ENTRIES = {
    "on an even sheet a 12 is better than an 11": (sheet_with(5, 5, 5, 5), TWELVE, ELEVEN),
    "on an even sheet an 11 is better than a 10": (sheet_with(5, 5, 5, 5), ELEVEN, TEN),
    "an 11 that completes rows is better than one 12 more": (sheet_with(8, 4, 9, 8), ELEVEN, TWELVE),
    "a 10 that completes rows is better than one 12 more": (sheet_with(3, 9, 9, 8), TEN, TWELVE),
    "a cross for full rows is better than a 12": (sheet_with(9, 9, 9, 4), TEN + CROSS, TWELVE),
    "a cross far below the last row is no better than a 12": (sheet_with(3, 3, 3, 25), TWELVE, TEN + CROSS),
    "two 12s are better than one": (sheet_with(5, 5, 5, 5), 2 * TWELVE, TWELVE),
    "a 10 with the 11 is better than the 11": (sheet_with(5, 5, 5, 5), TEN + ELEVEN, ELEVEN),
}


@pytest.mark.parametrize(("sheet", "better", "worse"), ENTRIES.values(), ids=list(ENTRIES))
def test_what_an_entry_is_worth(sheet: Sheet, better: int, worse: int) -> None:
    entries = Entries(sheet, 8, WORTH.reach())
    assert entries.gain(better) > entries.gain(worse)


# What a board offers.


def test_the_best_square_for_a_tile_is_the_one_that_scores_most() -> None:
    for state in random_states(60):
        if len(state.board.laid) > 0 or state.board.empty():
            continue
        sheet = state.sheet(state.turn)
        offers = Offers(Entries(sheet, 0, WORTH.reach()))
        offers.look(state.board)
        for value in range(1, 7):
            state.hands[state.turn] = UNIT[value]
            points = sorted((state.preview(move)["points"] for move in state.moves()), reverse=True)
            assert offers.best[value] == pytest.approx(max([*points, 0]))
            assert offers.second[value] == pytest.approx(max([*points[1:], 0]))


def test_offers_are_held_against_what_boards_offer_in_the_mean() -> None:
    """Over whole games among builders they come out near 0; otherwise whose turn it is would seem to matter."""
    total, later, boards = 0.0, 0.0, 0
    for deal in range(2):
        table = Table.deal("zatre", seats=2, dealer=FastDealer(deal))
        while not table.over:
            state = cast(Zatre, table.state)
            if len(state.board.laid) == 0 and not state.board.empty():
                offers = Offers(WORTH.entries(state, state.turn))
                total += offers.next(state.board, EVEN, WORTH.weights)
                later += offers.later(state.board, EVEN, WORTH.weights)
                boards += 1
            table.play(GreedyBot(deal).choose(table.sight))
    assert abs(total / boards) < 1.0
    assert abs(later / boards) < 0.5


# Turns.


def test_a_turn_is_weighed_with_all_its_tiles() -> None:
    for state in random_states(40):
        moves = state.moves()
        values = WORTH.weigh(state, moves)
        for n in range(len(moves)):
            twin = after(state, moves[n])
            if twin.actor == state.actor and twin.stage == LAYING and twin.turn == state.turn:
                assert values[n] == pytest.approx(max(WORTH.weigh(twin, twin.moves())))


def test_the_last_tile_is_weighed_by_the_position_after_it() -> None:
    """Exactly, but for what the board will offer to the seat itself: that is judged by its sheet before the turn."""
    weights = ZatreWeights()
    weights.share = weights.second_share = weights.usual_share = 0.0
    judge = ZatreWorth(weights)
    compared = 0
    for state in random_states(120):
        nobody = state.hands[1 - state.turn] == 0 and tiles_in(state.hands[state.turn]) == 1
        if not nobody:
            continue
        moves = state.moves()
        values = judge.weigh(state, moves)
        for n in range(len(moves)):
            twin = after(state, moves[n])
            assert values[n] == pytest.approx(judge.of(twin, state.turn))
            compared += 1
    assert compared > 100


def test_the_guide_plays_the_best_turn() -> None:
    for state in random_states(60):
        moves = list(state.moves())
        values = list(WORTH.weigh(state, state.moves()))
        assert values[moves.index(WORTH.guide(state))] == pytest.approx(max(values))


def test_prospects_are_those_of_the_best_turn() -> None:
    for state in random_states(40):
        assert WORTH.of(state, state.turn) == pytest.approx(max(WORTH.weigh(state, state.moves())))


def test_so_they_are_when_every_turn_loses() -> None:
    """In the last turn with more sixes in hand than fit."""
    lost = 0
    for state in random_states(40):
        state.bag = 0
        state.hands[state.turn] += 6 * UNIT[6]
        values = WORTH.weigh(state, state.moves())
        assert WORTH.of(state, state.turn) == pytest.approx(max(values))
        lost += max(values) < WORTH.sheets(state)[state.turn] - WORTH.sheets(state)[1 - state.turn] - 8
    assert lost


@pytest.mark.parametrize("options", [{}, {"teams": "yes"}, {"keeping": "free"}], ids=["alone", "teams", "free"])
def test_judging_changes_nothing(options: dict[str, str]) -> None:
    for state in random_states(15, seats=4, **options):
        before = ZATRE.text(state)
        WORTH.weigh(state, state.moves())
        WORTH.prospects(state)
        WORTH.guide(state)
        assert ZATRE.text(state) == before


def test_at_the_end_prospects_are_the_scores() -> None:
    for options in ({}, {"teams": "yes"}):
        state = cast(Zatre, ZATRE.start(4, options))
        rng = Random(5)
        while state.actor != OVER:
            if state.actor == LUCK:
                state.settle(rng.randrange(state.luck_total()))
            else:
                state.play(rng.choice(list(state.moves())))
        points = WORTH.prospects(state)
        assert [points[state.side(seat)] for seat in range(4)] == state.result().scores
        assert WORTH.unrest(state) == 0.0


@pytest.mark.parametrize(("seats", "teams"), [(2, "no"), (3, "no"), (5, "no"), (4, "yes"), (6, "yes")])
def test_turns_to_come_are_counted_as_tiles_are_drawn(seats: int, teams: str) -> None:
    for state in random_states(12, seats, teams=teams):
        turns = [0] * len(state.sheets)
        left, seat = tiles_in(state.bag), state.turn
        if state.leads(seat):  # his partner has drawn already
            seat ^= 1
            turns[state.side(seat)] += 1
        while left > 0:
            seat = state.next_seat(seat)
            pair = [seat, seat ^ 1] if teams == "yes" else [seat]
            for _ in pair:
                turns[state.side(seat)] += 1
                left -= 2
            seat = pair[-1]
        assert [turns_to_come(state, side) for side in range(len(turns))] == turns


# Choices.


def choice(state: Zatre) -> str:
    return ZATRE.notation(GreedyBot(1).choose(ZATRE.sight(state, state.actor)))


def with_sheet(state: Zatre, sheet: Sheet) -> Zatre:
    state.sheets[0] = sheet
    return state


ELEVEN_OR_TWELVE = {(0, 0): 6, (1, 0): 2, (0, 1): 3}  # a 3 makes 11 in the row, 12 in the column
CHOICES = {
    "a 12 is made where it can be": (laying({(0, 0): 6, (1, 0): 4}, [2]), {"lay 2 2,0", "lay 2 -1,0"}),
    "a line on a light square is better than one on a dark square": (
        laying({(0, 0): 1, (1, 0): 5}, [5]),
        {"lay 5 1,1", "lay 5 1,-1"},
    ),
    "on an even sheet 12 comes before 11": (
        with_sheet(laying(ELEVEN_OR_TWELVE, [3], bag=8), sheet_with(6, 6, 6, 6)),
        {"lay 3 0,-1", "lay 3 0,2"},
    ),
    "where the 11s are missing 11 comes before 12": (
        with_sheet(laying(ELEVEN_OR_TWELVE, [3], bag=8), sheet_with(9, 4, 10, 9)),
        {"lay 3 -1,0", "lay 3 2,0"},
    ),
    "two tiles make a line that one cannot": (
        laying({(0, 0): 2, (0, 1): 6}, [4, 4]),
        {"lay 4 0,2", "lay 4 0,-1", "lay 4 -1,0", "lay 4 1,0", "lay 4 1,1", "lay 4 -1,1"},
    ),
}


@pytest.mark.parametrize(("state", "expected"), CHOICES.values(), ids=list(CHOICES))
def test_the_builder_chooses(state: Zatre, expected: set[str]) -> None:
    assert choice(state) in expected


def test_in_the_last_turn_the_builder_scores_all_that_two_tiles_can() -> None:
    """Against all ways to play the turn, by the engine's own totals."""
    for state in random_states(25):
        state.bag = 0
        best = max(totals(state))
        bot = GreedyBot(1)
        seat = state.turn
        while state.actor == seat:
            state.play(bot.choose(ZATRE.sight(state, seat)))
        assert state.score(seat) == best


def totals(state: Zatre) -> Iterator[int]:
    """The final totals of the seat on turn after every way to play its turn."""
    for move in state.moves():
        twin = after(state, move)
        if twin.actor == OVER:
            yield twin.score(state.turn)
        else:
            yield from totals(twin)


def test_a_line_left_open_is_an_offer_and_a_12_is_none() -> None:
    open_ten = laying({(0, 0): 6, (1, 0): 4}, [1])
    closed = laying({(0, 0): 6, (1, 0): 4, (2, 0): 2}, [1])
    offered = [Offers(WORTH.entries(state, 1)).next(state.board, EVEN, WORTH.weights) for state in (open_ten, closed)]
    assert offered[0] > offered[1]


# The novice.


def test_a_novice_makes_a_line_when_one_tile_does() -> None:
    state = laying({(0, 0): 6, (1, 0): 4}, [2])
    assert {ZATRE.notation(move) for move in WORTH.harmless(state)} == {"lay 2 2,0", "lay 2 -1,0"}


def test_a_novice_without_a_line_lays_its_tile_anywhere_and_keeps_none() -> None:
    state = laying({(0, 0): 6}, [1], free=True)
    assert "stop" in notations(state)
    assert [ZATRE.notation(move) for move in WORTH.harmless(state)] == [m for m in notations(state) if m != "stop"]
