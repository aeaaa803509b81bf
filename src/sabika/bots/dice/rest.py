"""The rest of a round, played through quickly: what becomes of a marker on a given cell.

Whoever's turn it is goes for one type at a time, the one that promises most by the front of its column; he may change
it after every throw. Chips are left out. That is near enough to good play to tell which markers will be beaten.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sabika.bots.dice.odds import HITS
from sabika.bots.dice.race import Front, Race
from sabika.bots.dice.tables import zeros
from sabika.engine.rng import Rng
from sabika.games.parts.dice import DICE, FACES, THROWS
from sabika.games.parts.space import CELLS, NOBODY, Space, target

COUNTS: Final[i64] = 9  # 0 to 8 dice of a type
PROMISES: Final[i64] = FACES * COUNTS


class Rest:
    """A round from the turn of a seat on, and what it is worth to each seat how the columns go out."""

    def __init__(
        self, space: Space, hand: vec[i64], turn: i64, players: i64, leads: list[vec[float]], interest: float
    ) -> None:
        self.space: Space = space
        self.hand: vec[i64] = hand  # markers that each seat has still to place
        self.turn: i64 = turn
        self.players: i64 = players
        self.outcomes: i64 = (players + 1) * (players + 1)
        self.leads: list[vec[float]] = leads  # by seat: by column, best and second player
        self.interest: float = interest
        self.fronts: list[Front] = [Front(space, column) for column in range(6)]
        self.trial: Front = Front(space, 0)  # to try a marker on
        self.race: Race = Race(players, zeros(players))
        self.ends: vec[float] = zeros(PROMISES)  # of a marker, by type and number of symbols
        self.counts: vec[i64] = vec[i64]([0] * FACES)  # dice that show each type
        self.turns: i64 = 0  # played through so far

    def playout(self, column: i64, cell: i64, seed: i64) -> float:
        """What the columns bring the seat more than its rivals, if its marker is meant for this cell."""
        twin = Rest(self.space.clone(), self.hand[:], self.turn, self.players, self.leads, self.interest)
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
        """Throw three times, each time keeping the dice of the most promising type, and place the marker."""
        self.judge_ends()
        for face in range(FACES):
            self.counts[face] = 0
        kept: i64 = -1
        for throws in range(i64(1), THROWS + 1):
            self.throw(kept, rng)
            kept = self.best_type(THROWS - throws)
        self.mark(kept, target(max(self.counts[kept], i64(1)), THROWS))

    def throw(self, kept: i64, rng: Rng) -> None:
        """Throw all dice but those of one type."""
        held: i64 = 0
        if kept >= 0:
            held = self.counts[kept]
        for face in range(FACES):
            self.counts[face] = 0
        if kept >= 0:
            self.counts[kept] = held
        for _ in range(DICE - held):
            self.counts[rng.below(FACES)] += 1

    def best_type(self, throws: i64) -> i64:
        """The type whose dice promise most with so many throws to come."""
        best: i64 = 0
        most = -1e18
        for face in range(FACES):
            if throws > 0 or self.counts[face] > 0:
                worth = self.promise(face, self.counts[face], throws)
                if worth > most:
                    most = worth
                    best = face
        return best

    def promise(self, face: i64, count: i64, throws: i64) -> float:
        """What so many dice of a type are worth if all others are thrown for it so often."""
        if throws == 0:
            return self.ends[face * COUNTS + count]
        found = 0.0
        for hits in range(DICE - count + 1):
            found += HITS[(DICE - count) * COUNTS + hits] * self.promise(face, count + hits, throws - 1)
        return found

    def judge_ends(self) -> None:
        """What a marker of the seat is worth in each column, by the number of symbols after three throws."""
        coming = self.race.coming
        for player in range(i64(len(self.hand))):
            coming[player] = self.interest * float(self.hand[player])
        coming[self.turn] -= self.interest  # the marker of this turn
        leads = self.leads[self.turn]
        for column in range(FACES):
            start = column * self.outcomes
            front = self.fronts[column]
            without = self.race.mean(leads, start, front)
            for count in range(i64(1), COUNTS):
                landed = self.space.reach(column, target(count, THROWS))
                self.trial.copy(front)
                self.trial.put(landed, self.turn)
                self.ends[column * COUNTS + count] = self.race.mean(leads, start, self.trial) - without
