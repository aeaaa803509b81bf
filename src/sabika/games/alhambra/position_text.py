"""A position of Alhambra in one line, and back.

Only what cannot be worked out is written: bag and pile are what lies nowhere else, points follow from the ledger.
"""

from __future__ import annotations

from collections import Counter

from librt.vecs import vec
from mypy_extensions import u8

from sabika.engine.game import Unreadable
from sabika.games.alhambra.facts import CARD_NAMES, CARD_NUMBER, NO_CARD
from sabika.games.alhambra.position_check import consistent
from sabika.games.alhambra.purse import Purse, new_purse
from sabika.games.alhambra.state import Alhambra, new_alhambra
from sabika.games.alhambra.tabletop import DEAL, LOT, REASONS, STAGES
from sabika.games.parts.city_moves import tile_number
from sabika.games.parts.city_position_text import city_text, mask_text, read_city, read_mask
from sabika.games.parts.ledger import NUMBERS
from sabika.games.parts.texts import (
    actor_text,
    choice,
    items,
    joined,
    listed,
    number,
    read_actor,
    read_number,
    shorten,
    split_fields,
    yes,
)
from sabika.games.parts.tiles import BIT, NAMES, NO_TILE, tile_list

EXTRA = ("off", "added", "replaces")
KEYS = (
    "seats extra_tower open_money stage turn actor market display spent hidden start hands cities reserves dirk gone "
    "waiting bought idle due held gifts ending prizes last ledger"
).split()


def text_of(state: Alhambra) -> str:
    bank = state.bank
    fields: dict[str, object] = {
        "seats": state.seats,
        "extra_tower": EXTRA[state.extra_tower],
        "open_money": yes(state.open_money),
        "stage": STAGES[state.stage],
        "turn": state.turn + 1,
        "actor": actor_text(state.actor),
        "market": listed("-" if tile == NO_TILE else NAMES[tile] for tile in state.market),
        "display": listed("-" if card == NO_CARD else CARD_NAMES[card] for card in bank.display),
        "spent": purse_text(bank.spent),
        "hidden": bank.hidden,
        "start": bank.start,
        "hands": "/".join(purse_text(hand) for hand in state.hands),
        "cities": "/".join(city_text(city) for city in state.cities),
        "reserves": "/".join(mask_text(city.reserve) for city in state.cities),
        "dirk": mask_text(state.dirk),
        "gone": mask_text(state.gone),
        "waiting": mask_text(state.waiting),
        "bought": yes(state.bought),
        "idle": state.idle,
        "due": yes(state.due),
        "held": state.held,
        "gifts": state.gifts,
        "ending": REASONS[state.ending],
        "prizes": "/".join(mask_text(mask) for mask in state.prizes),
        "last": listed(last_text(state.last[square], state.last[square + 4]) for square in range(4)),
        "ledger": bytes(state.ledger.counted).hex(),
    }
    return joined("alhambra", fields)


def purse_text(purse: Purse) -> str:
    return listed(CARD_NAMES[card] for card in purse.cards())


def last_text(tile: int, seat: int) -> str:
    if tile == NO_TILE:
        return "-"
    return NAMES[tile] + (":-" if seat == NO_TILE else f":{seat + 1}")


# And back.


def load(text: str) -> Alhambra:
    fields = split_fields(text, "alhambra", "Alhambra", KEYS)
    seats = number(fields, "seats", 2, 6)
    state = new_alhambra(seats, choice(fields, "extra_tower", EXTRA), choice(fields, "open_money", ("no", "yes")) == 1)
    state.stage = choice(fields, "stage", STAGES)
    state.turn = number(fields, "turn", 1, seats + (1 if state.stage in (DEAL, LOT) else 0)) - 1
    read_table(state, fields)
    read_seats(state, fields)
    read_flags(state, fields)
    state.actor = read_actor(fields["actor"], seats)
    what_is_left(state)
    consistent(state)
    return state


