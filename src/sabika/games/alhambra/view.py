"""What a seat is shown in Alhambra: everything on the table, and of the hands only one's own."""

from __future__ import annotations

import msgspec

from sabika.games.alhambra.facts import CARD_NAMES, CURRENCIES, NO_CARD
from sabika.games.alhambra.purse import Purse
from sabika.games.alhambra.state import Alhambra
from sabika.games.alhambra.tabletop import REASONS, STAGES
from sabika.games.parts.city_view import CityView, city_view
from sabika.games.parts.tiles import NAMES, NO_TILE, PRICE, tile_list, tiles_in

__all__ = ["AlhambraSeatView", "AlhambraView", "CityView", "DirkView", "SquareView", "city_view", "view_of"]


class AlhambraSeatView(msgspec.Struct, frozen=True):
    """A player as others see him."""

    city: CityView
    hand_size: int
    hand: list[str] | None  # None: face down
    won: list[str]  # last tiles that the seat will place when it is asked (A26)
    points: int


class SquareView(msgspec.Struct, frozen=True):
    """A square of the market."""

    currency: str
    tile: str | None
    price: int


class DirkView(msgspec.Struct, frozen=True):
    """The third player of a table of two."""

    tiles: list[str]
    points: int


class AlhambraView(msgspec.Struct, frozen=True):
    """The table of Alhambra from one seat, or as a spectator sees it."""

    viewer: int | None
    stage: str
    turn: int | None  # None before the first turn
    actor: int | None  # the seat whose turn it is
    market: list[SquareView]
    display: list[str | None]
    pile_size: int
    bag_size: int
    spent: list[str]
    scorings_held: int
    waiting: list[str]  # to be placed by the seat whose turn it is, now or after its last action
    seats: list[AlhambraSeatView]
    dirk: DirkView | None
    gone: str | None  # the tower that left for the extra one
    ending: str


def view_of(state: Alhambra, viewer: int | None) -> AlhambraView:
    bank = state.bank
    return AlhambraView(
        viewer=viewer,
        stage=STAGES[state.stage],
        turn=state.turn if bank.start else None,
        actor=state.actor if state.actor >= 0 else None,
        market=[square_view(state.market[square], CURRENCIES[square]) for square in range(4)],
        display=[None if card == NO_CARD else CARD_NAMES[card] for card in bank.display],
        pile_size=bank.left + bank.hidden,
        bag_size=tiles_in(state.bag),
        spent=names(bank.spent),
        scorings_held=state.held,
        waiting=[NAMES[tile] for tile in tile_list(state.waiting)],
        seats=[seat_view(state, seat, viewer) for seat in range(state.seats)],
        dirk=dirk_view(state),
        gone=NAMES[tile_list(state.gone)[0]] if state.gone else None,
        ending=REASONS[state.ending],
    )


def square_view(tile: int, currency: str) -> SquareView:
    if tile == NO_TILE:
        return SquareView(currency, None, 0)
    return SquareView(currency, NAMES[tile], PRICE[tile])


def seat_view(state: Alhambra, seat: int, viewer: int | None) -> AlhambraSeatView:
    """Hands are open while they are dealt, at the end, and where the table plays with open money (A7, A26, A31)."""
    hand = state.hands[seat]
    shown = seat == viewer or state.open_money or state.ending != 0 or state.bank.start == 0
    return AlhambraSeatView(
        city=city_view(state.cities[seat]),
        hand_size=hand.size(),
        hand=names(hand) if shown else None,
        won=[NAMES[tile] for tile in tile_list(state.prizes[seat])],
        points=state.points[seat],
    )


def dirk_view(state: Alhambra) -> DirkView | None:
    if state.seats != 2:
        return None
    return DirkView([NAMES[tile] for tile in tile_list(state.dirk)], state.points[2])


def names(purse: Purse) -> list[str]:
    return [CARD_NAMES[card] for card in purse.cards()]
