"""Who will be best and second in a column, by the markers there and those still to come (D16, D19)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sabika.bots.dice.tables import zeros
from sabika.games.parts.space import CELLS, Space

# The part of all turns that end on each cell of its column, where that column could be won: counted in games of
# builders, and smoothed; six columns together make one.
ROWS: Final = {
    8: (0.0005, 0.0008, 0.002),
    7: (0.002, 0.006, 0.018),
    6: (0.006, 0.040, 0.110),
    5: (0.010, 0.040, 0.260),
    4: (0.005, 0.020, 0.300),
    3: (0.001, 0.005, 0.150),
    2: (0.0, 0.0, 0.010),
    1: (0.0, 0.0, 0.0),
}
LANDS: Final = vec[float]([turns / 6 for row in ROWS.values() for turns in row])


class Race:
    """The chances of every pair of players to be best and second in one column; behind the players stands nobody."""

    def __init__(self, players: i64) -> None:
        self.players: i64 = players
        self.joint: vec[float] = zeros((players + 1) * (players + 1))  # by best and second
        self.first: vec[float] = zeros(players)  # best so far, and nobody second
        self.left: float = 1.0  # nobody so far

    def run(self, space: Space, column: i64, coming: vec[float]) -> None:
        """Go down the column; `coming` are the markers that each player has still to place, by their interest in it."""
        for at in range(len(self.joint)):
            self.joint[at] = 0.0
        for player in range(self.players):
            self.first[player] = 0.0
        self.left = 1.0
        for cell in range(CELLS):
            owner = space.owner(column, cell)
            if owner >= 0:
                self.stands(owner)
                if self.left < 1e-9 and self.undecided() < 1e-9:
                    return
            else:
                self.may_land(LANDS[cell], coming)
        self.end()

    def stands(self, owner: i64) -> None:
        """A marker that is there."""
        for player in range(self.players):
            self.joint[player * (self.players + 1) + owner] += self.first[player]
            self.first[player] = 0.0
        self.first[owner] = self.left
        self.left = 0.0

    def may_land(self, lands: float, coming: vec[float]) -> None:
        """A free cell on which somebody's marker may yet come to stand."""
        if lands == 0.0:
            return
        total = 0.0
        for player in range(self.players):
            total += coming[player] * lands
        scale = 1.0
        if total > 0.9:
            scale = 0.9 / total
            total = 0.9
        for player in range(self.players):
            arrives = coming[player] * lands * scale
            if arrives > 0.0:
                for best in range(self.players):
                    self.joint[best * (self.players + 1) + player] += self.first[best] * arrives
        for player in range(self.players):
            self.first[player] = self.first[player] * (1.0 - total) + self.left * coming[player] * lands * scale
        self.left *= 1.0 - total

    def undecided(self) -> float:
        """The chance that nobody is second so far."""
        total = 0.0
        for player in range(self.players):
            total += self.first[player]
        return total

    def end(self) -> None:
        """Whoever is alone has no second beside him; and the column may stay empty."""
        nobody = self.players
        for player in range(self.players):
            self.joint[player * (nobody + 1) + nobody] += self.first[player]
        self.joint[nobody * (nobody + 1) + nobody] += self.left
