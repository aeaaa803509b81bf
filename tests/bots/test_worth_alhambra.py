"""What the builder thinks of positions of Alhambra: its parts against plain counting, and its choices."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import cast

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from sabika.bots.greedy import GreedyBot
from sabika.bots.worth.alhambra_outlook import AlhambraOutlook, AlhambraWeights, cards_before, exact_sums, settled
from sabika.bots.worth.city import any_fits, build_best, chance
from sabika.engine.rule import NONE
from sabika.engine.state import LUCK, OVER
from sabika.games import ALHAMBRA
from sabika.games.alhambra import moves
from sabika.games.alhambra.purse import UNIT
from sabika.games.alhambra.state import Alhambra
from sabika.games.alhambra.tabletop import ACT, LAST, SITE
from sabika.games.parts.city import City
from sabika.games.parts.majority import standing
from sabika.games.parts.tiles import NAMES, TILE_NUMBER, TYPES, WALLS, tile_list
from tests.bots.positions import position


def random_states(stage: int, number: int) -> Iterator[Alhambra]:
    """States of random games in which a seat is asked at this stage."""
    rng = Random(stage)
    while number:
        state = cast(Alhambra, ALHAMBRA.start(rng.randint(2, 4)))
        stop = rng.randrange(250) if stage != LAST else 10_000
        while state.actor != OVER and not (state.stage == stage and stop <= 0):
            if state.stage == stage == LAST:
                break
            stop -= 1
            if state.actor == LUCK:
                state.settle(rng.randrange(state.luck_total()))
            else:
                state.play(rng.choice(list(state.moves())))
        if state.stage == stage and state.actor >= 0:
            yield state
            number -= 1


def choice(state: Alhambra) -> str:
    return moves.notation_of(GreedyBot(1).choose(ALHAMBRA.sight(state, state.actor)))


# The parts, against plain counting.


def test_exact_sums_are_those_of_all_choices_of_cards() -> None:
    rng = Random(1)
    for _ in range(100):
        values = rng.choices(range(1, 10), k=rng.randrange(7))
        values = [value for value in values if values.count(value) <= 3]
        held = sum(UNIT[value - 1] for value in values)
        sums = {sum(some) for size in range(len(values) + 1) for some in combinations(values, size)}
        assert {total for total in range(70) if exact_sums(held) >> total & 1} == sums


def test_what_fits_somewhere_is_what_the_rules_accept_somewhere() -> None:
    for state in random_states(ACT, 12):
        for city in state.cities:
            for tile in range(54):
                assert any_fits(int(WALLS[tile]), city.spots()) == fits(city, tile), NAMES[tile]


def test_room_is_the_part_of_the_bag_that_fits() -> None:
    weights = AlhambraWeights()
    weights.room = 1.0
    for state in random_states(ACT, 6):
        outlook = AlhambraOutlook(state, weights)
        bag = tile_list(state.bag)
        fitting = [tile for tile in bag if fits(state.cities[0], tile)]
        if bag:
            assert outlook.room(0) == pytest.approx(len(fitting) / len(bag) * outlook.time)


def fits(city: City, tile: int) -> bool:
    """Does the rule for placing accept the tile on some cell?"""
    return any(city.refusal(tile, x, y) is NONE for x in range(-8, 9) for y in range(-8, 9))


def test_cards_before_a_scoring_are_what_chance_gives_in_the_mean() -> None:
    for state in random_states(ACT, 40):
        bank = state.bank
        if bank.hidden == 2 and bank.left > 0:
            assert cards_before(state, 1) == pytest.approx(float(mean_cards(state)))


def mean_cards(state: Alhambra) -> Fraction:
    """The mean number of money cards before the next scoring card, draw by draw from the bank's own chances (A10)."""
    bank = state.bank.clone()
    mean, none_yet = Fraction(0), Fraction(1)
    while none_yet:
        places = bank.places()
        none_yet *= 1 - (Fraction(1, int(places)) if places else 0)
        mean += none_yet
        bank.left -= 1
    return mean


