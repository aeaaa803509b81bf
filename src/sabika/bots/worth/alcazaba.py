"""What a position of Alcazaba is worth to a seat: the points by which it can expect to be ahead at the end.

For every seat: its points so far, the places it can expect in each type at the scorings to come, its wall at each of
them, how its city can grow, and what its markers may win in this round. All numbers are in `Weights`.
"""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sabika.bots.dice.plan import NEVER, Plan, Turn
from sabika.bots.worth.base import Thought, Worth, after
from sabika.bots.worth.city import KINDS, OF_WALLS, Growth, Places, build_best
from sabika.engine.state import LUCK, OVER, State
from sabika.games.alcazaba.codes import CHIP, PICK
from sabika.games.alcazaba.facts import FROM_BAG, LAID
from sabika.games.alcazaba.state import BAG, SITE, STACK, Alcazaba
from sabika.games.alcazaba.supply import bag_size, of_type
from sabika.games.parts import building
from sabika.games.parts.building import ADD, PLACE, RESERVE
from sabika.games.parts.city import City
from sabika.games.parts.dice import FACES, KEEP, THROWS, UNIT, kept_by, showing
from sabika.games.parts.rounds import DIE, NAME, ROUNDS
from sabika.games.parts.space import CELLS, NOBODY
from sabika.games.parts.tiles import BIT, EXTRA_TOWER, NO_TILE, TYPE, tiles_in
from sabika.games.parts.turns import MARK, ONE, THROW, TURN, type_of

UNREST: Final = vec[float]([33.0, 33.0, 33.0, 27.0, 18.0, 12.0])  # points by which a lead is often off, by round
MIX: Final[i64] = 1000003
WIDE: Final[i64] = 0x7FFFFFFFFFF  # 43 bits, so that products stay below 2**63
MANY: Final[i64] = 1000  # outlooks that are kept
MOST: Final[i64] = 4  # markers that may come before one: more are not thought of

# How often a marker of a rival still comes before one on this cell, when one thing lies in the column: counted in play.
# Three cells a row, from 8 symbols down.
RATES: Final = vec[float](
    [float(rate) for rate in "0 0 0 0 0 .001 .001 .003 .007 .008 .018 .04 .05 .12 .18".split()]
    + [float(rate) for rate in ".2 .29 .34 .42 .5 .56 .62 .68 .7".split()]
)


class Weights:
    """All numbers of this judge; points where nothing else is said. docs/bots.md tells how they were found."""

    def __init__(self) -> None:
        self.unrest = 0.9  # how far places change before they count, as a part of what blind winning would change
        self.reserve = 0.3  # of a tile: on the reserve and ready to be built, which costs a marker
        self.stuck = 0.1  # of a tile: on the reserve and fitting nowhere yet
        self.wall = 1.1  # a side of the wall at the next scoring: it pays 1, and a longer wall grows longer
        self.fade = 0.65  # of that, a round later
        self.growth = 2.5  # a side by which the next tile would lengthen the wall, in the mean of those to come
        self.room = 15.0  # a city where all tiles to come fit, against one where none does
        self.prize_wall = 0.35  # of a side of the wall: one by which a tile that a marker may win would lengthen it
        self.first = 2.5  # what it costs to be first player in the next round: who throws last knows what to beat
        self.contest = 1.0  # markers of rivals that come before one, against what was counted
        self.undecided = 0.8  # a tile that lies in a column, as unrest: part of one that is still to come
        self.free = 0.15  # of a tile that no marker wins yet: some marker to come will
        self.trust = 10.0  # rehearsals that the judgment of a cell counts for in a search


