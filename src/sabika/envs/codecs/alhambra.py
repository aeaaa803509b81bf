"""Alhambra as numbers: a purchase is a square and then a payment, building is a tile and then a cell."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Final, cast, final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from sabika.engine.state import State
from sabika.envs.codec import HALF, NO_ACTION, NO_HALF, NO_MOVE, Codec, Field, Pen, across, asked, search
from sabika.envs.parts.city import (
    GHOST,
    GONE,
    OPEN,
    PRIZE,
    TILES,
    TILES_FIELD,
    UNSEEN,
    WAITING,
    WINDOW,
    city_fields,
    placed,
    redesign_cell,
    redesigned,
    redesigns_of,
    write_cities,
    write_owned,
    write_places,
)
from sabika.games.alhambra import codes
from sabika.games.alhambra.codes import BUY, TAKE, currency_of, payment_of
from sabika.games.alhambra.facts import CARDS, COPIES, NO_CARD, SMALL_MONEY, SQUARES, VALUES
from sabika.games.alhambra.purse import Purse, payments
from sabika.games.alhambra.state import Alhambra
from sabika.games.parts.building import ADD, GIVE, PLACE, REMOVE, RESERVE, SWAP, kind_of, sites, tile_of, with_tile
from sabika.games.parts.tiles import BIT, NO_TILE, PRICE


def _takes() -> list[int]:
    """Every way to take money (A12): one card, or several that sum to at most five; their codes, rising."""
    found = [TAKE | (card + 1) << 4 for card in range(36)]
    small = [card for card in range(36) if card % 9 + 1 < SMALL_MONEY]
    for number in (2, 3, 4):
        for cards in combinations_with_replacement(small, number):
            if sum(card % 9 + 1 for card in cards) <= SMALL_MONEY and max(map(cards.count, cards)) <= COPIES:
                falling = sorted(cards, reverse=True)
                found.append(TAKE | sum((card + 1) << 4 + 6 * n for n, card in enumerate(falling)))
    return sorted(found)


def _payments() -> list[int]:
    """Every payment without a superfluous card for some price (A13), as a purse packs it; rising."""
    dearest = max(PRICE)
    found: list[int] = []

    def add(packed: int, total: int, lowest: int) -> None:
        if total - lowest < dearest and total > 1:
            found.append(packed)
        if total < dearest:
            for value in range(1, lowest + 1):
                if packed >> (2 * value - 2) & 3 < COPIES:
                    add(packed + 4 ** (value - 1), total + value, value)

    for value in range(1, 10):
        add(4 ** (value - 1), value, value)
    return sorted(found)


ALL_TAKES: Final = vec[i64](_takes())
ALL_PAYMENTS: Final = vec[i64](_payments())

BUYS: Final[i64] = len(ALL_TAKES)  # a square of the market, then a payment
PLACES: Final[i64] = BUYS + SQUARES  # a waiting tile, then a cell
REDESIGNS: Final[i64] = PLACES + TILES  # a tile of the reserve, then a cell, which may be taken
REMOVES: Final[i64] = REDESIGNS + TILES
RESERVES: Final[i64] = REMOVES + TILES
GIVES: Final[i64] = RESERVES + TILES
PAYMENTS: Final[i64] = GIVES + TILES  # the second steps
CELLS: Final[i64] = PAYMENTS + len(ALL_PAYMENTS)
ACTIONS: Final[i64] = CELLS + WINDOW


@final
class AlhambraCodec(Codec):
    """A seat knows all hands, as its sight does: every card that was taken lay open."""

    def first(self, state: State, move: i64) -> i64:
        kind = kind_of(move)
        if kind == TAKE:
            return search(ALL_TAKES, move)
        if kind == BUY:
            return BUYS + currency_of(move)
        if kind == REMOVE:
            return REMOVES + tile_of(move)
        if kind == RESERVE:
            return RESERVES + tile_of(move)
        if kind == GIVE:
            return GIVES + tile_of(move)
        if self.second(state, move) == NO_ACTION:
            return NO_ACTION  # outside the window
        return PLACES + tile_of(move) if kind == PLACE else REDESIGNS + tile_of(move)

    def second(self, state: State, move: i64) -> i64:
        kind = kind_of(move)
        if kind == BUY:
            payment = search(ALL_PAYMENTS, payment_of(move))
            return NO_ACTION if payment < 0 else PAYMENTS + payment
        if kind not in (PLACE, ADD, SWAP):
            return NO_ACTION
        table = cast(Alhambra, state)
        cell = redesign_cell(table.cities[table.actor], kind, move)
        return NO_ACTION if cell == NO_ACTION else CELLS + cell

    def move(self, state: State, half: i64, action: i64) -> i64:
        if action < 0 or action >= ACTIONS or state.actor < 0:
            return NO_MOVE
        if half != NO_HALF:
            return self.completed(cast(Alhambra, state), half, action)
        if action < BUYS:
            return ALL_TAKES[action]
        if action < REMOVES:
            return HALF
        if action < RESERVES:
            return with_tile(REMOVE, action - REMOVES)
        if action < GIVES:
            return with_tile(RESERVE, action - RESERVES)
        return with_tile(GIVE, action - GIVES) if action < PAYMENTS else NO_MOVE

    def completed(self, table: Alhambra, half: i64, action: i64) -> i64:
        """The move of a first step with its second."""
        if half < PLACES:
            tile = i64(table.market[half - BUYS])
            if tile == NO_TILE or action < PAYMENTS or action >= CELLS:
                return NO_MOVE
            return codes.buy(tile, half - BUYS, ALL_PAYMENTS[action - PAYMENTS])
        if action < CELLS:
            return NO_MOVE
        if half < REDESIGNS:
            return placed(PLACE, half - PLACES, action - CELLS)
        return redesigned(table.cities[table.actor], half - REDESIGNS, action - CELLS)

    def followers(self, state: State, half: i64) -> vec[i64]:
        table = cast(Alhambra, state)
        city = table.cities[table.actor]
        if half >= REDESIGNS:
            return redesigns_of(city, half - REDESIGNS)
        if half >= PLACES:
            return sites(PLACE, city, BIT[half - PLACES], vec[i64]())
        tile = i64(table.market[half - BUYS])
        found = vec[i64]()
        for payment in payments(table.hands[table.actor].packed[half - BUYS], i64(PRICE[tile])):
            found = append(found, codes.buy(tile, half - BUYS, payment))
        return found

    def example(self, state: State, action: i64) -> i64:
        if action < PLACES:
            return codes.buy(i64(0), action - BUYS, i64(0))
        return placed(PLACE, action - PLACES, 0) if action < REDESIGNS else placed(ADD, action - REDESIGNS, 0)

    def encode_into(self, state: State, half: i64, seat: i64, row: vec[u8], at: i64) -> None:
        table = cast(Alhambra, state)
        pen = Pen(row, at)
        pen.put(table.stage)
        pen.put(asked(table, seat))
        pen.put(half - BUYS + 1 if half != NO_HALF and table.actor == seat else 0)
        pen.put(table.held)
        pen.put(1 if table.due else 0)
        pen.put(1 if table.bought else 0)
        pen.put(table.bank.hidden)
        pen.put(table.bank.places())
        pen.number(table.idle)
        write_market(table, pen)
        write_purse(table.bank.pile, pen)
        write_purse(table.bank.spent, pen)
        for place in range(table.seats):
            write_purse(table.hands[across(place, seat, table.seats)], pen)
        for place in range(table.players()):
            pen.number(table.points[across(place, seat, table.seats)])
        write_tiles(table, seat, pen)
        write_cities(table.cities, seat, table.seats, pen)


def write_market(table: Alhambra, pen: Pen) -> None:
    for square in range(SQUARES):
        tile = i64(table.market[square])
        pen.put(0 if tile == NO_TILE else tile + 1)
    for place in range(SQUARES):
        card = i64(table.bank.display[place])
        pen.put(0 if card == NO_CARD else card + 1)


def write_purse(purse: Purse, pen: Pen) -> None:
    """How many there are of each card."""
    for packed in purse.packed:
        for _ in range(VALUES):
            pen.put(packed & 3)
            packed >>= 2


def write_tiles(table: Alhambra, seat: i64, pen: Pen) -> None:
    start = write_owned(table.cities, seat, table.seats, pen)
    write_places(table.bag, UNSEEN, start, pen)
    write_places(table.waiting, WAITING, start, pen)
    write_places(table.dirk, GHOST, start, pen)
    write_places(table.gone, GONE, start, pen)
    for place in range(table.seats):
        write_places(table.prizes[across(place, seat, table.seats)], PRIZE + place, start, pen)
    for square in range(SQUARES):
        if table.market[square] != NO_TILE:
            pen.row[start + i64(table.market[square])] = u8(OPEN)


def fields(seats: int, players: int) -> list[Field]:
    cards = int(CARDS)
    return [
        Field("stage", (1,), "what is being decided, as the state numbers it"),
        Field("asked", (1,), "whose decision it is: 1 is this seat, 2 the next clockwise; 0 nobody"),
        Field(
            "half", (1,), "this seat's pending first step: 1 to 4 a square, 5 + tile to place, 60 + tile to redesign"
        ),
        Field("scorings", (1,), "scorings held so far"),
        Field("due", (1,), "1 if a scoring card came up in this turn"),
        Field("bought", (1,), "1 if something was bought in this turn"),
        Field("hidden", (1,), "scoring cards still in the pile"),
        Field("places", (1,), "places left where the next scoring card may lie; 0 while it cannot come up"),
        Field("idle", (2,), "turns in a row without a purchase in two bytes, the high one first"),
        Field("market", (4,), "the tile on each square plus 1; 0 none"),
        Field("display", (4,), "the open money cards plus 1; 0 none"),
        Field("pile", (cards,), "cards of each kind in the pile: four currencies, each from 1 to 9"),
        Field("spent", (cards,), "cards of each kind that were paid"),
        Field("hands", (seats, cards), "cards of each kind in each hand, this seat's first"),
        Field("points", (players, 2), "points so far in two bytes, the high one first; the ghost last"),
        Field("tiles", (55,), TILES_FIELD),
        *city_fields(seats),
    ]


def codec(start: State) -> Codec:
    return AlhambraCodec(start, ACTIONS, fields(start.seats, start.players()))
