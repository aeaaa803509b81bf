"""Who may know what (Z23), and what a seat imagines of the rest.

SABIKA_PAIRS sets how many pairs of worlds are compared.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from typing import cast

import pytest

from sabika.engine.game import Unreadable
from sabika.engine.rng import Rng
from sabika.engine.state import LUCK, OVER, State
from sabika.games.zatre import ZATRE
from sabika.games.zatre.facts import tiles_in
from sabika.games.zatre.state import Zatre
from sabika.games.zatre.tabletop import STAGES
from sabika.games.zatre.view import ClosedHand, ShownHand
from tests.fuzz import fewer
from tests.games.zatre.helpers import deal, drawing, laying, play, shown
from tests.games.zatre.worlds import Worlds, course, seen, sight_of, told_by

PAIRS = int(os.environ.get("SABIKA_PAIRS", fewer(2000)))
FULL = {(0, 0): 6, (1, 0): 5, (1, 1): 5, (0, 1): 5}  # only 1s and 2s fit
TIGHT = {(0, 0): 6, (1, 0): 4, (1, 1): 4, (0, 1): 4}  # 1s to 4s fit

# What is shown.


def test_a_rival_has_a_number_of_tiles_and_no_values() -> None:
    state = laying({(0, 0): 3}, [5, 1], others=[[6, 6, 2], [4]])
    assert [seat.hand for seat in shown(state, 0).seats] == [ShownHand(2, [1, 5]), ClosedHand(3), ClosedHand(1)]
    assert [seat.hand for seat in shown(state, 1).seats] == [ClosedHand(2), ShownHand(3, [2, 6, 6]), ClosedHand(1)]
    assert [seat.hand for seat in shown(state).seats] == [ClosedHand(2), ClosedHand(3), ClosedHand(1)]


def test_at_the_end_all_tiles_are_shown() -> None:
    state = laying({(0, 0): 6, (1, 0): 5, (1, 1): 5}, [5, 4], others=[[6]], bag=0)
    play(state, "lay 5 0,1")
    assert [seat.hand for seat in shown(state).seats] == [ShownHand(1, [4]), ShownHand(1, [6])]


def test_a_sight_has_question_marks_for_what_is_hidden() -> None:
    state = laying({(0, 0): 3}, [5, 1], others=[[6, 6, 2], [4]])
    assert " hands=15/???/? " in ZATRE.sight(state, 0).text()
    assert " hands=??/266/? " in ZATRE.sight(state, 1).text()


def test_a_sight_knows_the_partner() -> None:
    state = laying({(0, 0): 3}, [5, 1], others=[[6, 6, 2], [4], []], teams=True)
    assert " hands=15/266/?/- " in ZATRE.sight(state, 0).text()
    assert ZATRE.sight(state, 0).text() == ZATRE.sight(state, 1).text().replace("seat 2", "seat 1")
    assert " hands=??/???/4/- " in ZATRE.sight(state, 2).text()


def test_the_first_three_tiles_are_known_to_all() -> None:
    state = deal(2, "6155").state
    assert " hands=556/- " in ZATRE.sight(state, 1).text()
    assert [int(move) for move in ZATRE.sight(state, 1).moves()] == []


def test_moves_are_those_of_the_seat_that_is_asked() -> None:
    state = laying({(0, 0): 3}, [5, 1], others=[[6], [4]])
    assert list(ZATRE.sight(state, 0).moves()) == list(state.moves())
    assert len(ZATRE.sight(state, 1).moves()) == 0


def test_a_sight_is_of_its_own() -> None:
    """What is played in the position or in an imagined one does not reach the sight."""
    state = laying({(0, 0): 3}, [5, 1], others=[[6], [4]])
    sight = ZATRE.sight(state, 0)
    before = sight.text()
    twin = sight.imagine(Rng(1))
    twin.play(twin.default())
    state.play(state.default())
    assert sight.text() == before


SPOILED = {
    "no seat": ("zatre seat 1 of", "zatre seat 4 of", "there is no seat 4"),
    "another game": ("zatre seat 1 of", "alhambra seat 1 of", "not a sight"),
    "a seat that is no number": ("zatre seat 1 of", "zatre seat x of", "not a sight"),
    "one's own tiles unknown": ("hands=15/???/?", "hands=??/???/?", "are known to seat 1"),
    "tiles half known": ("hands=15/???/?", "hands=15/2??/?", "or all unknown"),
    "more tiles unknown than are left": ("hands=15/???/?", f"hands=15/{'?' * 119}/?", "more tiles are unknown"),
}


@pytest.mark.parametrize(("old", "new", "message"), SPOILED.values(), ids=SPOILED)
def test_no_sight(old: str, new: str, message: str) -> None:
    text = ZATRE.sight(laying({(0, 0): 3}, [5, 1], others=[[6, 6, 2], [4]]), 0).text()
    assert ZATRE.load_sight(text).text() == text
    with pytest.raises(Unreadable, match=message):
        ZATRE.load_sight(text.replace(old, new))


# What the course tells.


def hands_of(state: Zatre, seat: int, rival: int) -> set[str]:
    """Every hand of a rival that a seat thinks possible."""
    return {"".join(map(str, values)) for values in possible(state, seat, rival)}


def possible(state: Zatre, seat: int, rival: int) -> Iterator[list[int]]:
    for hands in told_by(sight_of(state, seat)):
        yield [value for value in range(1, 7) for _ in range(hands[rival] >> 8 * value & 255)]


def settle(state: Zatre, tiles: str) -> None:
    for tile in tiles:
        k = 0
        for name, weight in state.chances():
            if name == tile:
                break
            k += weight
        state.settle(k)


def test_what_is_kept_did_not_fit() -> None:
    """After seat 1 kept a tile on a board where only 1s and 2s fit, it is a 3 or higher (Z11)."""
    state = drawing(FULL, [[], []])
    settle(state, "65")
    assert state.turn == 1
    assert hands_of(state, 1, 0) == {a + b for a in "3456" for b in "3456" if a <= b}


def test_what_was_laid_was_held() -> None:
    state = drawing(FULL, [[], []])
    settle(state, "15")
    assert "11" in hands_of(state, 1, 0)
    play(state, "lay 1 -1,1")
    assert state.board.roomiest() == 6
    assert hands_of(state, 1, 0) == set("123456")


def test_who_is_asked_has_a_tile_that_fits() -> None:
    state = drawing(FULL, [[], []])
    settle(state, "15")
    assert hands_of(state, 1, 0) == {a + b for a in "12" for b in "123456" if a <= b}


def test_who_draws_none_has_a_tile_that_fits() -> None:
    """Seat 1 kept a 3 and a 4; seat 2 lays a 1 that makes room up to 6; seat 1 draws none, so one of its tiles fits."""
    state = drawing(FULL, [[], []])
    settle(state, "34" + "16")
    play(state, "lay 1 1,2")
    while state.turn == 1 and state.actor == 1:
        play(state, next(ZATRE.notation(move) for move in state.moves()))
    assert (state.turn, state.actor) == (0, 0)
    assert all(int(hand[0]) <= state.board.roomiest() for hand in hands_of(state, 1, 0))


def test_who_draws_one_had_none_that_fitted() -> None:
    state = drawing(FULL, [[], []])
    settle(state, "34" + "66")
    assert (state.turn, state.actor) == (0, LUCK)
    settle(state, "2")
    assert hands_of(state, 1, 0) == {"".join(sorted(a + b + c)) for a in "12" for b in "3456" for c in "3456"}


def test_a_light_square_that_waits_tells_what_can_serve_it() -> None:
    """A column of 9 with one tile left: a 1, 2 or 3 brings it to 10 to 12, a 5 or 6 does so with the row."""
    state = drawing({(0, 0): 3, (1, 0): 4}, [[], []])
    settle(state, "52")
    play(state, "lay 5 1,1")
    assert hands_of(state, 1, 0) == {"1", "2", "3", "5", "6"}


def test_who_stops_keeps_something_that_fits() -> None:
    state = drawing(TIGHT, [[], []], free=True)
    settle(state, "65")
    assert state.turn == 1  # neither fits
    settle(state, "41")
    play(state, "stop")
    assert (state.turn, state.actor) == (0, LUCK)
    assert all(min(hand) <= "4" for hand in hands_of(state, 0, 1))
    assert all(min(hand) > "4" for hand in hands_of(state, 1, 0))


# Exactly: against all worlds that agree with what was seen.

COURSES: dict[str, tuple[Callable[[], State], int, int]] = {
    "two seats": (lambda: ZATRE.start(2), 90, 300),
    "two seats on a full board": (lambda: drawing(FULL, [[], []]), 60, 300),
    "two seats on a tight board": (lambda: drawing(TIGHT, [[], []]), 80, 300),
    "three seats": (lambda: ZATRE.start(3), 50, 300),
    "three seats on a tight board": (lambda: drawing(TIGHT, [[], [], []]), 40, 300),
    "keeping at will": (lambda: ZATRE.start(2, {"keeping": "free"}), 40, 400),
    "keeping at will on a tight board": (lambda: drawing(TIGHT, [[], []], free=True), 40, 400),
    "pairs": (lambda: ZATRE.start(4, {"teams": "yes"}), 25, 500),
    "pairs on a tight board": (lambda: drawing(TIGHT, [[], [], [], []], teams=True), 20, 500),
    "pairs, keeping at will": (lambda: drawing(TIGHT, [[], [], [], []], teams=True, free=True), 20, 500),
}


@pytest.mark.parametrize("name", COURSES)
def test_hands_are_imagined_by_their_exact_chances(name: str) -> None:
    """In every world that agrees with what a seat saw, its sight is the same, and it weighs all of them right."""
    start, steps, most = COURSES[name]
    uncertain = 0
    for seed in range(fewer(2)):
        state = cast(Zatre, start())
        worlds = [Worlds(state, viewer) for viewer in range(0, state.seats, 2 if state.teams else 1)]
        for number, _ in enumerate(course(state, worlds, seed, most)):
            for each in worlds:
                chances = each.chances()
                uncertain += len(chances) > 1
                assert told_by(sight_of(state, each.viewer)) == chances, ZATRE.text(state)
                texts = {ZATRE.sight(twin, each.viewer).text() for twin, _ in each.states.values()}
                assert texts == {ZATRE.sight(state, each.viewer).text()}
            if number == steps or state.actor == OVER:
                break
    assert uncertain > 10


def samples(state: Zatre, seat: int, number: int) -> Counter[tuple[int, ...]]:
    sight = ZATRE.sight(state, seat)
    rng = Rng(1)
    return Counter(tuple(sight.imagine(rng).hands) for _ in range(number))


@pytest.mark.parametrize(
    "name", ["two seats on a full board", "three seats on a tight board", "pairs on a tight board"]
)
def test_imagined_hands_come_up_as_often_as_they_should(name: str) -> None:
    """By the chi-square statistic: its mean is the number of classes less one, its variance twice that."""
    start, _, most = COURSES[name]
    state = cast(Zatre, start())
    worlds = [Worlds(state, 0)]
    for _ in course(state, worlds, 5, most):
        if len(worlds[0].states) > 15 and state.turn != 0:
            break
    chances = told_by(sight_of(state, 0))
    assert len(chances) > 15
    number = 4000
    found = samples(state, 0, number)
    assert set(found) <= set(chances)
    likely = [hands for hands, chance in chances.items() if chance * number >= 5]
    square = sum((found[hands] - number * chances[hands]) ** 2 / (number * chances[hands]) for hands in likely)
    assert square < len(likely) + 5 * (2 * len(likely)) ** 0.5


# Pairs of worlds.

TABLES = [
    (2, {}),
    (3, {}),
    (5, {"keeping": "free"}),
    (6, {}),
    (4, {"teams": "yes"}),
    (6, {"teams": "yes", "keeping": "free"}),
]


def check_pair(state: Zatre, viewer: int, rng: Rng) -> bool:
    """An imagined world looks the same to the viewer, to the partner and to spectators; is it another one?"""
    sight = sight_of(state, viewer)
    twin = sight.imagine(rng)
    friends = [seat for seat in range(state.seats) if state.side(seat) == state.side(viewer)]
    for friend in (*friends, None):
        assert seen(twin, friend) == seen(state, friend), ZATRE.text(state)
    for friend in friends:
        assert ZATRE.sight(twin, friend).text() == ZATRE.sight(state, friend).text(), ZATRE.text(state)
        assert list(ZATRE.sight(twin, friend).moves()) == list(ZATRE.sight(state, friend).moves()), ZATRE.text(state)
    if state.actor in friends:
        assert list(twin.moves()) == list(state.moves()), ZATRE.text(state)
    assert ZATRE.census(twin) == ZATRE.census(state)
    ZATRE.load(ZATRE.text(twin))
    again = ZATRE.load_sight(sight.text())
    seed = rng.next()
    assert ZATRE.text(again.imagine(Rng(seed))) == ZATRE.text(sight.imagine(Rng(seed))), ZATRE.text(state)
    return ZATRE.text(twin) != ZATRE.text(state)


@pytest.mark.parametrize(("seats", "options"), TABLES, ids=str)
def test_worlds_that_a_seat_cannot_tell_apart_look_the_same(seats: int, options: dict[str, str]) -> None:
    wanted = PAIRS // len(TABLES)
    rng = Rng(seats)
    made = others = 0
    while made < wanted:
        state = cast(Zatre, ZATRE.start(seats, options))
        while state.actor != OVER and made < wanted:
            if state.actor == LUCK:
                state.settle(rng.below(state.luck_total()))
            else:
                moves = state.moves()
                state.play(moves[rng.below(len(moves))])
            if rng.below(4) == 0:
                others += check_pair(state, rng.below(seats), rng)
                made += 1
    assert others > wanted // 8


def test_a_dead_board_is_imagined_quickly() -> None:
    """Dozens of tiles are held, and nothing is known of those drawn since the board died."""
    table = deal(3, "611" + "66" + "61")
    for move in ("lay 6 0,0", "lay 6 1,0", "lay 6 0,1"):
        table.play(move)
    state = cast(Zatre, table.state.clone())
    play(state, "lay 6 1,1")
    rng = Rng(3)
    for _ in range(100):
        state.settle(rng.below(state.luck_total()))
    assert sum(tiles_in(hand) for hand in state.hands) > 90
    for viewer in range(3):
        sight = ZATRE.sight(state, viewer)
        for _ in range(50):
            twin = sight.imagine(rng)
            assert ZATRE.sight(twin, viewer).text() == sight.text()


def test_a_hoarder_is_guessed_from_the_end_of_his_last_turn() -> None:
    """Who keeps a dozen tiles may hold too many different hands to look through; what is imagined can be played on."""
    state = drawing(TIGHT, [[], []], free=True)
    rng = Rng(4)
    while tiles_in(state.bag) > 90:
        if state.actor == LUCK:
            state.settle(rng.below(state.luck_total()))
        else:
            play(state, {"choice": "draw 1", "laying": "stop"}[STAGES[state.stage]])
        if tiles_in(state.hands[0]) > 11:
            for viewer in (0, 1):
                sight = ZATRE.sight(state, viewer)
                twin = sight.imagine(rng)
                assert ZATRE.sight(twin, viewer).text() == sight.text()
                assert twin.actor < 0 or len(twin.moves()) > 0
                ZATRE.load(ZATRE.text(twin))
    assert any(len(guess.hands) == 1 for guess in sight_of(state, 0).guesses())


def test_a_course_that_cannot_be_is_not_followed() -> None:
    """A text from elsewhere may tell nonsense; tiles are imagined all the same."""
    state = laying({(0, 0): 3}, [5, 1], others=[[6, 6, 2], [4]])
    text = ZATRE.sight(state, 0).text().replace("course=-", "course=2:-:2:-:end6;3:some0:1:666:end3")
    twin = ZATRE.load_sight(text).imagine(Rng(1))
    assert [tiles_in(hand) for hand in twin.hands] == [2, 3, 1]
