"""A position of Alhambra in one line, and back.

Only what cannot be worked out is written: bag and pile are what lies nowhere else, points follow from the ledger.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from librt.vecs import vec
from mypy_extensions import u8

from sabika.engine.game import Unreadable
from sabika.engine.state import LUCK, OVER
from sabika.games.alhambra.facts import CARD_NAMES, CARD_NUMBER, NO_CARD
from sabika.games.alhambra.ledger import NUMBERS
from sabika.games.alhambra.purse import Purse, new_purse
from sabika.games.alhambra.soundness import consistent
from sabika.games.alhambra.state import DEAL, LOT, REASONS, STAGES, Alhambra, new_alhambra
from sabika.games.parts.city import City, new_city
from sabika.games.parts.moves import cell_named, shorten, tile_number
from sabika.games.parts.tiles import BIT, NAMES, NO_TILE, WALLS, tile_list

EXTRA = ("off", "added", "replaces")
KEYS = (
    "seats extra_tower open_money stage turn actor market display spent hidden start hands cities reserves dirk gone "
    "waiting bought idle due held gifts ending prizes last ledger"
).split()


def text_of(state: Alhambra) -> str:
    bank = state.bank
    actor = {LUCK: "luck", OVER: "over"}.get(state.actor, str(state.actor + 1))
    fields = {
        "seats": state.seats,
        "extra_tower": EXTRA[state.extra_tower],
        "open_money": yes(state.open_money),
        "stage": STAGES[state.stage],
        "turn": state.turn + 1,
        "actor": actor,
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
    return "alhambra:1 " + " ".join(f"{key}={value}" for key, value in fields.items())


def yes(flag: bool) -> str:
    return "yes" if flag else "no"


def listed(names: Iterable[str]) -> str:
    return ",".join(names) or "-"


def purse_text(purse: Purse) -> str:
    return listed(CARD_NAMES[card] for card in purse.cards())


def mask_text(mask: int) -> str:
    return listed(NAMES[tile] for tile in tile_list(mask))


def city_text(city: City) -> str:
    return ";".join(f"{NAMES[tile]}@{x},{y}" for tile, x, y in city.built()[1:]) or "-"


def last_text(tile: int, seat: int) -> str:
    if tile == NO_TILE:
        return "-"
    return NAMES[tile] + (":-" if seat == NO_TILE else f":{seat + 1}")


# And back.


def load(text: str) -> Alhambra:
    fields = split_fields(text)
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


def split_fields(text: str) -> dict[str, str]:
    if len(text) > 20_000:
        raise Unreadable("a position of Alhambra is one line of at most 20,000 characters")
    words = text.split(" ")
    if words[0] != "alhambra:1":
        raise Unreadable(f"a position of Alhambra begins with alhambra:1, not {shorten(words[0])}")
    fields = dict(word.partition("=")[::2] for word in words[1:])
    if list(fields) != KEYS or len(words) != len(KEYS) + 1:
        missing = [key for key in KEYS if key not in fields]
        raise Unreadable(
            f"the position lacks {missing[0]}" if missing else "the position has unknown or repeated fields"
        )
    return fields


def number(fields: dict[str, str], key: str, least: int, most: int) -> int:
    text = fields[key]
    if not (text.isascii() and text.isdecimal() and len(text) < 6 and least <= int(text) <= most):
        raise Unreadable(f"{key} is a number from {least} to {most}, not {shorten(text)}")
    return int(text)


def choice(fields: dict[str, str], key: str, choices: Iterable[str]) -> int:
    known = list(choices)
    if fields[key] not in known:
        raise Unreadable(f"{key} is one of {', '.join(known)}, not {shorten(fields[key])}")
    return known.index(fields[key])


def items(text: str, separator: str, length: int | None = None) -> list[str]:
    found = [] if text == "-" and length is None else text.split(separator)
    if length is not None and len(found) != length:
        raise Unreadable(f"{shorten(text)} should have {length} parts")
    return found


def read_mask(text: str) -> int:
    tiles = [tile_number(name) for name in items(text, ",")]
    if len(set(tiles)) != len(tiles):
        raise Unreadable(f"{NAMES[max(tiles, key=tiles.count)]} lies in two places")
    return sum(BIT[tile] for tile in tiles)


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
                state.last[square + 4] = u8(number({"last": seat}, "last", 1, state.seats) - 1)


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


def read_actor(text: str, seats: int) -> int:
    if text in ("luck", "over"):
        return LUCK if text == "luck" else OVER
    return number({"actor": text}, "actor", 1, seats) - 1


def read_city(text: str) -> City:
    city = new_city()
    for built in items(text, ";"):
        name, _, place = built.partition("@")
        x, y = cell_named(place)
        if max(abs(x), abs(y)) > 55 or city.tile_at(x, y) != NO_TILE:
            raise Unreadable(f"nothing can stand on {x},{y}")
        while max(abs(x), abs(y)) >= city.width // 2 - 1:
            city.grow()
        city.build(tile_number(name), x, y)
    sound(city)
    return city


def sound(city: City) -> None:
    """A city that could have been built: walls match, all can be reached on foot, no hole."""
    taken = {(x, y): tile for tile, x, y in city.built()}
    for (x, y), tile in taken.items():
        for side, (dx, dy) in enumerate(STEPS):
            beside = taken.get((x + dx, y + dy))
            if beside is not None and (WALLS[tile] >> side ^ WALLS[beside] >> (side + 2) % 4) & 1:
                raise Unreadable(f"the walls of {NAMES[tile]} and {NAMES[beside]} do not match")
    if len(on_foot(taken)) != len(taken):
        raise Unreadable("a city has tiles that cannot be reached on foot")
    if has_hole(set(taken)):
        raise Unreadable("a city has a hole")


STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))


def on_foot(taken: dict[tuple[int, int], int]) -> set[tuple[int, int]]:
    """The cells one can walk to from the fountain."""
    seen, todo = {(0, 0)}, [(0, 0)]
    while todo:
        x, y = todo.pop()
        for side, (dx, dy) in enumerate(STEPS):
            beside = (x + dx, y + dy)
            if beside in taken and beside not in seen and not WALLS[taken[x, y]] >> side & 1:
                seen.add(beside)
                todo.append(beside)
    return seen


def has_hole(taken: set[tuple[int, int]]) -> bool:
    """Is there a free cell without a way to the outside?"""
    xs, ys = [x for x, _ in taken], [y for _, y in taken]
    west, east, north, south = min(xs) - 1, max(xs) + 1, min(ys) - 1, max(ys) + 1
    seen, todo = {(west, north)}, [(west, north)]
    while todo:
        x, y = todo.pop()
        for dx, dy in STEPS:
            cell = (x + dx, y + dy)
            if west <= cell[0] <= east and north <= cell[1] <= south and cell not in seen and cell not in taken:
                seen.add(cell)
                todo.append(cell)
    return len(seen) + len(taken) != (east - west + 1) * (south - north + 1)


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
