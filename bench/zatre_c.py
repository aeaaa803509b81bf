"""Random games of Zatre in compiled Python and in hand-written C: the same games, how much more time?

    python -m bench.zatre_c             needs a C compiler (CC, else cc) and the compiled build

Both play the same seeds. Equal numbers of decisions and equal checksums of every final board and score show that
they made the same steps.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import process_time

from sabika.engine.playout import random_playout
from sabika.engine.rng import Rng
from sabika.games.zatre import state as rules
from sabika.games.zatre.state import Zatre, new_zatre

SOURCE = Path(__file__).with_name("zatre.c")
GAMES = 1000
PASSES = 5  # of each side in a round; the fastest counts, so that other work on the machine matters less
ROUNDS = 5
ENDLESS = 1_000_000


@dataclass(frozen=True)
class Run:
    """One side's games."""

    decisions: int
    checksum: int
    seconds: float  # processor time of the fastest pass


def build(folder: Path) -> Path:
    """The C program, compiled as mypyc compiles its own C."""
    program = folder / "zatre"
    subprocess.run([os.environ.get("CC", "cc"), "-O3", "-o", str(program), str(SOURCE)], check=True)
    return program


def in_c(program: Path, seats: int, games: int, passes: int) -> Run:
    command = [str(program), str(seats), str(games), str(passes)]
    decisions, checksum, seconds = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return Run(int(decisions), int(checksum), float(seconds))


def in_python(seats: int, games: int, passes: int) -> Run:
    fastest = min(played(seats, games)[1] for _ in range(passes))
    checksum = decisions = 0
    for seed in range(games):
        state = new_zatre(seats, False, 6, False)
        decisions += random_playout(state, Rng(seed), ENDLESS)
        checksum = mixed(state, checksum)
    return Run(decisions, checksum, fastest)


def played(seats: int, games: int) -> tuple[int, float]:
    """One pass: decisions and processor time."""
    begun = process_time()
    decisions = 0
    for seed in range(games):
        decisions += random_playout(new_zatre(seats, False, 6, False), Rng(seed), ENDLESS)
    return decisions, process_time() - begun


def mixed(state: Zatre, checksum: int) -> int:
    """Every cell's tile, then every score."""
    numbers = [state.board.tile(cell) for cell in range(272)] + [state.score(seat) for seat in range(state.seats)]
    for number in numbers:
        checksum = (checksum * 31 + number + 1000) % 1_000_000_007
    return checksum


def main() -> None:
    if rules.__file__.endswith(".py"):
        print("the rules are not compiled here: the ratio says nothing about the compiled build")
    with tempfile.TemporaryDirectory() as folder:
        program = build(Path(folder))
        for seats in (2, 4):
            rounds = [compared(program, seats) for _ in range(ROUNDS)]
            ratios = [ours.seconds / theirs.seconds for ours, theirs in rounds]
            ours, theirs = rounds[-1]
            print(
                f"{seats} seats, {ours.decisions:,} decisions, checksum {ours.checksum}: "
                f"C {nanoseconds(theirs):.0f} ns, compiled Python {nanoseconds(ours):.0f} ns a decision; "
                f"ratio {median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"
            )


def compared(program: Path, seats: int) -> tuple[Run, Run]:
    """The same games in Python and in C."""
    ours, theirs = in_python(seats, GAMES, PASSES), in_c(program, seats, GAMES, PASSES)
    if (ours.decisions, ours.checksum) != (theirs.decisions, theirs.checksum):
        raise SystemExit(f"the games differ: {ours} and {theirs}")
    return ours, theirs


def nanoseconds(run: Run) -> float:
    """For each decision."""
    return run.seconds / run.decisions * 1e9


if __name__ == "__main__":
    main()