class AlcazabaWorth(Worth):
    """The judge of Alcazaba."""

    def __init__(self, weights: Weights) -> None:
        super().__init__()
        self.weights: Weights = weights
        self.play_on = 0  # level moves are as good as each other
        self.warmth = 1.5
        self.known: dict[i64, Outlook] = {}  # by the mark of what they depend on

    def of(self, state: State, seat: i64) -> float:
        """With more than one rival: before their mean, which is calmer than before the best of them."""
        assert isinstance(state, Alcazaba)
        return Outlook(state, self.weights).lead(seat)

    def prospects(self, state: State) -> vec[float]:
        assert isinstance(state, Alcazaba)
        outlook = Outlook(state, self.weights)
        found = vec[float]([0.0] * state.players())
        for seat in range(state.seats):
            found[seat] = outlook.prospects(seat)
        return found

    def weigh(self, state: State, moves: vec[i64]) -> vec[float]:
        """A throw by its exact chances to end on each cell; all else by the position it leads to."""
        assert isinstance(state, Alcazaba)
        if state.stage != TURN:
            return super().weigh(state, moves)
        return self.weigh_turn(state, moves, ends(state, self.weights))

    def weigh_turn(self, state: Alcazaba, moves: vec[i64], ends: vec[float]) -> vec[float]:
        """The moves of a turn, if a marker that is meant for a cell leads to this."""
        turn = Turn(ends)
        found = vec[float](capacity=len(moves))
        for move in moves:
            found = append(found, self.end_of(state, move, turn))
        if state.throws < THROWS:
            turn.instead[0] = turn.instead[1]
            plan = Plan(turn)
            for n in range(len(moves)):
                if building.kind_of(moves[n]) == KEEP:
                    found[n] = plan.keep(kept_by(moves[n]), state.dice, state.throws)
        return found

    def harmless(self, state: State) -> vec[i64]:
        """Throw for the type that shows most, mark where something can be won, build what fits; no tearing down."""
        assert isinstance(state, Alcazaba)
        found = vec[i64](capacity=32)
        for move in state.moves():
            if means_well(state, move):
                found = append(found, move)
        if len(found) == 0 and state.stage == SITE:
            found = append(found, building.with_tile(RESERVE, state.won))
        return found if len(found) > 0 else state.moves()

    # For search.

    def unrest(self, state: State) -> float:
        """Counted in games of builders."""
        assert isinstance(state, Alcazaba)
        return 0.0 if state.actor == OVER else UNREST[state.round]

    def routine(self, state: State) -> bool:
        assert isinstance(state, Alcazaba)
        return state.stage == TURN

    def cut(self, state: State) -> bool:
        """A playout ends before the tiles of the next round are laid out: they could be any."""
        assert isinstance(state, Alcazaba)
        return state.actor == LUCK and state.stage != THROW

    def thought(self, state: State, seed: i64) -> Thought | None:
        """In a turn the rest of the round is rehearsed."""
        from sabika.bots.worth.alcazaba_thought import Rehearsal

        assert isinstance(state, Alcazaba)
        return Rehearsal(self, state, seed) if state.stage == TURN else None

    def glance(self, state: State, moves: vec[i64]) -> vec[float]:
        from sabika.bots.worth.alcazaba_glance import Look

        assert isinstance(state, Alcazaba)
        if state.stage == TURN:
            return self.weigh(state, moves)
        return Look(state, self.weights).values(moves)

    def guide(self, state: State) -> i64:
        """In a turn the best aim; else what is worth most."""
        from sabika.bots.worth.alcazaba_glance import Aims

        assert isinstance(state, Alcazaba)
        if state.stage == TURN:
            return Aims(state, self.outlook_of(state)).move()
        return super().guide(state)

    def outlook_of(self, state: Alcazaba) -> Outlook:
        """An outlook of these cities and tiles, which hold for all turns of a round; it is made once."""
        key = mark_of(state)
        found = self.known.get(key)
        if found is None:
            if len(self.known) > MANY:
                self.known.clear()
            found = Outlook(state, self.weights)
            found.forget_prizes()
            self.known[key] = found
        return found

    def end_of(self, state: Alcazaba, move: i64, turn: Turn) -> float:
        """The worth of a move that ends the turn; the best restructuring is what one may do instead (C55)."""
        kind = building.kind_of(move)
        if kind == KEEP:
            return NEVER
        if kind == MARK:
            return turn.ends[type_of(move) * CELLS + state.goal(type_of(move))]
        worth = self.of(after(state, move), state.actor)
        turn.instead[1] = max(turn.instead[1], worth)
        return worth


