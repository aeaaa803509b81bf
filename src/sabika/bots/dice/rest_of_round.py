"""The rest of a round, played through quickly: what becomes of a marker on a given cell.

Whoever's turn it is plays nearly as the exact dice would, at a twentieth of the cost: of the types that promise most he
tries which to keep together on a fixed sample of throws. Chips are left out. To keep one type only would be quicker
still, but then playouts told nothing true about which markers will be beaten.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sabika.bots.dice.odds import HITS
from sabika.bots.dice.race import Front, Race
from sabika.bots.dice.tables import COUNTS, PROMISES, best_worth, zeros
from sabika.engine.rng import Rng
from sabika.games.parts.dice import DICE, FACES, POWERS, THROWS, UNIT, dice_in, showing, thrown
from sabika.games.parts.space import CELLS, NOBODY, Space, target

CONSIDERED: Final[i64] = 4  # types that may be kept, alone or together
NEARLY: Final = 6.0  # points that fewer throws may be worth
SAMPLE: Final[i64] = 36  # throws on which that is tried


def _sample() -> list[int]:
    """Sets of 0 to 8 dice, throw by throw: each die shows every face equally often, in an order of its own."""
    rng = Rng(1)
    dice: list[list[int]] = []
    for _ in range(8):
        faces = [face for face in range(6) for _ in range(SAMPLE // FACES)]
        for at in range(len(faces) - 1, 0, -1):
            other = rng.below(at + 1)
            faces[at], faces[other] = faces[other], faces[at]
        dice.append(faces)
    return [sum(32 ** dice[die][n] for die in range(number)) for n in range(SAMPLE) for number in range(9)]


ROLLS: Final = vec[i64](_sample())


class Rest:
    """A round from the turn of a seat on, and what each seat gets from how the columns end."""

    def __init__(
        self,
        space: Space,
        hand: vec[i64],
        turn: i64,
        players: i64,
        leads: list[vec[float]],
        interest: float,
        own: float,
    ) -> None:
        self.space: Space = space
        self.hand: vec[i64] = hand  # markers that each seat has still to place
        self.turn: i64 = turn
        self.players: i64 = players
        self.outcomes: i64 = (players + 1) * (players + 1)
        self.leads: list[vec[float]] = leads  # by seat: by column, best and second player
        self.interest: float = interest  # with which a rival's marker comes to a column, against what was counted
        self.own: float = own  # and one's own
        self.fronts: list[Front] = [Front(space, column) for column in range(6)]
        self.trial: Front = Front(space, 0)  # to try a marker on
        self.race: Race = Race(players, zeros(players))
        self.ends: vec[float] = zeros(PROMISES)  # of a marker, by type and number of symbols
        self.without: vec[float] = zeros(FACES)  # what each column is worth without it
        self.soon: vec[float] = zeros(PROMISES)  # of dice before the third throw, by type and number of symbols
        self.kept: i64 = 0  # what is kept
        self.promised: float = 0.0  # and what it promises
        self.turns: i64 = 0  # played through so far

    def playout(self, column: i64, cell: i64, seed: i64) -> float:
        """How much more the columns bring the seat than its rivals, if its marker is meant for this cell."""
        twin = Rest(self.space.clone(), self.hand[:], self.turn, self.players, self.leads, self.interest, self.own)
        twin.mark(column, cell)
        n: i64 = 1
        while twin.hand[twin.turn] > 0:
            twin.play(Rng(seed + n * 1000003))  # the n-th turn has the same dice whatever was played before
            n += 1
        self.turns += n - 1
        return twin.outcome(self.turn)

    def outcome(self, seat: i64) -> float:
        """What the columns bring as they stand."""
        total = 0.0
        for column in range(FACES):
            front = self.fronts[column]
            best = self.players if front.owner == NOBODY else front.owner
            second = self.players if front.other == NOBODY else front.other
            total += self.leads[seat][column * self.outcomes + best * (self.players + 1) + second]
        return total

    def mark(self, column: i64, cell: i64) -> None:
        """Place a marker (D16), and it is the next seat's turn (D8)."""
        landed = self.space.reach(column, cell)
        if landed < CELLS:
            self.space.put(column, landed, self.turn)
            self.fronts[column].put(landed, self.turn)
        self.hand[self.turn] -= 1
        self.turn = (self.turn + 1) % i64(len(self.hand))

    # A turn.

    def play(self, rng: Rng) -> None:
        """Throw until stopping is worth more; place a marker."""
        self.judge_ends()
        dice = thrown(DICE, rng.below(POWERS[DICE]))
        throws: i64 = 1
        while throws < THROWS:
            self.choose(dice, self.soon if throws == 1 else self.ends)
            stop = self.best_stop(dice, throws)
            if stop >= 0:
                self.mark(stop, target(showing(dice, stop), throws))
                return
            number = DICE - dice_in(self.kept)
            dice = self.kept + thrown(number, rng.below(POWERS[number]))
            throws += 1
        best = self.best_type(dice)
        self.mark(best, target(showing(dice, best), throws))

    def choose(self, dice: i64, worth: vec[float]) -> None:
        """The dice to keep, in `kept`, and what a throw from there promises, if dice are worth this after it."""
        types = vec[i64](capacity=CONSIDERED)
        left = dice
        while left > 0 and i64(len(types)) < CONSIDERED:
            best: i64 = 0
            most = -1e18
            for face in range(FACES):
                count = showing(left, face)
                if count > 0 and worth[face * COUNTS + count] > most:
                    most = worth[face * COUNTS + count]
                    best = face
            part = showing(left, best) * UNIT[best]
            types = append(types, part)
            left -= part
        self.promised = -1e18
        self.try_keeps(types, 0, 0, worth)

    def try_keeps(self, types: vec[i64], at: i64, kept: i64, worth: vec[float]) -> None:
        """Every choice of these types, from the given one on."""
        if at < i64(len(types)):
            self.try_keeps(types, at + 1, kept, worth)
            self.try_keeps(types, at + 1, kept + types[at], worth)
            return
        number = DICE - dice_in(kept)
        if number == 0:
            return
        total = 0.0
        for n in range(SAMPLE):
            total += best_worth(kept + ROLLS[n * COUNTS + number], worth)
        if total / float(SAMPLE) > self.promised:
            self.promised = total / float(SAMPLE)
            self.kept = kept

    def best_stop(self, dice: i64, throws: i64) -> i64:
        """The type for which a marker now is worth most, if more than what a throw promises; else -1."""
        best: i64 = -1
        most = self.promised
        for face in range(FACES):
            count = showing(dice, face)
            # A cell more to the left is worth a little more; only who is nearly there need be asked.
            if count > 0 and self.ends[face * COUNTS + count] > most - NEARLY:
                worth = self.marker(face, target(count, throws))
                if worth > most:
                    most = worth
                    best = face
        return best

    def best_type(self, dice: i64) -> i64:
        """The type for which a marker is worth most after the third throw."""
        best: i64 = 0
        most = -1e18
        for face in range(FACES):
            count = showing(dice, face)
            if count > 0 and self.ends[face * COUNTS + count] > most:
                most = self.ends[face * COUNTS + count]
                best = face
        return best

    def judge_ends(self) -> None:
        """What a marker of the seat is worth in each column, by the number of symbols after three throws."""
        coming = self.race.coming
        for player in range(i64(len(self.hand))):
            coming[player] = self.interest * float(self.hand[player])
        coming[self.turn] = self.own * float(self.hand[self.turn] - 1)  # without the marker of this turn
        for column in range(FACES):
            self.without[column] = self.race.mean(self.leads[self.turn], column * self.outcomes, self.fronts[column])
            for count in range(i64(1), COUNTS):
                self.ends[column * COUNTS + count] = self.marker(column, target(count, THROWS))
            for count in range(COUNTS):
                self.soon[column * COUNTS + count] = self.promise(column, count)

    def promise(self, column: i64, count: i64) -> float:
        """What this many dice of a type are worth before the third throw: a marker now, or all others thrown for it."""
        found = 0.0
        for hits in range(DICE - count + 1):
            found += HITS[(DICE - count) * COUNTS + hits] * self.ends[column * COUNTS + count + hits]
        return max(found, self.marker(column, target(count, THROWS - 1))) if count > 0 else found

    def marker(self, column: i64, cell: i64) -> float:
        """What a marker of the seat that is meant for this cell is worth."""
        self.trial.copy(self.fronts[column])
        self.trial.put(self.space.reach(column, cell), self.turn)
        return self.race.mean(self.leads[self.turn], column * self.outcomes, self.trial) - self.without[column]
