"""The value of a position: points and a chance to win for every side, at every step of a game."""

from __future__ import annotations

from random import Random
from typing import cast

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from sabika import bots
from sabika.bots.value import value_of, valuer_of
from sabika.bots.value.alcazaba import AlcazabaValuer
from sabika.bots.value.alhambra import TEMPO, actions, best_action
from sabika.bots.value.alhambra_dice import DiceGameValuer, MarkFigures
from sabika.bots.value.calibration import KNOTS, PLAIN, Calibration, at, calibration, counted, tables
from sabika.bots.value.estimate import Estimate, chances, mean_of, outcome_of, side_count, sides_of
from sabika.bots.value.turns import ends_round
from sabika.bots.value.valuer import judged_at
from sabika.bots.worth.alcazaba import WORTH as CITIES
from sabika.bots.worth.alcazaba_judge import ends
from sabika.bots.worth.alhambra_dice import WORTH as DICE
from sabika.bots.worth.alhambra_dice_outlook import DiceOutlook
from sabika.bots.worth.base import after
from sabika.engine.registry import GAMES, find
from sabika.engine.state import LUCK, OVER, State
from sabika.engine.table import Table
from sabika.games.alcazaba.state import Alcazaba
from sabika.games.alhambra.state import Alhambra
from sabika.games.alhambra.tabletop import ACT
from sabika.games.alhambra_dice.state import AlhambraDice
from sabika.games.parts.building import kind_of
from sabika.games.parts.dice import DICE as ALL_DICE
from sabika.games.parts.dice import THROWS, all_throws, dice_in
from sabika.games.parts.turns import MARK, THROW, TURN
from sabika.games.zatre.facts import count_of
from sabika.games.zatre.state import Zatre
from tests.bots.walks import any_move, walk
from tests.fuzz import first, some
from tests.games.alhambra_dice.helpers import give
from tests.recorded.make import HERE

NAMES = sorted(path.stem for path in HERE.glob("*.txt"))
OURS = sorted(GAMES)


def recorded(name: str) -> str:
    return HERE.joinpath(f"{name}.txt").read_text(encoding="utf-8")


def is_sound(estimate: Estimate, state: State) -> bool:
    """A figure for every side; chances add up to one, and the ghost has none."""
    sides = side_count(state)
    whole = len(estimate.points) == len(estimate.wins) == sides and all(-500 < each < 1000 for each in estimate.points)
    ghosts = [win for side, win in enumerate(estimate.wins) if side not in sides_of(state)]
    return whole and abs(sum(estimate.wins) - 1) < 1e-3 and not any(abs(win) > 1e-6 for win in ghosts)


@pytest.mark.parametrize("name", some(NAMES, 12))
def test_every_position_of_a_recorded_game_can_be_valued(name: str) -> None:
    valuer = None
    for n, (table, _) in enumerate(Table.walk(recorded(name))):
        valuer = valuer or valuer_of(table.game.name)
        if n < 30 or n % 17 == 0:  # all of the set-up, and then some
            assert is_sound(valuer.of(table.state), table.state), table.position
            if table.actor == LUCK:
                assert is_sound(valuer.before(table.state), table.state), table.position
    end = Table.replay(recorded(name)).state
    assert end.actor == OVER
    assert is_sound(value_of(end), end)


@pytest.mark.parametrize("game", OURS)
def test_before_anything_has_happened_all_have_the_same_chance(game: str) -> None:
    for seats in range(find(game).fewest, find(game).most + 1):
        start = value_of(find(game).start(seats))
        assert start.wins[:seats] == pytest.approx([1 / seats] * seats)
        assert len(set(map(round, start.points[:seats]))) == 1


@pytest.mark.parametrize("game", ["alhambra", "alhambra_dice", "alcazaba"])
def test_the_ghost_can_expect_points_too(game: str) -> None:
    state = walk(find(game).start(2), Random(3), lambda at: at.actor == 0, any_move, 60)
    assert value_of(state).points[2] > 0


@pytest.mark.parametrize("seats", first([2, 3], 1))
@pytest.mark.parametrize("chips", [(), ("annul",), ("annul", "black-die")], ids=" ".join)
def test_a_throw_of_the_dice_is_worth_the_mean_of_all_throws(seats: int, chips: tuple[str, ...]) -> None:
    rng = Random(seats)
    state = cast(AlhambraDice, find("alhambra_dice").start(seats))
    walk(state, rng, lambda at: at.stage == THROW and at.round > 1, any_move, 30)
    give(state, state.turn, *chips)
    assert_mean(state)