def means_well(state: Alcazaba, move: i64) -> bool:
    """Would a beginner who means no harm to himself do this?"""
    kind = building.kind_of(move)
    if kind == MARK:
        return can_win(state, type_of(move))
    if kind == KEEP:
        return keeps_most(state.dice, kept_by(move))
    return kind in (ADD, PLACE, PICK, NAME)


def can_win(state: Alcazaba, column: i64) -> bool:
    """Would a marker in this column win something, if no other came?"""
    cell = state.space.reach(column, state.goal(column))
    ahead: i64 = 0
    for better in range(cell):
        if state.space.owner(column, better) != NOBODY:
            ahead += 1
    return cell < CELLS and ahead < len(things_in(state, column))


def keeps_most(dice: i64, kept: i64) -> bool:
    """Are these all dice of one type, of which no other shows more?"""
    most: i64 = 0
    for face in range(FACES):
        most = max(most, showing(dice, face))
    return any(kept == most * UNIT[face] for face in range(FACES))


def ends(state: Alcazaba, weights: Weights) -> vec[float]:
    """The lead of who throws after marking, by type and cell that the marker is meant for."""
    twin = state.clone()
    twin.hand -= ONE[twin.turn]
    outlook = Outlook(twin, weights)
    lead = outlook.lead(twin.turn)
    found = vec[float]([lead] * (FACES * CELLS))
    for column in range(FACES):
        worth = 0.0  # of a marker that falls off the column (D18)
        for cell in range(CELLS - 1, i64(-1), i64(-1)):
            if twin.space.owner(column, cell) == NOBODY:
                worth = outlook.with_marker(twin.turn, column, cell)
            found[column * CELLS + cell] += worth  # a cell that is taken sends it to the next free one (D16)
    return found


def mark_of(state: Alcazaba) -> i64:
    """A number that tells cities, and what lies in the columns, from others."""
    found = mixed(mixed(state.caliph * 8 + state.chip, state.unseen), state.carlo)
    for city in state.cities:
        found = mixed(found, city.reserve)
        for entry in city.tiles:
            found = mixed(found, i64(entry))
    for tile in state.laid:
        found = mixed(found, i64(tile))
    return found


def mixed(found: i64, number: i64) -> i64:
    """A step of a hash."""
    return (((found + number) & WIDE) + (number >> 43)) % WIDE * MIX & WIDE


