"""A bot worker with some bots that no server would have: `python -m tests.server.odd_bot_worker MEMORY SECONDS`."""

from __future__ import annotations

import os
import time

from sabika import bots
from sabika.engine.sight import Sight
from sabika.server.live import bot_worker


class Sleeper:
    """Never answers."""

    def __init__(self, seed: int) -> None:
        pass

    def choose(self, sight: Sight) -> int:
        time.sleep(3600)
        return 0


class Waiter(Sleeper):
    """Answers late, and takes hardly any processor time."""

    def choose(self, sight: Sight) -> int:
        time.sleep(0.5)
        return int(sight.moves()[0])


class Spinner(Sleeper):
    """Never answers and never rests."""

    def choose(self, sight: Sight) -> int:
        while True:
            pass


class Quitter(Sleeper):
    """Takes its process with it."""

    def choose(self, sight: Sight) -> int:
        os._exit(3)


class Glutton(Sleeper):
    """Wants all memory there is."""

    def choose(self, sight: Sight) -> int:
        full = []
        while True:
            full.append(bytearray(16 << 20))


class Chatterbox(Sleeper):
    """Prints whatever comes to its mind."""

    def choose(self, sight: Sight) -> int:
        print('{"thoughts":[{"move":-5}]}', flush=True)
        os.write(1, b"\n\n{}\n")
        return int(sight.moves()[0])


class Liar(Sleeper):
    """Answers with what is no move."""

    def choose(self, sight: Sight) -> int:
        return -7


class Thrower(Sleeper):
    """Fails."""

    def choose(self, sight: Sight) -> int:
        raise RuntimeError("no idea")


ODD = {
    "sleeper": Sleeper,
    "waiter": Waiter,
    "spinner": Spinner,
    "quitter": Quitter,
    "glutton": Glutton,
    "chatterbox": Chatterbox,
    "liar": Liar,
    "thrower": Thrower,
}

if __name__ == "__main__":
    bots.HOUSE.update(ODD)  # type: ignore[attr-defined]  # a mapping that is not to be changed, but by this
    bot_worker.main()
