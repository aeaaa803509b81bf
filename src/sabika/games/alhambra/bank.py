"""The money on the table: the display, the pile with its two scoring cards, and what was spent."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from sabika.engine.rule import NONE, Rule
from sabika.games.alhambra.codes import card_of, take, take_also
from sabika.games.alhambra.facts import CARDS, NO_CARD, PILES, SMALL_MONEY, SQUARES, VALUES
from sabika.games.alhambra.purse import Purse
from sabika.games.alhambra.rules import A12
from sabika.games.parts.tiles import BIT

SCORING: Final[i64] = 36  # what a draw gives instead of a card: a scoring card


class Bank:
    """What is left of the money, as counts; no order exists."""

    def __init__(self, display: vec[u8], pile: Purse, left: i64, spent: Purse, hidden: i64, start: i64) -> None:
        self.display: vec[u8] = display  # four open cards, NO_CARD where one was taken
        self.pile: Purse = pile  # cards to draw from
        self.left: i64 = left  # how many these are
        self.spent: Purse = spent  # cards paid; shuffled when the pile is empty (A21)
        self.hidden: i64 = hidden  # scoring cards still in the pile: 2, 1 or 0
        self.start: i64 = start  # money cards in the five piles when they were made (A10)

    def clone(self) -> Bank:
        return Bank(self.display[:], self.pile.clone(), self.left, self.spent.clone(), self.hidden, self.start)

    def gap(self) -> i64:
        """The first empty place of the display, -1 when it is full."""
        return index_of(self.display, NO_CARD)

    def empty(self) -> bool:
        """Is no card left in the display?"""
        return all(card == NO_CARD for card in self.display)

    # Taking money (A12).

    def cards(self) -> vec[i64]:
        """The cards of the display, highest number first."""
        cards = vec[i64](capacity=SQUARES)
        for shown in self.display:
            if shown != NO_CARD:
                cards = append(cards, i64(shown))
        for end in range(i64(1), i64(len(cards))):
            at = end
            while at > 0 and cards[at] > cards[at - 1]:
                higher = cards[at]
                cards[at] = cards[at - 1]
                cards[at - 1] = higher
                at -= 1
        return cards

    def takes(self, found: vec[i64]) -> vec[i64]:
        """One card, or several that sum to at most five; equal choices once."""
        cards = self.cards()
        number = i64(len(cards))
        small: i64 = 0
        for n in range(number):
            if n == 0 or cards[n] != cards[n - 1]:
                found = append(found, take(cards[n]))
            if value_of(cards[n]) < SMALL_MONEY:
                small += 1
        if small > 1:
            for choice in range(i64(3), BIT[number]):
                if choice & (choice - 1):
                    found = several(cards, choice, found)
        return found

    def take_refusal(self, move: i64) -> Rule:
        """Any one card of the display, or several that sum to at most five."""
        shown = self.display[:]
        total: i64 = 0
        number: i64 = 0
        for n in range(SQUARES):
            card = card_of(move, n)
            if card >= 0:
                place = index_of(shown, card)
                if place < 0:
                    return A12
                shown[place] = u8(NO_CARD)
                total += value_of(card)
                number += 1
        if number == 0 or (number > 1 and total > SMALL_MONEY):
            return A12
        return NONE

    def take(self, move: i64, hand: Purse) -> None:
        """Carry the cards of the move from the display to a hand."""
        for n in range(SQUARES):
            card = card_of(move, n)
            if card >= 0:
                self.display[index_of(self.display, card)] = u8(NO_CARD)
                hand.add(card)

    # Drawing (A10, A20, A21).

    def make_piles(self) -> None:
        """Hide the scoring cards in what is left (A10)."""
        self.start = self.left
        self.hidden = 2

    def pile_size(self, number: i64) -> i64:
        """Money cards in pile 1 to 5: the first piles get one more where five does not divide (A10)."""
        size = self.start // PILES
        if number <= self.start % PILES:
            size += 1
        return size

    def places(self) -> i64:
        """The places left where the next scoring card may lie, 0 while it cannot come up."""
        if self.hidden == 0:
            return 0
        drawn = self.start - self.left
        before = self.pile_size(1)
        size = self.pile_size(2)
        if self.hidden == 1:
            before += size + self.pile_size(3)
            size = self.pile_size(4)
        if drawn < before:
            return 0
        return before + size - drawn + 1

    def chances(self) -> i64:
        """Every card is as likely as any other; a scoring card has one of the places left."""
        places = self.places()
        return self.left if places == 0 else self.left * places

    def card_at(self, k: i64) -> i64:
        """The card of the k-th chance, or SCORING; those that are scoring cards come last."""
        places = self.places()
        if places == 0:
            return self.pile.nth(k)
        if k >= self.left * (places - 1):
            return SCORING
        return self.pile.nth(k // (places - 1))

    def draw(self, k: i64) -> i64:
        """Take the card of the k-th chance out of the pile."""
        card = self.card_at(k)
        if card == SCORING:
            self.hidden -= 1
        else:
            self.pile.take(card)
            self.left -= 1
        return card

    def reshuffle(self) -> bool:
        """The pile is empty: the spent cards become the pile (A21); False when there is nothing to draw."""
        empty = self.pile
        self.pile = self.spent
        self.spent = empty
        self.left = self.pile.size()
        return self.left > 0

    def weights(self) -> list[tuple[int, int]]:
        """Cards and SCORING with their weights, as `card_at` counts them."""
        places = self.places()
        each = 1 if places == 0 else places - 1
        found = [(card, self.pile.has(card) * each) for card in range(CARDS)]
        if places > 0:
            found.append((SCORING, self.left))
        return [(card, weight) for card, weight in found if weight > 0]


def several(cards: vec[i64], choice: i64, found: vec[i64]) -> vec[i64]:
    """Add the move that takes the chosen cards (a bit mask) if they may be taken together."""
    move = take(-1)
    total: i64 = 0
    number: i64 = 0
    for n in range(i64(len(cards))):
        if (choice >> n) & 1:
            if n > 0 and cards[n] == cards[n - 1] and not (choice >> (n - 1)) & 1:
                return found  # the same cards are chosen by another mask
            total += value_of(cards[n])
            move = take_also(move, number, cards[n])
            number += 1
    return append(found, move) if total <= SMALL_MONEY else found


def value_of(card: i64) -> i64:
    return card % VALUES + 1


def index_of(places: vec[u8], thing: i64) -> i64:
    """The first place that holds a thing, -1 when none does."""
    for place in range(i64(len(places))):
        if places[place] == thing:
            return place
    return -1