@pytest.mark.parametrize("seed", range(3))
def test_so_it_is_in_alcazaba_with_restructurings(seed: int) -> None:
    state = cast(Alcazaba, find("alcazaba").start(3))
    walk(state, Random(seed), lambda at: at.stage == THROW and at.round > 1, any_move, 30)
    assert_mean(state)


def assert_mean(state: AlhambraDice | Alcazaba) -> None:
    """The value before the throw is the mean of the values after it, for every side."""
    valuer, total, first = valuer_of(state.game), int(state.luck_total()), 0
    found = []
    for _, ways in all_throws(ALL_DICE - dice_in(state.kept)):
        twin = state.clone()
        twin.settle(first)
        found.append((ways / total, valuer.of(twin)))
        first += ways
    mean, before = mean_of(found, side_count(state)), valuer.before(state)
    assert before.points == pytest.approx(mean.points, abs=1e-3)
    assert before.wins == pytest.approx(mean.wins, abs=1e-5)


def test_what_cells_promise_all_sides_is_what_the_judge_promises_the_thrower() -> None:
    """The figures by cell, made for every side, agree with the lead that the judge works with."""
    dice = cast(AlhambraDice, find("alhambra_dice").start(2))
    walk(dice, Random(8), lambda at: at.stage == THROW and at.round > 1, any_move, 40)
    outlook = DiceOutlook(dice, DICE.weights)
    outlook.turn(dice.turn)
    marks, _ = MarkFigures(Bare("alhambra_dice", DICE), dice, outlook).all()
    assert [lead_in(each, int(dice.turn)) for each in marks] == pytest.approx(list(outlook.marks))


def test_so_it_is_in_alcazaba() -> None:
    state = cast(Alcazaba, find("alcazaba").start(2))
    walk(state, Random(5), lambda at: at.stage == THROW and at.round > 1, any_move, 40)
    cells = BareCity("alcazaba", CITIES).cells(state)
    assert [lead_in(each, int(state.turn)) for each in cells] == pytest.approx(list(ends(state, CITIES.weights)))


def lead_in(figures: list[float], seat: int) -> float:
    return figures[seat] - figures[1 - seat]


class Bare(DiceGameValuer):
    """The judge's own figures, as nobody has counted what they come to."""

    def calibration(self, state: State) -> Calibration:
        return PLAIN


class BareCity(AlcazabaValuer):
    """The same."""

    def calibration(self, state: State) -> Calibration:
        return PLAIN


def test_chances_follow_the_points() -> None:
    assert chances([10, 10], [0, 1], 5) == (0.5, 0.5)
    ahead_, behind = chances([20, 10], [0, 1], 10)
    assert ahead_ / behind == pytest.approx(2.718281828)
    assert chances([10, 10, 99], [0, 1], 5)[2] == 0.0


@pytest.mark.parametrize("name", ["alhambra-3", "alhambra_dice-3", "alcazaba-3", "zatre-3"])
def test_while_no_luck_falls_the_judges_own_move_changes_nothing(name: str) -> None:
    """Prizes, last tiles, the last turn: a hint tells the same before and after the move that it gives."""
    valuer, met = None, 0
    for table, _ in Table.walk(recorded(name)):
        valuer = valuer or valuer_of(table.game.name)
        if table.actor < 0 or not valuer.plays_out(table.state):
            continue
        met += 1
        if met % 5 == 1:
            then = after(table.state, valuer.followed(table.state))
            now, expected = valuer.of(table.state), valuer.of(then)
            assert now.points == pytest.approx(expected.points), table.position
            if then.actor != OVER:  # what is over is certain
                assert now.wins == pytest.approx(expected.wins), table.position
    assert met


def test_whoever_plays_next_has_the_choice() -> None:
    """The same table, seen when it is one seat's turn and when it is the next one's."""
    state = cast(Alhambra, find("alhambra").start(3))
    walk(state, Random(2), lambda at: at.actor == 0 and at.stage == ACT, any_move, 60)
    gains = actions(state)
    assert gains[0] == pytest.approx(TEMPO[0] * best_action(state, 0))
    assert gains[2] == pytest.approx(TEMPO[2] * best_action(state, 2))
    assert TEMPO[0] > TEMPO[1] > TEMPO[2]


