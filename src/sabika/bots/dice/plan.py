"""The best way to play a turn: what to keep, when to stop, when to spend a chip (D9 to D14, D29, D30).

A turn is worked out from its end. After the third throw one takes the best end that the dice allow. Before it, what
may be kept is worth the mean of what a throw from there leads to, and so on back to the first throw.

An annul chip makes a floor under a throw: a player who does not like it goes back, with one chip less. So a
keep is worth the mean of the better of the two. The floor is another one for each set of dice from which the same
keep can be chosen; with the outcomes of a keep sorted by worth, each of these means is one search in a list.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sabika.bots.dice.floors import Tails, best_parts, best_throws, means, means_above
from sabika.bots.dice.tables import COUNTS, Tables, best_worth, number_of, parts_of, tables
from sabika.games.parts.dice import DICE, FACES, THROWS, showing
from sabika.games.parts.space import CELLS, target

NEVER: Final = -1e18  # worth of what may not be done
STOP: Final[i64] = -1  # keep nothing back, place the marker
FREE: Final[i64] = -1  # no dice bind the next throw

# What the black die shows: a type, or one of these.
NONE: Final[i64] = 6  # it is not set, and there is no chip to set it
CHIP: Final[i64] = 7  # it is not set, and there is a chip


class Turn:
    """What a turn may end in, and what may be spent on the way."""

    def __init__(self, ends: vec[float]) -> None:
        self.ends: vec[float] = ends  # by type and cell that the marker is meant for, 24 a type, best cell first (D15)
        self.nines: vec[float] = first_cells(ends)  # of nine equal symbols, by type: as eight in one throw (D14)
        self.instead: vec[float] = vec[float]([NEVER, NEVER, NEVER])  # of another end after 1, 2, 3 throws (C55)
        self.annuls: i64 = 0  # annul chips held
        self.annul_price: float = 0.0  # what giving one up costs
        self.black: i64 = NONE  # what the black die shows, or CHIP
        self.black_price: float = 0.0  # what giving up its chip costs
        self.same_dice: bool = False  # after an annulled throw: the same dice again, or none (Q3)
        self.late_black: bool = False  # the black die may be set after any throw (Q5)


class Level:
    """The worth of every outcome after a number of throws, when its throw can no longer be annulled."""

    def __init__(self, worth: vec[float]) -> None:
        self.worth: vec[float] = worth
        self.again: vec[float] = vec[float]()  # of every pair: with the same dice to throw, or none (Q3)
        self.means: vec[float] = vec[float]()  # of every keep, what a throw from it leads to; when first asked
        self.floor: float = NEVER
        self.above: vec[float] = vec[float]()  # the same above this floor, the last that was asked for
        self.tails: Tails | None = None  # the same above any floors (Q3)


class Plan:
    """One turn, worked out as far as it is asked for."""

    def __init__(self, turn: Turn, dice: i64 = DICE) -> None:
        self.turn: Turn = turn
        self.tables: Tables = tables(dice)
        self.levels: dict[i64, Level] = {}
        self.tails: Tails | None = None  # to work out levels with (Q3)
        self.single: dict[i64, float] = {}  # the worth of single outcomes of levels that are not worked out

    # What can be asked.

    def start(self) -> float:
        """What the turn is worth before its first throw."""
        return self.first_throw(self.turn.annuls, self.turn.black)

    def worth(self, dice: i64, throws: i64) -> float:
        """What the turn is worth with these dice after this many throws, the last of which stands."""
        return self.stands(throws, self.turn.annuls, self.turn.black, self.tables.place(dice), FREE)

    def fresh(self, kept: i64, before: i64, dice: i64, throws: i64) -> float:
        """The same when the last throw, from these dice of which some were kept, may still be annulled (D29)."""
        stands = self.worth(dice, throws)
        if self.turn.annuls == 0:
            return stands
        return max(stands, self.annul(kept, before, throws))

    def stop(self, dice: i64, throws: i64) -> float:
        """The best end with these dice, at once."""
        return self.end(dice, throws, self.turn.black)

    def keep(self, kept: i64, dice: i64, throws: i64) -> float:
        """What it is worth to keep some of these dice and throw the others."""
        place = self.tables.place(dice)
        return self.thrown(throws, self.turn.annuls, self.turn.black, place, self.pair(kept, place))

    def annul(self, kept: i64, before: i64, throws: i64) -> float:
        """What it is worth to annul the last of this many throws, made from these dice of which some were kept."""
        if throws == 1:
            return self.first_throw(self.turn.annuls - 1, self.turn.black) - self.turn.annul_price
        place = self.tables.place(before)
        return self.back(throws - 1, self.turn.annuls, self.turn.black, place, self.pair(kept, place))

    def set_black(self, building: i64, dice: i64, throws: i64, bound: i64 = FREE) -> float:
        """What it is worth to set the black die; `bound` are the dice to keep if any are thrown (Q3)."""
        place = self.tables.place(dice)
        pair = FREE if bound == FREE else self.pair(bound, place)
        return self.stands(throws, self.turn.annuls, building, place, pair) - self.turn.black_price

    def best_keep(self, dice: i64, throws: i64) -> i64:
        """The keep that is worth most, or STOP when no throw is worth more than the best end at once."""
        best = STOP
        most = self.stop(dice, throws)
        if throws < THROWS:
            for part in parts_of(dice):
                worth = self.keep(part, dice, throws)
                if worth > most:
                    most = worth
                    best = part
        return best

    # Throws.

    def first_throw(self, annuls: i64, black: i64) -> float:
        """What all dice are worth before they are thrown; an annulled first throw leads back here."""
        floor = NEVER
        if annuls > 0:
            floor = self.first_throw(annuls - 1, black) - self.turn.annul_price
        level = self.level(1, annuls, black)
        mean = 0.0
        for place in range(len(level.worth)):
            mean += self.tables.chances[place] * max(level.worth[place], floor)
        return mean

    def thrown(self, throws: i64, annuls: i64, black: i64, place: i64, pair: i64) -> float:
        """What a throw leads to: of the outcome at this place, the dice of this pair are kept."""
        after = self.level(throws + 1, annuls, black)
        keep = self.tables.keeps[pair]
        if annuls == 0:
            return self.means_of(after)[keep]
        floor = self.back(throws, annuls, black, place, pair)
        return self.tails_of(after).mean(keep, floor) if self.turn.same_dice else self.above(after, floor)[keep]

    def back(self, throws: i64, annuls: i64, black: i64, place: i64, pair: i64) -> float:
        """What it is worth to annul that throw."""
        bound = pair if self.turn.same_dice else FREE
        return self.stands(throws, annuls - 1, black, place, bound) - self.turn.annul_price

    def stands(self, throws: i64, annuls: i64, black: i64, place: i64, bound: i64) -> float:
        """The worth of one outcome whose throw stands; `bound` is the pair whose dice must be kept, or FREE (Q3).

        This needs the level after it, but not its own.
        """
        key = self.key(throws, annuls, black)
        level = self.levels.get(key)
        if level is not None:
            return level.worth[place] if bound == FREE else level.again[bound]
        single = (key * 2048 + place) * 131072 + bound + 1
        found = self.single.get(single)
        if found is None:
            found = self.best_of(throws, annuls, black, place, bound)
            self.single[single] = found
        return found

    def best_of(self, throws: i64, annuls: i64, black: i64, place: i64, bound: i64) -> float:
        """The best of stopping, throwing again and the black die."""
        most = self.end(self.tables.outcomes[place], throws, black)
        if throws < THROWS:
            first = self.tables.starts[place]
            last = self.tables.starts[place + 1]
            if bound != FREE:
                first = bound
                last = bound + 1
            for pair in range(first, last):
                most = max(most, self.thrown(throws, annuls, black, place, pair))
        if black == CHIP and (throws == 1 or self.turn.late_black):
            for building in range(FACES):
                with_it = self.stands(throws, annuls, building, place, bound)
                most = max(most, with_it - self.turn.black_price)
        return most

    def pair(self, kept: i64, place: i64) -> i64:
        """The pair of an outcome and what is kept of it."""
        keep = number_of(kept)
        pair = self.tables.starts[place]
        while self.tables.keeps[pair] != keep:
            pair += 1
        return pair

    # Levels.

    def key(self, throws: i64, annuls: i64, black: i64) -> i64:
        """The same for levels that cannot differ."""
        if throws == THROWS:
            annuls = 0  # nothing more is thrown
        if black == CHIP and throws > 1 and not self.turn.late_black:
            black = NONE  # it is too late for it (D30); an annulled throw asks for the level before
        return (throws * 16 + annuls) * 8 + black

    def level(self, throws: i64, annuls: i64, black: i64) -> Level:
        """The worth of all outcomes after this many throws with this many annul chips; see `Turn` for the black die."""
        key = self.key(throws, annuls, black)
        found = self.levels.get(key)
        if found is None:
            found = self.worked_out(throws, (key >> 3) & 15, key & 7)
            self.levels[key] = found
        return found

    def worked_out(self, throws: i64, annuls: i64, black: i64) -> Level:
        """A level from the one after it."""
        level = Level(self.all_ends(throws, black))
        if throws < THROWS:
            if self.turn.same_dice:
                self.throw_same(level, self.throws_of_pairs(throws, annuls, black))
            elif annuls == 0:
                better(level.worth, best_parts(self.tables, self.means_of(self.level(throws + 1, 0, black))), 0.0)
            else:
                self.throw_with_floors(level, throws, annuls, black)
        if black == CHIP:
            self.set_best(level, throws, annuls)
        return level

    def throw_with_floors(self, level: Level, throws: i64, annuls: i64, black: i64) -> None:
        """Throw again where that is worth more, with an annul chip for the throw (D29)."""
        after = self.level(throws + 1, annuls, black)
        before = self.level(throws, annuls - 1, black)
        floors = vec[float](capacity=len(before.worth))
        for worth in before.worth:
            floors = append(floors, worth - self.turn.annul_price)
        better(level.worth, best_throws(self.tables, after.worth, floors), 0.0)

    # The same where an annulled throw binds the dice of the next (Q3): every pair has a floor of its own.

    def throws_of_pairs(self, throws: i64, annuls: i64, black: i64) -> vec[float]:
        """What a throw is worth, for every pair."""
        after = self.level(throws + 1, annuls, black)
        if annuls > 0:
            floors = self.level(throws, annuls - 1, black).again
            if self.tails is None:
                self.tails = Tails(self.tables)
            self.tails.fill(self.tables, after.worth)
            return self.tails.means(self.tables, floors, self.turn.annul_price)
        means = self.means_of(after)
        found = vec[float](capacity=len(self.tables.keeps))
        for keep in self.tables.keeps:
            found = append(found, means[keep])
        return found

    def throw_same(self, level: Level, thrown: vec[float]) -> None:
        """Throw again where that is worth more than the end at once; so for each pair, and for the best of them."""
        starts = self.tables.starts
        worth = level.worth
        again = vec[float](capacity=len(thrown))
        for place in range(len(worth)):
            end = worth[place]
            most = end
            for pair in range(starts[place], starts[place + 1]):
                mean = thrown[pair]
                if mean > end:
                    again = append(again, mean)
                    if mean > most:
                        most = mean
                else:
                    again = append(again, end)
            worth[place] = most
        level.again = again

    def set_best(self, level: Level, throws: i64, annuls: i64) -> None:
        """Set the black die where that is worth more (D30)."""
        for building in range(FACES):
            other = self.level(throws, annuls, building)
            better(level.worth, other.worth, self.turn.black_price)
            better(level.again, other.again, self.turn.black_price)

    def means_of(self, level: Level) -> vec[float]:
        """For every keep the mean worth of what is thrown from it."""
        if len(level.means) == 0:
            level.means = means(self.tables, level.worth)
        return level.means

    def above(self, level: Level, floor: float) -> vec[float]:
        """The same, with the floor as an alternative to the throw."""
        if len(level.above) == 0 or level.floor != floor:
            level.floor = floor
            level.above = means_above(self.tables, level.worth, floor)
        return level.above

    def tails_of(self, level: Level) -> Tails:
        found = level.tails
        if found is None:
            found = Tails(self.tables)
            found.fill(self.tables, level.worth)
            level.tails = found
        return found

    # Ends.

    def end(self, dice: i64, throws: i64, black: i64) -> float:
        """The best end: a type that shows (D12), or something else instead."""
        most = self.turn.instead[throws - 1]
        for building in range(FACES):
            most = max(most, self.marker(building, showing(dice, building), throws, black))
        return most

    def all_ends(self, throws: i64, black: i64) -> vec[float]:
        """The same for all outcomes; what a marker is worth is asked once for each type and number of dice."""
        markers = vec[float](capacity=FACES * COUNTS)
        for building in range(FACES):
            for white in range(COUNTS):
                markers = append(markers, self.marker(building, white, throws, black))
        instead = self.turn.instead[throws - 1]
        found = vec[float](capacity=len(self.tables.outcomes))
        for dice in self.tables.outcomes:
            found = append(found, max(instead, best_worth(dice, markers)))
        return found

    def marker(self, building: i64, white: i64, throws: i64, black: i64) -> float:
        """What a marker for a type is worth that this many white dice show."""
        symbols = white
        if building == black:
            symbols += 1
        if symbols > DICE:
            return self.turn.nines[building]
        return self.turn.ends[building * CELLS + target(symbols, throws)] if symbols > 0 else NEVER

    def best_type(self, dice: i64, throws: i64) -> i64:
        """The type for which a marker is worth most at once."""
        best: i64 = 0
        most = NEVER
        for building in range(FACES):
            worth = self.marker(building, showing(dice, building), throws, self.turn.black)
            if worth > most:
                most = worth
                best = building
        return best

    def symbols(self, dice: i64, building: i64) -> i64:
        """How many symbols of a type these are with the black die (D32)."""
        white = showing(dice, building)
        return white + 1 if building == self.turn.black else white


def first_cells(ends: vec[float]) -> vec[float]:
    """The worth of the best cell of each type."""
    found = vec[float](capacity=FACES)
    for building in range(FACES):
        found = append(found, ends[building * CELLS])
    return found


def better(worth: vec[float], other: vec[float], price: float) -> None:
    """Take the other worth, less a price, wherever it is more."""
    for at in range(len(worth)):
        worth[at] = max(worth[at], other[at] - price)
