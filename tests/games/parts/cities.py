"""Cities and tiles for a test, by name: a city is written `tower-9-NE@0,-1 garden-8-NE@1,0`."""

from __future__ import annotations

from sabika.games.parts.city import City, new_city
from sabika.games.parts.tiles import BIT, NAMES, TILE_NUMBER, tile_list


def mask(names: str) -> int:
    return sum(BIT[TILE_NUMBER[name]] for name in names.split())


def city(text: str) -> City:
    """A city as written, whether or not it could be built in this order."""
    built = new_city()
    for word in text.split():
        name, _, cell = word.partition("@")
        x, y = cell.split(",")
        built.build(TILE_NUMBER[name], int(x), int(y))
    return built


def tiles(mask: int) -> str:
    return " ".join(NAMES[tile] for tile in tile_list(mask))


def built(city: City) -> str:
    """The city without its fountain, as `city` reads it."""
    return " ".join(f"{NAMES[tile]}@{x},{y}" for tile, x, y in city.built()[1:])


def tile_with(walls: str) -> int:
    """Some tile of the box with exactly these walls."""
    return next(tile for tile, name in enumerate(NAMES) if name.split("-")[2] == (walls or "none"))
