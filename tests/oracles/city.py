"""What a walled city may look like, by definition: slow, plain, and written without a look at the program.

A city is a dictionary from cells (x to the east, y to the south) to the letters of a tile's walls. The fountain is
the tile on 0,0, without walls.
"""

from __future__ import annotations

Cell = tuple[int, int]
City = dict[Cell, str]
Corner = tuple[int, int]
Edge = tuple[Corner, Corner]

FOUNTAIN = (0, 0)
AROUND = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}


def neighbours(cell: Cell) -> dict[str, Cell]:
    """The four cells beside a cell, by side."""
    return {side: (cell[0] + dx, cell[1] + dy) for side, (dx, dy) in AROUND.items()}


# Soundness of a whole city.


def walls_match(city: City) -> bool:
    """A17c: wherever two tiles touch, both have a wall there or neither has."""
    return all(
        (side in walls) == (OPPOSITE[side] in city[beside])
        for cell, walls in city.items()
        for side, beside in neighbours(cell).items()
        if beside in city
    )


def reached_on_foot(city: City) -> set[Cell]:
    """A17d: all that a walker reaches who starts at the fountain, stays on tiles, and crosses no wall."""
    reached: set[Cell] = set()
    frontier = [FOUNTAIN]
    while frontier:
        here = frontier.pop()
        if here in reached:
            continue
        reached.add(here)
        for side, beside in neighbours(here).items():
            if beside in city and side not in city[here] and OPPOSITE[side] not in city[beside]:
                frontier.append(beside)
    return reached


def has_hole(city: City) -> bool:
    """A17e: is there an empty cell from which no way over empty cells, in orthogonal steps, leads outside?"""
    lowest_x, highest_x = min(x for x, _ in city), max(x for x, _ in city)
    lowest_y, highest_y = min(y for _, y in city), max(y for _, y in city)
    field = {
        (x, y) for x in range(lowest_x - 1, highest_x + 2) for y in range(lowest_y - 1, highest_y + 2)
    } - city.keys()
    flooded: set[Cell] = set()
    water = [(lowest_x - 1, lowest_y - 1)]
    while water:
        here = water.pop()
        if here in field and here not in flooded:
            flooded.add(here)
            water.extend(neighbours(here).values())
    return flooded != field


def is_sound(city: City) -> bool:
    return walls_match(city) and reached_on_foot(city) == city.keys() and not has_hole(city)


# What may be done to it. The answer is the letter of A17 that forbids it, `x` for A18 itself, or nothing.


def why_not_build(city: City, walls: str, cell: Cell) -> str:
    """A17, in its order."""
    if cell in city:
        return "a"
    if not any(beside in city for beside in neighbours(cell).values()):
        return "b"
    after = city | {cell: walls}
    if not walls_match(after):
        return "c"
    if cell not in reached_on_foot(after):
        return "d"
    return "e" if has_hole(after) else ""


def may_remove(city: City, cell: Cell) -> bool:
    """A18: not the fountain, all others stay reachable, no hole."""
    if cell == FOUNTAIN or cell not in city:
        return False
    return is_sound({other: walls for other, walls in city.items() if other != cell})


def may_swap(city: City, cell: Cell, walls: str) -> bool:
    """A18: not the fountain, and what comes stands in the same cell by A17 c and d."""
    if cell == FOUNTAIN or cell not in city:
        return False
    return is_sound(city | {cell: walls})


# The wall.


def outer_walls(city: City) -> set[Edge]:
    """A24: every side with a wall and an empty cell beyond, from corner to corner."""
    found: set[Edge] = set()
    for (x, y), walls in city.items():
        ends = {
            "N": ((x, y), (x + 1, y)),
            "E": ((x + 1, y), (x + 1, y + 1)),
            "S": ((x, y + 1), (x + 1, y + 1)),
            "W": ((x, y), (x, y + 1)),
        }
        found |= {ends[side] for side in walls if neighbours((x, y))[side] not in city}
    return found


def longest_wall(city: City) -> int:
    """A24: most sides that hang together end to end; a wall closed all round counts as a whole."""
    walls = outer_walls(city)
    at: dict[Corner, list[Edge]] = {}
    for wall in walls:
        for corner in wall:
            at.setdefault(corner, []).append(wall)
    assert all(len(met) <= 2 for met in at.values()), "a sound city's outline is one loop that does not touch itself"
    longest = 0
    left = set(walls)
    while left:
        stretch: set[Edge] = set()
        ends = [left.pop()]
        while ends:
            wall = ends.pop()
            if wall not in stretch:
                stretch.add(wall)
                ends.extend(next_wall for corner in wall for next_wall in at[corner])
        left -= stretch
        longest = max(longest, len(stretch))
    return longest