class Stand:
    """How the players stand in one position: their cities and tiles, and what tiles to come would do for them."""

    def __init__(self, state: Alcazaba, weights: Weights, cities: list[City]) -> None:
        self.state: Alcazaba = state
        self.weights: Weights = weights
        self.seats: i64 = state.seats
        self.next: i64 = state.held + 1  # the number of the next scoring
        self.side: float = self.foresee_walls()  # worth of a side of the wall
        self.growths: list[Growth] = [Growth(city) for city in cities]
        self.standing: Places = Places(state.players(), weights.unrest)
        self.coming: vec[float] = vec[float]([0.0] * (KINDS * 3))  # tiles for each seat, by type and scoring
        if state.actor != OVER:
            self.count_tiles()
            self.foresee_draws()

    # Places in each type (C62, C63).

    def count_tiles(self) -> None:
        for seat in range(self.seats):
            city = self.growths[seat].city
            self.standing.count_city(seat, city)
            for tile in range(EXTRA_TOWER + 1):
                if (city.reserve >> tile) & 1:
                    ready = self.growths[seat].fits(tile)
                    self.standing.count(seat, tile, self.weights.reserve if ready else self.weights.stuck)
        if self.state.carlo:
            self.standing.count_all(self.seats, self.state.carlo)

    def foresee_draws(self) -> None:
        """A round lays out one tile of each type and five from the bag (C53); scorings are after rounds 1, 3, 5."""
        state = self.state
        stacks = state.stacks_left()
        bag = bag_size(state.unseen, stacks)
        fresh = LAID - state.drawn if state.stage in (STACK, BAG) else i64(0)
        sharers = float(self.seats) + (0.5 if self.seats == 2 else 0.0)  # Carlo wins about half as much as a seat
        for kind in range(KINDS):
            in_bag = float(of_type(state.unseen, kind) - stacks)
            if kind == KINDS - 1 and (state.unseen >> EXTRA_TOWER) & 1:
                in_bag += 1.0
            for scoring in range(self.next, i64(4)):
                rounds = 2 * scoring - 1 - state.round
                tiles = float(rounds)
                if bag > 0:
                    tiles += in_bag * float(min(rounds * FROM_BAG + fresh, bag)) / float(bag)
                tiles += self.weights.undecided * float(self.lying(kind))
                self.coming[kind * 3 + scoring - 1] = tiles / sharers

    def lying(self, kind: i64) -> i64:
        """Tiles of a type that are still to be won in this round."""
        number: i64 = 0
        if kind >= self.state.column:
            for tile in self.state.laid:
                if tile != NO_TILE and i64(TYPE[i64(tile)]) == kind:
                    number += 1
        return number

    def gain(self, seat: i64, kind: i64) -> float:
        before = self.lead_in_places(seat, kind)
        self.standing.tiles[seat * KINDS + kind] += 1.0
        found = self.lead_in_places(seat, kind) - before
        self.standing.tiles[seat * KINDS + kind] -= 1.0
        return found

    def lead_in_places(self, seat: i64, kind: i64) -> float:
        theirs = 0.0
        for rival in range(self.seats):
            if rival != seat:
                theirs += self.places(rival, kind)
        return self.places(seat, kind) - theirs / float(self.seats - 1)

    def places(self, player: i64, kind: i64) -> float:
        """Points for a type at all scorings to come."""
        found = 0.0
        for scoring in range(self.next, i64(4)):
            found += self.standing.place(player, kind, 0.0, scoring, self.coming[kind * 3 + scoring - 1])
        return found

    # Wall and room (C64).

    def foresee_walls(self) -> float:
        """What a side of the wall brings at the scorings to come: the longer until then, the likelier it is covered."""
        state = self.state
        wait = 1.0 if state.stage in (STACK, BAG, DIE, THROW, TURN) else 0.5  # rounds until the end of this one
        found = 0.0
        for scoring in range(self.next, i64(4)):
            found += self.weights.wall * math.pow(self.weights.fade, float(2 * scoring - 1 - state.round) + wait)
        return found

    def form(self, growth: Growth) -> float:
        """A city's wall, what the tiles to come could do for it one by one, and which of them would fit at all."""
        found = self.side * float(growth.wall)
        left = tiles_in(self.state.unseen)
        if left == 0:
            return found
        sides: i64 = 0
        fitting: i64 = 0
        for walls in range(i64(15)):
            number = tiles_in(self.state.unseen & OF_WALLS[walls])
            if number > 0 and growth.best[walls] >= 0:
                fitting += number
                if growth.best[walls] > growth.wall:
                    sides += number * (growth.best[walls] - growth.wall)
        return found + (self.weights.growth * float(sides) + self.weights.room * float(fitting)) / float(left)

    def first(self, seat: i64) -> float:
        """What the first-player chip is worth: somebody else is named, and not oneself."""
        return 2.0 * self.weights.first if self.state.caliph == seat else self.weights.first


