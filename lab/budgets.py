"""How many playouts a bot makes in its time: strength is measured at that number, so that games can be repeated."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from statistics import quantiles

import msgspec

from sabika import Table, bots

PLAYOUTS = Path(__file__).with_name("playouts.json")
TIMES = {"architect": 200, "vizier": 1000}  # milliseconds for a move, which the playouts stand for
SEED = 2026  # of the games that are timed, and of all contests
FEW = 100  # with fewer playouts a decision says little about speed

GAMES = ["alhambra", "alcazaba", "alhambra_dice", "zatre"]


def played_as(bot: str, game: str, share: float) -> str:
    """A level with its budget, or a share of it, where it thinks."""
    if bot not in TIMES:
        return bot
    known = playouts().get(game, {})
    if bot not in known:
        raise ValueError(f"{bot} has no playouts for {game} yet; run `python -m lab.ratings calibrate`")
    return f"{bot}@{rounded(share * known[bot])}"


def playouts() -> dict[str, dict[str, int]]:
    return msgspec.json.decode(PLAYOUTS.read_bytes(), type=dict[str, dict[str, int]]) if PLAYOUTS.exists() else {}


def calibrate(given: argparse.Namespace) -> int:
    """Find the playouts that fit in a bot's time at nineteen of twenty decisions, from two games against the builder.

    Time is processor time, so that other work on the machine matters less. The first game says how many playouts to
    try in the second, and the second counts.
    """
    found = playouts()
    for game in given.only or GAMES:
        for bot, time_ in TIMES.items():
            fit = FEW
            for seed in (SEED, SEED + 1):
                fit = rounded(slow_speed(game, f"{bot}@{fit}", seed) * time_ / 1000)
            found.setdefault(game, {})[bot] = fit
            PLAYOUTS.write_text(msgspec.json.format(msgspec.json.encode(found)).decode() + "\n")
            print(f"{game}: {bot} has time for {fit:,} playouts", flush=True)
    return 0


def slow_speed(game: str, spec: str, seed: int) -> float:
    """Playouts a second of a bot in a game against the builder; one of twenty decisions is slower than that."""
    table = Table.deal(game, seats=[spec, "builder"], seed=seed)
    players = [bots.find(spec)(seed), bots.find("builder")(seed)]
    speeds = []
    while not table.over:
        mover = players[table.actor]
        start = time.process_time()
        move = mover.choose(table.sight)
        made = getattr(mover, "spent", 0)
        if made >= FEW:
            speeds.append(made / (time.process_time() - start))
        table.play(move)
    if not speeds:
        raise ValueError(f"{spec} does not tell its playouts in {game}")
    return quantiles(speeds, n=20)[0]


def rounded(number: float) -> int:
    """To two digits: more would not be the same tomorrow."""
    return int(float(f"{number:.2g}"))
