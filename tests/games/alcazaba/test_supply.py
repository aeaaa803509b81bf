"""Stacks and bag without an order give exactly what shuffled stacks and a shuffled bag give (C51 to C53)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import permutations, product

import pytest

from sabika.games.alcazaba.facts import ALL_TILES, OF_TYPE
from sabika.games.alcazaba.supply import WAYS, bag_chances, bag_size, bag_tile, of_type, stack_tile
from sabika.games.parts.tiles import BIT, EXTRA_TOWER, NAMES, TILE_NUMBER, tile_list, tiles_in
from tests.games.facts import facts

FACTS = facts("alhambra_dice")["alcazaba"]
Course = tuple[str, ...]  # what comes out, tile after tile


def test_the_bag_at_the_start() -> None:
    """C51: 25 tiles, of the types as the facts have them."""
    assert tiles_in(ALL_TILES) == FACTS["all_rounds"]
    assert bag_size(ALL_TILES, FACTS["stacks"]) == FACTS["bag"]
    counts = {name: of_type(ALL_TILES, n) - FACTS["stacks"] for n, name in enumerate(FACTS["tiles_base"])}
    counts["tower"] += 1
    assert counts == FACTS["bag_by_type"]
    assert [tiles_in(OF_TYPE[n]) for n in range(6)] == list(FACTS["tiles_base"].values())


# A small box: the tiles that are unseen, the stacks that are left, and how many the bag gives each round.
BOXES: dict[str, tuple[list[str], int, int]] = {
    "two types, one of them in the stacks only": (
        ["pavilion-2-NEW", "pavilion-3-SW", "pavilion-4-ES", "seraglio-3-ESW", "seraglio-4-NE", "tower-9-SW"],
        2,
        1,
    ),
    "one type, most of it in the bag": (
        ["garden-6-ESW", "garden-7-NSW", "garden-8-NE", "garden-8-NW", "tower-9-SW"],
        1,
        2,
    ),
    "two draws a round": (
        "arcades-4-NES arcades-5-NW arcades-6-NE arcades-6-SW tower-7-NEW tower-8-NES tower-9-NE tower-9-SW".split(),
        2,
        2,
    ),
    "the extra tower among its like": (["tower-7-NEW", "tower-8-NES", "tower-9-NE", "tower-9-SW"], 2, 1),
    "the last round: nothing but the bag": (["pavilion-2-NEW", "seraglio-3-ESW", "tower-9-SW"], 0, 3),
}


def types_in(tiles: list[str]) -> dict[str, list[str]]:
    """The tiles of each type that can be in stacks."""
    found: dict[str, list[str]] = {}
    for tile in tiles:
        if tile != NAMES[EXTRA_TOWER]:
            found.setdefault(tile.split("-")[0], []).append(tile)
    return found


def shuffled(tiles: list[str], stacks: int, draws: int) -> dict[Course, Fraction]:
    """All ways to shuffle every type and then the bag, counted one by one."""
    courses: Counter[Course] = Counter()
    for orders in product(*(permutations(each) for each in types_in(tiles).values())):
        bag = [tile for order in orders for tile in order[stacks:]]
        bag += [tile for tile in tiles if tile == NAMES[EXTRA_TOWER]]
        for in_bag in permutations(bag):
            course: list[str] = []
            for n in range(max(stacks, 1)):
                course += [order[n] for order in orders if n < stacks]
                course += in_bag[n * draws : (n + 1) * draws]
            courses[tuple(course)] += 1
    total = sum(courses.values())
    return {course: Fraction(count, total) for course, count in courses.items()}


def drawn(tiles: list[str], stacks: int, draws: int) -> dict[Course, Fraction]:
    """The same by the weights that the engine draws with."""
    types = [list(FACTS["tiles_base"]).index(name) for name in types_in(tiles)]
    whole = sum(BIT[TILE_NUMBER[tile]] for tile in tiles)
    courses: dict[Course, Fraction] = {(): Fraction(1)}
    for n in range(max(stacks, 1)):
        for building in types if n < stacks else []:
            courses = extended(courses, whole, partial(stack_weights, building=building))
        for _ in range(draws):
            left = stacks - n - 1 if stacks else 0
            courses = extended(courses, whole, partial(bag_weights, stacks=left))
    return courses


def extended(
    courses: dict[Course, Fraction], whole: int, weights: Callable[[int], dict[int, int]]
) -> dict[Course, Fraction]:
    """Every course with one more tile."""
    found: dict[Course, Fraction] = {}
    for course, chance in courses.items():
        unseen = whole - sum(BIT[TILE_NUMBER[tile]] for tile in course)
        choices = weights(unseen)
        total = sum(choices.values())
        for tile, weight in choices.items():
            longer = (*course, NAMES[tile])
            found[longer] = found.get(longer, Fraction(0)) + chance * Fraction(weight, total)
    return found


def stack_weights(unseen: int, building: int) -> dict[int, int]:
    return {stack_tile(unseen, building, k): 1 for k in range(of_type(unseen, building))}


def bag_weights(unseen: int, stacks: int) -> dict[int, int]:
    return dict(bag_chances(unseen, stacks))


@pytest.mark.parametrize(("tiles", "stacks", "draws"), BOXES.values(), ids=BOXES)
def test_as_likely_as_with_shuffled_tiles(tiles: list[str], stacks: int, draws: int) -> None:
    """Whole courses, not just single draws: the joint distribution is the same."""
    assert drawn(tiles, stacks, draws) == shuffled(tiles, stacks, draws)


def test_every_chance_of_the_bag_has_its_tile() -> None:
    """`bag_tile` counts as `bag_chances` tells, and the chances are all there are."""
    unseen = ALL_TILES
    for name in ("pavilion-8-none", "tower-11-none", "garden-12-S", "garden-6-ESW"):
        unseen ^= BIT[TILE_NUMBER[name]]
    stacks = 3
    k = 0
    for tile, ways in bag_chances(unseen, stacks):
        assert bag_tile(unseen, stacks, k) == bag_tile(unseen, stacks, k + ways - 1) == tile
        k += ways
    assert k == bag_size(unseen, stacks) * WAYS


def test_a_type_whose_bag_tiles_are_all_out_cannot_come() -> None:
    """Two pavilions are in the bag; when seven minus the stacks left are seen, the rest lies in stacks."""
    unseen = ALL_TILES ^ BIT[0] ^ BIT[1] ^ BIT[2]  # one of the first stack, and both of the bag
    names = {NAMES[tile].split("-")[0] for tile, _ in bag_chances(unseen, 4)}
    assert "pavilion" not in names
    assert len(tile_list(unseen & OF_TYPE[0])) == 4