def test_what_was_counted_is_applied_to_level_and_differences_apart() -> None:
    known = Calibration((10.0,) * 7, (0.5,) * 7, (2.0,) * 7, (5.0,) * 7, (1.0,) * 7, (3.0,) * 7)
    found = judged_at([20.0, 30.0, 7.0], 40.0, [0, 1], counted(known, 0.4))
    assert found.points == (10 + 0.5 * 40 - 2 * 5, 10 + 0.5 * 40 + 2 * 5, 1 + 3 * 7)
    assert found.wins == chances(found.points, [0, 1], 5.0)
    assert judged_at([20.0, 30.0], 25.0, [0, 1], counted(PLAIN, 0.4)).points == (20.0, 30.0)


def test_a_table_has_no_borders() -> None:
    row = (0.0, 1.0, 4.0, 2.0, 2.0, 7.0, 9.0)
    assert [at(row, knot) for knot in KNOTS] == list(row)
    for border in KNOTS:
        assert at(row, border - 1e-9) == pytest.approx(at(row, border + 1e-9), abs=1e-6)
    assert (at(row, -1), at(row, 2)) == (0.0, 9.0)


@pytest.mark.parametrize("game", OURS)
def test_our_games_have_been_counted(game: str) -> None:
    assert tables(game)
    for each in tables(game).values():
        assert all(len(row) == len(KNOTS) for row in (each.level, each.tilt, each.spread, each.scale, each.ghost))
        assert min(each.scale) > 0


def test_a_game_that_nobody_counted_is_valued_all_the_same() -> None:
    assert calibration("magpie", 3) is PLAIN
    assert calibration("../secret", 3) is PLAIN


@pytest.mark.parametrize("seed", range(2))
def test_the_last_marker_of_a_round_is_worth_the_prizes_that_it_wins(seed: int) -> None:
    """Before the turn, the value of each marker is what the judge finds when it stands there."""
    state = cast(Alcazaba, find("alcazaba").start(3))
    walk(state, Random(seed), lambda at: at.stage == TURN and at.throws == THROWS and ends_round(at))
    valuer = cast(AlcazabaValuer, valuer_of("alcazaba"))
    marks = [int(move) for move in state.moves() if kind_of(move) == MARK]
    assert len(marks) > 1
    expected = [valuer.of(after(state, mark)) for mark in marks]
    for found, mine in zip(valuer.turn(state).moved(state, vec[i64](marks)), expected, strict=True):
        assert found.points == pytest.approx(mine.points, abs=1e-3)
        assert found.wins == pytest.approx(mine.wins, abs=1e-5)


def test_when_nothing_fits_any_more_the_bag_decides() -> None:
    """In Zatre a dead board is known by everybody: what is still drawn is taken off, on average as the bag has it."""
    valuer, before_the_end, dead = valuer_of("zatre"), 0.0, 0
    for table, _ in Table.walk(recorded("zatre-3-dead-board")):
        state = cast(Zatre, table.state)
        if state.actor == OVER or (found := valuer.certain(state)) is None:
            assert state.actor != OVER or dead > 10
            continue
        dead += 1
        assert valuer.of(state) == found
        assert valuer.before(state).points == pytest.approx(found.points)
        before_the_end = found.points[0]
        least = min(value for value in range(1, 7) if count_of(state.bag + sum(map(int, state.hands)), value))
        assert not state.board.fits_somewhere(least)
    assert before_the_end == pytest.approx(
        outcome_of(Table.replay(recorded("zatre-3-dead-board")).state).points[0], abs=6
    )


@pytest.mark.parametrize(("game", "seed"), [("alhambra", 0), ("alhambra_dice", 1), ("alcazaba", 1), ("zatre", 2)])
def test_the_last_decision_has_its_reasons_in_points(game: str, seed: int) -> None:
    """After it nothing is promised any more, and the points that it brought are all that can be told."""
    table, players = Table.deal(game, 2, seed), [bots.find("novice")(seat) for seat in range(2)]
    state, moves = table.state.clone(), list(table.moves())
    while not table.over:
        state, moves = table.state.clone(), list(table.moves())
        table.play(players[table.actor].choose(table.sight))
    valuer, seat = valuer_of(game), int(state.actor)
    scores = [outcome_of(after(state, move)).points[seat] for move in (moves[0], moves[-1])]
    assert scores[0] != scores[1]
    assert valuer.reasons(state, seat, moves[0], moves[-1])["points"] == scores[0] - scores[1]
