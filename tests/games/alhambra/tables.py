"""Tables of Alhambra set up for a test in two lines; luck is chosen by name.

    table = seated(position(3, market="tower-9-NE - - -", hands=["y4 y5"]), luck="b1 garden-8-NE")
    table.play("buy tower-9-NE y4 y5")

Tiles and cards are written by name with blanks between them, a city as `tower-9-NE@0,-1 garden-8-NE@1,0`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict, Unpack, cast

from mypy_extensions import u8

from sabika.engine.dealer import ScriptedDealer
from sabika.engine.record import Record
from sabika.engine.table import Table
from sabika.games import ALHAMBRA
from sabika.games.alhambra.bank import Bank
from sabika.games.alhambra.facts import CARD_NAMES, CARD_NUMBER, NO_CARD
from sabika.games.alhambra.purse import Purse, new_purse
from sabika.games.alhambra.state import Alhambra, new_alhambra
from sabika.games.alhambra.tabletop import ACT
from sabika.games.parts.tiles import BIT, NAMES, NO_TILE, TILE_NUMBER, tile_list
from tests.games.parts.cities import city, mask

MARKET = "garden-12-S garden-10-N garden-10-W chambers-9-W"
DISPLAY = "y9 g9 b9 o9"


class Setting(TypedDict, total=False):
    """What a position is made of; what is not named is as at the start of an ordinary turn."""

    market: str
    display: str
    hands: Sequence[str]  # by seat, as are the next two
    cities: Sequence[str]
    reserves: Sequence[str]
    dirk: str
    spent: str
    bag: str  # just these tiles; else what lies nowhere else
    pile: str  # just these cards; else what lies nowhere else
    held: int  # scorings so far
    scoring_next: bool  # the next scoring card may be the next card; else it cannot come up yet
    turn: int
    idle: int
    open_money: bool


def position(seats: int = 3, **setting: Unpack[Setting]) -> Alhambra:
    """The start of a turn."""
    state = new_alhambra(seats, 0, setting.get("open_money", False))
    for square, name in enumerate(setting.get("market", MARKET).split()):
        state.market[square] = u8(NO_TILE if name == "-" else TILE_NUMBER[name])
    for place, name in enumerate(setting.get("display", DISPLAY).split()):
        state.bank.display[place] = u8(NO_CARD if name == "-" else CARD_NUMBER[name])
    for seat, text in enumerate(setting.get("hands", ())):
        state.hands[seat] = purse(text)
    for seat, text in enumerate(setting.get("cities", ())):
        state.cities[seat] = city(text)
    for seat, text in enumerate(setting.get("reserves", ())):
        state.cities[seat].reserve = mask(text)
    state.dirk = mask(setting.get("dirk", ""))
    state.bag = mask(setting["bag"]) if "bag" in setting else bag_left(state)
    state.held = setting.get("held", 0)
    state.idle = setting.get("idle", 0)
    state.turn = state.actor = setting.get("turn", 0)
    state.stage = ACT
    stock(state, setting)
    return state


def stock(state: Alhambra, setting: Setting) -> None:
    """Fill the bank: spent cards, the pile, and where the scoring cards may lie (A10)."""
    bank = state.bank
    bank.spent = purse(setting.get("spent", ""))
    bank.pile = purse(setting["pile"]) if "pile" in setting else pile_left(state)
    bank.left = bank.pile.size()
    bank.hidden = 2 - state.held
    bank.start = start_of_piles(bank, piles_gone=2 * state.held + setting.get("scoring_next", False))


def start_of_piles(bank: Bank, piles_gone: int) -> int:
    """How many cards the five piles had (A10), if just the first `piles_gone` of them are drawn by now."""
    bank.start = bank.left
    while bank.start - bank.left != sum(bank.pile_size(number) for number in range(1, piles_gone + 1)):
        bank.start += 1
    return bank.start


def bag_left(state: Alhambra) -> int:
    outside = [int(tile) for tile in state.market if tile != NO_TILE] + tile_list(state.dirk)
    for each in state.cities:
        outside += [tile for tile, _, _ in each.built()[1:]] + tile_list(each.reserve)
    assert len(set(outside)) == len(outside), "a tile lies in two places"
    return state.bag & ~sum(BIT[tile] for tile in outside)


def pile_left(state: Alhambra) -> Purse:
    left = state.bank.pile.clone()
    outside = [int(card) for card in state.bank.display if card != NO_CARD] + state.bank.spent.cards()
    for hand in state.hands:
        outside += hand.cards()
    for card in outside:
        assert left.has(card) > 0, f"too many {CARD_NAMES[card]}"
        left.take(card)
    return left


def seated(state: Alhambra, luck: str = "") -> Table:
    """A table that goes on from a position; luck comes up as named, then always the first chance."""
    names = [f"seat {seat + 1}" for seat in range(state.seats)]
    record = Record("alhambra", ALHAMBRA.rules, ALHAMBRA.options_of(state), names)
    return Table(ALHAMBRA, state, ScriptedDealer(luck.split()), record)


def dealt(seats: int, luck: str, **options: object) -> Table:
    """A new table whose first luck is named."""
    return Table.deal("alhambra", seats, options=options, dealer=ScriptedDealer(luck.split()))


def alhambra(table: Table) -> Alhambra:
    """The state of a table of Alhambra."""
    return cast(Alhambra, table.state)


def play(table: Table, *moves: str) -> Alhambra:
    """Move after move in notation; the state that follows."""
    for move in moves:
        table.play(move)
    return alhambra(table)


# From names to things and back.


def purse(names: str) -> Purse:
    cards = new_purse()
    for name in names.split():
        cards.add(CARD_NUMBER[name])
    return cards


def cards(held: Purse) -> str:
    return " ".join(CARD_NAMES[card] for card in held.cards())


def market(state: Alhambra) -> str:
    return " ".join("-" if tile == NO_TILE else NAMES[tile] for tile in state.market)


def display(state: Alhambra) -> str:
    return " ".join("-" if card == NO_CARD else CARD_NAMES[card] for card in state.bank.display)
