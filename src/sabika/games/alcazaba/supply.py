"""The tiles to come: five stacks and the bag, without any order (C51 to C53).

At set-up the tiles of a type are shuffled; five become one tile of each stack, the others go into the bag, and so does
the extra tower. All that is known of what is face down is which tiles they are, so a position holds just that: a mask.

What a draw gives follows from it exactly. Think of the places where tiles of a type lie face down: one in each stack
left, the rest in the bag. Shuffling makes every way to spread the unseen tiles of the type over these places equally
likely, and seeing some tiles changes nothing for the others. Hence:
- the next stack's tile of a type is any unseen tile of that type, all equally likely;
- of the type's u unseen tiles u - (stacks left) lie in the bag: that number is known, though not which they are;
- a draw from the bag is one of its places, all equally likely; if it is a place of this type, then any of the u unseen
  tiles of the type lies there, all equally likely, also those which will turn out to have been in a stack;
- the extra tower has a place of its own in the bag.
So a tile of a type has (u - stacks left) / u of a place. To count in whole numbers a place is WAYS chances.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sabika.games.alcazaba.facts import OF_TYPE
from sabika.games.parts.dice import FACES
from sabika.games.parts.tiles import BIT, EXTRA_TOWER, nth_tile, tile_list, tiles_in

WAYS: Final[i64] = 27720  # a multiple of 1 to 11: no type has more tiles


def of_type(unseen: i64, building: i64) -> i64:
    """How many tiles of a type a stack could hold."""
    return tiles_in(unseen & OF_TYPE[building])


def stack_tile(unseen: i64, building: i64, k: i64) -> i64:
    """The k-th of the tiles that may be the next stack's tile of a type."""
    return nth_tile(unseen & OF_TYPE[building], k)


def bag_size(unseen: i64, stacks: i64) -> i64:
    """Tiles in the bag while this many stacks are left."""
    return tiles_in(unseen) - stacks * FACES


def tile_ways(unseen: i64, stacks: i64, building: i64) -> i64:
    """The chances of each tile of a type to come from the bag; it must have an unseen one."""
    number = of_type(unseen, building)
    return (number - stacks) * (WAYS // number)


def bag_tile(unseen: i64, stacks: i64, k: i64) -> i64:
    """The tile of the k-th chance of a draw from the bag: by type and tile, the extra tower last."""
    for building in range(FACES):
        number = of_type(unseen, building)
        ways = (number - stacks) * WAYS
        if k < ways:
            return stack_tile(unseen, building, k // tile_ways(unseen, stacks, building))
        k -= ways
    return EXTRA_TOWER


def bag_chances(unseen: i64, stacks: i64) -> list[tuple[int, int]]:
    """Every tile that may come from the bag, with its chances, as `bag_tile` counts them."""
    found: list[tuple[int, int]] = []
    for building in range(FACES):
        if of_type(unseen, building) > stacks:
            ways = tile_ways(unseen, stacks, building)
            found.extend([(tile, ways) for tile in tile_list(unseen & OF_TYPE[building])])
    if unseen & BIT[EXTRA_TOWER]:
        found.append((EXTRA_TOWER, WAYS))
    return found
