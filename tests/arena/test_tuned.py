"""Tuning: a builder with other numbers plays otherwise, and the arena measures it."""

from __future__ import annotations

import pytest

from sabika.arena.plan import Plan
from sabika.arena.pool import Inline
from sabika.arena.run import run
from sabika.arena.tally import tally
from sabika.arena.tuned import TunedBots, tuned
from sabika.bots.search_bots import SearchBot
from sabika.bots.worth.alhambra_dice import FAR, FarWorth
from sabika.games import ALHAMBRA
from tests.arena.test_deal import dealt
from tests.test_cli import sabika


def test_the_builder_can_be_given_other_numbers() -> None:
    """One that values neither money nor an exact payment chooses otherwise."""
    deals = [dealt(deal) for deal in range(6)]
    plain, spender = (
        [tuned("alhambra", spec)(1).choose(ALHAMBRA.sight(state, state.actor)) for state in deals]
        for spec in ("builder", "builder:money=0,exact=0,look=0")
    )
    assert plain != spender


def test_other_numbers_are_measured_on_equal_deals() -> None:
    names = ("builder:look=0", "random")
    plan = Plan("alhambra", names, 1, 2, 5, finder=TunedBots.of("alhambra", names))
    found = tally(plan, run(plan, Inline()).games)
    assert found.games == 2
    assert found.standing("builder:look=0").margin.value > 0


def test_a_search_can_be_given_other_numbers() -> None:
    """One that plays further ahead has deeper playouts."""
    state = dealt(1)
    depths = []
    for ahead in (0, 9):
        bot = tuned("alhambra", f"vizier@20:ahead={ahead},explore=1")(1)
        assert isinstance(bot, SearchBot)
        bot.choose(ALHAMBRA.sight(state, state.actor))
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
        "there is no number 'exatc'; choose one of ahead, ",
    ),
    "a bot without numbers": (
        "alhambra",
        "novice:exact=0",
        "only the builder and bots that search have .* not 'novice'",
    ),
    "a judge without such a number": (
        "pig",
        "builder:exact=0",
        "there is no number 'exact'; choose one of ahead, beyond",
    ),
}


@pytest.mark.parametrize(("game", "spec", "line"), UNKNOWN.values(), ids=list(UNKNOWN))
def test_an_unknown_bot_or_number_is_answered_in_one_line(game: str, spec: str, line: str) -> None:
    with pytest.raises(ValueError, match=f"^{line}[^\n]*$"):
        tuned(game, spec)


@pytest.mark.process
def test_the_command_prints_what_the_arena_prints() -> None:
    done = sabika("duel", "alhambra", "novice", "builder:look=0", "--games", "2", "--jobs", "1")
    assert done.exit_code == 0, done.stderr
    assert "alhambra, 2 seats: 2 games in 1 deal, seed 0" in done.stdout
    assert "builder:look=0" in done.stdout


def test_a_wrong_number_is_told_in_one_line() -> None:
    done = sabika("duel", "alhambra", "builder:exatc=0", "builder")
    assert done.exit_code == 2
    assert "there is no number 'exatc'; choose one of ahead, " in done.stderr
    assert done.stderr.count("\n") == 1
