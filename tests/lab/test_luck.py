"""The luck of a game, as `lab/luck.py` takes it out: 0 on average, and most of the spread."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random
from typing import cast

import pytest

from sabika.bots.value import valuer_of
from sabika.bots.worth.alcazaba import WORTH as CITIES
from sabika.bots.worth.alhambra_dice import WORTH
from sabika.bots.worth.base import Worth, best_moves
from sabika.engine.game import Game
from sabika.engine.state import LUCK, OVER
from sabika.games.alcazaba import ALCAZABA
from sabika.games.alcazaba.state import Alcazaba
from sabika.games.alhambra_dice import ALHAMBRA_DICE
from sabika.games.alhambra_dice.state import AlhambraDice
from sabika.games.parts.dice import DICE, all_throws, dice_in
from sabika.games.parts.turns import THROW
from sabika.review.luck import Fate, gain_of, lead_of
from tests.bots.walks import any_move, walk
from tests.fuzz import fewer
from tests.games.alhambra_dice.helpers import give

ROOT = Path(__file__).parents[2]
DiceState = AlhambraDice | Alcazaba


def chances(game: Game, seed: int, number: int, throw: bool) -> list[DiceState]:
    """States in which luck is about to fall: dice, or something that is laid out."""
    rng, found = Random(seed), list[DiceState]()
    while len(found) < number:
        state = cast(DiceState, game.start(2))
        walk(state, rng, lambda at: at.actor == LUCK and (at.stage == THROW) == throw, any_move, rng.randrange(1, 120))
        if state.actor != OVER:
            found.append(state)
    return found


@pytest.mark.parametrize("chips", [(), ("annul",), ("annul", "annul", "black-die")], ids=" ".join)
def test_a_throw_is_as_lucky_as_unlucky(chips: tuple[str, ...]) -> None:
    for state in chances(ALHAMBRA_DICE, 1, 2, throw=True):
        assert isinstance(state, AlhambraDice)
        give(state, state.turn, *chips)
        number = DICE - dice_in(state.kept) if state.throws else DICE
        total, luck, k, valuer = int(state.luck_total()), 0.0, 0, valuer_of("alhambra_dice")
        before = valuer.before(state)
        for _, throws in all_throws(number):
            twin = state.clone()
            twin.settle(k)
            luck += throws * lead_of(valuer.fallen(twin) - before) / total
            k += throws
        assert k == total
        assert luck == pytest.approx(0.0, abs=1e-3)


@pytest.mark.parametrize("game", [ALHAMBRA_DICE, ALCAZABA], ids=["alhambra_dice", "alcazaba"])
def test_what_is_laid_out_is_as_lucky_as_unlucky(game: Game) -> None:
    valuer = valuer_of(game.name)
    for state in chances(game, 2, 6, throw=False):
        luck, first = 0.0, 0
        for outcome, ways in state.chances():
            assert state.outcome(first) == state.outcome(first + ways - 1) == outcome
            luck += ways * lead_of(gain_of(valuer, state, first)) / int(state.luck_total())
            first += ways
        assert first == state.luck_total()
        assert luck == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize(
    ("game", "worth"), [(ALHAMBRA_DICE, WORTH), (ALCAZABA, CITIES)], ids=["alhambra_dice", "alcazaba"]
)
def test_luck_tells_most_of_how_a_game_ends(game: Game, worth: Worth) -> None:
    margins, calm = [], []
    for seed in range(fewer(12, 3)):
        state, fate = game.start(2), Fate(game.name, seed)
        while state.actor != OVER:
            if state.actor == LUCK:
                fate.settle(state)
            else:
                state.play(best_moves(state, worth)[0])
        margins.append(float(state.score(0) - state.score(1)))
        calm.append(margins[-1] - fate.luck)
    assert sum(each * each for each in calm) < 0.4 * sum(each * each for each in margins)


@pytest.mark.process
@pytest.mark.parametrize("game", ["alhambra_dice", "alcazaba"])
def test_equal_bots_are_equal_and_the_command_says_so(game: str) -> None:
    command = [sys.executable, "-m", "lab.luck", game, "builder", "builder", "--games", "4", "--jobs", "2"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert "builder against builder: 4 games\n  wins 50.0 %" in done.stdout
    assert "without luck +0.0 (+0.0 to +0.0), spread" in done.stdout
