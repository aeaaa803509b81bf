"""Moves of Alhambra by name: actions, notation and JSON <-> codes."""

from __future__ import annotations

from collections.abc import Sequence

from sabika.engine.game import Action, Unreadable
from sabika.games.alhambra import codes
from sabika.games.alhambra.codes import BUY, TAKE
from sabika.games.alhambra.facts import CARD_NAMES, CARD_NUMBER
from sabika.games.alhambra.purse import UNIT
from sabika.games.parts import city_moves
from sabika.games.parts.building import kind_of, tile_of
from sabika.games.parts.city_moves import Building, tile_number
from sabika.games.parts.texts import shorten
from sabika.games.parts.tiles import NAMES


class TakeMoney(Action, frozen=True, tag="take"):
    """Take cards of the display (A12)."""

    cards: tuple[str, ...]


class BuyBuilding(Action, frozen=True, tag="buy"):
    """Buy a tile of the market with cards of its square's currency (A13)."""

    tile: str
    payment: tuple[str, ...]


Named = TakeMoney | BuyBuilding | Building


def action_of(move: int) -> Named:
    kind = kind_of(move)
    if kind == TAKE:
        return TakeMoney(tuple(cards_taken(move)))
    if kind == BUY:
        return BuyBuilding(NAMES[tile_of(move)], tuple(cards_paid(move)))
    return city_moves.action_of(move)


def code_of(action: Named) -> int:
    if isinstance(action, TakeMoney):
        return take(action.cards)
    if isinstance(action, BuyBuilding):
        return buy(action.tile, action.payment)
    return city_moves.code_of(action)


def notation_of(move: int) -> str:
    """`take b1 o3`, `buy tower-9-NE b4 b5`, or a move that builds."""
    kind = kind_of(move)
    if kind == TAKE:
        return " ".join(["take", *cards_taken(move)])
    if kind == BUY:
        return " ".join(["buy", NAMES[tile_of(move)], *cards_paid(move)])
    return city_moves.notation_of(move)


def parse(text: str) -> int:
    words = text.split()
    word = words[0] if words else ""
    if word == "take" and len(words) > 1:
        return take(words[1:])
    if word == "buy" and len(words) > 2:
        return buy(words[1], words[2:])
    if word in city_moves.WORDS:
        return city_moves.parse_words(words)
    if word == "take":
        raise Unreadable("'take' is written take CARD [CARD …], like take b4")
    if word == "buy":
        raise Unreadable("'buy' is written buy TILE CARD [CARD …], like buy tower-9-NE b4 b5")
    raise Unreadable(f"{shorten(text)} is not a move; moves begin with take, buy, {', '.join(city_moves.WORDS)}")


def cards_taken(move: int) -> list[str]:
    cards = (codes.card_of(move, n) for n in (3, 2, 1, 0))
    return [CARD_NAMES[card] for card in cards if card >= 0]


def cards_paid(move: int) -> list[str]:
    first, payment = codes.currency_of(move) * 9, codes.payment_of(move)
    return [CARD_NAMES[first + value] for value in range(9) for _ in range(payment >> 2 * value & 3)]


def take(names: Sequence[str]) -> int:
    if len(names) > 4:
        raise Unreadable("the display has four cards")
    move = codes.take(-1)
    for n, card in enumerate(sorted((card_number(name) for name in names), reverse=True)):
        move = codes.take_also(move, n, card)
    return move


def buy(tile: str, names: Sequence[str]) -> int:
    """Cards of several currencies, or more than exist of one, can be no payment at all."""
    cards = [card_number(name) for name in names]
    currencies = {card // 9 for card in cards}
    if len(currencies) != 1 or any(cards.count(card) > 3 for card in cards):
        raise Unreadable("a payment is made of cards of one currency, at most three of each (A13)")
    return codes.buy(tile_number(tile), currencies.pop(), sum(UNIT[card % 9] for card in cards))


def card_number(name: str) -> int:
    number = CARD_NUMBER.get(name)
    if number is None:
        raise Unreadable(f"there is no money card {shorten(name)}; one is named like b4, of y g b o and 1 to 9")
    return number
