"""The rest of a round, played through quickly: what becomes of a marker on a given cell."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from sabika.bots.dice.race import Front, Race
from sabika.bots.dice.tables import zeros
from sabika.bots.dice.thrower import Thrower
from sabika.engine.rng import Rng
from sabika.games.parts.dice import DICE, FACES, POWERS, dice_in, showing, thrown
from sabika.games.parts.space import CELLS, NOBODY, Space, target


class Rest(Thrower):
    """A round from the turn of a seat on, and what it is worth to each seat how the columns go out."""

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
        super().__init__()
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
        self.without: vec[float] = zeros(FACES)  # what each column is worth without it
        self.turns: i64 = 0  # played through so far

    def playout(self, column: i64, cell: i64, seed: i64) -> float:
        """What the columns bring the seat more than its rivals, if its marker is meant for this cell."""
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
        mark = self.stop(dice, throws)
        while mark < 0:
            number = DICE - dice_in(self.kept)
            dice = self.kept + thrown(number, rng.below(POWERS[number]))
            throws += 1
            mark = self.stop(dice, throws)
        self.mark(mark, target(showing(dice, mark), throws))

    def judge_ends(self) -> None:
        """What a marker of the seat is worth in each column, by the number of symbols after three throws."""
        coming = self.race.coming
        for player in range(i64(len(self.hand))):
            coming[player] = self.interest * float(self.hand[player])
        coming[self.turn] = self.own * float(self.hand[self.turn] - 1)  # without the marker of this turn
        for column in range(FACES):
            self.without[column] = self.race.mean(self.leads[self.turn], column * self.outcomes, self.fronts[column])
        super().judge_ends()

    def marker(self, column: i64, cell: i64) -> float:
        """What a marker of the seat that is meant for this cell is worth."""
        self.trial.copy(self.fronts[column])
        self.trial.put(self.space.reach(column, cell), self.turn)
        return self.race.mean(self.leads[self.turn], column * self.outcomes, self.trial) - self.without[column]
