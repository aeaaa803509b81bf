"""What a seat can guess of its rivals' tiles, and whole positions drawn by it.

Hidden tiles and the bag are one pool. A rival's public turns (public_turns.py) tell in how many orders
each hand may have been drawn, and hands are drawn with exactly these weights: every order of the pool that agrees with
all that was seen is equally likely.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sabika.engine.rng import Rng
from sabika.games.zatre import public_turns
from sabika.games.zatre.board import CELL
from sabika.games.zatre.facts import UNIT, VALUES, count_of, lowest_value, nth_value, tiles_in
from sabika.games.zatre.public_turns import LOOKED_IN_VAIN, SAW_A_PLACE
from sabika.games.zatre.state import Zatre
from sabika.games.zatre.tabletop import CHOICE, DRAWING, LAYING

MOST_HANDS: Final[i64] = 4000  # a rival with more possible hands is guessed from the end of his last turn alone
MOST_TRIES: Final = 100_000  # then tiles are dealt without regard to the course; play does not come to this


class Guess:
    """What is known of a rival's hidden tiles."""

    def __init__(self, seat: i64, hands: dict[int, int], size: i64, above: i64) -> None:
        self.seat: i64 = seat
        self.size: i64 = size  # how many tiles the rival holds
        self.hands: list[int] = list(hands)  # every hand that agrees with the course
        self.ways: list[int] = list(hands.values())  # in how many orders each may have been drawn
        self.above: i64 = above  # of tiles besides, which may come from a dead board: they are higher than this
        self.alone: list[int] = []  # for each hand: in how many ways the pool can fill its places
        self.sums: list[int] = []  # running sums of the weights

    def weigh(self, pool: i64) -> None:
        """Weigh every hand by the ways to draw it from the pool."""
        self.alone = [arrangements(pool, hand) for hand in self.hands]
        total = 0
        self.sums = []
        for alone, ways in zip(self.alone, self.ways, strict=True):
            total += ways * alone
            self.sums.append(total)

    def agrees(self) -> bool:
        """Is there such a hand at all? In a position that came up by play there always is."""
        return len(self.sums) > 0 and self.sums[-1] > 0 and tiles_in(self.hands[0]) <= self.size

    def draw(self, rng: Rng) -> i64:
        """The number of a hand, by its weight."""
        sums = self.sums
        at = chance(rng) * sums[-1] >> 64
        low: i64 = 0
        high: i64 = len(sums) - 1
        while low < high:
            middle = (low + high) >> 1
            if at < sums[middle]:
                high = middle
            else:
                low = middle + 1
        return low


def ignorant(seat: i64, size: i64) -> Guess:
    """A guess that knows nothing but how many tiles there are."""
    guess = Guess(seat, {0: 1}, size, 0)
    guess.weigh(0)
    return guess


def arrangements(pool: i64, hand: i64) -> int:
    """In how many ways places for the tiles of a hand can be filled from the pool."""
    ways = 1
    for value in range(i64(1), VALUES + 1):
        left = count_of(pool, value)
        for _ in range(count_of(hand, value)):
            ways *= left
            left -= 1
    return ways


# Drawing a whole position.


def imagine(table: Zatre, known: list[Guess], rng: Rng) -> Zatre:
    """A position with the rivals' tiles drawn from the pool."""
    twin = table.clone()
    for _ in range(MOST_TRIES):
        if deal(twin, table.bag, known, rng):
            return twin
    deal(twin, table.bag, [ignorant(guess.seat, guess.size) for guess in known], rng)
    return twin


def deal(twin: Zatre, pool: i64, known: list[Guess], rng: Rng) -> bool:
    """Give every rival a hand; False when the draw has to be repeated.

    Each hand is drawn as if the others had none. All together are taken with the chance that the pool has them side
    by side, which makes the weights exact.
    """
    alone = 1
    together: i64 = 0
    for guess in known:
        n = guess.draw(rng)
        twin.hands[guess.seat] = guess.hands[n]
        together += guess.hands[n]
        alone *= guess.alone[n]
    if len(known) > 1 and not happens(rng, arrangements(pool, together), alone):
        return False
    twin.bag = pool - together
    return all(deal_rest(twin, guess, rng) for guess in known) and asked_rightly(twin)


def deal_rest(twin: Zatre, guess: Guess, rng: Rng) -> bool:
    """The tiles that the course does not tell of, from what is left; False when there are too few."""
    while tiles_in(twin.hands[guess.seat]) < guess.size:
        low = up_to(twin.bag, guess.above)
        left = tiles_in(twin.bag) - low
        if left == 0:
            return False
        tile = UNIT[nth_value(twin.bag, low + rng.below(left))]
        twin.bag -= tile
        twin.hands[guess.seat] += tile
    return True


def asked_rightly(twin: Zatre) -> bool:
    """Has a seat that is asked something to decide? Known of every hand in a table of guesses, not of others."""
    if twin.actor < 0 or twin.board.empty():
        return True
    held = twin.hands[twin.actor]
    if held == 0 or not twin.board.fits_somewhere(lowest_value(held)):
        return False
    return twin.board.completable(held)