def read_purse(text: str) -> Purse:
    purse = new_purse()
    for card, copies in Counter(items(text, ",")).items():
        if card not in CARD_NUMBER or copies > 3:
            raise Unreadable(f"{shorten(card)} is no money card, or there are too many of it")
        for _ in range(copies):
            purse.add(CARD_NUMBER[card])
    return purse


def read_table(state: Alhambra, fields: dict[str, str]) -> None:
    for square, name in enumerate(items(fields["market"], ",", 4)):
        state.market[square] = u8(NO_TILE if name == "-" else tile_number(name))
    for place, name in enumerate(items(fields["display"], ",", 4)):
        if name != "-" and name not in CARD_NUMBER:
            raise Unreadable(f"{shorten(name)} is no money card")
        state.bank.display[place] = u8(NO_CARD if name == "-" else CARD_NUMBER[name])
    state.bank.spent = read_purse(fields["spent"])
    state.bank.hidden = number(fields, "hidden", 0, 2)
    state.bank.start = number(fields, "start", 0, 108)
    for square, name in enumerate(items(fields["last"], ",", 4)):
        if name != "-":
            tile, _, seat = name.partition(":")
            state.last[square] = u8(tile_number(tile))
            if seat != "-":
                state.last[square + 4] = u8(read_number(seat, "last", 1, state.seats) - 1)


def read_seats(state: Alhambra, fields: dict[str, str]) -> None:
    seats = state.seats
    state.hands = [read_purse(text) for text in items(fields["hands"], "/", seats)]
    state.cities = [read_city(text) for text in items(fields["cities"], "/", seats)]
    for city, text in zip(state.cities, items(fields["reserves"], "/", seats), strict=True):
        city.reserve = read_mask(text)
    for seat, text in enumerate(items(fields["prizes"], "/", seats)):
        state.prizes[seat] = read_mask(text)
    try:
        counted = bytes.fromhex(fields["ledger"])
    except ValueError:
        counted = b""
    if len(counted) != 3 * state.players() * NUMBERS:
        raise Unreadable("the ledger does not fit the number of players")
    state.ledger.counted = vec[u8](counted)


def read_flags(state: Alhambra, fields: dict[str, str]) -> None:
    state.dirk = read_mask(fields["dirk"])
    state.gone = read_mask(fields["gone"])
    state.waiting = read_mask(fields["waiting"])
    state.bought = choice(fields, "bought", ("no", "yes")) == 1
    state.idle = number(fields, "idle", 0, 50 * state.seats)
    state.due = choice(fields, "due", ("no", "yes")) == 1
    state.held = number(fields, "held", 0, 3)
    state.gifts = number(fields, "gifts", 0, 55)
    state.ending = choice(fields, "ending", REASONS)
    for player in range(state.players()):
        state.points[player] = sum(state.ledger.points(scoring, player) for scoring in (1, 2, 3))


def what_is_left(state: Alhambra) -> None:
    """Bag and pile are what lies nowhere else; nothing may lie in two places."""
    tiles = [tile for tile in [*state.market] if tile != NO_TILE]
    for mask in (state.dirk, state.gone, state.waiting, *state.prizes):
        tiles += tile_list(mask)
    for city in state.cities:
        tiles += [tile for tile, _, _ in city.built()[1:]] + tile_list(city.reserve)
    if len(set(tiles)) != len(tiles):
        raise Unreadable(f"{NAMES[max(tiles, key=tiles.count)]} lies in two places")
    outside = sum(BIT[tile] for tile in tiles)
    if outside & ~state.bag:
        raise Unreadable(f"{NAMES[tile_list(outside & ~state.bag)[0]]} is not in this game")
    state.bag &= ~outside
    for card in [card for card in state.bank.display if card != NO_CARD]:
        draw_card(state, card)
    for purse in (state.bank.spent, *state.hands):
        for card in purse.cards():
            draw_card(state, card)


def draw_card(state: Alhambra, card: int) -> None:
    if state.bank.pile.has(card) == 0:
        raise Unreadable(f"there are too many {CARD_NAMES[card]}")
    state.bank.pile.take(card)
    state.bank.left -= 1