class Outlook(Stand):
    """One position, judged."""

    def __init__(self, state: Alcazaba, weights: Weights) -> None:
        super().__init__(state, weights, [settled(state, seat) for seat in range(state.seats)])
        self.gains: vec[float] = vec[float]([0.0] * (state.players() * KINDS))  # of one tile more, by player and type
        self.contests: list[Contest] = []
        self.claim: float = 0.0  # the part of what no marker wins yet that each marker to come will win
        if state.actor != OVER:
            self.foresee_gains()
            self.contests = [Contest(self, column) for column in range(FACES)]
            self.expect_prizes()

    def lead(self, seat: i64) -> float:
        """What the seat can expect more than its rivals in the mean."""
        theirs = 0.0
        for rival in range(self.seats):
            if rival != seat:
                theirs += self.prospects(rival)
        return self.prospects(seat) - theirs / float(self.seats - 1)

    def prospects(self, seat: i64) -> float:
        """The points of a seat at the end, as far as one can tell now."""
        found = float(self.state.points[seat])
        if self.state.actor == OVER:
            return found
        for column in range(FACES):
            found += self.in_column(seat, column)
        found += self.form(self.growths[seat])
        if self.state.caliph == seat and self.state.round < ROUNDS:
            found -= self.weights.first
        return found

    def in_column(self, seat: i64, column: i64) -> float:
        """What a type and its column bring a seat: places, and what its markers win besides."""
        return self.places(seat, column) + self.contests[column].extra[seat]

    def foresee_gains(self) -> None:
        """What one tile more of a type would bring each seat, its rivals' loss included."""
        for kind in range(KINDS):
            for seat in range(self.seats):
                self.gains[seat * KINDS + kind] = self.gain(seat, kind)

    # What lies in the columns.

    def worth(self, seat: i64, thing: i64) -> float:
        """What a thing of a column is worth to who would win it."""
        return self.worth_by(0.0 if thing == CHIP else self.gains[seat * KINDS + i64(TYPE[thing])], seat, thing)

    def worth_by(self, gain: float, seat: i64, thing: i64) -> float:
        """The same, if one tile more of its type brings so much."""
        if thing == CHIP:
            return self.first(seat)
        return self.extra(seat, thing) + self.part(seat, thing) * gain

    def part(self, seat: i64, tile: i64) -> float:
        """Of a tile: how much it would count, in the city or on the reserve."""
        return 1.0 if self.growths[seat].fits(tile) else self.weights.stuck

    def extra(self, seat: i64, tile: i64) -> float:
        """What a tile would do for the wall."""
        more = self.growths[seat].more(tile)
        return self.weights.prize_wall * self.side * float(more) if more > 0 else 0.0

    def expect_prizes(self) -> None:
        """Count what the markers may win, those to come included: what is left over is shared evenly among them."""
        left = 0.0
        for contest in self.contests:
            left += contest.left
        markers = 0.0
        for seat in range(self.seats):
            markers += float(self.state.in_hand(seat))
        if markers > 0.0 and left > 0.0:
            self.claim = self.weights.free / max(left, markers)
        for contest in self.contests:
            contest.enter(1.0)

    def forget_prizes(self) -> None:
        """Count only what the players have."""
        self.standing = Places(self.state.players(), self.weights.unrest)
        self.count_tiles()
        self.claim = 0.0

    # Markers to come.

    def renew(self, column: i64) -> None:
        """Judge a column again, whose markers have changed."""
        self.contests[column].enter(-1.0)
        self.contests[column] = Contest(self, column)
        self.contests[column].enter(1.0)

    def with_marker(self, seat: i64, column: i64, cell: i64) -> float:
        """The lead that a marker on this free cell would add, against none."""
        contest = self.contests[column]
        before = self.lead_in_column(seat, column)
        contest.enter(-1.0)
        if cell < CELLS:
            self.state.space.put(column, cell, seat)
        changed = Contest(self, column)
        changed.enter(1.0)
        self.contests[column] = changed
        found = self.lead_in_column(seat, column) - before
        changed.enter(-1.0)
        self.contests[column] = contest
        contest.enter(1.0)
        if cell < CELLS:
            self.state.space.take(column, cell)
        return found

    def lead_in_column(self, seat: i64, column: i64) -> float:
        theirs = 0.0
        for rival in range(self.seats):
            if rival != seat:
                theirs += self.in_column(rival, column)
        return self.in_column(seat, column) - theirs / float(self.seats - 1)


