"""What the markers in the columns of Alcazaba may win in this round, and what that adds to how the players stand."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sabika.bots.worth.alcazaba_stand import AlcazabaWeights, Stand
from sabika.bots.worth.city import KINDS, build_best
from sabika.engine.state import OVER
from sabika.games.alcazaba.codes import CHIP
from sabika.games.alcazaba.state import SITE, Alcazaba
from sabika.games.parts.city import City
from sabika.games.parts.dice import FACES
from sabika.games.parts.rounds import ROUNDS
from sabika.games.parts.space import CELLS, NOBODY
from sabika.games.parts.tiles import BIT, NO_TILE, TYPE

MOST: Final[i64] = 4  # markers that may come before one: more are not thought of

# How often a marker of a rival still comes before one on this cell, when one thing lies in the column: counted in play.
# Three cells a row, from 8 symbols down.
RATES: Final = vec[float](
    [float(rate) for rate in "0 0 0 0 0 .001 .001 .003 .007 .008 .018 .04 .05 .12 .18".split()]
    + [float(rate) for rate in ".2 .29 .34 .42 .5 .56 .62 .68 .7".split()]
)


class AlcazabaOutlook(Stand):
    """One position, judged."""

    def __init__(self, state: Alcazaba, weights: AlcazabaWeights) -> None:
        super().__init__(state, weights, [settled(state, seat) for seat in range(state.seats)])
        self.gains: vec[float] = vec[float]([0.0] * (state.players() * KINDS))  # of one tile more, by player and type
        self.contests: list[Contest] = []
        self.claim: float = 0.0  # the part of what no marker wins yet that each marker to come will win
        if state.actor != OVER:
            self.foresee_gains()
            self.contests = [Contest(self, column) for column in range(FACES)]
            self.expect_prizes()

    def lead(self, seat: i64) -> float:
        """By how much the seat can expect to beat the average of its rivals."""
        theirs = 0.0
        for rival in range(self.seats):
            if rival != seat:
                theirs += self.prospects(rival)
        return self.prospects(seat) - theirs / float(self.seats - 1)

    def prospects(self, seat: i64) -> float:
        """The points of a seat at the end, as far as can be told now."""
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
        """What a type and its column bring a seat: places, and what else its markers win."""
        return self.places(seat, column) + self.contests[column].extra[seat]

    def foresee_gains(self) -> None:
        """What one tile more of a type would bring each seat, its rivals' loss included."""
        for kind in range(KINDS):
            for seat in range(self.seats):
                self.gains[seat * KINDS + kind] = self.gain(seat, kind)

    # What lies in the columns.

    def worth(self, seat: i64, thing: i64) -> float:
        """What a thing of a column is worth to the player who would win it."""
        if thing == CHIP:
            return self.first(seat)
        return self.extra(seat, thing) + self.part(seat, thing) * self.gains[seat * KINDS + i64(TYPE[thing])]

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

    # Markers to come.

    def with_marker(self, seat: i64, column: i64, cell: i64) -> float:
        """The lead that a marker on this free cell would add, against none."""
        contest = self.contests[column]
        before = self.lead_in_column(seat, column)
        contest.enter(-1.0)
        self.state.space.put(column, cell, seat)
        changed = Contest(self, column)
        changed.enter(1.0)
        self.contests[column] = changed
        found = self.lead_in_column(seat, column) - before
        changed.enter(-1.0)
        self.contests[column] = contest
        contest.enter(1.0)
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

    def __init__(self, outlook: AlcazabaOutlook, column: i64) -> None:
        self.outlook: AlcazabaOutlook = outlook
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
        """What each marker takes, the best first, when this many things are gone before; -1: nothing is left."""
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
        """The chance that this many markers of rivals still come before this cell."""
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
