"""Alcazaba a second time: slow, straight from the rules, and written apart from the engine."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

from tests.games.alhambra_dice.oracle import CELLS, TYPES, Ask, Luck, Slow, Step

Cell = tuple[int, int]
STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
ACROSS = {"N": "S", "E": "W", "S": "N", "W": "E"}
EXTRA = "tower-9-SW"


class SlowCity:
    """Cells with tiles. Whether something may be done is seen by doing it and looking at the whole city."""

    def __init__(self) -> None:
        self.tiles: dict[Cell, str] = {(0, 0): "fountain-0-none"}
        self.reserve: set[str] = set()

    def places(self, tile: str) -> set[str]:
        """The cells, as text, where a tile may stand."""
        around = {(x + dx, y + dy) for x, y in self.tiles for dx, dy in STEPS.values()} - set(self.tiles)
        return {f"{x},{y}" for x, y in around if may_be(self.tiles | {(x, y): tile})}

    def restructurings(self) -> set[str]:
        found = {f"add {tile} {place}" for tile in self.reserve for place in self.places(tile)}
        for cell, tile in self.tiles.items():
            if cell == (0, 0):
                continue
            rest = {other: name for other, name in self.tiles.items() if other != cell}
            if may_be(rest):
                found.add(f"remove {tile}")
            found |= {f"swap {new} {tile}" for new in self.reserve if may_be(rest | {cell: new})}
        return found

    def restructure(self, answer: str) -> None:
        word, tile, *rest = answer.split()
        if word == "add":
            self.reserve.remove(tile)
            self.build(tile, rest[0])
            return
        out = rest[0] if word == "swap" else tile
        cell = next(cell for cell, name in self.tiles.items() if name == out)
        del self.tiles[cell]
        if word == "swap":
            self.reserve.remove(tile)
            self.tiles[cell] = tile
        self.reserve.add(out)

    def build(self, tile: str, place: str) -> None:
        x, y = map(int, place.split(","))
        self.tiles[x, y] = tile

    def wall(self) -> int:
        """The longest run of outer walls: sides are edges between corners, joined where they share one."""
        ends = []
        for (x, y), tile in self.tiles.items():
            sides = {"N": ((x, y), (x + 1, y)), "E": ((x + 1, y), (x + 1, y + 1))}
            sides |= {"S": ((x, y + 1), (x + 1, y + 1)), "W": ((x, y), (x, y + 1))}
            for side, (dx, dy) in STEPS.items():
                if side in walls(tile) and (x + dx, y + dy) not in self.tiles:
                    ends.append(set(sides[side]))
        longest = 0
        while ends:
            run, size = ends.pop(), 1
            while joined := next((end for end in ends if end & run), None):
                ends.remove(joined)
                run |= joined
                size += 1
            longest = max(longest, size)
        return longest


def walls(tile: str) -> str:
    return tile.split("-")[2].replace("none", "")


def may_be(tiles: dict[Cell, str]) -> bool:
    """Do walls match, can one walk everywhere, and is there no hole?"""
    for (x, y), tile in tiles.items():
        for side, (dx, dy) in STEPS.items():
            beside = tiles.get((x + dx, y + dy))
            if beside is not None and (side in walls(tile)) != (ACROSS[side] in walls(beside)):
                return False
    return len(reached(tiles)) == len(tiles) and not hole(tiles)


def reached(tiles: dict[Cell, str]) -> set[Cell]:
    seen, todo = {(0, 0)}, [(0, 0)]
    while todo:
        x, y = todo.pop()
        for side, (dx, dy) in STEPS.items():
            beside = (x + dx, y + dy)
            if beside in tiles and beside not in seen and side not in walls(tiles[x, y]):
                seen.add(beside)
                todo.append(beside)
    return seen


def hole(tiles: dict[Cell, str]) -> bool:
    """Is there a free cell from which one cannot step out?"""
    west, east = min(x for x, _ in tiles) - 1, max(x for x, _ in tiles) + 1
    north, south = min(y for _, y in tiles) - 1, max(y for _, y in tiles) + 1
    outside, todo = {(west, north)}, [(west, north)]
    while todo:
        x, y = todo.pop()
        for dx, dy in STEPS.values():
            cell = (x + dx, y + dy)
            inside = west <= cell[0] <= east and north <= cell[1] <= south
            if inside and cell not in tiles and cell not in outside:
                outside.add(cell)
                todo.append(cell)
    return len(outside) + len(tiles) != (east - west + 1) * (south - north + 1)


class SlowAlcazaba(Slow):
    """The turns of the Dice Game without its chips; everything around them is different."""

    def __init__(self, seats: int, columns: list[dict[str, Any]], tiles: list[str]) -> None:
        super().__init__(seats, columns, same=False, late=False)
        self.unseen = set(tiles)
        self.laid: dict[str, list[str]] = {column: [] for column in TYPES}
        self.chip: str | None = None
        self.aside: set[str] = set()
        self.carlos: set[str] = set()
        self.resting: list[int] = []
        self.cities = [SlowCity() for _ in range(seats)]

    def of_type(self, column: str) -> list[str]:
        """Unseen tiles that the stacks could hold."""
        return [tile for tile in self.unseen if tile.startswith(column) and tile != EXTRA]

    def lay_out(self, round_: int) -> Step:
        for column in TYPES:
            tile = yield Luck("stack", dict.fromkeys(self.of_type(column), 1))
            self.unseen.remove(tile)
            self.laid[column].append(tile)
        for n in range(5):
            tile = yield Luck("bag", self.bag(5 - round_))
            self.unseen.remove(tile)
            column = tile.split("-")[0]
            self.laid[column].append(tile)
            if self.carlo is not None:
                self.board[column][n + 2, 3] = self.carlo
        if round_ < 5:
            self.chip = yield Luck("die", dict.fromkeys(TYPES, 1))

    def bag(self, stacks: int) -> dict[str, int]:
        """Each type has so many places in the bag, and any of its unseen tiles lies on each with the same chance."""
        places = {column: len(self.of_type(column)) - stacks for column in TYPES}
        chances = {
            tile: Fraction(places[column], len(self.of_type(column)))
            for column in TYPES
            for tile in self.of_type(column)
            if places[column]
        }
        if EXTRA in self.unseen:
            chances[EXTRA] = Fraction(1)
        return {tile: int(chance * 27720) for tile, chance in chances.items()}

    def other_moves(self, seat: int, throws: int) -> set[str]:
        return self.cities[seat].restructurings() if throws < 3 else set()

    def restructure(self, seat: int, answer: str) -> None:
        self.cities[seat].restructure(answer)
        self.resting.append(seat)

    def evaluate(self) -> Step:
        was_first = self.first
        for column in TYPES:
            while self.board[column] and (self.laid[column] or self.chip == column):
                best = next(cell for cell in CELLS if cell in self.board[column])
                winner = self.board[column][best]
                things = self.laid[column] + ["first-player"] * (self.chip == column)
                thing = things[0]
                if winner != self.carlo and len(things) > 1:
                    thing = (yield Ask(winner, {f"pick {each}" for each in things})).split()[1]
                del self.board[column][best]
                yield from self.win(winner, column, thing, was_first)
        self.aside |= {tile for tiles in self.laid.values() for tile in tiles}
        self.laid = {column: [] for column in TYPES}
        self.chip = None
        self.resting = []

    def win(self, winner: int, column: str, thing: str, was_first: int) -> Step:
        if thing == "first-player":
            self.chip = None
            if winner == self.carlo:
                self.first = 1 - was_first
            else:
                named = yield Ask(winner, {f"name {seat + 1}" for seat in range(self.seats)})
                self.first = int(named[-1]) - 1
            return
        self.laid[column].remove(thing)
        if winner == self.carlo:
            self.carlos.add(thing)
            return
        city = self.cities[winner]
        moves = {f"place {thing} {place}" for place in city.places(thing)} | {f"reserve {thing}"}
        if self.carlo is not None:
            moves.add(f"give {thing}")
        word, _, *where = (yield Ask(winner, moves)).split()
        if word == "place":
            city.build(thing, where[0])
        elif word == "reserve":
            city.reserve.add(thing)
        else:
            self.carlos.add(thing)

    def score(self, letter: str) -> None:
        owned = [list(city.tiles.values()) for city in self.cities]
        owned += [list(self.carlos)] if self.carlo is not None else []
        for row in self.table:
            counts = [sum(tile.startswith(row["id"]) for tile in tiles) for tiles in owned]
            place = 0
            for count, tied in sorted(Counter(counts).items(), reverse=True):
                if count:
                    pot = sum(row[letter][place : place + tied])
                    for player in range(self.players):
                        self.points[player] += pot // tied if counts[player] == count else 0
                    place += tied
        for seat, city in enumerate(self.cities):
            self.points[seat] += city.wall()
