"""The rules of Magpie; the README numbers them."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sabika.engine.rule import E1, E2, E4, NONE, Rule
from sabika.engine.state import LUCK, OVER, Line, Luck, Refused, Result, State

CARDS: Final = range(1, 25)
HAND: Final = 6
TREASURES: Final = (-4, -2, 1, 2, 3, 4, 5, 6, 7)

M3: Final = Rule("M3")  # one plays a card of the hand


class Magpie(State):
    game = "magpie"

    def __init__(self, seats: int) -> None:
        super().__init__(seats)  # luck is asked first
        self.hands: list[list[int]] = [[] for _ in range(seats)]  # from the lowest card; 0: not known, in a sight
        self.won: list[list[int]] = [[] for _ in range(seats)]  # treasures
        self.trick = [0] * seats  # the cards on the table by seat; 0: none yet
        self.gone: list[int] = []  # cards of earlier tricks
        self.left = list(TREASURES)  # treasures that are still face down
        self.treasure = 0  # the one of this trick; 0: none is turned up
        self.leader = 0

    # A seat is asked.

    def moves(self) -> vec[i64]:
        return vec[i64](self.hands[self.actor] if self.actor >= 0 else [])

    def refusal(self, move: i64) -> Rule:
        if self.actor < 0:
            return E1 if self.actor == OVER else E2
        if move not in CARDS:
            return E4
        return NONE if move in self.hands[self.actor] else M3

    def play(self, move: i64) -> None:
        if rule := self.refusal(move):
            raise Refused(rule, move)
        self.hands[self.actor].remove(move)
        self.trick[self.actor] = move
        if 0 in self.trick:
            self.actor = (self.actor + 1) % self.seats
        else:
            self.end_trick()

    def end_trick(self) -> None:
        """The highest card takes what lies there (M4)."""
        self.leader = self.trick.index(max(self.trick))
        self.won[self.leader].append(self.treasure)
        self.happened("taken", {"seat": self.leader, "treasure": self.treasure})
        self.gone += self.trick
        self.trick, self.treasure = [0] * self.seats, 0
        self.actor = LUCK if self.hands[0] else OVER

    # Luck is asked: first for the hands, card by card, then for a treasure before each trick.

    def dealt_to(self) -> int | None:
        """The seat whose hand is being dealt (M1)."""
        if self.gone or len(self.left) < len(TREASURES):
            return None
        return next((seat for seat, hand in enumerate(self.hands) if len(hand) < HAND), None)

    def stock(self) -> list[int]:
        """What is drawn from: the cards that nobody has yet, or the treasures face down."""
        if self.actor != LUCK:
            return []
        if self.dealt_to() is None:
            return self.left
        held = {card for hand in self.hands for card in hand}
        return [card for card in CARDS if card not in held]

    def luck(self) -> Luck:
        seat = self.dealt_to()
        if seat is None:
            return Luck("treasure", len(self.stock()))
        return Luck("card", len(self.stock()), seen_by=1 << seat)

    def settle(self, k: i64) -> None:
        stock, seat = self.stock(), self.dealt_to()
        if not 0 <= k < len(stock):
            raise ValueError("there is no such chance")
        if seat is not None:
            self.hands[seat] = sorted([*self.hands[seat], stock[k]])
        else:
            self.treasure = self.left.pop(k)
            self.actor = self.leader

    def outcome(self, k: i64) -> str:
        return str(self.stock()[k])

    def chances(self) -> list[tuple[str, int]]:
        return [(str(each), 1) for each in self.stock()]

    # Anybody may ask.

    def clone(self) -> Magpie:
        twin = Magpie(self.seats)
        twin.hands = [hand[:] for hand in self.hands]
        twin.won = [won[:] for won in self.won]
        twin.trick, twin.gone, twin.left = self.trick[:], self.gone[:], self.left[:]
        twin.treasure, twin.leader, twin.actor = self.treasure, self.leader, self.actor
        return twin

    def score(self, player: i64) -> i64:
        return sum(self.won[player])

    def score_now(self) -> list[Line]:
        """Nobody has taken the treasure on the table before the trick is over."""
        return []

    def result(self) -> Result:
        scores = [sum(won) for won in self.won]
        winners = [seat for seat, score in enumerate(scores) if score == max(scores)]
        lines = [Line(seat, "treasures", str(each), each, {}) for seat in range(self.seats) for each in self.won[seat]]
        return Result(scores, winners, "six-tricks" if self.actor == OVER else "playing", lines)
