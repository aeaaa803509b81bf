"""What was counted at each scoring of cities: the source of every point (A22 to A24)."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from sabika.engine.state import Event, Line
from sabika.games.parts.city import City
from sabika.games.parts.majority import standing
from sabika.games.parts.tiles import SIDES, TYPE, TYPES, tile_list

SCORINGS: Final = ("first", "second", "third")
WALL: Final[i64] = 6  # behind the six types
NUMBERS: Final[i64] = 7  # kept for each player and scoring


class Ledger:
    """Tiles of each type and the longest wall of every player, at each of the three scorings."""

    def __init__(self, players: i64, counted: vec[u8]) -> None:
        self.players: i64 = players
        self.counted: vec[u8] = counted  # by scoring, player, type or wall

    def clone(self) -> Ledger:
        return Ledger(self.players, self.counted[:])

    def enter(self, scoring: i64, player: i64, source: i64, count: i64) -> None:
        self.counted[self.row(scoring, player) + source] = u8(count)

    def row(self, scoring: i64, player: i64) -> i64:
        return ((scoring - 1) * self.players + player) * NUMBERS

    def counts(self, scoring: i64, source: i64) -> vec[i64]:
        """Every player's count of one source."""
        found = vec[i64](capacity=self.players)
        for player in range(self.players):
            found = append(found, i64(self.counted[self.row(scoring, player) + source]))
        return found

    def points(self, scoring: i64, player: i64) -> i64:
        """What a scoring gave a player."""
        total = i64(self.counted[self.row(scoring, player) + WALL])
        for building in range(WALL):
            total += standing(self.counts(scoring, building), player, building, scoring).share
        return total

    def lines(self, scoring: i64) -> list[Line]:
        """A scoring line by line: types from pavilion to tower, then walls."""
        part = SCORINGS[scoring - 1]
        found: list[Line] = []
        for building in range(WALL):
            counts = self.counts(scoring, building)
            for player in range(self.players):
                stand = standing(counts, player, building, scoring)
                if stand.count > 0:
                    why: dict[str, object] = {
                        "count": stand.count,
                        "place": stand.place,
                        "group": stand.group,
                        "pot": stand.pot,
                    }
                    found.append(Line(player, part, TYPES[building], stand.share, why))
        for player in range(self.players):
            wall = i64(self.counted[self.row(scoring, player) + WALL])
            if wall > 0:
                found.append(Line(player, part, "wall", wall, {"count": wall}))
        return found


def new_ledger(players: i64) -> Ledger:
    return Ledger(players, vec[u8]([0] * (3 * players * NUMBERS)))


def count(ledger: Ledger, scoring: i64, cities: list[City], ghost: i64) -> None:
    """Enter the tiles of each type and the wall of every city; behind them the ghost's open tiles (A22, A24, A30)."""
    seats = i64(len(cities))
    for seat in range(seats):
        for building in range(WALL):
            ledger.enter(scoring, seat, building, cities[seat].count(building))
        ledger.enter(scoring, seat, WALL, cities[seat].longest_wall())
    if ledger.players > seats:
        for tile in tile_list(ghost):
            row = ledger.row(scoring, seats) + i64(TYPE[tile])
            ledger.counted[row] += 1


def with_sides(lines: list[Line], cities: list[City]) -> list[Line]:
    """Add to each wall line the sides that were counted, as `x,y,side`."""
    for line in lines:
        if line.source == "wall":
            city = cities[line.player]
            sides: list[str] = []
            for step in city.longest_stretch():
                cell = step >> 3
                sides.append(f"{city.x_of(cell)},{city.y_of(cell)},{SIDES[(step >> 1) & 3]}")
            line.why["sides"] = sides
    return lines


def told(chronicle: list[Event] | None, scoring: i64) -> list[Line] | None:
    """The lines of a scoring as they were told when it was held."""
    if chronicle is not None:
        for event in chronicle:
            if event.kind == "scoring" and event.args["scoring"] == scoring:
                lines = event.args["lines"]
                assert isinstance(lines, list)
                return lines
    return None