def test_when_nothing_more_comes_places_are_what_the_scoring_pays() -> None:
    """To less than a point: a share is rounded down (A23), and three level players are not weighed quite evenly."""
    for state in random_states(LAST, 8):
        outlook = AlhambraOutlook(state, AlhambraWeights())
        for kind in range(len(TYPES)):
            counts = vec[i64]([int(outlook.standing.tiles[player * 6 + kind]) for player in range(state.players())])
            for player in range(state.players()):
                share = standing(counts, player, kind, 3).share
                assert abs(outlook.places(player, kind, 0.0) - int(share)) < 1


def test_a_tile_to_be_placed_is_valued_where_the_wall_is_longest() -> None:
    for state in random_states(SITE, 20):
        tile = tile_list(state.waiting)[0]
        state.waiting = 2**tile
        best = -1
        for move in state.moves():
            twin = state.clone()
            twin.play(move)
            if tile in [built for built, _, _ in twin.cities[state.actor].built()]:
                best = max(best, twin.cities[state.actor].longest_wall())
        city = settled(state, state.actor)
        assert city.longest_wall() == (best if best >= 0 else state.cities[state.actor].longest_wall())
        assert (city.reserve >> tile & 1) == (best < 0)


def test_judging_changes_nothing() -> None:
    for stage in (ACT, SITE):
        for state in random_states(stage, 10):
            before = ALHAMBRA.text(state)
            AlhambraOutlook(state, AlhambraWeights()).lead(state.actor)
            assert ALHAMBRA.text(state) == before


def test_a_lead_is_worth_what_the_others_lack() -> None:
    """With two seats, what one is ahead the other is behind."""
    for state in random_states(ACT, 20):
        if state.seats == 2:
            outlook = AlhambraOutlook(state, AlhambraWeights())
            assert outlook.lead(0) == pytest.approx(-outlook.lead(1))


def test_the_chance_of_a_lead() -> None:
    assert chance(0.0) == 0.5
    assert chance(1.0) + chance(-1.0) == pytest.approx(1.0)
    assert chance(1e6) == 1.0
    assert chance(-1e6) == 0.0


def test_a_tile_that_fits_nowhere_goes_on_the_reserve() -> None:
    state = position(cities="pavilion-2-NEW@0,-1/-")
    city = state.cities[0]
    build_best(city, TILE_NUMBER["tower-8-NES"])
    assert city.reserve == 0
    assert city.size() == 2


# Choices.

MARKET = "tower-13-E,tower-9-NE,tower-12-none,tower-11-none"
CHOICES = {
    "what can be paid exactly is bought": (
        position(market=MARKET, hands="g4,g5/y1"),
        "buy tower-9-NE g4 g5",
    ),
    "the exact payment is chosen, not the one that wastes": (
        position(market=MARKET, hands="g4,g5,g8/y1"),
        "buy tower-9-NE g4 g5",
    ),
    "the missing card for an exact payment is taken": (
        position(market=MARKET, hands="g4/-", display="y5,g5,b5,o5"),
        "take g5",
    ),
    "several small cards are better than one of the same sum": (
        position(market="-,tower-9-NE,-,-", hands="-/-", display="g2,g3,y5,o5"),
        "take g2 g3",
    ),
    "a tile is placed where it lengthens the wall": (
        position(
            stage="site",
            waiting="tower-9-NE",
            bought="yes",
            market="tower-13-E,-,tower-12-none,tower-11-none",
            cities="garden-10-N@-1,0/-",
        ),
        "place tower-9-NE 0,-1",
    ),
}


@pytest.mark.parametrize(("state", "expected"), CHOICES.values(), ids=list(CHOICES))
def test_the_builder_chooses(state: Alhambra, expected: str) -> None:
    assert choice(state) == expected


def test_the_builder_spends_without_regret_when_money_is_about_to_lose_its_worth() -> None:
    """Second scoring held, bag empty: an overpaid tile is better than cards that nobody will ever need."""
    rest = [name for name in NAMES[:54] if name not in ("tower-9-NE", "tower-7-NEW", "garden-8-NE", "arcades-8-N")]
    state = position(
        market="tower-9-NE,tower-7-NEW,garden-8-NE,arcades-8-N",
        hands="y6,y8/y1",
        dirk=",".join(rest),
        held="2",
        hidden="0",
        start="68",
    )
    assert choice(state) == "buy tower-9-NE y6 y8"
