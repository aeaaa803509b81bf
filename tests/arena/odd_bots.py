"""Bots that a tournament has to survive, and one that plays."""

from __future__ import annotations

import itertools
import math
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

from sabika import bots
from sabika.bots import Bot, Factory
from sabika.bots.random import RandomBot
from sabika.engine.sight import Sight
from sabika.engine.table import Table

FIRST_DEATH = "SABIKA_TEST_FIRST_DEATH"  # names a file that is there once a worker has been killed
SIGN_OF_LIFE = "SABIKA_TEST_SIGN_OF_LIFE"  # names a file that grows as long as a bot thinks


class Odd:
    """Plays at random for some decisions; then does what it is named after."""

    def __init__(self, seed: int, deed: Callable[[Sight], int], after: int = 3) -> None:
        self.good = bots.find("random")(seed)
        self.deed = deed
        self.left = after

    def choose(self, sight: Sight) -> int:
        self.left -= 1
        return self.good.choose(sight) if self.left >= 0 else self.deed(sight)


def hang(sight: Sight) -> int:
    while True:
        pass


def hang_in_c(sight: Sight) -> int:
    """One call that never ends and never lets another thread run, as compiled code may."""
    return sum(itertools.repeat(0))


def crash(sight: Sight) -> int:
    raise ZeroDivisionError("no idea\nat all")


def leave(sight: Sight) -> int:
    sys.exit(3)


def die(sight: Sight) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


def die_once(sight: Sight) -> int:
    """Kills its worker, but only the first time in a run: whoever plays the game again gets through."""
    mark = Path(os.environ[FIRST_DEATH])
    if not mark.exists():
        mark.touch()
        die(sight)
    return bots.find("random")(1).choose(sight)


def kill_master_once(sight: Sight) -> int:
    """Kills the process that started its worker: on a cluster, the one that its machine plays with."""
    mark = Path(os.environ[FIRST_DEATH])
    if not mark.exists():
        mark.touch()
        os.kill(os.getppid(), signal.SIGKILL)
    return bots.find("random")(1).choose(sight)


def answer_illegally(sight: Sight) -> int:
    return 2**40


def answer_beyond_all_numbers(sight: Sight) -> int:
    return 10**5000  # more digits than Python prints


def interrupt(sight: Sight) -> int:
    raise KeyboardInterrupt


def answer_in_words(sight: Sight) -> int:
    return "the first, please"  # type: ignore[return-value]


def show_life(sight: Sight) -> int:
    """Thinks forever, and shows that it does: its file grows."""
    with Path(os.environ[SIGN_OF_LIFE]).open("a") as file:
        while True:
            file.write("I am\n")
            file.flush()
            time.sleep(0.02)


def print_first(sight: Sight) -> int:
    print("hello from a bot", flush=True)
    os.write(1, b"hello from a bot's library")
    return bots.find("random")(1).choose(sight)


DEEDS = {
    "hangs": hang,
    "hangs-in-c": hang_in_c,
    "crashes": crash,
    "leaves": leave,
    "dies": die,
    "dies-once": die_once,
    "kills-master-once": kill_master_once,
    "illegal": answer_illegally,
    "beyond": answer_beyond_all_numbers,
    "interrupts": interrupt,
    "words": answer_in_words,
    "prints": print_first,
    "shows-life": show_life,
}


class Boaster(RandomBot):
    """What it tells of its thinking is no number."""

    playouts = math.nan
    depth = math.inf


class Secretive(RandomBot):
    """Fails when it is asked how long it thought."""

    @property
    def playouts(self) -> int:
        raise ValueError("not telling")


MADE: dict[str, Factory] = {"boasts": Boaster, "is-secretive": Secretive}


def find(spec: str) -> Factory:
    """As `bots.find`, and the odd ones."""
    if spec in MADE:
        return MADE[spec]
    if spec not in DEEDS:
        return bots.find(spec)
    deed = DEEDS[spec]

    def make(seed: int) -> Bot:
        return Odd(seed, deed)

    return make


def last_position(table: Table) -> bytes:
    """What a plan may want from a finished table."""
    return table.position.encode()
