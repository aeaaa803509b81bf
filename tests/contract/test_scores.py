"""Scores, previews and results can be asked at any time, change nothing, and every point has its line."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest
from mypy_extensions import i64

from sabika.engine.state import OVER, Line, Refused, Result, State
from tests.contract.dump import change, dump
from tests.contract.planted import Planted, planted
from tests.contract.setups import GAMES_PLAYED, POSITIONS, Setup, every_setup, share, usual_setups
from tests.contract.walks import generator, glimpses, positions, where


def check_any_time(setup: Setup, number: int) -> None:
    for state, rng in glimpses(setup, "scores", number):
        before = dump(state)
        check_lines(setup, state, state.score_now())
        check_gains(setup, state)
        check_result(setup, state)
        moves = list(state.moves())
        for move in rng.sample(moves, min(5, len(moves))):
            preview = state.preview(move)
            assert all(type(name) is str and type(found) is int for name, found in preview.items()), preview
        assert state.previews(state.moves()) == [state.preview(move) for move in moves], where(setup, state)
        assert state.preview(-1) == {}, where(setup, state)
        assert not change(before, dump(state)), where(setup, state)


def check_gains(setup: Setup, state: State) -> None:
    """What a scoring now would add is the sum of its lines; those of Zatre are whole sheets, which count already."""
    lines = Counter[int]()
    for line in state.score_now():
        lines[line.player] += line.points
    counted = [state.score(player) if setup.game.name == "zatre" else 0 for player in range(state.players())]
    assert state.gains_now() == [lines[player] - counted[player] for player in range(state.players())]


def check_lines(setup: Setup, state: State, lines: list[Line]) -> None:
    """Every line is somebody's and can be sent to a screen; -1: nobody's, and without points."""
    for line in lines:
        assert -1 <= line.player < state.players(), where(setup, state)
        assert line.player >= 0 or line.points == 0, where(setup, state)
        assert line.part, where(setup, state)
        assert line.source, where(setup, state)
        msgspec.json.encode(line.why)


def check_result(setup: Setup, state: State) -> None:
    result = state.result()
    check_lines(setup, state, result.breakdown)
    assert result.scores == [state.score(player) for player in range(state.players())], where(setup, state)
    assert result.reason, where(setup, state)
    assert result.winners == sorted(set(result.winners)), where(setup, state)
    assert all(0 <= seat < state.seats for seat in result.winners), where(setup, state)


def check_ends(setup: Setup, games: int) -> None:
    for number in range(games):
        check_end(setup, number)


def check_end(setup: Setup, number: int) -> None:
    """At the end every point is in a line, with a chronicle and without, and somebody has won."""
    for story in (False, True):
        state = setup.start()
        if story:
            state.tell()
        rng = generator(setup, "end", number)
        while state.actor != OVER:
            if state.actor >= 0:
                state.play(rng.choice(list(state.moves())))
            else:
                state.settle(rng.randrange(state.luck_total()))
        check_sums(setup, state)


def check_sums(setup: Setup, state: State) -> None:
    result = state.result()
    sums = Counter[int]()
    for line in result.breakdown:
        sums[line.player] += line.points
    assert [sums[player] for player in range(state.players())] == result.scores, where(setup, state)
    check_winners(setup, state, result)


def check_winners(setup: Setup, state: State, result: Result) -> None:
    """Whole sides win, and none has more points than they; a game may break ties."""
    totals = Counter[int]()
    for seat in range(state.seats):
        totals[state.side(seat)] += result.scores[seat]
    won = {state.side(seat) for seat in result.winners}
    assert result.winners == [seat for seat in range(state.seats) if state.side(seat) in won], where(setup, state)
    assert won, where(setup, state)
    assert {totals[side] for side in won} == {max(totals.values())}, where(setup, state)


@every_setup
def test_scores_can_be_asked_at_any_time(setup: Setup) -> None:
    check_any_time(setup, share(POSITIONS, setup))


@every_setup
def test_every_point_has_its_line(setup: Setup) -> None:
    check_ends(setup, share(GAMES_PLAYED, setup))


@every_setup
def test_what_happens_is_told_alike(setup: Setup) -> None:
    """With a chronicle a game takes the same course, and its events have names."""
    silent, telling = setup.start(), setup.start()
    telling.tell()
    for state in positions(setup, generator(setup, "chronicle")):
        silent = state
    rng = generator(setup, "chronicle")
    while telling.actor != OVER:
        if telling.actor >= 0:
            telling.play(rng.choice(list(telling.moves())))
        else:
            telling.settle(rng.randrange(telling.luck_total()))
    assert setup.game.text(telling) == setup.game.text(silent)
    assert silent.chronicle is None
    assert telling.chronicle
    assert all(event.kind for event in telling.chronicle)


# The tests would notice.


class Generous(Planted):
    """A point more than the lines give."""

    def result(self) -> Result:
        result = self.inner.result()
        result.scores[0] += 1
        return result

    def score(self, player: i64) -> i64:
        return self.inner.score(player) + (1 if player == 0 else 0)


class Everybody(Planted):
    """All have won."""

    def result(self) -> Result:
        result = self.inner.result()
        result.winners = list(range(self.seats))
        return result


class Meddling(Planted):
    """A preview that plays the move."""

    def preview(self, move: i64) -> dict[str, int]:
        found = self.inner.preview(move)
        if self.actor >= 0 and move >= 0:
            self.inner.play(move)
            self.mirror()
        return found


class Wordy(Planted):
    """Reasons that no screen can be sent."""

    def score_now(self) -> list[Line]:
        return [Line(0, "part", "source", 0, {"why": self.inner})]


@usual_setups
@pytest.mark.parametrize("fault", [Generous, Everybody])
def test_a_point_without_a_line_is_noticed(fault: type[Planted], setup: Setup) -> None:
    check_ends(planted(setup, Planted), 3)
    with pytest.raises(AssertionError):
        check_ends(planted(setup, fault), 3)


@usual_setups
@pytest.mark.parametrize("fault", [Meddling, Wordy])
def test_a_question_that_should_not_be_asked_is_noticed(fault: type[Planted], setup: Setup) -> None:
    check_any_time(planted(setup, Planted), 50)
    with pytest.raises((AssertionError, TypeError, Refused)):
        check_any_time(planted(setup, fault), 50)
