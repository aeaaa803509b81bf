"""A position of the Dice Game, judged column by column: who will be best and second, and what that is worth.

When this round's markers have all been placed, two players get prizes in a column (D20). For every such pair it is
worked out what the prizes make of the building track, and which places that gives at the scorings to come.
"""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sabika.bots.dice.plan import CHIP, NEVER, NONE, Turn
from sabika.bots.dice.race import Front, Race
from sabika.bots.dice.rest_of_round import Rest
from sabika.bots.dice.tables import zeros
from sabika.engine.state import OVER
from sabika.games.alhambra_dice.facts import ANNUL, BLACK, DISPLACE, FIRST_PLAYER, NO_CHIP, POINT_KINDS, SWAP, chips_of
from sabika.games.alhambra_dice.state import BOTH_GIVEN, CHIP_GIVEN, CHOICE, NOTHING, POINTS_GIVEN, AlhambraDice
from sabika.games.alhambra_dice.tracks import advanced, rank_of, space_of
from sabika.games.alhambra_dice.turn import NO_SYMBOL
from sabika.games.parts.dice import FACES
from sabika.games.parts.majority import place_points
from sabika.games.parts.rounds import FIRST, ROUNDS
from sabika.games.parts.space import CELLS, NOBODY
from sabika.games.parts.turns import MARKERS

SCORINGS: Final[i64] = 3
SPACES: Final[i64] = 8  # leads on the track that are distinguished: 0 to 7 spaces

# How often a disc that is this many spaces ahead is ahead of a rival's one, two, three, four rounds later; counted in
# games of builders, and smoothed.
LEADS: Final = {
    1: (0.5, 0.64, 0.89, 1.0, 1.0, 1.0, 1.0, 1.0),
    2: (0.5, 0.66, 0.81, 0.9, 0.97, 0.99, 1.0, 1.0),
    3: (0.5, 0.6, 0.75, 0.87, 0.92, 0.96, 0.99, 1.0),
    4: (0.5, 0.61, 0.73, 0.8, 0.87, 0.92, 0.95, 0.97),
}
HOLDS: Final = vec[float]([part for row in LEADS.values() for part in row])
FURTHEST: Final[i64] = 4  # rounds: before the first of all, when nobody is ahead, there are five


# Points by which the lead at the end is often off what is expected in each round; counted in games of builders.
UNREST: Final = vec[float]([34.0, 33.0, 28.0, 24.0, 17.0, 15.0])


class DiceWeights:
    """All numbers of this judge; points where nothing else is said. docs/lab/builder.md says how they were found."""

    def __init__(self) -> None:
        self.interest = 1.0  # how much likelier a marker comes to a column than counted
        self.own = 1.0  # the same for one's own markers when a place for one is sought: they may go where they like
        self.enter = 0.8  # how often a round brings a disc onto its track, which without one has no place (D41)
        self.annul = 3.0  # an annul chip with many turns to come
        self.black = 4.0  # a black-die chip
        self.swap = 2.5  # a swap chip
        self.displace = 2.0  # a displace chip
        self.season = 4.0  # turns to come, below which an action chip soon loses its worth
        self.last = 0.5  # not to be first player of a round
        self.unknown = 2.5  # a chip that is not laid out yet
        self.close = 4.0  # in the last round: points by which games are won that are won just so
        self.greed = 0.3  # the part of a playout's worth that is points, won or lost
        self.doubt = 60.0  # tries of a cell after which they count as much as the judge's opinion


def far_weights() -> DiceWeights:
    """For a player who reads prizes out: how much further ahead than expected owners of such chips came out."""
    weights = DiceWeights()
    weights.swap = 8.0
    weights.displace = 4.0
    return weights


