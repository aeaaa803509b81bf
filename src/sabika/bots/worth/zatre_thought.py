"""How architect and vizier think about a turn of Zatre: every way to play it, and what all tiles that others may draw
let them answer.

A turn ends on one of a few dozen boards. What the next player may draw is one of 21 pairs, so his answers can be gone
through one by one with their chances instead of being sampled; then the answers to those, and so on, turn by turn, for
fewer and fewer boards. All answers are the judge's choice.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from sabika.bots.worth.base import Thought, Worth, after
from sabika.engine.state import LUCK, OVER
from sabika.games.zatre.facts import VALUES, count_of, tiles_in
from sabika.games.zatre.state import Zatre
from sabika.games.zatre.tabletop import LAYING

FURTHEST: Final[i64] = 3  # turns of answers
# Points that a board may be behind the best after this many turns of answers and yet be looked at with one more: about
# three times what such a look changes.
NEAR: Final = vec[float]([5.0, 2.0, 1.0])


@final
class End:
    """A way to end the turn."""

    def __init__(self, state: Zatre, tiles: i64, value: float) -> None:
        self.state: Zatre = state  # the next seat draws
        self.tiles: i64 = tiles  # what was laid, see `with_tile`
        self.first: vec[i64] = vec[i64](capacity=2)  # the moves by which the turn may begin
        self.values: vec[float] = append(vec[float](capacity=4), value)  # what it is worth after 0, 1, 2 .. answers
        self.answers: list[Zatre] = []  # after each pair that may be drawn; from the second look on, as it is answered
        self.chances: vec[float] = vec[float](capacity=21)
        self.sum: float = 0.0  # of the answers that were looked at


@final
class Replies(Thought):
    """Thinks about the turn of a seat."""

    def __init__(self, state: Zatre, worth: Worth) -> None:
        super().__init__()
        self.worth: Worth = worth
        self.seat: i64 = state.turn
        self.left: i64 = unlaid(state)  # tiles that are still to be laid
        self.ends: list[End] = []
        self.gather(state, 0, 0)
        self.look: i64 = 0  # turns of answers that are gone through now
        self.queue: list[End] = []  # the boards that are still to be looked at
        self.next: i64 = 0  # the answer of the first of them that comes next
        self.look_further()

    # The ways to play the turn.

    def gather(self, state: Zatre, tiles: i64, first: i64) -> None:
        """All ends, each once, whatever the order of the tiles."""
        for move in state.moves():
            twin = after(state, move)
            assert isinstance(twin, Zatre)
            laid = with_tile(tiles, move)
            begun = first or move
            if len(twin.board.laid) > 0:
                self.gather(twin, laid, begun)
            else:
                self.end(twin, laid, begun)

    def end(self, state: Zatre, tiles: i64, first: i64) -> None:
        for end in self.ends:
            if end.tiles == tiles:
                if first not in end.first:
                    end.first = append(end.first, first)
                return
        end = End(state, tiles, self.judged(state))
        end.first = append(end.first, first)
        self.ends.append(end)

    # Thinking.

    def playout(self) -> None:
        """Go through one more answer to the board that is looked at."""
        end = self.queue[0]
        if self.next == 0:
            self.prepare(end)
        answer = end.answers[self.next]
        value = self.judged(answer) if self.look == 1 else self.expected(answer, self.look - 1)
        end.sum += end.chances[self.next] * value
        self.next += 1
        if self.next == len(end.answers):
            end.values = append(end.values, end.sum)
            self.queue.pop(0)
            self.next = 0
            if len(self.queue) == 0:
                self.look_further()

    def prepare(self, end: End) -> None:
        """Draw all pairs; if there is more to come after the answer, give it."""
        end.sum = 0.0
        if self.look == 1:
            end.answers, end.chances = draws(end.state)
        elif self.look == 2:
            for answer in end.answers:
                self.answer(answer)

    def look_further(self) -> None:
        """Line up the boards near the best, the best first, for a look with one turn more; if none is left, be done."""
        look = self.look
        self.look += 1
        ends = [end for end in self.ends if len(end.values) == look + 1]
        best = max([end.values[look] for end in ends])
        near = NEAR[look] if look < FURTHEST else 0.0
        self.queue = [end for end in ends if end.values[look] >= best - near]
        self.queue.sort(key=lambda end: -end.values[look])
        self.done = len(self.queue) < 2 or look == FURTHEST or self.queue[0].state.actor == OVER

    def expected(self, state: Zatre, turns: i64) -> float:
        """What a position is worth on average, this many turns of answers later."""
        if state.actor != LUCK:
            return self.judged(state)
        found = 0.0
        answers, chances = draws(state)
        for n in range(i64(len(answers))):
            if turns > 1:
                self.answer(answers[n])
                found += chances[n] * self.expected(answers[n], turns - 1)
            else:
                found += chances[n] * self.judged(answers[n])
        return found

    def judged(self, state: Zatre) -> float:
        """What the judge says to the seat that thinks."""
        self.playouts += 1
        self.decisions += self.left - unlaid(state)
        return self.worth.of(state, self.seat)

    def answer(self, state: Zatre) -> None:
        """Play the turn of the seat that has drawn."""
        turn = state.turn
        while state.actor == turn and state.stage == LAYING:
            state.play(self.worth.guide(state))

    # What came of it.

    def weigh(self, moves: vec[i64]) -> vec[float]:
        """What the best end is worth that each of these moves may lead to."""
        found = vec[float]([-1e9] * len(moves))
        worths = self.worths()
        for at in range(i64(len(self.ends))):
            for n in range(i64(len(moves))):
                if moves[n] in self.ends[at].first:
                    found[n] = max(found[n], worths[at])
        return found

    def worths(self) -> vec[float]:
        """What each end is worth by the furthest look at it, as if all had been looked at that far."""
        changes = self.changes()
        found = vec[float](capacity=len(self.ends))
        for end in self.ends:
            worth = end.values[len(end.values) - 1]
            for look in range(i64(len(end.values)), i64(len(changes))):
                worth += changes[look]
            found = append(found, worth)
        return found

    def changes(self) -> vec[float]:
        """How much each further look changed values on average: boards looked at less are offset by that."""
        changes = vec[float]([0.0] * (FURTHEST + 1))
        for look in range(i64(1), FURTHEST + 1):
            ends = 0.0
            for end in self.ends:
                if len(end.values) > look:
                    changes[look] += end.values[look] - end.values[look - 1]
                    ends += 1.0
            if ends > 0.0:
                changes[look] /= ends
        return changes


def draws(state: Zatre) -> tuple[list[Zatre], vec[float]]:
    """A seat is to draw: the position after all that it may draw, and the chance of each."""
    found: list[Zatre] = []
    chances = vec[float](capacity=21)
    if state.actor != LUCK:  # it has nothing to draw
        found.append(state.clone())
        return found, append(chances, 1.0)
    left = float(tiles_in(state.bag))
    for value in range(i64(1), VALUES + 1):
        tiles = float(count_of(state.bag, value))
        if tiles == 0.0:
            continue
        if state.due == 1:
            found.append(drawn(state, value))
            chances = append(chances, tiles / left)
            continue
        for other in range(value, VALUES + 1):
            others = float(count_of(state.bag, other))
            if other == value:
                others -= 1.0
            ways = tiles * others * (1.0 if other == value else 2.0)
            if ways > 0.0:
                found.append(drawn(drawn(state, value), other))
                chances = append(chances, ways / (left * (left - 1.0)))
    return found, chances


def unlaid(state: Zatre) -> i64:
    """The tiles that are not on the board; a decision lays one of them."""
    tiles = tiles_in(state.bag)
    for held in state.hands:
        tiles += tiles_in(held)
    return tiles


def drawn(state: Zatre, value: i64) -> Zatre:
    """The position after a tile of this value was drawn."""
    twin = state.clone()
    before: i64 = 0  # tiles that come before it in the order of chances
    for lower in range(i64(1), value):
        before += count_of(state.bag, lower)
    twin.settle(before)
    return twin


def with_tile(tiles: i64, move: i64) -> i64:
    """Up to three moves in rising order, 16 bits each."""
    low = tiles & 0xFFFF
    middle = (tiles >> 16) & 0xFFFF
    high = tiles >> 32
    if move > high:
        return middle | (high << 16) | (move << 32)
    if move > middle:
        return middle | (move << 16) | (high << 32)
    return max(low, move) | (middle << 16) | (high << 32)
