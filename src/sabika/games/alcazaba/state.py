"""Alcazaba: the position and what changes it (rules C50 to C70).

A child of two games. From the Dice Game come turns, throws and markers (`games/parts/turns.py`, `rounds.py`), from
Alhambra the walled city, its building rules and its scoring (`city.py`, `building.py`, `ledger.py`). What is its own:
tiles lie in the columns, a turn may be given up for restructuring, and markers win tiles.
"""

from __future__ import annotations

from typing import ClassVar, Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from sabika.engine.rule import NONE, Rule
from sabika.engine.state import Line
from sabika.games.alcazaba import codes, supply
from sabika.games.alcazaba.codes import CHIP, PICK
from sabika.games.alcazaba.facts import ALL_TILES, FROM_STACK, LAID, STACKS
from sabika.games.alcazaba.rules import C55, C57, C58, C69
from sabika.games.parts import building, rounds
from sabika.games.parts.building import ADD, GIVE, PLACE, REMOVE, RESERVE, SWAP, tile_of
from sabika.games.parts.city import City, new_city
from sabika.games.parts.dice import FACES, THROWS
from sabika.games.parts.ledger import Ledger, count, new_ledger, with_sides
from sabika.games.parts.rounds import DIE, FIRST, NOWHERE, ROUNDS, DiceRounds
from sabika.games.parts.space import CELLS, Space, new_space
from sabika.games.parts.tiles import BIT, NAMES, NO_TILE, TYPE, TYPES
from sabika.games.parts.turns import ONE

# What is decided besides the stages of `rounds.py`.
STACK: Final[i64] = 6  # a tile of the stack (C53)
BAG: Final[i64] = 7  # a tile from the bag (C53)
CHOICE: Final[i64] = 8  # which thing of the column (C57)
SITE: Final[i64] = 9  # where a won tile goes (C58)
STAGES: Final = (*rounds.STAGES, "stack", "bag", "prize", "site")


