"""The speed table: our games and the engines of others, measured in turns in one run on one core.

    make bench                      the whole table, about two minutes
    python -m bench.run --quick     short rounds, for a first look

The machine may be busy with other things, so ratios within one run mean more than the figures themselves.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from bench import import_time, zatre_c
from bench.environment import PeersUnavailable, machine, peer_python
from sabika import doctor
from sabika.engine.game import Game
from sabika.engine.playout import random_playout, settle_all
from sabika.engine.registry import GAMES
from sabika.engine.rng import Rng
from sabika.engine.state import LUCK, OVER, State
from sabika.engine.table import Table

SEATS = 4
ENDLESS = 1_000_000
PEERS = {"catanatron": "catanatron, 4 random players", "open_spiel_backgammon": "OpenSpiel backgammon, loop in Python"}
PACKED = {("catanatron", "3.2.1"): ", packed 2022-07-17"}  # the newest that PyPI has


def compiled_rate(game: Game, seconds: float) -> float:
    """Decisions a second when the loop is compiled too."""
    decisions = seed = 0
    start = perf_counter()
    while (spent := perf_counter() - start) < seconds:
        seed += 1
        decisions += random_playout(game.start(SEATS), Rng(seed), ENDLESS)
    return decisions / spent


def python_rate(game: Game, seconds: float) -> float:
    """Decisions a second from a loop in plain Python."""
    decisions = seed = 0
    chance = random.Random(1).random
    start = perf_counter()
    while (spent := perf_counter() - start) < seconds:
        seed += 1
        state, rng = game.start(SEATS), Rng(seed)
        settle_all(state, rng)
        while state.actor != OVER:
            moves = state.moves()
            state.play(moves[int(chance() * float(len(moves)))])
            decisions += 1
            if state.actor == LUCK:
                settle_all(state, rng)
    return decisions / spent


def tenths(game: Game, games: int) -> tuple[float, float]:
    """Decisions a second in the first and in the last tenth of a game."""
    played, first, last = 0, 0.0, 0.0
    for seed in range(games):
        tenth = random_playout(game.start(SEATS), Rng(seed), ENDLESS) // 10
        rest = random_playout(game.start(SEATS), Rng(seed), ENDLESS) - 2 * tenth
        state, rng = game.start(SEATS), Rng(seed)
        first += timed(partial(random_playout, state, rng, tenth))
        random_playout(state, rng, rest)
        last += timed(partial(random_playout, state, rng, tenth))
        played += tenth
    return played / first, played / last


def timed(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def midgame(game: Game) -> State:
    """A state in the middle of a random game."""
    half = random_playout(game.start(SEATS), Rng(7), ENDLESS) // 2
    state = game.start(SEATS)
    random_playout(state, Rng(7), half)
    return state


def clone_rate(game: Game, seconds: float) -> float:
    """Clones a second of a state in the middle of a game, called from Python."""
    clone = midgame(game).clone
    clones = 0
    start = perf_counter()
    while (spent := perf_counter() - start) < seconds:
        for _ in range(1000):
            clone()
        clones += 1000
    return clones / spent


def replay_seconds(game: Game) -> tuple[float, int]:
    """The median time in which a whole random game is played again from its record, and its steps."""
    table = Table.deal(game, SEATS, seed=7)
    choose = random.Random(7)
    while not table.over:
        table.play(choose.choice(list(table.moves())))
    text = table.record.text
    return median(timed(lambda: Table.replay(text)) for _ in range(9)), len(table.record.steps)


def peer_rates(seconds: float) -> dict[str, Any]:
    """One round of the engines of others."""
    script = Path(__file__).with_name("peers.py")
    command = [str(peer_python()), str(script), "--rounds", "1", "--seconds", str(seconds)]
    found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return {name: found[name] for name in PEERS}


def measure(rounds: int, seconds: float) -> tuple[dict[str, list[float]], dict[str, str]]:
    """Every rate, round by round, with ours and theirs in turns; and the versions of theirs."""
    rates: dict[str, list[float]] = {}
    versions: dict[str, str] = {}
    for _ in range(rounds):
        for name, game in GAMES.items():
            rates.setdefault(f"{name} compiled", []).append(compiled_rate(game, seconds))
            rates.setdefault(f"{name} python", []).append(python_rate(game, seconds))
            rates.setdefault(f"{name} clone", []).append(clone_rate(game, seconds / 4))
        try:
            for name, found in peer_rates(seconds).items():
                rates.setdefault(name, []).append(found["decisions_per_s"])
                versions[name] = found["version"]
        except PeersUnavailable as problem:
            print(problem)
    return rates, versions


def line(what: str, rates: list[float], note: str = "") -> None:
    spread = f"{min(rates):>11,.0f} to {max(rates):,.0f}" if len(rates) > 1 else ""
    print(f"  {what:<58}{median(rates):>11,.0f}  {spread:<26}{note}")


def times(rates: dict[str, list[float]], ours: str, theirs: str) -> str:
    """How many times as fast we are, of the medians."""
    if theirs not in rates:
        return ""
    return f"{median(rates[ours]) / median(rates[theirs]):.1f} x {PEERS[theirs].split()[0].rstrip(',')}"


def print_table(rates: dict[str, list[float]], versions: dict[str, str]) -> None:
    print("\nRandom play with four seats, decisions a second (luck not counted): median, range of rounds")
    for name, game in GAMES.items():
        line(
            f"{game.title}, compiled loop",
            rates[f"{name} compiled"],
            times(rates, f"{name} compiled", "catanatron"),
        )
        note = times(rates, f"{name} python", "open_spiel_backgammon")
        line(f"{game.title}, loop in Python", rates[f"{name} python"], note)
    for name, title in PEERS.items():
        if name in rates:
            line(f"{title} ({versions[name]}{PACKED.get((name, versions[name]), '')})", rates[name])
    print("\nClones a second of a mid-game state, called from Python")
    for name, game in GAMES.items():
        line(game.title, rates[f"{name} clone"])


def print_course(games: int) -> None:
    print("\nDecisions a second in the first and the last tenth of a game")
    for game in GAMES.values():
        first, last = tenths(game, games)
        print(f"  {game.title:<46}{first:>11,.0f}  {last:>11,.0f}")
    print("\nA whole random game from its record")
    for game in GAMES.values():
        seconds, steps = replay_seconds(game)
        print(f"  {game.title:<46}{seconds * 1000:>8.2f} ms for {steps} steps")


def main() -> None:
    parser = argparse.ArgumentParser(description="The speed table of this machine.")
    parser.add_argument("--quick", action="store_true", help="short rounds")
    quick = parser.parse_args().quick
    print(machine())
    print(doctor.brief())
    rates, versions = measure(2 if quick else 5, 0.5 if quick else 2.0)
    print_table(rates, versions)
    print_course(50 if quick else 300)
    import_time.main(5 if quick else 15)
    if not quick and doctor.compiler() is not None:
        print("\nRandom games of Zatre beside the same games in hand-written C")
        zatre_c.main()


if __name__ == "__main__":
    main()
