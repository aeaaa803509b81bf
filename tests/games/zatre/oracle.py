"""Zatre once more, slowly and in another way: to compare the engine with.

The board is a dict from cells to values. Lines are found by looking through all rows and columns; whether a light
square can be served is found by trying every sequence of placements. `game` tells the course as the rules do, from
the first draw to the last: a generator that yields what is asked and is sent the answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from tests.games.zatre.box import BONUSES, COUNTS, DARK, LIGHT, SQUARES

Cell = tuple[int, int]
Tiles = dict[Cell, int]
RED = (0, 0)
POINTS = {10: 1, 11: 2, 12: 4}


# The board.


def beside(cell: Cell) -> list[Cell]:
    x, y = cell
    return [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)]


def lines(tiles: Tiles) -> list[list[Cell]]:
    """Every unbroken run of two or more tiles in a row or column (Z9)."""
    rows = [[(x, y) for x in range(-7, 8)] for y in range(-7, 8)]
    columns = [[(x, y) for y in range(-7, 8)] for x in range(-7, 8)]
    return [run for strip in rows + columns for run in runs(strip, tiles) if len(run) > 1]


def runs(strip: Iterable[Cell], tiles: Tiles) -> Iterator[list[Cell]]:
    run: list[Cell] = []
    for cell in strip:
        if cell in tiles:
            run.append(cell)
        else:
            yield run
            run = []
    yield run


def total(line: Sequence[Cell], tiles: Tiles) -> int:
    return sum(tiles[cell] for cell in line)


def through(cell: Cell, tiles: Tiles) -> list[list[Cell]]:
    """The row and the column of tiles that a tile stands in, be they lines or not."""
    found = []
    for dx, dy in ((1, 0), (0, 1)):
        x, y = cell
        while (x - dx, y - dy) in tiles:
            x, y = x - dx, y - dy
        run = []
        while (x, y) in tiles:
            run.append((x, y))
            x, y = x + dx, y + dy
        found.append(run)
    return found


def fits(tiles: Tiles, value: int, cell: Cell) -> bool:
    """A free square with a tile beside it, and no line above 12 (Z8, Z9)."""
    if cell not in SQUARES or cell in tiles or not any(near in tiles for near in beside(cell)):
        return False
    after = {**tiles, cell: value}
    return all(total(run, after) <= 12 for run in through(cell, after))


def places(tiles: Tiles, value: int) -> list[Cell]:
    near = {cell for tile in tiles for cell in beside(tile)}
    return sorted(cell for cell in near if fits(tiles, value, cell))


def in_scoring_line(tiles: Tiles, cell: Cell) -> bool:
    return any(len(run) > 1 and 10 <= total(run, tiles) <= 12 for run in through(cell, tiles))


# A turn (Z8 to Z12).


@dataclass
class Turn:
    """A turn that is being played."""

    tiles: Tiles
    held: list[int]
    laid: list[Cell] = field(default_factory=list)
    exempt: set[Cell] = field(default_factory=set)  # light squares whose tile fitted on no dark one
    found: dict[object, bool] = field(default_factory=dict)  # what was found of boards that came up in two orders

    def after(self, value: int, cell: Cell) -> Turn:
        exempt = set(self.exempt)
        if cell in LIGHT and not any(place in DARK for place in places(self.tiles, value)):
            exempt.add(cell)
        held = list(self.held)
        held.remove(value)
        return Turn({**self.tiles, cell: value}, held, [*self.laid, cell], exempt, self.found)

    def lights(self) -> list[Cell]:
        """The light squares of the turn that need a line."""
        return [cell for cell in self.laid if cell in LIGHT and cell not in self.exempt]

    def in_order(self) -> bool:
        """Does every light square of the turn have what it needs?"""
        return all(in_scoring_line(self.tiles, cell) for cell in self.lights())

    def can_be_brought_in_order(self) -> bool:
        """By some sequence of placements, all of which are tried."""
        key = (frozenset(self.tiles.items()), tuple(sorted(self.held)), frozenset(self.lights()))
        if key not in self.found:
            self.found[key] = self.in_order() or any(
                self.after(value, cell).can_be_brought_in_order()
                for value in sorted(set(self.held))
                for cell in places(self.tiles, value)
            )
        return self.found[key]

    def options(self) -> set[tuple[int, Cell]]:
        """Every legal placement."""
        if not self.tiles:
            return {(value, RED) for value in self.held}
        return {
            (value, cell)
            for value in set(self.held)
            for cell in places(self.tiles, value)
            if self.after(value, cell).can_be_brought_in_order()
        }

    def made(self) -> Counter[int]:
        """How many lines of 10, 11 and 12 contain a tile of this turn (Z13)."""
        found: Counter[int] = Counter()
        for line in lines(self.tiles):
            if set(line) & set(self.laid) and total(line, self.tiles) in POINTS:
                found[total(line, self.tiles)] += 1
        return found

    def crosses(self) -> int:
        """Z16."""
        light = sum(1 for cell in self.laid if cell in LIGHT and in_scoring_line(self.tiles, cell))
        return light + (1 if RED in self.laid and self.made() else 0)


# The sheet (Z4, Z15 to Z17).


@dataclass
class Sheet:
    late_bonus: int = 6
    crosses: int = 0
    columns: dict[int, list[int]] = field(default_factory=lambda: {10: [], 11: [], 12: []})

    def enter(self, turn: Turn) -> None:
        for number, count in turn.made().items():
            self.columns[number].append(count * POINTS[number])
        self.crosses += turn.crosses()

    def rows(self) -> list[int]:
        length = max(self.crosses, *(len(column) for column in self.columns.values()))
        return [self.row(row) for row in range(length)]

    def row(self, row: int) -> int:
        boxes = [column[row] for column in self.columns.values() if row < len(column)]
        bonus = BONUSES[row] if row < len(BONUSES) else self.late_bonus
        points = sum(boxes) + (bonus if len(boxes) == 3 else 0)
        return points * 2 if row < self.crosses else points


# The game.


@dataclass(frozen=True)
class Ask:
    """A seat is asked for a move."""

    seat: int
    moves: frozenset[str]


@dataclass(frozen=True)
class Draw:
    """Luck is asked for a tile."""

    bag: tuple[tuple[int, int], ...]  # values with their numbers
    seen_by: frozenset[int] | None  # seats; None: everybody


Course = Generator[Ask | Draw, str, list[int]]


class Slow:
    """The table of a slow game; `course` plays it."""

    def __init__(self, seats: int, *, teams: bool = False, free: bool = False, late_bonus: int = 6) -> None:
        self.seats = seats
        self.teams = teams
        self.free = free
        self.bag = Counter(COUNTS)
        self.tiles: Tiles = {}
        self.held: list[list[int]] = [[] for _ in range(seats)]
        self.sheets = [Sheet(late_bonus) for _ in range(seats // 2 if teams else seats)]
        self.turns = 0  # played to their end

    def course(self) -> Course:
        starter = yield from self.opening()
        first = True
        for group in self.groups(starter):
            duties = []
            for seat in group:
                if first and seat == starter:
                    yield from self.draw(seat, 2, None)
                    duties.append(False)
                else:
                    duties.append((yield from self.draw_for_turn(seat)))
            for seat, duty in zip(group, duties, strict=True):
                yield from self.turn(seat, duty=duty, first=first and seat == starter)
            first = False
            if not self.bag.total():
                return self.scores()
        raise AssertionError("a game ends")

    def groups(self, starter: int) -> Iterator[list[int]]:
        """Who is on turn together, forever: single seats, or pairs with their leader first (Z22)."""
        if not self.teams:
            groups = [[seat] for seat in range(self.seats)]
            at = starter
        else:
            groups = [[seat, seat + 1] for seat in range(0, self.seats, 2)]
            at = starter // 2
            groups[at].sort(key=lambda seat: seat != starter)
        while True:
            yield groups[at]
            at = (at + 1) % len(groups)

    def opening(self) -> Generator[Ask | Draw, str, int]:
        """Z5."""
        drawn: dict[int, list[int]] = {seat: [] for seat in range(self.seats)}
        candidates = list(range(self.seats))
        while True:
            if self.bag.total() < len(candidates):
                for tiles in drawn.values():
                    self.bag.update(tiles)
                    tiles.clear()
            for seat in candidates:
                drawn[seat].append((yield from self.tile(None)))
            best = max(drawn[seat][-1] for seat in candidates)
            candidates = [seat for seat in candidates if drawn[seat][-1] == best]
            if len(candidates) == 1:
                break
        starter = candidates[0]
        for tiles in drawn.values():
            self.bag.update(tiles)
        best = max(drawn[starter])
        self.bag[best] -= 1
        self.held[starter] = [best]
        return starter

    def tile(self, audience: frozenset[int] | None) -> Generator[Ask | Draw, str, int]:
        left = tuple((value, number) for value, number in sorted(self.bag.items()) if number)
        value = int((yield Draw(left, audience)))
        self.bag[value] -= 1
        return value

    def draw(self, seat: int, number: int, audience: frozenset[int] | None) -> Generator[Ask | Draw, str, None]:
        for _ in range(min(number, self.bag.total())):
            self.held[seat].append((yield from self.tile(audience)))

    def draw_for_turn(self, seat: int) -> Generator[Ask | Draw, str, bool]:
        """Z7 and Z11; tells whether the seat must lay one because it chose to draw none."""
        held = self.held[seat]
        audience = frozenset({seat, seat ^ 1} if self.teams else {seat})
        if len(held) < 2:
            yield from self.draw(seat, 2 - len(held), audience)
        elif not any(places(self.tiles, value) for value in held):
            yield from self.draw(seat, 1, audience)
        elif self.free and self.bag.total():
            answer = yield Ask(seat, frozenset({"draw 0", "draw 1"}))
            yield from self.draw(seat, int(answer[-1]), audience)
            return answer == "draw 0"
        return False

    def turn(self, seat: int, *, duty: bool, first: bool) -> Generator[Ask | Draw, str, None]:
        turn = Turn(dict(self.tiles), list(self.held[seat]))
        while options := turn.options():
            moves = {f"lay {value} {x},{y}" for value, (x, y) in options}
            if self.free and not first and turn.in_order() and not (duty and not turn.laid):
                moves.add("stop")
            answer = yield Ask(seat, frozenset(moves))
            if answer == "stop":
                break
            _, value, cell = answer.split()
            x, y = cell.split(",")
            turn = turn.after(int(value), (int(x), int(y)))
        assert turn.in_order()
        self.tiles = turn.tiles
        self.held[seat] = turn.held
        self.sheets[self.side(seat)].enter(turn)
        self.turns += 1

    def side(self, seat: int) -> int:
        return seat // 2 if self.teams else seat

    def scores(self) -> list[int]:
        totals = [sum(sheet.rows()) for sheet in self.sheets]
        for seat, held in enumerate(self.held):
            totals[self.side(seat)] -= sum(held)
        return [totals[self.side(seat)] for seat in range(self.seats)]
