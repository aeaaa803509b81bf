"""Tuning: a builder with other numbers plays otherwise, and the arena measures it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bench.duel import duel, tuned
from sabika.arena.pool import Inline
from sabika.bots.search import SearchBot
from sabika.bots.worth.alhambra_dice import FAR, FarWorth
from tests.arena.test_deal import dealt

ROOT = Path(__file__).parents[2]


def test_the_builder_can_be_given_other_numbers() -> None:
    """One that values neither money nor an exact payment chooses otherwise."""
    deals = [dealt(deal) for deal in range(6)]
    plain, spender = (
        [tuned("alhambra", spec)(1).choose(state.sight(state.actor)) for state in deals]
        for spec in ("builder", "builder:money=0,exact=0,look=0")
    )
    assert plain != spender


def test_other_numbers_are_measured_on_equal_deals() -> None:
    found = duel("alhambra", ["builder:look=0", "random"], 2, 2, 5, Inline())
    assert found.games == 2
    assert found.standing("builder:look=0").margin.value > 0


def test_a_search_can_be_given_other_numbers() -> None:
    """One that plays further ahead has deeper playouts."""
    state = dealt(1)
    depths = []
    for ahead in (0, 9):
        bot = tuned("alhambra", f"vizier@20:ahead={ahead},explore=1")(1)
        assert isinstance(bot, SearchBot)
        bot.choose(state.sight(state.actor))
        depths.append(bot.depth)
        assert bot.manner.explore == 1
    assert depths[0] + 8 < depths[1]


def test_a_vizier_with_other_numbers_keeps_its_own_judge() -> None:
    vizier, architect = (tuned("alhambra_dice", f"{name}@20:annul=1")(1) for name in ("vizier", "architect"))
    assert isinstance(vizier, SearchBot)
    assert isinstance(architect, SearchBot)
    assert isinstance(vizier.worth, FarWorth)
    assert (vizier.worth.weights.annul, vizier.worth.weights.swap) == (1.0, FAR.weights.swap)
    assert not isinstance(architect.worth, FarWorth)


UNKNOWN = {
    "a bot that does not exist": ("alhambra", "bulider", "there is no bot 'bulider'"),
    "a number that does not exist": (
        "alhambra",
        "builder:exatc=0",
        "there is no number 'exatc'; there is ahead, ",
    ),
    "a bot without numbers": (
        "alhambra",
        "novice:exact=0",
        "only the builder and bots that search have .* not 'novice'",
    ),
    "a judge without such a number": ("pig", "builder:exact=0", "there is no number 'exact'; there is ahead, beyond"),
}


@pytest.mark.parametrize(("game", "spec", "line"), UNKNOWN.values(), ids=list(UNKNOWN))
def test_an_unknown_bot_or_number_is_answered_in_one_line(game: str, spec: str, line: str) -> None:
    with pytest.raises(ValueError, match=f"^{line}[^\n]*$"):
        tuned(game, spec)


def test_the_command_prints_what_the_arena_prints() -> None:
    words = ["bench/duel.py", "alhambra", "novice", "builder:look=0", "--games", "2", "--jobs", "1"]
    done = subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "alhambra, 2 seats: 2 games in 1 deal, seed 0" in done.stdout
    assert "builder:look=0" in done.stdout