def happens(rng: Rng, ways: int, of: int) -> bool:
    """True with the chance ways / of."""
    return chance(rng) * of < ways << 64


def chance(rng: Rng) -> int:
    """A number below 2**64."""
    high = int(rng.next())
    return (high << 32) + int(rng.next())


def up_to(held: i64, level: i64) -> i64:
    """How many tiles are not higher than a level."""
    tiles: i64 = 0
    for value in range(i64(1), level + 1):
        tiles += count_of(held, value)
    return tiles


# What the course tells.


def guesses(table: Zatre, unknown: list[int]) -> list[Guess]:
    """For every rival with hidden tiles, which hands agree with the public course."""
    found: list[Guess] = []
    for seat in range(table.seats):
        if unknown[seat]:
            guess = guess_of(table, seat, unknown[seat])
            guess.weigh(table.bag)
            found.append(guess if guess.agrees() else ignorant(seat, unknown[seat]))
    found.sort(key=lambda guess: -guess.above)
    return found


def guess_of(table: Zatre, seat: i64, size: i64) -> Guess:
    """Follow the turns of a seat since it last held nothing."""
    hands: dict[int, int] = {0: 1}
    above: i64 = 0
    for turn in table.course:
        if public_turns.seat_in(turn) == seat:
            above = i64(0) if public_turns.stopped_in(turn) else public_turns.level_of(turn)
            hands = after_turn(hands, turn)
            if len(hands) > MOST_HANDS:
                break
    if len(hands) <= MOST_HANDS:
        hands = this_turn(table, seat, hands)
    if len(hands) <= MOST_HANDS:
        return Guess(seat, hands, size, 0)
    kept = public_turns.begun_by(table.begun, seat) == 0
    return Guess(seat, {0: 1}, size, above if kept else i64(0))


def after_turn(hands: dict[int, int], turn: i64) -> dict[int, int]:
    """The hands after a whole turn of the course: looking, drawing, laying, and what the end tells."""
    beginning = public_turns.beginning_of(turn)
    hands = drawn(looked(hands, beginning), public_turns.drew_in(beginning))
    laid: i64 = 0
    for value in range(i64(1), VALUES + 1):
        laid += UNIT[value] * public_turns.laid_in(turn, value)
    hands = without(hands, laid)
    return (
        some_fit(hands, public_turns.level_of(turn))
        if public_turns.stopped_in(turn)
        else none_fit(hands, public_turns.level_of(turn))
    )


def this_turn(table: Zatre, seat: i64, hands: dict[int, int]) -> dict[int, int]:
    """The hands in the turn that is being played."""
    beginning = public_turns.begun_by(table.begun, seat)
    hands = looked(hands, beginning)
    due = table.due if table.stage == DRAWING and table.turn == seat else i64(0)
    hands = drawn(hands, public_turns.drew_in(beginning) - due)
    if table.turn != seat:
        return hands
    if table.stage == CHOICE:
        return some_fit(hands, table.board.roomiest())
    if table.stage == LAYING:
        laid: i64 = 0
        for marked in table.board.laid:
            laid += UNIT[table.board.tile(marked & CELL)]
        hands = some_fit(without(hands, laid), table.board.roomiest())
        return {hand: ways for hand, ways in hands.items() if table.board.completable(hand)}
    return hands


def looked(hands: dict[int, int], beginning: i64) -> dict[int, int]:
    """What a seat's draw tells of the tiles it held (Z7)."""
    if public_turns.looked_in(beginning) == LOOKED_IN_VAIN:
        return none_fit(hands, public_turns.fitted_in(beginning))
    if public_turns.looked_in(beginning) == SAW_A_PLACE:
        return some_fit(hands, public_turns.fitted_in(beginning))
    return hands


def drawn(hands: dict[int, int], tiles: i64) -> dict[int, int]:
    """Every hand with every way to draw some tiles more."""
    for _ in range(tiles):
        more: dict[int, int] = {}
        for hand, ways in hands.items():
            for value in range(i64(1), VALUES + 1):
                larger = hand + UNIT[value]
                more[larger] = more.get(larger, 0) + ways
        hands = more
    return hands


def without(hands: dict[int, int], laid: i64) -> dict[int, int]:
    """The hands that had these tiles, without them."""
    found: dict[int, int] = {}
    for hand, ways in hands.items():
        if holds(hand, laid):
            found[hand - laid] = ways
    return found


def holds(hand: i64, tiles: i64) -> bool:
    return all(count_of(hand, value) >= count_of(tiles, value) for value in range(i64(1), VALUES + 1))


def none_fit(hands: dict[int, int], level: i64) -> dict[int, int]:
    """The hands without a tile up to a level."""
    return {hand: ways for hand, ways in hands.items() if up_to(hand, level) == 0}


def some_fit(hands: dict[int, int], level: i64) -> dict[int, int]:
    """The hands with a tile up to a level."""
    return {hand: ways for hand, ways in hands.items() if hand != 0 and lowest_value(hand) <= level}
