"""Positions as text: what the games share of writing and reading them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sabika.engine.game import Unreadable
from sabika.engine.state import LUCK, OVER
from sabika.games.parts.city import City, new_city
from sabika.games.parts.dice import DICE, FACES, THROWS, dice_in, dice_name, holds
from sabika.games.parts.moves import cell_named, dice_named, shorten, tile_number
from sabika.games.parts.rounds import DIE, DONE, LOT, ROUNDS, DiceRounds
from sabika.games.parts.space import CELLS, NOBODY, cell_name
from sabika.games.parts.tiles import BIT, NAMES, NO_TILE, TYPES, WALLS, tile_list
from sabika.games.parts.turns import MARKERS, ONE, THROW, TURN

LONGEST_TEXT = 20_000


def joined(game: str, fields: dict[str, object]) -> str:
    """A position in one line: the game with the version of its text, then every field."""
    return f"{game}:1 " + " ".join(f"{key}={value}" for key, value in fields.items())


def actor_text(actor: int) -> str:
    return {LUCK: "luck", OVER: "over"}.get(actor, str(actor + 1))


def yes(flag: bool) -> str:
    return "yes" if flag else "no"


def listed(names: Iterable[str]) -> str:
    return ",".join(names) or "-"


def mask_text(mask: int) -> str:
    return listed(NAMES[tile] for tile in tile_list(mask))


def city_text(city: City) -> str:
    return ";".join(f"{NAMES[tile]}@{x},{y}" for tile, x, y in city.built()[1:]) or "-"


# And back.


def split_fields(text: str, game: str, title: str, keys: Sequence[str]) -> dict[str, str]:
    """The fields of a position by name; Unreadable when they are not exactly the keys, in order."""
    if len(text) > LONGEST_TEXT:
        raise Unreadable(f"a position of {title} is one line of at most {LONGEST_TEXT:,} characters")
    words = text.split(" ")
    if words[0] != f"{game}:1":
        raise Unreadable(f"a position of {title} begins with {game}:1, not {shorten(words[0])}")
    fields = dict(word.partition("=")[::2] for word in words[1:])
    if list(fields) != list(keys) or len(words) != len(keys) + 1:
        missing = [key for key in keys if key not in fields]
        wrong = f"lacks {missing[0]}" if missing else "has unknown or repeated fields"
        raise Unreadable(f"the position {wrong}")
    return fields


def number(fields: dict[str, str], key: str, least: int, most: int) -> int:
    text = fields[key]
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(most)) and least <= int(text) <= most):
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


# What the games with dice share: the round, the dice and the markers.

CELL_NUMBER = {cell_name(cell): cell for cell in range(CELLS)}
ROUND_KEYS = "stage round caliph turn actor throws dice kept space out column held".split()


def round_fields(state: DiceRounds, stages: Sequence[str]) -> dict[str, object]:
    return {
        "stage": stages[state.stage],
        "round": state.round,
        "caliph": state.caliph + 1,
        "turn": state.turn + 1,
        "actor": actor_text(state.actor),
        "throws": state.throws,
        "dice": dice_name(state.dice),
        "kept": dice_name(state.kept),
        "space": "/".join(markers_text(state, column) for column in range(FACES)),
        "out": listed(str(state.fallen(player)) for player in range(state.players())),
        "column": TYPES[state.column],
        "held": state.held,
    }


def markers_text(state: DiceRounds, column: int) -> str:
    return listed(f"{cell_name(cell)}:{player + 1}" for cell, player in state.space.markers(column))


def read_round(state: DiceRounds, fields: dict[str, str], stages: Sequence[str]) -> None:
    """Fill in what `round_fields` wrote; markers that lie nowhere else are in hand. `check_round` comes after."""
    seats = state.seats
    state.stage = choice(fields, "stage", stages)
    state.round = number(fields, "round", 0, ROUNDS)
    state.caliph = number(fields, "caliph", 1, seats) - 1
    state.turn = number(fields, "turn", 1, seats) - 1
    state.actor = read_actor(fields["actor"], seats)
    state.throws = number(fields, "throws", 0, THROWS)
    state.dice = dice_named(fields["dice"])
    state.kept = dice_named(fields["kept"])
    state.column = choice(fields, "column", TYPES)
    state.held = number(fields, "held", 0, 3)
    for column, text in enumerate(items(fields["space"], "/", FACES)):
        read_markers(state, column, text)
    for player, text in enumerate(items(fields["out"], ",", state.players())):
        fallen = number({"out": text}, "out", 0, 5)
        state.out += fallen * ONE[player]
        take_markers(state, player, fallen)


def read_markers(state: DiceRounds, column: int, text: str) -> None:
    for marker in items(text, ","):
        name, _, player = marker.partition(":")
        cell = CELL_NUMBER.get(name, CELLS)
        if cell == CELLS or state.space.owner(column, cell) != NOBODY:
            raise Unreadable(f"{shorten(marker)} is no marker in the result space; one is written like 5-3:1")
        owner = number({"marker": player}, "marker", 1, state.players()) - 1
        state.space.put(column, cell, owner)
        take_markers(state, owner, 1)


def take_markers(state: DiceRounds, player: int, count: int) -> None:
    """Take markers out of a hand."""
    if state.in_hand(player) < count:
        raise Unreadable(f"player {player + 1} has too many markers on the table")
    state.hand -= count * ONE[player]


def check_round(state: DiceRounds) -> None:
    """The scorings held, the dice and who is asked belong to the stage."""
    stage = state.stage
    held = {0: 0, 1: 0, 2: 1, 3: 1, 4: 2, 5: 2}[state.round] + (stage == DONE)
    if state.held != held or (stage == LOT) != (state.round == 0) or (stage == DONE and state.round != ROUNDS):
        raise Unreadable("round, stage and scorings held do not agree")
    if (state.actor == OVER) != (stage == DONE):
        raise Unreadable("a game is over exactly when its stage is done")
    thrown = DICE if state.throws else 0
    if stage not in (THROW, TURN) and (state.throws or state.dice or state.kept):
        raise Unreadable("dice lie on the table though nobody throws")
    if dice_in(state.dice) != thrown or not holds(state.dice, state.kept):
        raise Unreadable("the dice do not agree with the throws")
    if stage == THROW and (state.throws == THROWS or (state.throws and state.kept == state.dice)):
        raise Unreadable("there is nothing to throw")
    if stage == TURN and (state.throws == 0 or state.actor != state.turn):
        raise Unreadable("who throws is not asked")
    if stage in (LOT, DIE, THROW) and state.actor != LUCK:
        raise Unreadable("a seat is asked where luck is drawn")
    check_markers(state)


def check_markers(state: DiceRounds) -> None:
    """Before the turns and after the end all markers are in hand; in the turns they are used clockwise (D8)."""
    stage, most = state.stage, MARKERS[state.seats]
    hands = [state.in_hand((state.caliph + n) % state.seats) for n in range(state.seats)]
    if stage in (LOT, DIE, DONE) and min(hands) < most:
        raise Unreadable("a marker is on the table before the turns begin")
    if stage in (THROW, TURN):
        before = (state.turn - state.caliph) % state.seats
        if hands[before] == 0 or hands != [hands[before] - (n < before) for n in range(state.seats)]:
            raise Unreadable("the markers in hand do not agree with whose turn it is")
    if state.seats == 2 and stage in (LOT, DONE, THROW, TURN):
        left = 0 if stage in (THROW, TURN) else most
        if state.in_hand(2) != left:
            raise Unreadable("Carlo's markers stand from the start of the turns to the end of the round")
