"""What a position of the Dice Game is worth to a seat: the points by which it can expect to be ahead at the end.

Column by column: who will be best and second when this round's markers have all been placed, what the prizes then make
of the building track, and which places that gives at the scorings to come. Chips besides. The dice of a turn are exact:
every cell that a marker may come to is judged, and `bots/dice/` finds the best way there. All numbers are in `Weights`.
"""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sabika.bots.dice.plan import CHIP, FREE, NEVER, NONE, Plan, Turn
from sabika.bots.dice.race import Race
from sabika.bots.dice.tables import zeros
from sabika.bots.worth.base import Worth, after
from sabika.engine.state import OVER, State
from sabika.games.alhambra_dice.codes import BLACK_DIE, DISPLACE_MARK
from sabika.games.alhambra_dice.facts import ANNUL, BLACK, DISPLACE, FIRST_PLAYER, NO_CHIP, POINT_KINDS, SWAP, chips_of
from sabika.games.alhambra_dice.state import BOTH_GIVEN, CHIP_GIVEN, CHOICE, NOTHING, POINTS_GIVEN, AlhambraDice
from sabika.games.alhambra_dice.tracks import advanced, rank_of, space_of
from sabika.games.alhambra_dice.turn import NO_SYMBOL
from sabika.games.parts.building import kind_of
from sabika.games.parts.dice import FACES, KEEP, kept_by
from sabika.games.parts.majority import place_points
from sabika.games.parts.rounds import FIRST, ROUNDS
from sabika.games.parts.space import CELLS, NOBODY, Space
from sabika.games.parts.turns import MARK, MARKERS, TURN, type_of

SCORINGS: Final[i64] = 3


class Weights:
    """All numbers of this judge; points where nothing else is said. docs/bots.md tells how they were found."""

    def __init__(self) -> None:
        self.interest = 1.5  # how much likelier a marker comes to a column that it can win than to any
        self.spread = 1.0  # spaces by which the lead of two discs changes in a round
        self.head_start = 0.3  # spaces that the lower of two discs in a stack is worth (D39)
        self.drift = 0.0  # spaces that Carlo loses in a round against a seat
        self.enter = 0.8  # how often a round brings a disc onto its track, which without one has no place (D41)
        self.annul = 3.0  # an annul chip with many turns to come
        self.black = 4.0  # a black-die chip
        self.swap = 2.5  # a swap chip
        self.displace = 2.0  # a displace chip
        self.season = 4.0  # turns to come, below which an action chip soon loses its worth
        self.last = 0.5  # not to be first player of a round
        self.unknown = 2.5  # a chip that is not laid out yet


class DiceWorth(Worth):
    """The judge of the Dice Game."""

    def __init__(self, weights: Weights) -> None:
        super().__init__()
        self.weights: Weights = weights
        self.play_on = 0  # level moves are as good as each other

    def of(self, state: State, seat: i64) -> float:
        """With more than one rival: before their mean, which is calmer than before the best of them."""
        points = self.prospects(state)
        theirs = 0.0
        for rival in range(state.seats):
            if rival != seat:
                theirs += points[rival]
        return points[seat] - theirs / float(state.seats - 1)

    def prospects(self, state: State) -> vec[float]:
        assert isinstance(state, AlhambraDice)
        return Outlook(state, self.weights).prospects()

    def weigh(self, state: State, moves: vec[i64]) -> vec[float]:
        assert isinstance(state, AlhambraDice)
        if state.stage == TURN:
            return weigh_turn(state, Outlook(state, self.weights), moves)
        found = vec[float](capacity=len(moves))
        for move in moves:
            found = append(found, self.of(after(state, move), state.actor))
        return found


