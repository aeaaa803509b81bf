"""Why a move of Alhambra is refused: the key of the sentence and its arguments."""

from __future__ import annotations

from sabika.engine.rule import Rule
from sabika.games.alhambra import codes
from sabika.games.alhambra.bank import index_of
from sabika.games.alhambra.codes import BUY, TAKE
from sabika.games.alhambra.facts import CURRENCIES, SMALL_MONEY
from sabika.games.alhambra.moves import cards_paid, cards_taken
from sabika.games.alhambra.purse import worth
from sabika.games.alhambra.rules import A12, A13, A16, A26
from sabika.games.alhambra.state import Alhambra
from sabika.games.parts import building
from sabika.games.parts.building import GIVE, REMOVE, SWAP
from sabika.games.parts.city_refusal_words import building_ruling
from sabika.games.parts.tiles import NAMES, PRICE, tiles_in

Ruling = tuple[str, dict[str, object]]


def ruling(state: Alhambra, move: int, rule: Rule) -> Ruling:
    if rule is A12:
        return take_ruling(state, move)
    if rule is A13:
        return buy_ruling(state, move)
    if rule is A16:
        return site_ruling(state, move)
    if rule is A26:
        return "A26", {"tile": NAMES[building.tile_of(move)]}
    return building_ruling(state.cities[state.actor], move, rule)


def take_ruling(state: Alhambra, move: int) -> Ruling:
    cards = cards_taken(move)
    if not cards:
        return "A12-none", {}
    total = sum(int(card[1]) for card in cards)
    shown = [index_of(state.bank.display, codes.card_of(move, n)) >= 0 for n in range(len(cards))]
    if all(shown) and len(cards) > 1 and total > SMALL_MONEY:
        return "A12-sum", {"cards": " ".join(cards), "sum": total}
    return "A12-absent", {"cards": " ".join(cards)}


def buy_ruling(state: Alhambra, move: int) -> Ruling:
    tile, paid = building.tile_of(move), codes.payment_of(move)
    square = index_of(state.market, tile)
    args: dict[str, object] = {"tile": NAMES[tile], "cards": " ".join(cards_paid(move))}
    if square < 0:
        return "A13-absent", args
    args |= {"currency": CURRENCIES[square], "price": PRICE[tile], "sum": worth(paid)}
    if square != codes.currency_of(move):
        return "A13-currency", args
    if not state.hands[state.actor].covers(square, paid):
        return "A13-hand", args
    return "A13-price", args


def site_ruling(state: Alhambra, move: int) -> Ruling:
    kind = building.kind_of(move)
    if state.waiting and kind in (TAKE, BUY, building.ADD, REMOVE, SWAP):
        return "A16-first", {"tiles": tiles_in(state.waiting)}
    if kind == GIVE and state.seats != 2:
        return "A16-nobody", {}
    return "A16-absent", {"tile": NAMES[building.tile_of(move)]}