class Alcazaba(DiceRounds):
    """A position of Alcazaba: what lies on the table, and what is face down as a mask."""

    game: ClassVar[str] = "alcazaba"

    def __init__(
        self, seats: i64, space: Space, points: vec[i64], laid: vec[u8], cities: list[City], ledger: Ledger
    ) -> None:
        super().__init__(seats, space, points)
        self.laid: vec[u8] = laid  # tiles in the columns in order of arrival, NO_TILE where one is gone or to come
        self.cities: list[City] = cities  # by seat
        self.ledger: Ledger = ledger  # what was counted at each scoring
        self.unseen: i64 = ALL_TILES  # mask of the tiles in stacks and bag
        self.drawn: i64 = 0  # tiles laid out in this round so far
        self.aside: i64 = 0  # mask of the tiles that nobody won (C60)
        self.carlo: i64 = 0  # mask of Carlo's tiles
        self.resting: i64 = 0  # markers on reserve boards, four bits a player (C55)
        self.won: i64 = NO_TILE  # the tile that the actor has to place (C58)

    def clone(self) -> Alcazaba:
        twin = Alcazaba(
            self.seats,
            self.space.clone(),
            self.points[:],
            self.laid[:],
            [city.clone() for city in self.cities],
            self.ledger.clone(),
        )
        self.copy_to(twin)
        twin.unseen = self.unseen
        twin.drawn = self.drawn
        twin.aside = self.aside
        twin.carlo = self.carlo
        twin.resting = self.resting
        twin.won = self.won
        return twin

    # Laying out tiles: a stack, five from the bag with Carlo's markers, then the first-player chip (C53, C67, Q19).

    def lay_out(self) -> None:
        self.drawn = 0
        self.stage = STACK

    def stacks_left(self) -> i64:
        """Stacks that lie face down once this round's is laid out."""
        return STACKS - self.round

    def lay_kind(self) -> str:
        return "stack" if self.stage == STACK else "bag"

    def lay_total(self) -> i64:
        if self.stage == STACK:
            return supply.of_type(self.unseen, self.drawn)
        return supply.bag_size(self.unseen, self.stacks_left()) * supply.WAYS

    def drawn_tile(self, k: i64) -> i64:
        """The tile of the k-th chance."""
        if self.stage == STACK:
            return supply.stack_tile(self.unseen, self.drawn, k)
        return supply.bag_tile(self.unseen, self.stacks_left(), k)

    def lay_outcome(self, k: i64) -> str:
        return NAMES[self.drawn_tile(k)]

    def lay_chances(self) -> list[tuple[str, int]]:
        if self.stage == STACK:
            return [(self.outcome(k), 1) for k in range(self.lay_total())]
        return [(NAMES[tile], ways) for tile, ways in supply.bag_chances(self.unseen, self.stacks_left())]

    def lay(self, k: i64) -> None:
        tile = self.drawn_tile(k)
        self.unseen ^= BIT[tile]
        self.laid[self.drawn] = u8(tile)
        self.drawn += 1
        if self.stage == BAG and self.seats == 2:
            self.place_ghost(i64(TYPE[tile]))
        if self.drawn == FROM_STACK:
            self.stage = BAG
        elif self.drawn == LAID:
            self.after_tiles()

    def after_tiles(self) -> None:
        """The first-player chip gets its column; not in the last round (C53)."""
        if self.round < ROUNDS:
            self.stage = DIE
        else:
            self.begin_turns()

    def after_die(self) -> None:
        self.begin_turns()

    # A turn: placing may be given up for one restructuring action, after the first or second throw (C55, C56).

    def other_turn_moves(self, found: vec[i64]) -> vec[i64]:
        if self.throws == THROWS:
            return found
        return building.redesigns(self.cities[self.turn], found)

    def well_formed(self, move: i64) -> bool:
        return codes.well_formed(move)

    def other_turn_refusal(self, kind: i64, move: i64) -> Rule:
        if kind not in (ADD, REMOVE, SWAP):
            return C57  # prizes are given when all markers are placed
        if self.throws == THROWS:
            return C55
        return building.redesign_refusal(self.cities[self.turn], move)

    def act(self, kind: i64, move: i64) -> None:
        if kind == PICK:
            self.take(tile_of(move))
        elif kind in (PLACE, RESERVE, GIVE):
            self.place(kind, move)
        else:
            self.restructure(move)

    def restructure(self, move: i64) -> None:
        """The marker goes on the reserve board until the round ends (C55)."""
        building.redesign(self.cities[self.turn], move)
        self.hand -= ONE[self.turn]
        self.resting += ONE[self.turn]
        self.end_turn()

    # Prizes: the best marker takes one thing of its column and goes back, while there is something left (C57).

    def award(self) -> None:
        while self.column < FACES:
            best = self.space.best(self.column, 0)
            things = self.things()
            if best == CELLS or len(things) == 0:
                self.column += 1
                continue
            winner = self.space.owner(self.column, best)
            if winner == self.seats:
                self.ghost_takes(things[0])
                continue
            self.actor = winner
            if len(things) > 1:
                self.stage = CHOICE
            else:
                self.take(things[0])  # there is nothing to choose
            return
        self.end_round()

    def things(self) -> vec[i64]:
        """What lies in the column that is evaluated: tiles in order of arrival, then the first-player chip."""
        found = vec[i64](capacity=8)
        for tile in self.laid:
            if tile != NO_TILE and i64(TYPE[i64(tile)]) == self.column:
                found = append(found, i64(tile))
        if self.chip == self.column:
            found = append(found, CHIP)
        return found

    def take(self, thing: i64) -> None:
        """The actor has won the thing: a tile has to be placed (C58), the chip lets him name (C59)."""
        self.take_away(self.actor, thing)
        if thing == CHIP:
            self.stage = FIRST
        else:
            self.won = thing
            self.stage = SITE

    def ghost_takes(self, thing: i64) -> None:
        """Carlo takes the lowest tile of the column, which was laid first; the chip only when it is alone (C68)."""
        self.take_away(self.seats, thing)
        if thing == CHIP:
            self.ghost_crowns()
        else:
            self.carlo |= BIT[thing]

    def take_away(self, winner: i64, thing: i64) -> None:
        """The best marker goes back to its owner, and the thing leaves its column."""
        self.space.take(self.column, self.space.best(self.column, 0))
        self.hand += ONE[winner]
        if thing == CHIP:
            self.chip = NOWHERE
        else:
            self.laid[self.place_of(thing)] = u8(NO_TILE)
        if self.chronicle is not None:
            name = "first-player" if thing == CHIP else NAMES[thing]
            self.happened("prize", {"player": winner, "column": TYPES[self.column], "prize": name})

    def place_of(self, tile: i64) -> i64:
        """Its place among the laid tiles."""
        place: i64 = 0
        while i64(self.laid[place]) != tile:
            place += 1
        return place

    def place(self, kind: i64, move: i64) -> None:
        """A won tile goes to the city, the reserve, or Carlo, at once (C58, C69)."""
        city = self.cities[self.actor]
        if kind == PLACE:
            city.build(self.won, building.x_of(move), building.y_of(move))
        elif kind == RESERVE:
            city.reserve |= BIT[self.won]
        else:
            self.carlo |= BIT[self.won]
        self.won = NO_TILE
        self.award()

    def prize_moves(self) -> vec[i64]:
        found = vec[i64](capacity=32)
        if self.stage == CHOICE:
            for thing in self.things():
                found = append(found, codes.pick(thing))
            return found
        found = building.sites(PLACE, self.cities[self.actor], BIT[self.won], found)
        found = append(found, building.with_tile(RESERVE, self.won))
        if self.seats == 2:
            found = append(found, building.with_tile(GIVE, self.won))
        return found

    def prize_refusal(self, kind: i64, move: i64) -> Rule:
        if self.stage == CHOICE:
            return NONE if kind == PICK and tile_of(move) in self.things() else C57
        if kind not in (PLACE, RESERVE, GIVE) or tile_of(move) != self.won:
            return C58
        if kind == PLACE:
            return self.cities[self.actor].refusal(self.won, building.x_of(move), building.y_of(move))
        return C69 if kind == GIVE and self.seats != 2 else NONE

    def tidy(self) -> None:
        """Tiles left in the columns are out of the game; markers leave the reserve boards (C60)."""
        for place in range(LAID):
            if self.laid[place] != NO_TILE:
                self.aside |= BIT[i64(self.laid[place])]
                self.laid[place] = u8(NO_TILE)
        self.drawn = 0
        self.resting = 0

    # Scoring, as in Alhambra (C62 to C64, C70).

    def enter_scoring(self, scoring: i64) -> None:
        count(self.ledger, scoring, self.cities, self.carlo)

    def scored(self, scoring: i64, player: i64) -> i64:
        return self.ledger.points(scoring, player)

    def scoring_lines(self, scoring: i64) -> list[Line]:
        return self.ledger.lines(scoring)

    def opened(self, lines: list[Line]) -> list[Line]:
        return with_sides(lines, self.cities)

    def score_now(self) -> list[Line]:
        """What the next scoring would give if it were held now."""
        scoring = min(self.held + 1, 3)
        ledger = new_ledger(self.players())
        count(ledger, scoring, self.cities, self.carlo)
        return with_sides(ledger.lines(scoring), self.cities)

    # For people.

    def rests(self, player: i64) -> i64:
        """Markers of a player on his reserve board."""
        return (self.resting >> (4 * player)) & 15

    def marker_census(self) -> dict[str, int]:
        found = super().marker_census()
        for player in range(self.players()):
            found[f"marker-{player + 1}"] += self.rests(player)
        return found

    def other_preview(self, kind: i64, move: i64) -> dict[str, int]:
        """The wall before and after; for a tile to pick, on how many cells it may stand."""
        city = self.cities[self.actor]
        if kind != PICK:
            return {"wall": city.longest_wall(), "wall_after": building.wall_after(city, move)}
        if tile_of(move) == CHIP:
            return {}
        return {"sites": len(building.sites(PLACE, city, BIT[tile_of(move)], vec[i64]()))}


def new_alcazaba(seats: i64) -> Alcazaba:
    """The table before the first player is drawn; every random thing is still to come."""
    players: i64 = 3 if seats == 2 else seats
    state = Alcazaba(
        seats,
        new_space(),
        vec[i64]([0] * players),
        vec[u8]([u8(NO_TILE)] * LAID),
        [new_city() for _ in range(seats)],
        new_ledger(players),
    )
    state.hand = state.markers()
    return state
