"""The companion for games of walled cities: tiles are written into cities, the wall is counted, scorings are held."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

from sabika.engine.companion import Companion, Impossible, Note, PlayerNumber, in_range
from sabika.engine.phrase import Args, Phrase, Player
from sabika.engine.rule import NONE, Rule
from sabika.engine.state import Line
from sabika.games.parts import building, city_words
from sabika.games.parts.city import City, fits, new_city
from sabika.games.parts.city_refusal_words import building_ruling
from sabika.games.parts.city_view import CityView, city_view
from sabika.games.parts.companion.places import seen_from_middle
from sabika.games.parts.companion.scorings import ScoreNote, ThreeScorings, scoring_told
from sabika.games.parts.ledger import count, new_ledger, with_sides
from sabika.games.parts.rules import A17B, A17C, A17D, A17E, A18
from sabika.games.parts.tiles import BIT, FOUNTAIN, NAMES, NO_TILE, TILE_NUMBER, tile_list

Coordinate = Annotated[int, Meta(ge=-60, le=60)]  # 55 tiles reach no further
TileName = Annotated[str, Meta(max_length=20)]
Cell = tuple[Coordinate, Coordinate]

FOUNTAIN_CELL = (0, 0)
TWO = 2  # players with whom the ghost sits, behind them
HOW_IT_STANDS = (A17C, A17D, A17E)  # what people may have overlooked; where a tile lies is a fact


class BuildNote(Note, frozen=True, tag="build"):
    """A tile was built (A17)."""

    player: PlayerNumber
    tile: TileName
    cell: Cell
    as_it_lies: bool = False  # it stands there, whatever the rules say of walls, ways and holes


class RemoveNote(Note, frozen=True, tag="remove"):
    """A tile of the city went to the reserve (A18)."""

    player: PlayerNumber
    tile: TileName
    as_it_lies: bool = False


class SwapNote(Note, frozen=True, tag="swap"):
    """A tile took the place of one in the city (A18)."""

    player: PlayerNumber
    tile: TileName
    leaver: TileName
    as_it_lies: bool = False


class GhostNote(Note, frozen=True, tag="ghost"):
    """The ghost got a tile."""

    tile: TileName


class CityPaper(msgspec.Struct, frozen=True):
    """A city, and what may be done there by A17 and A18. Tiles are identified by their walls: `NE`, or `none`."""

    city: CityView
    sites: dict[str, list[tuple[int, int]]]  # by walls: where such a tile may stand
    swaps: dict[str, list[str]]  # by walls: the tiles that such a tile may take the place of
    loose: list[str]  # tiles that may go to the reserve
    beside: list[tuple[int, int]]  # every free cell that touches the city, for one that is recorded as it lies


class CitiesPaper(msgspec.Struct, frozen=True):
    """All that is written down of a game of cities."""

    cities: list[CityPaper]
    ghost: list[str] | None  # his tiles; None: he does not play
    left: list[str]  # tiles that are nowhere yet
    held: list[int]  # scorings
    open: list[int]  # those that may be held next


class CityScore(ThreeScorings):
    """The cities of all players, and the ghost's tiles."""

    def __init__(self, seats: int, box: int, order_rule: str, skips: bool, no_ghost: tuple[str, str]) -> None:
        super().__init__(seats)
        self.box = box  # mask of the tiles in play
        self.order_rule = order_rule
        self.skips = skips
        self.no_ghost = no_ghost  # the rule, and the key of its sentence, where nobody takes such a tile
        self.cities = [new_city() for _ in range(seats)]
        self.ghost = 0  # mask of his tiles

    # What happens.

    def enter(self, note: Note) -> None:
        if isinstance(note, ScoreNote):
            self.hold(note.scoring)
            return
        self.still_played()
        if isinstance(note, BuildNote):
            self.build(note)
        elif isinstance(note, RemoveNote):
            self.remove(note)
        elif isinstance(note, SwapNote):
            self.swap(note)
        elif isinstance(note, GhostNote):
            self.give(note)
        else:
            raise ValueError("this is no note of a game of cities")

    def build(self, note: BuildNote) -> None:
        city, tile = self.city_of(note.player), self.unused(note.tile)
        x, y = note.cell
        check(city, building.on_cell(building.PLACE, tile, x, y), city.refusal(tile, x, y), note.as_it_lies)
        city.build(tile, x, y)

    def remove(self, note: RemoveNote) -> None:
        city, tile = self.city_of(note.player), number_of(note.tile)
        move = building.with_tile(building.REMOVE, tile)
        check(city, move, city.removal_refusal(tile), note.as_it_lies)
        if falls_apart(city, tile):
            raise Impossible(A17B.label, Phrase("refusal.A17b-remove", {"tile": city_words.tile(note.tile)}))
        city.remove(tile)

    def swap(self, note: SwapNote) -> None:
        city, tile, leaver = self.city_of(note.player), self.unused(note.tile), number_of(note.leaver)
        city.reserve |= BIT[tile]  # for a while: it comes from there
        try:
            check(city, building.swap(tile, leaver), city.swap_refusal(tile, leaver), note.as_it_lies)
        finally:
            city.reserve &= ~BIT[tile]
        city.replace(leaver, tile)

    def give(self, note: GhostNote) -> None:
        if self.seats != TWO:
            rule, key = self.no_ghost
            raise Impossible(rule, Phrase(key))
        self.ghost |= BIT[self.unused(note.tile)]

    def city_of(self, player: int) -> City:
        in_range(self, player, self.seats)
        return self.cities[player]

    def unused(self, name: str) -> int:
        """The number of a tile that is nowhere yet. Raises Impossible."""
        tile = number_of(name)
        args: Args = {"tile": city_words.tile(name)}
        if not (self.box >> tile) & 1:
            raise Impossible("A2", Phrase("refusal.A2-box", args))
        for player, city in enumerate(self.cities):
            if city.cell_of(tile) >= 0:
                raise Impossible("A2", Phrase("refusal.A2-built", {**args, "name": Player(player)}))
        if (self.ghost >> tile) & 1:
            raise Impossible("A2", Phrase("refusal.A2-built", {**args, "name": Player(self.seats)}))
        return tile

    # What it counts.

    def lines_of(self, scoring: int) -> list[Line]:
        ledger = new_ledger(self.players)
        count(ledger, scoring, self.cities, self.ghost)
        return with_sides(ledger.lines(scoring), self.cities)

    # What lies there.

    def left(self) -> list[int]:
        built = [tile for city in self.cities for tile, _, _ in city.built()]
        return [tile for tile in tile_list(self.box & ~self.ghost) if tile not in built]

    def paper(self) -> CitiesPaper:
        left = self.left()
        kinds = {walls_of(tile): tile for tile in left}  # one tile for each pattern of walls
        ghost = [NAMES[tile] for tile in tile_list(self.ghost)] if self.seats == TWO else None
        return CitiesPaper(
            cities=[city_paper(city, kinds) for city in self.cities],
            ghost=ghost,
            left=[NAMES[tile] for tile in left],
            held=self.held,
            open=self.open_scorings(),
        )

    def described(self) -> list[Phrase]:
        found = [line for n, city in enumerate(self.cities) for line in city_words.city_described(n, city_view(city))]
        if self.seats == TWO:
            tiles = city_words.tiles([NAMES[tile] for tile in tile_list(self.ghost)])
            found.append(Phrase("describe.ghost", {"who": Player(self.seats), "tiles": tiles}))
        return found