class DiceOutlook:
    """One position, judged."""

    def __init__(self, state: AlhambraDice, weights: DiceWeights) -> None:
        self.state: AlhambraDice = state
        self.weights: DiceWeights = weights
        self.players: i64 = state.players()
        self.nobody: i64 = self.players
        self.outcomes: i64 = (self.players + 1) * (self.players + 1)  # pairs of best and second in a column
        self.placing: i64 = NOBODY  # whose turn is judged: its marker counts as placed
        # By player, column and pair: the points that the column brings if it goes out so.
        self.brings: vec[float] = zeros(self.players * FACES * self.outcomes)
        self.leads: vec[float] = vec[float]()  # the same as the actor's lead over the average of its rivals
        self.marks: vec[float] = zeros(FACES * CELLS)  # of a marker of the actor, by the cell that it is meant for
        self.pushes: vec[float] = zeros(FACES * CELLS)  # the same if it displaces another, less the chip (D28)
        self.coming: vec[float] = zeros(self.players)  # markers still to be placed
        for seat in range(state.seats):
            self.coming[seat] = weights.interest * float(state.in_hand(seat))
        self.race: Race = Race(self.players, self.coming)
        if state.actor != OVER:
            self.foresee()

    # Questions.

    def held(self) -> vec[float]:
        """The points of each player, and what its chips are worth."""
        found = vec[float](capacity=self.players)
        for player in range(self.players):
            found = append(found, float(self.state.points[player]))
            if self.state.actor != OVER:
                found[player] += self.chips(player)
        return found

    def rest(self, seat: i64) -> Rest:
        """The rest of the round from the seat's turn on."""
        state = self.state
        hand = vec[i64](capacity=state.seats)
        for player in range(state.seats):
            hand = append(hand, state.in_hand(player))
        leads = [self.leads_of(player) for player in range(state.seats)]
        return Rest(state.space, hand, seat, self.players, leads, self.weights.interest, self.weights.own)

    def prospects(self) -> vec[float]:
        """The points of each player at the end, as far as can be told now."""
        found = self.held()
        if self.state.actor == OVER:
            return found
        for column in range(FACES):
            front = Front(self.state.space, column)
            for player in range(self.players):
                found[player] += self.race.mean(self.brings, (player * FACES + column) * self.outcomes, front)
        if self.state.round < ROUNDS:
            found[self.state.caliph] -= self.weights.last
        return found

    def turn(self, seat: i64) -> Turn:
        """What the seat's turn may end in, its chips and what they are worth to it."""
        state = self.state
        self.placing = seat
        self.coming[seat] = self.weights.own * float(state.in_hand(seat) - 1)
        base = self.lead(self.prospects(), seat)
        self.leads = self.leads_of(seat)
        for column in range(FACES):
            self.judge_markers(seat, column, base)
        turn = Turn(self.ends())
        turn.annuls = state.has(seat, ANNUL)
        turn.annul_price = self.chip_price(self.weights.annul, seat)
        turn.black_price = self.chip_price(self.weights.black, seat)
        turn.black = state.black
        if state.black == NO_SYMBOL:
            turn.black = CHIP if state.has(seat, BLACK) > 0 else NONE
        turn.same_dice = state.same_dice
        turn.late_black = state.late_black
        return turn

    def ends(self) -> vec[float]:
        """What a marker is worth, whether or not it displaces another."""
        found = vec[float](capacity=FACES * CELLS)
        for at in range(FACES * CELLS):
            found = append(found, max(self.marks[at], self.pushes[at]))
        return found

    # Markers.

    def judge_markers(self, seat: i64, column: i64, base: float) -> None:
        """What a marker of the seat is worth, by the cell of this column that it is meant for (D16, D28)."""
        space = self.state.space
        start = column * self.outcomes
        without = self.race.mean(self.leads, start, Front(space, column)) - base
        price = self.chip_price(self.weights.displace, seat)
        landed = base  # it would fall off (D18)
        for cell in range(CELLS - 1, i64(-1), i64(-1)):
            at = column * CELLS + cell
            owner = space.owner(column, cell)
            if owner == NOBODY:
                front = Front(space, column)
                front.put(cell, seat)
                landed = self.race.mean(self.leads, start, front) - without
            self.marks[at] = landed
            self.pushes[at] = NEVER
            if owner != NOBODY and owner != seat and self.state.has(seat, DISPLACE) > 0:
                twin = space.clone()
                twin.push(column, cell, seat)
                self.pushes[at] = self.race.mean(self.leads, start, Front(twin, column)) - without - price

    def leads_of(self, seat: i64) -> vec[float]:
        """By column and pair: how much more the seat gets than its rivals on average."""
        number = FACES * self.outcomes
        found = vec[float](capacity=number)
        for at in range(number):
            theirs = 0.0
            for rival in range(self.state.seats):
                if rival != seat:
                    theirs += self.brings[rival * number + at]
            found = append(found, self.brings[seat * number + at] - theirs / float(self.state.seats - 1))
        return found

    def lead(self, points: vec[float], seat: i64) -> float:
        """How much more the seat has than its rivals on average, given points by player."""
        return ahead(points, seat, self.state.seats)

    # Prizes.

    def foresee(self) -> None:
        """What every column brings, however it goes out."""
        for column in range(FACES):
            for first in range(self.players + 1):
                for second in range(self.players + 1):
                    if first < self.nobody or second == self.nobody:
                        points = self.shared_out(column, first, second)
                        at = column * self.outcomes + first * (self.players + 1) + second
                        for player in range(self.players):
                            self.brings[player * FACES * self.outcomes + at] = points[player]

    def shared_out(self, column: i64, first: i64, second: i64) -> vec[float]:
        """What a column brings each player if these two are best and second in it (D20 to D22, D46)."""
        given = self.given(column)
        if first == self.nobody or given == BOTH_GIVEN:
            return self.places(column, self.nobody, self.nobody, True)
        if given == POINTS_GIVEN:
            return self.places(column, self.nobody, second, True)
        if given == CHIP_GIVEN:
            return self.places(column, second, self.nobody, True)
        points = self.places(column, first, second, True)
        if first == second or first == self.state.seats:
            return points  # both are one player's (D21), or Carlo takes the two points (D46)
        chip = self.places(column, second, first, False)
        return chip if self.lead(chip, first) > self.lead(points, first) else points

    def given(self, column: i64) -> i64:
        """What has been given in a column in this round (D20)."""
        state = self.state
        if state.stage != CHOICE and state.stage != FIRST:
            return NOTHING
        if column < state.column:
            return BOTH_GIVEN
        return state.given if column == state.column else NOTHING

    def places(self, column: i64, points: i64, chip: i64, points_first: bool) -> vec[float]:
        """Everybody's points for a column if one player gets its two points, and one a point and the chip.

        What is taken first is marked first: who comes to a space later lies on top there (D20, D35).
        """
        discs = self.state.tracks[column]
        if points != self.nobody and points_first:
            discs = advanced(discs, points, 2)
        if chip != self.nobody:
            discs = advanced(discs, chip, 1)
        if points != self.nobody and not points_first:
            discs = advanced(discs, points, 2)
        found = vec[float](capacity=self.players)
        for player in range(self.players):
            total = 0.0
            for scoring in range(self.state.held + 1, SCORINGS + 1):
                total += self.place(discs, player, column, scoring)
            if player == chip:
                total += self.chip_worth(self.state.on_field(column), chip)
            found = append(found, total)
        return found

    # The building track (D39 to D41).

    def place(self, discs: i64, player: i64, column: i64, scoring: i64) -> float:
        """Points for a place at one scoring; every rival ends ahead with a chance that follows from the lead."""
        rounds = 2 * scoring - 1 - self.state.round
        if rounds <= 0:
            rank = rank_of(discs, player)
            return float(place_points(column, scoring, rank + 1)) if rank >= 0 else 0.0
        nobody = 1.0  # the chance that nobody is ahead, that one is, that two are
        one = 0.0
        two = 0.0
        for rival in range(self.players):
            if rival != player:
                ahead = holds(space_of(discs, rival) - space_of(discs, player), rounds)
                two += ahead * (one - two)
                one += ahead * (nobody - one)
                nobody -= ahead * nobody
        points = nobody * float(place_points(column, scoring, 1))
        points += one * float(place_points(column, scoring, 2)) + two * float(place_points(column, scoring, 3))
        if space_of(discs, player) == 0:
            points *= 1.0 - math.exp(-self.weights.enter * float(rounds))
        return points

    # Chips.

    def chips(self, player: i64) -> float:
        """What the chips are worth that a player has."""
        found = 0.0
        for kind in range(BLACK + 1):
            held = chips_of(self.state.chips[player], kind)
            if held > 0:
                found += float(held) * self.chip_worth(kind, player)
        return found

    def chip_worth(self, kind: i64, player: i64) -> float:
        """What a chip is worth to a player (D26 to D31)."""
        if kind < POINT_KINDS:
            return float((kind + 1) * (SCORINGS - self.state.held))
        if player == self.state.seats:
            return 0.0  # Carlo keeps point chips only (D47)
        if kind == FIRST_PLAYER:
            return self.weights.last
        if kind == NO_CHIP:
            return self.weights.unknown if self.state.stage != CHOICE and self.state.stage != FIRST else 0.0
        if kind == SWAP:
            return self.weights.swap if self.state.round < ROUNDS else 0.0
        weight = self.weights.annul
        if kind == BLACK:
            weight = self.weights.black
        elif kind == DISPLACE:
            weight = self.weights.displace
        return weight * self.season(self.turns_left(player))

    def chip_price(self, weight: float, seat: i64) -> float:
        """What a seat gives up that uses an action chip in its turn."""
        return weight * self.season(self.turns_left(seat))

    def season(self, turns: i64) -> float:
        """How much of its worth an action chip has still."""
        return 1.0 - math.exp(-float(turns) / self.weights.season)

    def turns_left(self, seat: i64) -> i64:
        """Turns in which the seat may still use a chip; after the one that is judged."""
        turns = self.state.in_hand(seat) + MARKERS[self.state.seats] * (ROUNDS - self.state.round)
        return turns - 1 if seat == self.placing else turns


def ahead(points: vec[float], seat: i64, seats: i64) -> float:
    """How much more a seat has than the others on average, given points by player."""
    theirs = 0.0
    for rival in range(seats):
        if rival != seat:
            theirs += points[rival]
    return points[seat] - theirs / float(seats - 1)


def holds(lead: i64, rounds: i64) -> float:
    """The chance that a disc this many spaces ahead of a rival's is ahead after this many rounds."""
    if lead < 0:
        return 1.0 - holds(-lead, rounds)
    return HOLDS[(min(rounds, FURTHEST) - 1) * SPACES + min(lead, SPACES - 1)]
