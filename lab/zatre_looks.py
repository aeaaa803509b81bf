"""What thinking longer is worth in Zatre: how far the choice after N playouts is behind the choice after 100,000.

    python -m lab.zatre_looks --turns 120

Positions are turns of games between builders. The longest thought itself counts the points, so this shows where
thinking converges, not whether it is right; `sabika arena` answers that.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterator
from random import Random
from statistics import mean, stdev
from typing import cast

from sabika import FastDealer, Table, bots
from sabika.bots.worth.zatre import WORTH
from sabika.bots.worth.zatre_thought import Replies
from sabika.games.zatre.state import Zatre
from sabika.games.zatre.tabletop import LAYING

AFTER = (0, 300, 1000, 5000, 25_000)  # playouts
LONGEST = 100_000


def turns(number: int) -> Iterator[Zatre]:
    """Beginnings of turns, one in ten, from the second turn on."""
    rng, deal = Random(11), 0
    while number:
        table = Table.deal("zatre", seats=2, dealer=FastDealer(deal))
        players = [bots.find("builder")(seat) for seat in range(2)]
        while not table.over:
            state = cast(Zatre, table.state)
            begins = state.stage == LAYING and len(state.board.laid) == 0 and not state.board.empty()
            if number and begins and len(state.moves()) > 1 and rng.randrange(10) == 0:
                yield state.clone()
                number -= 1
            table.play(players[table.actor].choose(table.sight))
        deal += 1


def behind(state: Zatre) -> tuple[list[float], int]:
    """How far the choice after each number of playouts is behind the last one; and the playouts of that."""
    thought = Replies(state, WORTH)
    ends = thought.playouts
    chosen: list[int] = []
    while not thought.done and thought.playouts < LONGEST:
        while len(chosen) < len(AFTER) and thought.playouts - ends >= AFTER[len(chosen)]:
            chosen.append(best(thought))
        thought.playout()
    values = list(thought.worths())
    chosen += [best(thought)] * (len(AFTER) - len(chosen))
    return [max(values) - values[n] for n in chosen], int(thought.playouts)


def best(thought: Replies) -> int:
    values = list(thought.worths())
    return values.index(max(values))


def main() -> None:
    parser = argparse.ArgumentParser(description="What thinking longer is worth in Zatre.")
    parser.add_argument("--turns", type=int, default=120)
    given = parser.parse_args()
    start = time.process_time()
    found = [behind(state) for state in turns(given.turns)]
    for n, playouts in enumerate(AFTER):
        points = [each[n] for each, _ in found]
        half = 1.96 * stdev(points) / math.sqrt(len(points))
        print(f"after {playouts:6,} playouts {mean(points):.3f} ± {half:.3f} points a turn behind")
    made = sum(playouts for _, playouts in found)
    print(f"{made / len(found):,.0f} playouts a turn, {made / (time.process_time() - start):,.0f} playouts/s")


if __name__ == "__main__":
    main()