class Contest:
    """One column: what its markers can expect to win of it (C57)."""

    def __init__(self, outlook: Outlook, column: i64) -> None:
        self.outlook: Outlook = outlook
        self.column: i64 = column
        players = outlook.state.players()
        self.things: vec[i64] = things_in(outlook.state, column)
        self.tiles: vec[float] = vec[float]([0.0] * players)  # that each player can expect
        self.extra: vec[float] = vec[float]([0.0] * players)  # and what these do besides counting as tiles
        self.left: float = float(len(self.things))  # what none of these markers wins
        if self.left > 0.0:
            self.expect()

    def enter(self, sign: float) -> None:
        """Count the tiles that are expected among those of the players, or take them out again."""
        standing = self.outlook.standing
        for player in range(standing.players):
            tiles = self.tiles[player]
            if player < self.outlook.seats:
                tiles += self.left * self.outlook.claim * float(self.outlook.state.in_hand(player))
            standing.tiles[player * KINDS + self.column] += sign * tiles

    def expect(self) -> None:
        """Each marker in turn, however many others still come before it."""
        cells = vec[i64](capacity=8)
        owners = vec[i64](capacity=8)
        for cell in range(CELLS):
            owner = self.outlook.state.space.owner(self.column, cell)
            if owner != NOBODY:
                cells = append(cells, cell)
                owners = append(owners, owner)
        for late in range(min(MOST, i64(len(self.things)))):
            picks = self.picks(owners, late)
            for n in range(i64(len(owners))):
                if picks[n] >= 0:
                    chance = self.overtaken(owners[n], cells[n], late)
                    self.win(owners[n], picks[n], chance)
                    self.left -= chance

    def picks(self, owners: vec[i64], late: i64) -> vec[i64]:
        """What each marker takes, the best first, when so many things are gone before; -1: nothing is left."""
        found = vec[i64](capacity=8)
        taken: i64 = 0
        for _ in range(late):
            taken |= BIT[self.dearest(taken, NOBODY)]
        for owner in owners:
            thing = self.dearest(taken, owner)
            if thing < 0:
                found = append(found, i64(-1))
            else:
                taken |= BIT[thing]
                found = append(found, self.things[thing])
        return found

    def dearest(self, taken: i64, player: i64) -> i64:
        """Which of the things left the player takes, -1 when there is none; NOBODY: some seat, any may come."""
        best: i64 = -1
        most = -1e9
        for n in range(i64(len(self.things))):
            if (taken >> n) & 1:
                continue
            worth = self.worth(player, n)
            if worth > most:
                most = worth
                best = n
        return best

    def worth(self, player: i64, n: i64) -> float:
        if player == self.outlook.seats:
            return -float(n)  # Carlo takes the lowest tile (C68)
        if player != NOBODY:
            return self.outlook.worth(player, self.things[n])
        total = 0.0
        for seat in range(self.outlook.seats):
            total += self.outlook.worth(seat, self.things[n])
        return total

    def overtaken(self, owner: i64, cell: i64, number: i64) -> float:
        """The chance that so many markers of rivals still come before this cell."""
        state = self.outlook.state
        rivals: i64 = 0
        for seat in range(state.seats):
            if seat != owner:
                rivals += state.in_hand(seat)
        mean = float(rivals) * RATES[cell] * self.outlook.weights.contest / math.sqrt(float(len(self.things)))
        found = math.exp(-mean)
        for n in range(number):
            found *= mean / float(n + 1)
        return found

    def win(self, player: i64, thing: i64, chance: float) -> None:
        outlook = self.outlook
        if thing == CHIP:
            if player == outlook.state.caliph:  # he names another (C59); anyone else leaves it as it is
                self.extra[player] += chance * outlook.weights.first
                self.extra[(player + 1) % outlook.seats] -= chance * outlook.weights.first
        elif player < outlook.seats:
            self.tiles[player] += chance * outlook.part(player, thing)
            self.extra[player] += chance * outlook.extra(player, thing)
        else:
            self.tiles[player] += chance


def things_in(state: Alcazaba, column: i64) -> vec[i64]:
    """What lies in a column and may still be won: tiles in order of arrival, then the first-player chip."""
    found = vec[i64](capacity=8)
    if column >= state.column:
        for tile in state.laid:
            if tile != NO_TILE and i64(TYPE[i64(tile)]) == column:
                found = append(found, i64(tile))
        if state.chip == column:
            found = append(found, CHIP)
    return found


def settled(state: Alcazaba, seat: i64) -> City:
    """The city of a seat; a tile that it has to place stands where it makes the longest wall (C58)."""
    city = state.cities[seat]
    if state.stage == SITE and state.actor == seat:
        city = city.clone()
        build_best(city, state.won)
    return city


WORTH: Final = AlcazabaWorth(Weights())