class CityCompanion(Companion):
    """What the companions of Alhambra and Alcazaba have in common."""

    notes = BuildNote | RemoveNote | SwapNote | GhostNote | ScoreNote
    view_type: ClassVar[type] = CitiesPaper

    def told(self, note: Note) -> Phrase:
        if isinstance(note, BuildNote):
            if note.cell == FOUNTAIN_CELL:
                return Phrase("event.place", {**who_and_tile(note), "cell": city_words.cell(note.cell)})
            return Phrase("event.place-cell", {**who_and_tile(note), "cell": seen_from_middle(*note.cell)})
        if isinstance(note, RemoveNote):
            return Phrase("event.remove", who_and_tile(note))
        if isinstance(note, SwapNote):
            return Phrase("event.swap", {**who_and_tile(note), "leaver": city_words.tile(note.leaver)})
        if isinstance(note, GhostNote):
            return Phrase("companion.ghost", {"name": Player(TWO), "tile": city_words.tile(note.tile)})
        assert isinstance(note, ScoreNote)
        return scoring_told(note)


def who_and_tile(note: BuildNote | RemoveNote | SwapNote) -> Args:
    return {"who": Player(note.player), "tile": city_words.tile(note.tile)}


def check(city: City, move: int, rule: Rule, as_it_lies: bool) -> None:
    """Raises Impossible with the sentence of the rule that refuses a move."""
    if rule is NONE or (as_it_lies and rule in HOW_IT_STANDS):
        return
    key, args = building_ruling(city, move, rule)
    said: Args = {name: city_words.tile(str(arg)) if name != "cell" else str(arg) for name, arg in args.items()}
    raise Impossible(rule.label, Phrase(f"refusal.{key}", said))


def number_of(name: str) -> int:
    """The number of a tile, which is not the fountain. Raises Impossible, ValueError."""
    tile = TILE_NUMBER.get(name)
    if tile is None:
        raise ValueError(f"there is no tile {name!r}")
    if tile == FOUNTAIN:
        raise Impossible(A18.label, Phrase("refusal.A18-fountain"))
    return tile


def walls_of(tile: int) -> str:
    return NAMES[tile].rpartition("-")[2]


def city_paper(city: City, kinds: dict[str, int]) -> CityPaper:
    spots = list(city.spots())
    built = [(tile, name) for tile, name in ((tile, NAMES[tile]) for tile, _, _ in city.built()) if tile != FOUNTAIN]
    sites = {walls: [place(city, spot >> 24) for spot in spots if fits(tile, spot)] for walls, tile in kinds.items()}
    swaps = {
        walls: [name for out, name in built if city.swaps(tile, out, city.cell_of(out))]
        for walls, tile in kinds.items()
    }
    return CityPaper(
        city=city_view(city),
        sites={walls: found for walls, found in sites.items() if found},
        swaps={walls: found for walls, found in swaps.items() if found},
        loose=[name for tile, name in built if city.removal_refusal(tile) is NONE],
        beside=beside(city),
    )


def place(city: City, cell: int) -> tuple[int, int]:
    return city.x_of(cell), city.y_of(cell)


STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))


def beside(city: City) -> list[tuple[int, int]]:
    """The free cells that touch a tile along a side."""
    near = {(x + dx, y + dy) for _, x, y in city.built() for dx, dy in STEPS}
    return sorted(cell for cell in near if city.tile_at(*cell) == NO_TILE)


def falls_apart(city: City, without: int) -> bool:
    """Would the tiles no longer hang together along their sides, walled or not?"""
    cells = {(x, y) for tile, x, y in city.built() if tile != without}
    found, todo = {(0, 0)}, [(0, 0)]
    while todo:
        x, y = todo.pop()
        new = {(x + dx, y + dy) for dx, dy in STEPS} & cells - found
        found |= new
        todo += new
    return found != cells
