"""What the builder thinks of positions of Alcazaba: its parts against plain counting, and its choices."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import cast

import pytest
from librt.vecs import vec
from mypy_extensions import i64, u8

from sabika.bots.bot import Budget
from sabika.bots.dice.plan import STOP, Plan, Turn
from sabika.bots.greedy import GreedyBot
from sabika.bots.search_bots import SearchBot
from sabika.bots.worth.alcazaba import WORTH
from sabika.bots.worth.alcazaba_columns import AlcazabaOutlook, Contest, settled, things_in
from sabika.bots.worth.alcazaba_judge import ends
from sabika.bots.worth.alcazaba_stand import AlcazabaWeights
from sabika.bots.worth.city import Growth
from sabika.engine.rule import NONE
from sabika.games import ALCAZABA
from sabika.games.alcazaba.facts import LAID
from sabika.games.alcazaba.state import CHOICE, SITE, Alcazaba
from sabika.games.parts import building
from sabika.games.parts.building import GIVE, REMOVE, SWAP
from sabika.games.parts.city import City
from sabika.games.parts.dice import THROWS
from sabika.games.parts.dice_position_text import CELL_NUMBER
from sabika.games.parts.majority import standing
from sabika.games.parts.rounds import NOWHERE
from sabika.games.parts.space import CELLS
from sabika.games.parts.tiles import NAMES, NO_TILE, TILE_NUMBER, TYPES, WALLS
from sabika.games.parts.turns import TURN
from tests.bots.walks import walk
from tests.games.alcazaba.helpers import build, evaluated, reserve, thrown

TOWERS = TYPES.index("tower")


def random_states(stage: int, number: int, seats: int = 0) -> Iterator[Alcazaba]:
    """States of random games, in which tiles are built where they fit, at this stage."""
    rng = Random(stage)
    while number:
        state = cast(Alcazaba, ALCAZABA.start(seats or rng.randint(2, 4)))
        walk(state, rng, lambda at: at.stage == stage, harmless, least=rng.randrange(120))
        if state.stage == stage and state.actor >= 0:
            yield state
            number -= 1


def harmless(state: Alcazaba, rng: Random) -> int:
    return rng.choice(list(WORTH.harmless(state)))


def choice(state: Alcazaba) -> str:
    return ALCAZABA.notation(GreedyBot(1).choose(ALCAZABA.sight(state, state.actor)))


# The parts, against plain counting.


def test_growth_is_what_building_the_tile_on_every_cell_would_show() -> None:
    for state in random_states(SITE, 6):
        for city in state.cities:
            growth = Growth(city)
            assert growth.wall == city.longest_wall()
            for tile in range(55):
                assert growth.best[int(WALLS[tile])] == best_wall(city, tile), NAMES[tile]


def best_wall(city: City, tile: int) -> int:
    """The longest wall with the tile somewhere, -1 when it may stand nowhere."""
    best = -1
    for x in range(-8, 8):
        for y in range(-8, 8):
            if city.refusal(tile, x, y) is NONE:
                twin = city.clone()
                twin.build(tile, x, y)
                best = max(best, int(twin.longest_wall()))
    return best


def test_when_nothing_more_comes_places_are_what_the_scoring_pays() -> None:
    """To less than a point: a share is rounded down (C63), and three level players are not weighed quite evenly."""
    for state in last_prizes(6):
        outlook = AlcazabaOutlook(state, AlcazabaWeights())
        for kind in range(6):
            counts = vec[i64]([int(settled(state, seat).count(kind)) for seat in range(state.seats)])
            for player in range(state.seats):
                share = standing(counts, player, kind, 3).share
                assert abs(outlook.places(player, kind) - int(share)) < 1


def last_prizes(number: int) -> Iterator[Alcazaba]:
    """Tables of three in the last round, when nothing lies in the columns any more but a tile is to be placed."""
    rng = Random(5)
    while number:
        state = walk(cast(Alcazaba, ALCAZABA.start(3)), rng, only_a_tile_is_left, harmless)
        if state.actor >= 0:
            for city in state.cities:
                city.reserve = 0
            yield state
            number -= 1


def only_a_tile_is_left(state: Alcazaba) -> bool:
    asked = state.actor >= 0 and state.round == 5 and state.stage == SITE
    return asked and not any(len(things_in(state, column)) for column in range(6))


def test_a_tile_to_be_placed_is_valued_where_the_wall_is_longest() -> None:
    for state in random_states(SITE, 12):
        city = state.cities[state.actor]
        best = best_wall(city, state.won)
        after = settled(state, state.actor)
        assert after.longest_wall() == (best if best >= 0 else city.longest_wall())
        assert bool(after.reserve >> state.won & 1) == (best < 0)


def test_judging_changes_nothing() -> None:
    for stage in (TURN, CHOICE, SITE):
        for state in random_states(stage, 6):
            before = ALCAZABA.text(state)
            WORTH.weigh(state, state.moves())
            WORTH.prospects(state)
            assert ALCAZABA.text(state) == before


def test_a_lead_is_worth_what_the_other_lacks() -> None:
    for stage in (TURN, SITE):
        for state in random_states(stage, 6, seats=2):
            outlook = AlcazabaOutlook(state, AlcazabaWeights())
            assert outlook.lead(0) == pytest.approx(-outlook.lead(1))


def test_at_the_end_the_points_are_what_is_expected() -> None:
    state = walk(cast(Alcazaba, ALCAZABA.start(2)), Random(2), choose=harmless)
    assert [*WORTH.prospects(state)][:2] == [float(state.points[0]), float(state.points[1])]
    assert WORTH.unrest(state) == 0.0


# Markers.


def expected(markers: str, tiles: list[str], hands: int = 0) -> list[float]:
    """The tiles that each of two seats and Carlo can expect of the towers; markers as `5-3:0 4-1:1`."""
    state = thrown("pav8", seats=2)
    for place in range(LAID):
        state.laid[place] = u8(TILE_NUMBER[tiles[place]] if place < len(tiles) else NO_TILE)
    state.space.clear()
    for marker in markers.split():
        cell, _, owner = marker.partition(":")
        state.space.put(TOWERS, CELL_NUMBER[cell], int(owner))
    state.hand = hands
    contest = Contest(AlcazabaOutlook(state, AlcazabaWeights()), TOWERS)
    return [float(tiles) for tiles in contest.tiles]


ONE_TOWER = ["tower-11-none"]
TWO_TOWERS = ["tower-11-none", "tower-12-none"]


def test_when_all_markers_are_placed_the_best_one_wins() -> None:
    assert expected("5-3:0 4-1:1", ONE_TOWER) == pytest.approx([1, 0, 0])


def test_two_tiles_go_to_the_two_best_markers() -> None:
    assert expected("5-3:0 4-1:2 3-1:1", TWO_TOWERS) == pytest.approx([1, 0, 1])


def test_a_weak_marker_may_be_overtaken_and_a_strong_one_hardly() -> None:
    one_each = 0x11
    weak, strong = expected("3-3:0", ONE_TOWER, one_each)[0], expected("6-1:0", ONE_TOWER, one_each)[0]
    assert 0.4 < weak < 0.9 < strong <= 1.0


def test_a_better_cell_is_never_worth_less() -> None:
    """To who has no other marker in the column, which a new one could push down."""
    for state in random_states(TURN, 12):
        values = ends(state, AlcazabaWeights())
        for column in range(6):
            owners = [state.space.owner(column, cell) for cell in range(CELLS)]
            if state.turn not in owners:
                row = [*values][column * CELLS : (column + 1) * CELLS]
                assert all(better >= worse - 1e-6 for better, worse in pairwise(row))


def test_a_marker_behind_as_many_as_there_are_things_brings_nothing() -> None:
    state = thrown("pav4-tow4", seats=3)
    for cell in ("8-1", "8-2", "8-3", "7-1"):  # three towers lie out
        state.space.put(TOWERS, CELL_NUMBER[cell], 1)
    values = ends(state, AlcazabaWeights())
    assert values[TOWERS * CELLS + CELL_NUMBER["4-1"]] == pytest.approx(values[TOWERS * CELLS + CELL_NUMBER["1-3"]])


# Throws.


def test_keeps_are_weighed_as_the_exact_dice_weigh_them() -> None:
    for state in random_states(TURN, 8):
        if state.throws == THROWS or any(city.reserve for city in state.cities):
            continue
        turn = Turn(ends(state, WORTH.weights))
        moves = state.moves()
        values = WORTH.weigh(state, moves)
        redesigns = [values[n] for n, move in enumerate(moves) if building.kind_of(move) in (REMOVE, SWAP)]
        for throws in (0, 1):
            turn.instead[throws] = max([*redesigns, turn.instead[throws]])
        plan = Plan(turn)
        best = plan.best_keep(state.dice, state.throws)
        most = max(values)
        chosen = plan.stop(state.dice, state.throws) if best == STOP else plan.keep(best, state.dice, state.throws)
        assert most == pytest.approx(chosen)


CHOICES = {
    "seven equal symbols are enough": (thrown("pav1-tow7"), "mark tower"),
    "five in one throw are enough where three tiles lie": (thrown("pav1-ser1-gar1-tow5"), "mark tower"),
    "three towers are kept for more": (thrown("pav2-ser2-cha1-tow3"), "keep tow3"),
    "a tile that fits is not put aside": (
        evaluated({"tower": "5-3:0 4-3:1"}, ONE_TOWER),
        "place tower-11-none",
    ),
    "who names the first player of the next round names a rival": (
        evaluated({"arcades": "5-3:0"}, [], chip="arcades", seats=2),
        "name 2",
    ),
}


@pytest.mark.parametrize(("state", "expected"), CHOICES.values(), ids=list(CHOICES))
def test_the_builder_chooses(state: Alcazaba, expected: str) -> None:
    assert choice(state).startswith(expected)


def test_the_last_tile_goes_where_it_lengthens_the_wall() -> None:
    state = evaluated({"arcades": "5-3:0"}, ["arcades-8-N"])
    build(state, 0, "garden-10-N", -1, 0)
    state.round, state.held, state.unseen = 5, 2, 0
    assert choice(state) == "place arcades-8-N -2,0"


def test_with_nothing_left_to_win_a_reserve_tile_is_built() -> None:
    state = thrown("pav3-ser3-arc2", seats=2)
    for place in range(LAID):
        state.laid[place] = u8(NO_TILE)
    state.chip = NOWHERE
    reserve(state, 0, "tower-13-E")
    assert choice(state).startswith("add tower")


# A beginner.


def test_a_beginner_tears_nothing_down_and_gives_nothing_away() -> None:
    for stage in (TURN, SITE):
        for state in random_states(stage, 12):
            kinds = {building.kind_of(move) for move in WORTH.harmless(state)}
            if len(WORTH.harmless(state)) < len(state.moves()):
                assert not kinds & {REMOVE, SWAP, GIVE}


# A search.


def test_the_same_seed_and_playouts_give_the_same_move() -> None:
    for stage in (TURN, CHOICE):
        for state in random_states(stage, 3, seats=2):
            sight = ALCAZABA.sight(state, state.actor)
            moves = {SearchBot(3, Budget(playouts=60)).choose(sight) for _ in range(2)}
            assert len(moves) == 1
            assert SearchBot(3, Budget(playouts=60)).explain(sight)[0].move in moves
