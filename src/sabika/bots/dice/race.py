"""Who will be best and second in a column, by the two best markers there and those still to come (D16, D19)."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sabika.bots.dice.tables import zeros
from sabika.games.parts.space import CELLS, NOBODY, Space

# How often a marker that comes down anywhere beats a best marker on a cell of this row, made in 1, 2, 3 throws.
# Counted in games of builders at tables of two, and smoothed.
ROWS: Final = {
    8: (0.0, 0.0, 0.0002),
    7: (0.0005, 0.001, 0.0015),
    6: (0.002, 0.004, 0.006),
    5: (0.01, 0.015, 0.038),
    4: (0.045, 0.07, 0.114),
    3: (0.15, 0.18, 0.2),
    2: (0.24, 0.27, 0.28),
    1: (0.36, 0.45, 0.5),
    0: (0.33,),  # comes to an empty column
}
BEATS: Final = vec[float]([part for row in ROWS.values() for part in row])
LONE: Final = 0.16  # the same where a column has a best marker and no second: those who can rather become best
OWN: Final = 0.4  # how often one beats one's own best marker, against a rival's
CONTENT: Final = 0.05  # how often one beats one's own second marker


class Front:
    """The two best markers of a column; NOBODY stands on the cell behind the last."""

    def __init__(self, space: Space, column: i64) -> None:
        self.best: i64 = space.best(column, 0)
        self.owner: i64 = NOBODY
        self.second: i64 = CELLS
        self.other: i64 = NOBODY
        if self.best < CELLS:
            self.owner = space.owner(column, self.best)
            self.second = space.best(column, self.best + 1)
            if self.second < CELLS:
                self.other = space.owner(column, self.second)

    def copy(self, other: Front) -> None:
        """Copy another."""
        self.best = other.best
        self.owner = other.owner
        self.second = other.second
        self.other = other.other

    def put(self, cell: i64, player: i64) -> None:
        """Add a marker."""
        if cell < self.best:
            self.second = self.best
            self.other = self.owner
            self.best = cell
            self.owner = player
        elif cell < self.second:
            self.second = cell
            self.other = player


class Race:
    """How a column may end, with this many markers of each player still to come."""

    def __init__(self, players: i64, coming: vec[float]) -> None:
        self.players: i64 = players
        self.coming: vec[float] = coming
        self.above: vec[float] = zeros(players)  # by player: shares in the markers that beat the best
        self.between: vec[float] = zeros(players)  # shares in those that beat the second only
        self.none: float = 1.0  # the chance that no marker beats the best, that one does, that two do
        self.one: float = 0.0
        self.two: float = 0.0
        self.stays: float = 1.0  # the chance that none beats the second, if none beats the best

    def run(self, front: Front) -> None:
        """Weigh what may come to this column."""
        rate = self.share(self.above, front.owner, OWN) * BEATS[front.best]
        self.none = math.exp(-rate)
        self.one = rate * self.none
        self.two = 1.0 - self.none - self.one
        self.stays = 1.0
        if front.best < CELLS:
            gap = (BEATS[front.second] if front.second < CELLS else LONE) - BEATS[front.best]
            self.stays = math.exp(-self.share(self.between, front.other, CONTENT) * max(0.0, gap))

    def share(self, shares: vec[float], owner: i64, eager: float) -> float:
        """Each player's share of the markers to come; the owner of this one is less eager. Returns how many in all."""
        total = 0.0
        for player in range(self.players):
            shares[player] = self.coming[player] * eager if player == owner else self.coming[player]
            total += shares[player]
        if total > 0.0:
            for player in range(self.players):
                shares[player] /= total
        return total

    def mean(self, worth: vec[float], start: i64, front: Front) -> float:
        """The mean worth of a column, given what it is worth by best and second player, from this start on."""
        self.run(front)
        wide = self.players + 1
        best = self.players if front.owner == NOBODY else front.owner
        second = self.players if front.other == NOBODY else front.other
        found = self.none * self.stays * worth[start + best * wide + second]
        for player in range(self.players):
            if self.coming[player] > 0.0:
                beaten = self.one * worth[start + player * wide + best]
                for other in range(self.players):
                    beaten += self.two * self.above[other] * worth[start + player * wide + other]
                found += self.above[player] * beaten
                if self.stays < 1.0:
                    passed = self.none * (1.0 - self.stays) * self.between[player]
                    found += passed * worth[start + best * wide + player]
        return found