class Outlook:
    """One position, judged."""

    def __init__(self, state: AlhambraDice, weights: Weights) -> None:
        self.state: AlhambraDice = state
        self.weights: Weights = weights
        self.players: i64 = state.players()
        self.nobody: i64 = self.players
        self.race: Race = Race(self.players)
        self.outcomes: i64 = (self.players + 1) * (self.players + 1)  # pairs of best and second in a column
        # By column, pair and player: the points that column brings if it goes out so. Empty until it is asked for.
        self.brings: vec[float] = vec[float]()
        self.marks: vec[float] = zeros(FACES * CELLS)  # of a marker of the actor, by the cell that it is meant for
        self.pushes: vec[float] = zeros(FACES * CELLS)  # the same if it displaces another, less the chip (D28)
        self.coming: vec[float] = zeros(self.players)  # markers still to be placed
        for seat in range(state.seats):
            self.coming[seat] = weights.interest * float(state.in_hand(seat))
        self.foresee()

    # What is asked.

    def prospects(self) -> vec[float]:
        """The points of each player at the end, as far as one can tell now."""
        found = vec[float](capacity=self.players)
        for player in range(self.players):
            found = append(found, float(self.state.points[player]) + self.chips(player))
        if self.state.actor == OVER:
            return found
        for column in range(FACES):
            self.race.run(self.state.space, column, self.coming)
            for pair in range(self.outcomes):
                chance = self.race.joint[pair]
                if chance > 0.0:
                    for player in range(self.players):
                        found[player] += chance * self.brings[(column * self.outcomes + pair) * self.players + player]
        if self.state.round < ROUNDS or self.state.stage != CHOICE:
            found[self.state.caliph] -= self.weights.last
        return found

    def turn(self, seat: i64) -> Turn:
        """What the seat's turn may end in, its chips and what they are worth to it."""
        state = self.state
        self.coming[seat] = self.weights.interest * float(state.in_hand(seat) - 1)  # one is placed now
        base = self.lead(self.prospects(), 0, seat)
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
        without = self.lead_in(space, column, seat) - base
        price = self.chip_price(self.weights.displace, seat)
        landed = base  # it would fall off (D18)
        for cell in range(CELLS - 1, i64(-1), i64(-1)):
            at = column * CELLS + cell
            owner = space.owner(column, cell)
            if owner == NOBODY:
                twin = space.clone()
                twin.put(column, cell, seat)
                landed = self.lead_in(twin, column, seat) - without
            self.marks[at] = landed
            self.pushes[at] = NEVER
            if owner != NOBODY and owner != seat and self.state.has(seat, DISPLACE) > 0:
                self.pushes[at] = self.displacing(seat, column, cell) - without - price

    def displacing(self, seat: i64, column: i64, cell: i64) -> float:
        """The lead in a column after the marker on a cell has been displaced (D28)."""
        twin = self.state.space.clone()
        twin.push(column, cell, seat)
        return self.lead_in(twin, column, seat)

    def lead_in(self, space: Space, column: i64, seat: i64) -> float:
        """What a column is expected to bring the seat more than its rivals in the mean."""
        self.race.run(space, column, self.coming)
        found = 0.0
        for pair in range(self.outcomes):
            chance = self.race.joint[pair]
            if chance > 0.0:
                found += chance * self.lead(self.brings, (column * self.outcomes + pair) * self.players, seat)
        return found

    def lead(self, points: vec[float], start: i64, seat: i64) -> float:
        """What the seat has more than its rivals in the mean, of points that begin there."""
        theirs = 0.0
        for rival in range(self.state.seats):
            if rival != seat:
                theirs += points[start + rival]
        return points[start + seat] - theirs / float(self.state.seats - 1)

    # Prizes.

    def foresee(self) -> None:
        """What every column brings, however it goes out."""
        self.brings = zeros(FACES * self.outcomes * self.players)
        if self.state.actor == OVER:
            return
        for column in range(FACES):
            for first in range(self.players + 1):
                for second in range(self.players + 1):
                    if first < self.nobody or second == self.nobody:
                        self.enter(column, first, second)

    def enter(self, column: i64, first: i64, second: i64) -> None:
        """What a column brings if these two are best and second in it (D20 to D22, D46)."""
        start = (column * self.outcomes + first * (self.players + 1) + second) * self.players
        given = self.given(column)
        if first == self.nobody or given == BOTH_GIVEN:
            self.bring(start, column, self.nobody, self.nobody)
        elif first == second:
            self.bring_both(start, column, first, given)
        elif given == POINTS_GIVEN:
            self.bring(start, column, self.nobody, second)
        elif given == CHIP_GIVEN:
            self.bring(start, column, second, self.nobody)
        else:
            self.bring(start, column, first, second)  # two points for the best
            if first < self.state.seats:
                other = zeros(self.players)
                self.put_places(other, 0, column, second, first)
                if self.lead(other, 0, first) > self.lead(self.brings, start, first):
                    for player in range(self.players):
                        self.brings[start + player] = other[player]

    def given(self, column: i64) -> i64:
        """What has been given in a column in this round (D20)."""
        state = self.state
        if state.stage != CHOICE and state.stage != FIRST:
            return NOTHING
        if column < state.column:
            return BOTH_GIVEN
        return state.given if column == state.column else NOTHING

    def bring_both(self, start: i64, column: i64, player: i64, given: i64) -> None:
        """One player has all that is still to be given (D21)."""
        if given == POINTS_GIVEN:
            self.bring(start, column, self.nobody, player)
        elif given == CHIP_GIVEN:
            self.bring(start, column, player, self.nobody)
        else:
            self.bring(start, column, player, player)

    def bring(self, start: i64, column: i64, points: i64, chip: i64) -> None:
        self.put_places(self.brings, start, column, points, chip)

    def put_places(self, found: vec[float], start: i64, column: i64, points: i64, chip: i64) -> None:
        """Everybody's places in a column if one player gets two points there and one a point and the chip."""
        discs = self.state.tracks[column]
        if points != self.nobody:
            discs = advanced(discs, points, 2)
        if chip != self.nobody:
            discs = advanced(discs, chip, 1)
        self.places(found, start, column, discs)
        if chip != self.nobody:
            found[start + chip] += self.chip_worth(self.state.on_field(column), chip)

    # The building track (D39 to D41).

    def places(self, found: vec[float], start: i64, column: i64, discs: i64) -> None:
        """Points for places at all scorings to come, if the discs lie so after this round."""
        for player in range(self.players):
            total = 0.0
            for scoring in range(self.state.held + 1, SCORINGS + 1):
                rounds = 2 * scoring - 1 - self.state.round
                if rounds <= 0:
                    rank = rank_of(discs, player)
                    if rank >= 0:
                        total += float(place_points(column, scoring, rank + 1))
                else:
                    total += self.place(discs, player, column, scoring, float(rounds))
            found[start + player] = total

    def place(self, discs: i64, player: i64, column: i64, scoring: i64, rounds: float) -> float:
        """Points for a place at one scoring, so many rounds after this one.

        Every rival ends ahead with a chance that follows from the lead.
        """
        spread = self.weights.spread * math.sqrt(rounds)
        nobody = 1.0  # the chance that nobody is ahead, that one is, that two are
        one = 0.0
        two = 0.0
        for rival in range(self.players):
            if rival != player:
                ahead = chance(self.behind(discs, player, rival, rounds) / spread)
                two += ahead * (one - two)
                one += ahead * (nobody - one)
                nobody -= ahead * nobody
        points = nobody * float(place_points(column, scoring, 1))
        points += one * float(place_points(column, scoring, 2)) + two * float(place_points(column, scoring, 3))
        if space_of(discs, player) == 0:
            points *= 1.0 - math.exp(-self.weights.enter * rounds)
        return points

    def behind(self, discs: i64, player: i64, rival: i64, rounds: float) -> float:
        """Spaces by which a player is behind a rival; on one space the lower disc is a little ahead (D39)."""
        found = float(space_of(discs, rival) - space_of(discs, player))
        if found == 0.0 and space_of(discs, player) > 0:
            lower = rank_of(discs, rival) < rank_of(discs, player)
            found += self.weights.head_start if lower else -self.weights.head_start
        if rival == self.state.seats:
            found -= self.weights.drift * rounds
        elif player == self.state.seats:
            found += self.weights.drift * rounds
        return found

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
        return weight * self.season(self.turns_left(seat) - 1)

    def season(self, turns: i64) -> float:
        """How much of its worth an action chip has still."""
        return 1.0 - math.exp(-float(turns) / self.weights.season)

    def turns_left(self, seat: i64) -> i64:
        return self.state.in_hand(seat) + MARKERS[self.state.seats] * (ROUNDS - self.state.round)


def weigh_turn(state: AlhambraDice, outlook: Outlook, moves: vec[i64]) -> vec[float]:
    """What each move of a turn is worth, by exact dice."""
    plan = Plan(outlook.turn(state.actor))
    bound = state.kept if state.bound else FREE
    found = vec[float](capacity=len(moves))
    for move in moves:
        kind = kind_of(move)
        if kind == KEEP:
            worth = plan.keep(kept_by(move), state.dice, state.throws)
        elif kind == MARK:
            worth = outlook.marks[type_of(move) * CELLS + state.goal(type_of(move))]
        elif kind == DISPLACE_MARK:
            worth = outlook.pushes[type_of(move) * CELLS + state.goal(type_of(move))]
        elif kind == BLACK_DIE:
            worth = plan.set_black(type_of(move), state.dice, state.throws, bound)
        else:
            worth = plan.annul(state.kept, state.before, state.throws)
        found = append(found, worth)
    return found


def chance(lead: float) -> float:
    """The chance that such a lead holds; one half for none."""
    if lead > 20.0:
        return 1.0
    return 1.0 / (1.0 + math.exp(-lead)) if lead > -20.0 else 0.0


WORTH: Final = DiceWorth(Weights())
