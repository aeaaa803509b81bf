"""How many decisions a second other engines make with random players, as JSON on standard output.

Run by the Python of `environment.peer_python`, which holds these engines and nothing of ours.
A decision is one time that a player is asked, even with a single option. Luck takes time but is not counted.
One thread; the rounds of the engines alternate, and each round plays the same games in the same order.
"""

import argparse
import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from statistics import median
from time import perf_counter
from typing import Any

import pyspiel
from catanatron import Color, Game, RandomPlayer


@dataclass(frozen=True)
class Round:
    """Whole games played one after another until the time was up."""

    games: int
    decisions: int  # times that a player was asked
    choices: int  # those with more than one option
    seconds: float


def catanatron_round(seconds: float) -> Round:
    """Catan with four random players.

    A tick of catanatron asks a player and carries out the answer, and its log has one entry a tick.
    So rolling the dice, a turn's end with no alternative, and discarding (which it does at random) all count.
    """
    games = decisions = 0
    start = perf_counter()
    while (spent := perf_counter() - start) < seconds:
        games += 1
        game = catanatron_game(seed=games)
        game.play()
        decisions += len(game.state.actions)
    choices = sum(catanatron_choices(seed) for seed in range(1, games + 1))
    return Round(games, decisions, choices, spent)


def catanatron_game(seed: int) -> Any:
    """The game of a seed, the same one throughout a run; catanatron takes 0 for no seed."""
    return Game([RandomPlayer(color) for color in Color], seed=seed)


@cache
def catanatron_choices(seed: int) -> int:
    """The ticks with more than one option, counted in a replay so that counting slows no round."""
    choices = 0

    def ask(player: Any, game: Any, options: list[Any]) -> Any:
        nonlocal choices
        choices += len(options) > 1
        return player.decide(game, options)

    catanatron_game(seed).play(decide_fn=ask)
    return choices


def backgammon_round(seconds: float) -> Round:
    """OpenSpiel's backgammon with two random players.

    The loop of OpenSpiel's own example, but the dice are drawn by its compiled `sample_action`, which is much
    faster than the example's numpy. A player who cannot move is asked too, and passes.
    """
    backgammon = pyspiel.load_game("backgammon")
    sample_action = pyspiel.sample_action
    generator = random.Random(1)
    chance, choice = generator.random, generator.choice
    games = decisions = choices = 0
    start = perf_counter()
    while (spent := perf_counter() - start) < seconds:
        state = backgammon.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(sample_action(state.chance_outcomes(), chance())[0])
            else:
                options = state.legal_actions()
                decisions += 1
                if len(options) > 1:
                    choices += 1
                state.apply_action(choice(options))
        games += 1
    return Round(games, decisions, choices, spent)


ENGINES: dict[str, tuple[str, Callable[[float], Round]]] = {
    "catanatron": ("catanatron", catanatron_round),
    "open_spiel_backgammon": ("open_spiel", backgammon_round),
}


def figures(distribution: str, rounds: list[Round]) -> dict[str, object]:
    """The median of the rounds, their range, and what was played in all of them."""
    rates = [round(played.decisions / played.seconds) for played in rounds]
    return {
        "version": version(distribution),
        "decisions_per_s": round(median(rates)),
        "decisions_per_s_min": min(rates),
        "decisions_per_s_max": max(rates),
        "decisions_per_s_rounds": rates,
        "multi_option_decisions_per_s": round(median(played.choices / played.seconds for played in rounds)),
        "games": sum(played.games for played in rounds),
        "decisions": sum(played.decisions for played in rounds),
        "seconds": round(sum(played.seconds for played in rounds), 3),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Decisions a second of other engines, as JSON.")
    parser.add_argument("--seconds", type=float, default=5.0, help="length of a round of one engine")
    parser.add_argument("--rounds", type=int, default=3, help="rounds of each engine, which alternate")
    asked = parser.parse_args()
    if asked.rounds < 1:
        parser.error("--rounds must be at least 1")
    for _, play in ENGINES.values():
        play(0.1)  # what an engine does once only is no part of a round
    played: dict[str, list[Round]] = {name: [] for name in ENGINES}
    for _ in range(asked.rounds):
        for name, (_, play) in ENGINES.items():
            played[name].append(play(asked.seconds))
    table = {name: figures(package, played[name]) for name, (package, _) in ENGINES.items()}
    print(json.dumps(table, indent=2))


if __name__ == "__main__":
    main()
