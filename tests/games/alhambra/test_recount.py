"""Random games: every scoring is counted a second time by the oracles (A22 to A24, A27, A30).

With SABIKA_LONG=10 in a hundred games a number of seats, else in a few.
"""

from __future__ import annotations

from collections import Counter

import pytest

from sabika.engine.playout import random_move
from sabika.engine.rng import Rng
from sabika.engine.state import LUCK, OVER, Line
from sabika.games import ALHAMBRA
from sabika.games.alhambra.state import Alhambra
from sabika.games.parts.tiles import NAMES, tile_list
from tests.fuzz import LONG
from tests.games.alhambra.test_facts import BOX
from tests.oracles import city, scoring

GAMES = 100 if LONG else 2
SCORINGS = ("first", "second", "third")


def type_of(tile: int) -> str:
    return NAMES[tile].split("-")[0]


def recount(state: Alhambra, held: int) -> list[int]:
    """What the held-th scoring pays every player, Dirk last."""
    tiles = [Counter(type_of(tile) for tile, _, _ in each.built()[1:]) for each in state.cities]
    walls = [
        city.longest_wall({(x, y): NAMES[tile].split("-")[2].replace("none", "") for tile, x, y in each.built()})
        for each in state.cities
    ]
    if state.seats == 2:
        tiles.append(Counter(type_of(tile) for tile in tile_list(state.dirk)))
        walls.append(0)
    return scoring.scoring(tiles, walls, {name: box[SCORINGS[held - 1]] for name, box in BOX["types"].items()})


def by_player(lines: list[Line], players: int) -> list[int]:
    return [sum(line.points for line in lines if line.player == player) for player in range(players)]


def step(state: Alhambra, rng: Rng) -> None:
    if state.actor == LUCK:
        state.settle(rng.below(state.luck_total()))
    else:
        state.play(random_move(state, rng))


@pytest.mark.parametrize("extra_tower", ["off", "added"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_every_point_of_a_game_is_found_again(seats: int, extra_tower: str) -> None:
    for game in range(GAMES):
        state = ALHAMBRA.start(seats, {"extra_tower": extra_tower})
        assert isinstance(state, Alhambra)
        players = state.players()
        rng = Rng(1000 * seats + game)
        total = [0] * players
        while state.actor != OVER:
            held = state.held
            step(state, rng)
            if state.held != held:
                # A scoring was held in this step, and after it nothing was built or given to Dirk.
                paid = recount(state, state.held)
                total = [sum(pair) for pair in zip(total, paid, strict=True)]
                assert [state.ledger.points(state.held, player) for player in range(players)] == paid
                assert [state.score(player) for player in range(players)] == total
        assert by_player(state.score_now(), players) == recount(state, 3)
        result = state.result()
        assert result.scores == by_player(result.breakdown, players) == total
        assert result.winners == [seat for seat in range(seats) if total[seat] == max(total[:seats])]
