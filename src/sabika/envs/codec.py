"""A game as numbers: every move one index or two, what a seat may know as a row of bytes.

Some moves take two steps: a square, then its payment; a building, then its cell. The first step is a *half*, kept
outside of the state and shown to nobody but its mover. NO_HALF stands where none is pending.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from sabika.engine.state import State

NO_HALF: Final[i64] = -1  # no first step is pending
NO_ACTION: Final[i64] = -1  # a move that has no index
HALF: Final[i64] = -1  # an action that is a first step, in the place of a move
NO_MOVE: Final[i64] = -2  # an action that stands for no move here


class Field:
    """Some bytes of an observation that belong together."""

    def __init__(self, name: str, shape: tuple[int, ...], about: str) -> None:
        self.name = name
        self.shape = shape
        self.about = about
        self.start = 0  # where it begins in the row

    def size(self) -> int:
        size = 1
        for length in self.shape:
            size *= length
        return size

    def __reduce__(self) -> tuple[object, ...]:
        return Field, (self.name, self.shape, self.about)

    def __repr__(self) -> str:
        return f"<{self.name} {self.shape} from byte {self.start}: {self.about}>"


@mypyc_attr(allow_interpreted_subclasses=True)
class Codec:
    """The actions and observations of one game at tables with the same seats and options."""

    def __init__(self, start: State, actions: i64, fields: list[Field]) -> None:
        self.start: State = start  # a new table; all luck is still to come
        self.seats: i64 = start.seats
        self.actions: i64 = actions  # how many indices there are
        self.version: i64 = 1  # goes up when a move gets another index or a position other bytes
        self.fields: list[Field] = fields
        self.outside: i64 = 0  # legal moves without an index that the last `mark` met
        size: i64 = 0
        for field in fields:
            field.start = int(size)
            size += field.size()
        self.size: i64 = size  # bytes of an observation

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.start, self.actions, self.fields)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.seats} seats, {self.actions} actions, {self.size} bytes>"

    # What a game fills in.

    def first(self, state: State, move: i64) -> i64:
        """The index of a legal move, or of its first step; NO_ACTION when it has none."""
        raise NotImplementedError

    def second(self, state: State, move: i64) -> i64:
        """The index of its second step; NO_ACTION when it has one step only."""
        return NO_ACTION

    def move(self, state: State, half: i64, action: i64) -> i64:
        """The move that an action completes, legal or not; HALF for a first step, NO_MOVE for nothing."""
        raise NotImplementedError

    def followers(self, state: State, half: i64) -> vec[i64]:
        """The legal moves that begin with a first step; others may be among them."""
        return state.moves()

    def example(self, state: State, action: i64) -> i64:
        """Some move that begins with this first step; it names the rule when the step is refused."""
        return NO_MOVE

    def encode_into(self, state: State, half: i64, seat: i64, row: vec[u8], at: i64) -> None:
        """Write what a seat may know into a row of bytes, from `at` on; every byte is written."""
        raise NotImplementedError

    # What follows from it.

    def mark(self, state: State, half: i64, mask: vec[u8], legal: vec[i64], at: i64) -> i64:
        """Set the bytes of all legal actions in a mask of zeros, list them in `legal`; both from `at` on. How many?"""
        number: i64 = 0
        self.outside = 0
        for move in state.moves() if half == NO_HALF else self.followers(state, half):
            action = self.first(state, move)
            if action == NO_ACTION:
                self.outside += 1
            elif half != NO_HALF:
                action = self.second(state, move) if action == half else NO_ACTION
            if action != NO_ACTION and mask[at + action] == 0:
                mask[at + action] = 1
                legal[at + number] = action
                number += 1
        return number

    def mask_into(self, state: State, half: i64, mask: vec[u8], at: i64) -> i64:
        """Write a byte for every action, 1 where it is legal. How many are?"""
        for action in range(self.actions):
            mask[at + action] = 0
        return self.mark(state, half, mask, vec[i64]([0] * (at + self.actions)), at)

    def index(self, state: State, move: i64) -> tuple[int, int]:
        """The indices of a legal move: its only or first step, and its second; NO_ACTION where there is none."""
        first = self.first(state, move)
        if first == NO_ACTION:
            return NO_ACTION, NO_ACTION
        second = self.second(state, move)
        if second == NO_ACTION and self.move(state, NO_HALF, first) != move:
            return NO_ACTION, NO_ACTION  # there is no way to end what it begins with
        return first, second


@mypyc_attr(allow_interpreted_subclasses=True)
class Pen:
    """Writes bytes one after the other."""

    def __init__(self, row: vec[u8], at: i64) -> None:
        self.row: vec[u8] = row
        self.at: i64 = at

    def put(self, value: i64) -> None:
        """One byte; what does not fit is cut off at 0 and 255."""
        if value < 0:
            value = 0
        if value > 255:
            value = 255
        self.row[self.at] = u8(value)
        self.at += 1

    def number(self, value: i64) -> None:
        """A number below 65536 in two bytes, the high one first."""
        self.put(value >> 8 if value > 0 else 0)
        self.put(value & 255 if value > 0 else 0)

    def blank(self, bytes_: i64) -> None:
        """Zeros."""
        row = self.row
        for at in range(self.at, self.at + bytes_):
            row[at] = 0
        self.at += bytes_


def beside(player: i64, seat: i64, seats: i64) -> i64:
    """A player as a seat counts them: itself 0, the others clockwise, the ghost last."""
    if player >= seats:
        return player
    place = player - seat
    return place if place >= 0 else place + seats


def across(place: i64, seat: i64, seats: i64) -> i64:
    """And back: the player in this place."""
    if place >= seats:
        return place
    player = place + seat
    return player if player < seats else player - seats


def asked(state: State, seat: i64) -> i64:
    """Whose decision it is, as a seat counts from 1; 0: nobody's."""
    return beside(state.actor, seat, state.seats) + 1 if state.actor >= 0 else 0


def search(ordered: vec[i64], wanted: i64) -> i64:
    """The place of a number in a rising row, -1 when it is not there."""
    low: i64 = 0
    high = i64(len(ordered))
    while low < high:
        middle = (low + high) >> 1
        if ordered[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low if low < len(ordered) and ordered[low] == wanted else -1
