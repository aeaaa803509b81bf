"""One game: who won, by how much, where from; and one that never ends."""

from __future__ import annotations

import pytest

from sabika import Table, bots
from sabika.arena.match import MOST_DECISIONS, Thinking, play
from sabika.arena.plan import Plan
from sabika.bots import Factory
from sabika.engine.registry import GAMES
from sabika.engine.sight import Sight
from tests.examples.pig import HOLD, PigGame
from tests.examples.registered import registered


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [2, 3])
def test_a_record_of_every_game_replays_to_the_same_scores(game: str, seats: int) -> None:
    played = play(Plan(game, ("random", "novice"), 1, seats, seed=3, records=True), 1)
    table = Table.replay(played.record)
    assert table.over
    assert table.result.scores[:seats] == played.scores
    assert table.record.text == played.record
    assert tuple(table.record.seats) == played.seating


@pytest.mark.parametrize("game", GAMES)
def test_points_come_from_somewhere(game: str) -> None:
    played = play(Plan(game, ("novice", "random"), 1), 0)
    for seat in range(2):
        assert sum(points for at, _, _, points in played.points if at == seat) == played.scores[seat]


def test_a_shared_win_is_shared_and_a_team_wins_as_one() -> None:
    shares = [play(Plan("zatre", ("random",), 40, 4, options={"teams": "yes"}), n) for n in range(20)]
    for played in shares:
        assert sum(played.shares) == pytest.approx(1)
        assert len(played.shares) == 2
        best = max(played.scores)
        assert played.shares == (
            [0.5, 0.5] if played.scores[0] == played.scores[2] else [float(played.scores[at] == best) for at in (0, 2)]
        )


class Shy:
    """Never throws, so that Pig never ends."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, sight: Sight) -> int:
        return HOLD


def shy(spec: str) -> Factory:
    return Shy


def test_an_endless_game_is_void() -> None:
    with registered(PigGame()):
        played = play(Plan("pig", ("shy",), 1, finder=shy), 0)
    assert played.void == "over 5,000 decisions"
    assert played.shares == []
    assert played.decisions == MOST_DECISIONS


def test_bots_of_a_deal_have_the_same_own_luck_in_a_seat() -> None:
    """Else two games of a deal would differ by more than who sits where."""
    seeds: dict[tuple[str, int], list[int]] = {}

    def spying(spec: str) -> Factory:
        def make(seed: int) -> bots.Bot:
            seeds.setdefault(("bot", 0), []).append(seed)
            return bots.find("random")(seed)

        return make

    plan = Plan("zatre", ("a", "b"), 2, finder=spying)
    for number in range(4):
        play(plan, number)
    first = seeds["bot", 0]
    assert sorted(first[:2]) == sorted(first[2:4])
    assert len(set(first)) == 4


@pytest.mark.parametrize("name", ["builder:exact=0,look=0", "a" * 60, "tab\there", ","])
def test_any_name_of_a_bot_fits_in_a_record(name: str) -> None:
    played = play(Plan("zatre", (name,), 1, finder=lambda spec: bots.find("random"), records=True), 0)
    assert Table.replay(played.record).over
    assert played.seating == (name, name)


def test_times_are_kept_to_five_percent() -> None:
    thinking = Thinking()
    for n in range(1, 101):
        thinking.note(n / 1000, playouts=n, depth=3)
    assert thinking.quantile(0.95) == pytest.approx(0.095, rel=0.06)
    assert thinking.quantile(0.5) == pytest.approx(0.050, rel=0.06)
    twice = Thinking()
    twice.add(thinking)
    twice.add(thinking)
    assert (twice.decisions, twice.quantile(0.95)) == (200, thinking.quantile(0.95))
    assert len(twice.playouts) == 200
    assert twice.depths / sum(twice.playouts) == 3
