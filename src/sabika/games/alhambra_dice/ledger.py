"""What was counted at each scoring of the Dice Game: the source of every point (D39 to D42)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sabika.engine.state import Line
from sabika.games.alhambra_dice.facts import POINT_KINDS, SCORINGS, chips_of
from sabika.games.alhambra_dice.tracks import rank_of, ranking
from sabika.games.parts.dice import FACES
from sabika.games.parts.majority import place_points
from sabika.games.parts.tiles import TYPES

NUMBERS: Final[i64] = 7  # kept for each scoring: the discs of six columns, then everybody's point chips
CHIP_BITS: Final[i64] = 9  # a player's point chips: three bits for each of three values


class DiceLedger:
    """The tracks and the point chips at each of the three scorings."""

    def __init__(self, counted: vec[i64]) -> None:
        self.counted: vec[i64] = counted

    def clone(self) -> DiceLedger:
        return DiceLedger(self.counted[:])

    def enter(self, scoring: i64, tracks: vec[i64], chips: vec[i64]) -> None:
        """Keep what a scoring finds."""
        row = (scoring - 1) * NUMBERS
        for building in range(FACES):
            self.counted[row + building] = tracks[building]
        held: i64 = 0
        for player in range(i64(len(chips)) - 1, i64(-1), i64(-1)):
            for kind in range(POINT_KINDS - 1, i64(-1), i64(-1)):
                held = (held << 3) | chips_of(chips[player], kind)
        self.counted[row + FACES] = held

    def chip(self, scoring: i64, player: i64, kind: i64) -> i64:
        """How many point chips of a value a player had."""
        return (self.counted[scoring * NUMBERS - 1] >> (player * CHIP_BITS + kind * 3)) & 7

    def points(self, scoring: i64, player: i64) -> i64:
        """What a scoring gave a player."""
        total = self.chip_points(scoring, player)
        for building in range(FACES):
            rank = rank_of(self.counted[(scoring - 1) * NUMBERS + building], player)
            if rank >= 0:
                total += place_points(building, scoring, rank + 1)
        return total

    def chip_points(self, scoring: i64, player: i64) -> i64:
        total: i64 = 0
        for kind in range(POINT_KINDS):
            total += self.chip(scoring, player, kind) * (kind + 1)
        return total

    def lines(self, scoring: i64, players: i64) -> list[Line]:
        """A scoring line by line: columns from pavilion to tower, each by rank, then chips."""
        part = SCORINGS[scoring - 1]
        found: list[Line] = []
        for building in range(FACES):
            discs = ranking(self.counted[(scoring - 1) * NUMBERS + building])
            for place in range(i64(1), i64(len(discs)) + 1):
                disc = discs[place - 1]
                why: dict[str, object] = {"space": disc >> 3, "place": place}
                points = place_points(building, scoring, place)
                found.append(Line(disc & 7, part, TYPES[building], points, why))
        for player in range(players):
            points = self.chip_points(scoring, player)
            if points > 0:
                ones, twos, threes = [self.chip(scoring, player, kind) for kind in range(POINT_KINDS)]
                found.append(Line(player, part, "chips", points, {"ones": ones, "twos": twos, "threes": threes}))
        return found


def new_ledger() -> DiceLedger:
    return DiceLedger(vec[i64]([0] * (3 * NUMBERS)))
