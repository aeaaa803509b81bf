"""The Dice Game a second time: slow, straight from the rules, and written apart from the engine.

`Slow.play()` is a whole game as one run of steps. It stops wherever luck or a seat is asked, tells what is asked, and
is sent the answer: an outcome's name, or a move in notation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from typing import Any

TYPES = ["pavilion", "seraglio", "arcades", "chambers", "garden", "tower"]
CELLS = [(row, throws) for row in range(8, 0, -1) for throws in (1, 2, 3)]
LIGHT = Counter({"points-1": 4, "points-2": 3, "points-3": 3, "swap": 2, "displace": 2, "annul": 3, "black-die": 3})
DARK = Counter({"points-1": 2, "points-2": 2, "points-3": 2})


@dataclass
class Luck:
    """What is asked of luck."""

    kind: str
    chances: dict[str, int] | int  # outcomes with weights, or for dice their number


@dataclass
class Ask:
    """Who is asked, and every legal move."""

    seat: int
    moves: set[str]


Step = Generator[Luck | Ask, str, Any]


class Slow:
    def __init__(self, seats: int, columns: list[dict[str, Any]], *, same: bool, late: bool) -> None:
        self.seats = seats
        self.same = same
        self.late = late
        self.table = columns
        self.carlo = seats if seats == 2 else None
        self.players = 3 if seats == 2 else seats
        self.markers = {2: 5, 3: 5, 4: 4, 5: 3, 6: 3}[seats]
        self.first = 0
        self.board: dict[str, dict[tuple[int, int], int]] = {column: {} for column in TYPES}
        self.out: list[int] = []
        self.chips = [Counter[str]() for _ in range(self.players)]
        self.light, self.dark = Counter(LIGHT), Counter(DARK)
        self.bonus: dict[str, str] = {}
        self.tracks: dict[str, dict[int, list[int]]] = {column: {} for column in TYPES}
        self.points = [0] * self.players

    def play(self) -> Step:
        name = yield Luck("lot", {f"seat-{seat + 1}": 1 for seat in range(self.seats)})
        self.first = int(name[-1]) - 1
        for round_ in range(1, 6):
            yield from self.lay_out(round_)
            for turn in range(self.seats * self.markers):
                yield from self.turn((turn + self.first) % self.seats)
            yield from self.evaluate()
            self.board = {column: {} for column in TYPES}
            self.out = []
            self.bonus = {}
            if round_ in (1, 3, 5):
                self.score("ABC"[round_ // 2])

    def lay_out(self, round_: int) -> Step:
        pile = self.light if round_ < 5 else self.dark
        if round_ < 5:
            column = yield Luck("die", dict.fromkeys(TYPES, 1))
            self.bonus[column] = "first-player"
        for column in TYPES:
            if column not in self.bonus:
                chip = yield Luck("chips", {name: count for name, count in pile.items() if count})
                pile[chip] -= 1
                self.bonus[column] = chip
        if self.carlo is not None:
            start = TYPES.index((yield Luck("carlo", dict.fromkeys(TYPES, 1))))
            for marker in range(5):
                self.board[TYPES[(start + marker) % 6]][2 + marker, 3] = self.carlo

    # A turn.

    def turn(self, seat: int) -> Step:
        mine = self.chips[seat]
        dice: list[str] = []
        throws, black, can_annul = 0, "", False
        back: tuple[list[str], list[str]] = ([], [])  # the dice before the last throw, and those kept of them
        only: list[str] | None = None  # what has to be kept when an annulled throw is repeated
        again = True  # the first throw
        kept: list[str] = []
        while True:
            if again:
                back = (dice, kept)
                thrown = yield Luck("dice", 8 - len(kept))
                dice = sorted(kept + spelled(thrown), key=TYPES.index)
                throws, can_annul, only, again = throws + 1, True, None, False
            shown = Counter(dice + [black] * bool(black))
            cells = {name: (8, 1) if shown[name] == 9 else (shown[name], throws) for name in shown}
            moves = {f"mark {name}" for name in cells}
            if mine["displace"]:
                rivals = {name for name in cells if self.board[name].get(cells[name], seat) != seat}
                moves |= {f"displace {name}" for name in rivals}
            if mine["black-die"] and not black and (throws == 1 or self.late):
                moves |= {f"black {name}" for name in TYPES}
            if mine["annul"] and can_annul:
                moves.add("annul")
            moves |= self.other_moves(seat, throws)
            if throws < 3:
                moves |= {f"keep {short(part)}" for part in parts(dice) if only is None or part == only}
            answer = yield Ask(seat, moves)
            word, _, what = answer.partition(" ")
            if word in ("add", "remove", "swap"):
                return self.restructure(seat, answer)
            if word == "mark":
                return self.place(seat, what, cells[what])
            if word == "displace":
                mine["displace"] -= 1
                return self.displace(seat, what, cells[what])
            if word == "black":
                mine["black-die"] -= 1
                black, can_annul = what, False
            elif word == "annul":
                mine["annul"] -= 1
                throws, can_annul = throws - 1, False
                dice, kept = back
                only = kept if self.same else None
                again = throws == 0
            else:
                kept, again = spelled(what), True

    def other_moves(self, seat: int, throws: int) -> set[str]:
        """What else a turn allows, in a variant."""
        return set()

    def restructure(self, seat: int, answer: str) -> None:
        raise NotImplementedError

    def place(self, player: int, column: str, cell: tuple[int, int]) -> None:
        for lower in CELLS[CELLS.index(cell) :]:
            if lower not in self.board[column]:
                self.board[column][lower] = player
                return
        self.out.append(player)

    def displace(self, player: int, column: str, cell: tuple[int, int]) -> None:
        """Lift the unbroken run, set the new marker, and set the run down again from the cell below."""
        run = []
        at = CELLS.index(cell)
        while at < 24 and CELLS[at] in self.board[column]:
            run.append(self.board[column].pop(CELLS[at]))
            at += 1
        for moved, owner in enumerate([player, *run]):
            if CELLS.index(cell) + moved == 24:
                self.out.append(owner)
            else:
                self.board[column][CELLS[CELLS.index(cell) + moved]] = owner

    # Prizes.

    def evaluate(self) -> Step:
        was_first = self.first
        for column in TYPES:
            ranked = [self.board[column][cell] for cell in CELLS if cell in self.board[column]]
            left = ["points", "chip"]
            for winner in ranked[:2]:
                prize, swaps = left[0], []
                alone = ranked[:2] == [winner, winner] and self.bonus.get(column) != "swap"
                if winner != self.carlo and (self.chips[winner]["swap"] or (len(left) == 2 and not alone)):
                    answer = yield Ask(winner, self.prizes(winner, column, left))
                    _, prize, *rest = answer.split()
                    swaps = rest[1:]
                left.remove(prize)
                yield from self.give(winner, column, prize, swaps, was_first)

    def prizes(self, winner: int, column: str, left: list[str]) -> set[str]:
        found = set()
        others = [name for name in reversed(TYPES) if name != column]
        for prize in left:
            most = min(self.chips[winner]["swap"], 2 if prize == "points" else 1)
            for number in range(most + 1):
                for swaps in combinations_with_replacement(others, number):
                    found.add(" ".join(["prize", prize, *(["swap", *swaps] if swaps else [])]))
        return found

    def give(self, winner: int, column: str, prize: str, swaps: list[str], was_first: int) -> Step:
        self.chips[winner]["swap"] -= len(swaps)
        points = [column] * ((2 if prize == "points" else 1) - len(swaps)) + swaps
        for each in points:
            self.build(winner, each)
        if prize == "points":
            return
        chip = self.bonus.pop(column)
        if chip != "first-player":
            if winner != self.carlo or chip.startswith("points"):
                self.chips[winner][chip] += 1
        elif winner == self.carlo:
            self.first = 1 - was_first
        else:
            named = yield Ask(winner, {f"name {seat + 1}" for seat in range(self.seats)})
            self.first = int(named[-1]) - 1

    def build(self, player: int, column: str) -> None:
        """One point: a disc steps one space up, onto whatever lies there."""
        track = self.tracks[column]
        space = next((space for space, discs in track.items() if player in discs), 0)
        if space == 12:
            return
        if space:
            track[space].remove(player)
            if not track[space]:
                del track[space]
        track.setdefault(space + 1, []).append(player)

    def score(self, letter: str) -> None:
        for row in self.table:
            track = self.tracks[row["id"]]
            ranked = [player for space in sorted(track, reverse=True) for player in track[space]]
            for player, points in zip(ranked, row[letter], strict=False):
                self.points[player] += points
        for player, chips in enumerate(self.chips):
            self.points[player] += sum(int(chip[-1]) * count for chip, count in chips.items() if "points" in chip)


def parts(dice: list[str]) -> list[list[str]]:
    """Every set of these dice but all of them."""
    counts = Counter(dice)
    choices = product(*(range(counts[name] + 1) for name in TYPES))
    sets = [[name for name, count in zip(TYPES, choice, strict=True) for _ in range(count)] for choice in choices]
    return [part for part in sets if len(part) < len(dice)]


def short(dice: list[str]) -> str:
    return "-".join(f"{name[:3]}{dice.count(name)}" for name in TYPES if name in dice) or "none"


def spelled(text: str) -> list[str]:
    if text == "none":
        return []
    longer = {name[:3]: name for name in TYPES}
    return [longer[face[:3]] for face in text.split("-") for _ in range(int(face[3:]))]
