"""Points of a scoring counted a second time, by definition (A22, A23)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def majority(counts: Sequence[int], pays: Sequence[int]) -> list[int]:
    """Each player's points for one type: seat the players by their tiles, let equals pool what their places pay.

    `pays` lists the points of the first, second and third place.
    """
    ranking = sorted((player for player, count in enumerate(counts) if count), key=lambda player: -counts[player])
    purse = dict.fromkeys(range(len(counts)), 0)
    for player in ranking:
        places = [place for place, other in enumerate(ranking) if counts[other] == counts[player]]
        pool = sum(pays[place] for place in places if place < len(pays))
        purse[player] = pool // len(places)
    return list(purse.values())


def scoring(tiles: Sequence[Mapping[str, int]], walls: Sequence[int], pays: Mapping[str, Sequence[int]]) -> list[int]:
    """All points of a scoring by player: tiles by type, and the wall."""
    points = list(walls)
    for building, paid in pays.items():
        shares = majority([owned.get(building, 0) for owned in tiles], paid)
        points = [sum(pair) for pair in zip(points, shares, strict=True)]
    return points
