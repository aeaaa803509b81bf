"""Cities and their tiles as text, and back."""

from __future__ import annotations

from collections import Counter

from sabika.engine.game import Unreadable
from sabika.games.parts.city import City, new_city
from sabika.games.parts.city_moves import cell_named, tile_number
from sabika.games.parts.ledger import WALL, Ledger
from sabika.games.parts.texts import items, listed
from sabika.games.parts.tiles import BASE_TILES, BIT, NAMES, NO_TILE, TYPES, WALLS, tile_list


def mask_text(mask: int) -> str:
    return listed(NAMES[tile] for tile in tile_list(mask))


def city_text(city: City) -> str:
    return ";".join(f"{NAMES[tile]}@{x},{y}" for tile, x, y in city.built()[1:]) or "-"


def read_mask(text: str) -> int:
    tiles = [tile_number(name) for name in items(text, ",")]
    if len(set(tiles)) != len(tiles):
        raise Unreadable(f"{NAMES[max(tiles, key=tiles.count)]} lies in two places")
    return sum(BIT[tile] for tile in tiles)


def read_city(text: str) -> City:
    city = new_city()
    for built in items(text, ";"):
        name, _, place = built.partition("@")
        x, y = cell_named(place)
        if max(abs(x), abs(y)) > 55 or city.tile_at(x, y) != NO_TILE:
            raise Unreadable(f"nothing can stand on {x},{y}")
        while max(abs(x), abs(y)) >= city.width // 2 - 1:
            city.grow()
        city.build(tile_number(name), x, y)
    sound(city)
    return city


def sound(city: City) -> None:
    """A city that could have been built: walls match, all can be reached on foot, no hole."""
    taken = {(x, y): tile for tile, x, y in city.built()}
    for (x, y), tile in taken.items():
        for side, (dx, dy) in enumerate(STEPS):
            beside = taken.get((x + dx, y + dy))
            if beside is not None and (WALLS[tile] >> side ^ WALLS[beside] >> (side + 2) % 4) & 1:
                raise Unreadable(f"the walls of {NAMES[tile]} and {NAMES[beside]} do not match")
    if len(on_foot(taken)) != len(taken):
        raise Unreadable("a city has tiles that cannot be reached on foot")
    if has_hole(set(taken)):
        raise Unreadable("a city has a hole")


def counts_tiles_there_are(ledger: Ledger, extra_tower: bool) -> bool:
    """Did each scoring count at most the tiles of each type that the box holds?"""
    box = [OF_TYPE[kind] + (extra_tower and kind == "tower") for kind in TYPES]
    return all(
        sum(ledger.counts(scoring, building)) <= most for scoring in range(1, 4) for building, most in enumerate(box)
    )


def counts_walls_there_are(ledger: Ledger, seats: int) -> bool:
    """Is no wall longer than the tiles counted can make it, each with three walls at most, and the ghost's none?"""
    for scoring in range(1, 4):
        for player in range(ledger.players):
            row = ledger.row(scoring, player)
            tiles = sum(ledger.counted[row + building] for building in range(WALL)) if player < seats else 0
            if ledger.counted[row + WALL] > MOST_WALLS * tiles:
                return False
    return True


MOST_WALLS = 3  # of a tile (A2)
OF_TYPE = Counter(name.partition("-")[0] for name in NAMES[:BASE_TILES])

STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))


def on_foot(taken: dict[tuple[int, int], int]) -> set[tuple[int, int]]:
    """The cells you can walk to from the fountain."""
    seen, todo = {(0, 0)}, [(0, 0)]
    while todo:
        x, y = todo.pop()
        for side, (dx, dy) in enumerate(STEPS):
            beside = (x + dx, y + dy)
            if beside in taken and beside not in seen and not WALLS[taken[x, y]] >> side & 1:
                seen.add(beside)
                todo.append(beside)
    return seen


def has_hole(taken: set[tuple[int, int]]) -> bool:
    """Is there a free cell without a way to the outside?"""
    xs, ys = [x for x, _ in taken], [y for _, y in taken]
    west, east, north, south = min(xs) - 1, max(xs) + 1, min(ys) - 1, max(ys) + 1
    seen, todo = {(west, north)}, [(west, north)]
    while todo:
        x, y = todo.pop()
        for dx, dy in STEPS:
            cell = (x + dx, y + dy)
            if west <= cell[0] <= east and north <= cell[1] <= south and cell not in seen and cell not in taken:
                seen.add(cell)
                todo.append(cell)
    return len(seen) + len(taken) != (east - west + 1) * (south - north + 1)
